# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A recorded script for a machine whose registers have half of a word of 64 bits: what operations on such a word do to
its halves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from generator.lang.values import Op, Val
from proof.arithmetic import ones
from proof.graph import State
from proof.script import Script
from proof.script_words import row
from proof.shared import funnel, linked
from proof.terms import Term, add, bswap, bxor, concat, const, extract, shl, shr, zext

HALF = 32
Pair = tuple[Term, Term]
"""The lower and the upper half."""


def halves(x: Term) -> Pair:
    return extract(HALF - 1, 0, x), extract(2 * HALF - 1, HALF, x)


def joined(pair: Pair) -> Term:
    return concat(pair[1], pair[0])


def linked_pair(x: Term, y: Term, sign: int) -> Term:
    """x ± y, with the carry or borrow of the lower halves."""
    (x_low, x_high), (y_low, y_high) = halves(x), halves(y)
    low, carry = linked(x_low, y_low, None, sign)
    return joined((low, linked(x_high, y_high, zext(HALF, carry), sign)[0]))


def total(terms: Sequence[Term]) -> Term:
    return reduce(lambda x, y: linked_pair(x, y, 1), terms)


def turned(x: Term, bits: int) -> Term:
    """A rotation to the left."""
    low, high = halves(x)
    if bits % 64 >= HALF:
        low, high = high, low
    bits %= HALF
    return joined((funnel(low, high, bits), funnel(high, low, bits)))


def moved_down(x: Term, bits: int) -> Term:
    low, high = halves(x)
    if bits >= HALF:
        return joined((shr(high, bits - HALF), const(HALF, 0)))
    return joined((bxor(shr(low, bits), shl(high, HALF - bits)), shr(high, bits)))


def row_of_pairs(total: Sequence[Term], words: Sequence[Term], x: Term) -> list[Term]:
    """A row of halves times the lower half of ``x``, and added to its upper words the same row times the upper half."""
    before, factors = ([half for one in some for half in halves(one)] for some in (total, words))
    low, high = halves(x)
    lowest, *rest = row(before, factors, low)
    made = [lowest, *row(rest, factors, high)]
    return [joined(pair) for pair in zip(made[::2], made[1::2])]


class Pairs(Script):
    """A recording whose words of 64 bits are pairs. Operations without a rule here have the meaning of all widths."""

    def rule(self, op: Op) -> Callable[[State, Op], None] | None:
        val = op.args[2] if op.name == "store" else op.dst[0] if op.dst else None
        pair = isinstance(val, Val) and val.type.bits == 2 * HALF and val.type.cls == "gp"
        return getattr(self, f"pair_{op.name}", None) if pair and hasattr(self, f"pair_{op.name}") else super().rule(op)

    def pair_add(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], total(self.args(state, op)))

    def pair_sub(self, state: State, op: Op) -> None:
        x, y = self.args(state, op)
        self.put(state, op.dst[0], linked_pair(x, y, -1))

    def pair_add_ternary(self, state: State, op: Op) -> None:
        """The parts are never 1 together: their sum is their union."""
        acc, *inputs = self.args(state, op)
        self.put(state, op.dst[0], total([acc, *(self.tree(part, inputs) for part in op.attrs["parts"])]))

    def pair_rotl(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], turned(self.args(state, op)[0], op.attrs["bits"]))

    def pair_rotations(self, state: State, op: Op) -> None:
        (x,) = self.args(state, op)
        pairs = [halves(turned(x, -bits)) for bits in op.attrs["right"]]
        if op.attrs["shift"]:
            pairs.append(halves(moved_down(x, op.attrs["shift"])))
        low, high = (reduce(bxor, half) for half in zip(*pairs))
        self.put(state, op.dst[0], joined((low, high)))

    def pair_shr(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], moved_down(self.args(state, op)[0], op.attrs["bits"]))

    def pair_bswap(self, state: State, op: Op) -> None:
        low, high = halves(self.args(state, op)[0])
        self.put(state, op.dst[0], joined((bswap(high), bswap(low))))

    def pair_mul_row(self, state: State, op: Op) -> None:
        self._row(state, op, 0, row_of_pairs)

    def pair_mul_add_row(self, state: State, op: Op) -> None:
        self._row(state, op, len(op.args) // 2, row_of_pairs)

    def pair_popcount(self, state: State, op: Op) -> None:
        low, high = halves(self.args(state, op)[0])
        self.put(state, op.dst[0], zext(2 * HALF, add(ones(low), ones(high))))

    def pair_load(self, state: State, op: Op) -> None:
        at = self.address(state, op)
        first, second = (self.load(state, add(at, const(at.w, n)), HALF) for n in (0, HALF // 8))
        self.put(state, op.dst[0], joined((bswap(second), bswap(first)) if op.attrs["be"] else (first, second)))

    def pair_store(self, state: State, op: Op) -> None:
        at, (low, high) = self.address(state, op), halves(self.value(state, op.args[2]))
        first, second = (bswap(high), bswap(low)) if op.attrs["be"] else (low, high)
        self.store(state, at, first)
        self.store(state, add(at, const(at.w, HALF // 8)), second)
