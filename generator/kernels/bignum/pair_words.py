# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery functions on pairs of numbers in words: the form that portable C comes from.

Digits of 52 bits are taken in halves of 26 bits: no sum of 320 products of halves is longer than 64 bits. The numbers
of a pair are worked on one after the other. Q and the quotient: see pairs.py.
"""

from __future__ import annotations

from generator.kernels.bignum.gather import entry_of, limbs_at_once
from generator.kernels.bignum.pairs import BLOCK, MOST, PART
from generator.lang import Builder, Val

WORD = 8
BITS = 26
HALVES = PART // WORD
"""Halves of a part of one number, and words of a part of both."""
MASK = (1 << BITS) - 1


class PairWords:
    """One function's constants, and its area with the sum."""

    def __init__(self, k: Builder, out: Val, n: Val, parts: Val) -> None:
        self.k, self.out, self.q, self.parts = k, out, n, parts
        self.size = parts << 6
        self.area = k.frame(2 * MOST * PART, "total")

    def multiply(self, a: Val, b: Val) -> None:
        """`out` = a * b / R for both numbers."""
        k = self.k
        number = k.const(k.usize, 0, "number")
        with k.while_(number.ne(BLOCK)):
            self.one(*(k.add(pointer, number) for pointer in (self.out, a, b, self.q)))
            number += WORD

    def squares(self, a: Val, times: Val) -> None:
        """`out` = a * a / R, and so on with each result: `times` times."""
        k = self.k
        square = k.copy(a, "square")
        with k.loop(times, at_least_once=True):
            self.multiply(square, square)
            k.set(square, self.out)

    def one(self, out: Val, a: Val, b: Val, q: Val) -> None:
        k, parts = self.k, self.parts
        n = k.add(q, self.size)
        inverse = k.load64(n, index=self.size) & MASK
        at = k.copy(self.area, "at")
        zero = k.const(k.u64, 0)
        with k.loop(parts << 4, step={at: WORD}, at_least_once=True):
            k.store64(at, zero)
        k.note("a * b")
        at = k.copy(self.area, "at")
        digits = k.copy(b, "digits")
        with k.loop(parts << 2, step={at: 2 * WORD, digits: BLOCK}, at_least_once=True):
            for offset, half in enumerate(self.halves(k.load64(digits))):
                self.add_product(k.add(at, WORD * offset) if offset else at, a, half)
        k.note("parts of the quotient: the sum's own lowest part, for Q")
        at = k.copy(self.area, "at")
        with k.loop(parts - 1):
            part = k.copy(at, "part")
            with k.loop(k.const(k.usize, HALVES), step={at: WORD}, at_least_once=True):
                self.carry(at)
            with k.loop(k.const(k.usize, HALVES), step={part: WORD}, at_least_once=True):
                self.add_product(k.add(part, PART), q, k.load64(part))
        k.note("the last part of the quotient, for n itself")
        with k.loop(k.const(k.usize, HALVES), step={at: WORD}, at_least_once=True):
            self.add_product(at, n, ((k.load64(at) & MASK) * inverse) & MASK)
            self.carry(at)
        k.note("the result, with carries moved up")
        carry, to = k.const(k.u64, 0, "carry"), k.copy(out, "to")
        with k.loop(parts << 2, step={at: 2 * WORD, to: BLOCK}, at_least_once=True):
            low = k.load64(at) + carry
            high = k.load64(at, offset=WORD) + (low >> BITS)
            k.store64(to, ((high & MASK) << BITS) | (low & MASK))
            k.shr(high, BITS, to=carry)

    def halves(self, digit: Val) -> tuple[Val, Val]:
        return digit & MASK, (digit >> BITS) & MASK

    def carry(self, at: Val) -> None:
        """Move what is above a half to the next one."""
        k = self.k
        low = k.load64(at)
        k.store64(at, k.load64(at, offset=WORD) + (low >> BITS), offset=WORD)
        k.store64(at, low & MASK)

    def add_product(self, total: Val, number: Val, factor: Val) -> None:
        """total += number * factor"""
        k = self.k
        to, digits = k.copy(total, "to"), k.copy(number, "of")
        with k.loop(self.parts << 2, step={to: 2 * WORD, digits: BLOCK}, at_least_once=True):
            for offset, half in enumerate(self.halves(k.load64(digits))):
                k.store64(to, k.load64(to, offset=WORD * offset) + half * factor, offset=WORD * offset)


def gather_words(k: Builder, out: Val, table: Val, index: Val, parts: Val) -> None:
    """`out` = an entry of each number's table: every entry is read, and a mask chooses."""
    numbers, size, at_once = [k.load64(index, offset=place) for place in (0, WORD)], parts << 6, limbs_at_once(k)
    with k.loop(parts * (HALVES // at_once), at_least_once=True):
        entry_of(k, out, table, numbers, at_once, size)
