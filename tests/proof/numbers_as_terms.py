# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Terms that compute as Python's numbers do, so that a reference in plain Python makes terms."""

from __future__ import annotations

from dataclasses import dataclass

from proof.memory import NoProof
from proof.terms import Term, add, band, bnot, bor, bxor, const, rotl, shl, shr


@dataclass(frozen=True, slots=True)
class Word:
    """A number of the reference: its lowest ``term.w`` bits. ``whole``: it has no others, and is not negative."""

    term: Term
    whole: bool = True
    moved: tuple[Term, int] | None = None  # a word and the places by which it was shifted to the left

    def _term(self, other: Word | int) -> Term:
        return other.term if isinstance(other, Word) else const(self.term.w, other)

    def _whole(self, other: Word | int) -> bool:
        return other.whole if isinstance(other, Word) else 0 <= other < 1 << self.term.w

    def __add__(self, other: Word | int) -> Word:
        return Word(add(self.term, self._term(other)), False)

    __radd__ = __add__

    def __and__(self, other: Word | int) -> Word:
        return Word(band(self.term, self._term(other)), self.whole or self._whole(other))

    __rand__ = __and__

    def __xor__(self, other: Word | int) -> Word:
        return Word(bxor(self.term, self._term(other)), self.whole and self._whole(other))

    __rxor__ = __xor__

    def __or__(self, other: Word | int) -> Word:
        if isinstance(other, Word) and self.moved and other.moved and self.moved[0] is other.moved[0]:
            (one, n), (_, m) = self.moved, other.moved
            if n - m in (self.term.w, -self.term.w):  # by n to the left, and by w - n to the right
                return Word(rotl(one, max(n, m)), False)
        return Word(bor(self.term, self._term(other)), self.whole and self._whole(other))

    __ror__ = __or__

    def __invert__(self) -> Word:
        return Word(bnot(self.term), False)

    def __lshift__(self, by: int) -> Word:
        return Word(shl(self.term, by), False, (self.term, by))

    def __rshift__(self, by: int) -> Word:
        if not self.whole:
            raise NoProof("the reference shifts to the right what may have more bits than a word")
        return Word(shr(self.term, by), True, (self.term, -by))
