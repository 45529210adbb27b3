# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recorded scripts as programs over words: vectors are kept lane by lane, and instructions for SHA have a meaning."""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.values import Op, Val
from proof.graph import State
from proof.memory import Map
from proof.script import Script
from proof.terms import Term, add, bxor, concat, const, extract, rotl, shr, sub
from tests.proof.numbers_as_terms import Word
from tests.proof.sha_armv8 import INSTRUCTIONS as ARMV8
from tests.proof.sha_x86 import INSTRUCTIONS as X86


class Split(Script):
    """A script whose vectors are kept lane by lane. Sums in lanes are sums of words, which have few parts."""

    def __init__(self, ops: Sequence[Op], memory: Map, word: int, lane: int) -> None:
        super().__init__(ops, memory, word, keys_first=False)
        self.lane = lane

    def put(self, state: State, dst: Val, value: Term) -> None:
        if value.op == "uf" and value.val.partition(" ")[0] in X86:
            value = self._defined(value)
        if value.w >= 128:
            value = concat(*(extract(n + self.lane - 1, n, value) for n in range(value.w - self.lane, -1, -self.lane)))
        super().put(state, dst, value)

    def w_asm(self, state: State, op: Op) -> None:
        """Armv8's instructions for SHA, whose operands are views of vectors."""
        rule = ARMV8.get(op.attrs["mnem"]) if self.word == 64 else None
        views = [arg.args[0] for arg in op.args if isinstance(arg, Op) and arg.name == "view"]
        if rule is None or len(views) != len(op.args):
            super().w_asm(state, op)
            return
        words = [self._words(state.get(("s", one.id), const(128, 0))) for one in views]
        self.put(state, views[0], _joined(self.lane, rule(*words)))

    def _words(self, vector: Term) -> list[Word]:
        return [Word(extract(n + self.lane - 1, n, vector)) for n in range(0, vector.w, self.lane)]

    def w_vrotations(self, state: State, op: Op) -> None:
        lane, (x,) = op.attrs["lane"], self.args(state, op)
        made = []
        for n in range(0, x.w, lane):
            one = extract(n + lane - 1, n, x)
            first, second, third = (rotl(one, lane - by) for by in op.attrs["halves"][n % 128 // 64])
            made.append(bxor(bxor(first, second), third))
        self.put(state, op.dst[0], concat(*reversed(made)))

    def _sums(self, state: State, op: Op) -> None:
        lane, (x, y) = op.attrs["lane"], self.args(state, op)
        rule = add if op.name == "vadd" else sub
        starts = range(x.w - lane, -1, -lane)
        self.put(state, op.dst[0], concat(*(rule(*(extract(n + lane - 1, n, t) for t in (x, y))) for n in starts)))

    w_vadd = w_vsub = _sums

    def w_vshr(self, state: State, op: Op) -> None:
        """Two equal words shifted as one number leave the word rotated in the lower half."""
        (x,), by, half = self.args(state, op), op.attrs["bits"], op.attrs["lane"] // 2
        parts = [extract(n + half - 1, n, x) for n in range(0, x.w, half)]
        if half != self.lane or by >= half or any(one is not two for one, two in zip(parts[::2], parts[1::2])):
            super().w_vshr(state, op)
            return
        moved = [made for one in parts[::2] for made in (rotl(one, half - by), shr(one, by))]
        self.put(state, op.dst[0], concat(*reversed(moved)))

    def _defined(self, made: Term) -> Term:
        """The result of one of x86's instructions for SHA, as its definition says."""
        name, _, number = made.val.partition(" ")
        words = [self._words(arg) for arg in made.args]
        return _joined(self.lane, X86[name](*words, *([int(number)] if number else [])))


def _joined(lane: int, words: Sequence[Word | int]) -> Term:
    return concat(*(const(lane, one) if isinstance(one, int) else one.term for one in reversed(words)))
