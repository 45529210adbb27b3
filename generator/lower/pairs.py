# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on u64 of a 32-bit machine: comparisons, choices, shifts by values, and counts of bits.

No rule has a branch. A shift by a value shifts by the count modulo 32, and a choice by the count's bit 5 moves words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.lang.values import INVERSE, Condition, Op, Source, Type, Val

U32 = Type("u32", 32)
Pair = tuple[Any, Any]


@dataclass(frozen=True, eq=False, slots=True)
class PairCondition(Condition):
    """A comparison of pairs. ``x`` and ``y`` are the low words."""

    high_x: Val
    high_y: Source

    def inverse(self) -> PairCondition:
        return PairCondition(INVERSE[self.kind], self.x, self.y, self.src, self.high_x, self.high_y)


def values(op: Op) -> Iterator[Val]:
    """Every value that an operation makes or reads, those of conditions included."""
    for arg in (*op.dst, *op.args):
        for val in (arg.x, arg.y) if isinstance(arg, Condition) else (arg,):
            if isinstance(val, Val):
                yield val


class PairRules:
    """Mixed into the splitter. A rule is a method ``_<name of the operation>``."""

    def pair(self, val: Any) -> Pair:
        raise NotImplementedError

    def put(self, op: Op, name: str, dst: tuple[Val, ...], *args: Any, **attrs: Any) -> None:
        raise NotImplementedError

    def words(self, op: Op, name: str, count: int) -> tuple[Val, ...]:
        raise NotImplementedError

    # -- conditions ------------------------------------------------------------------------------------------------

    def condition(self, cond: Condition) -> Condition:
        if cond.x.type.bits != 64:
            return cond
        (xlo, xhi), (ylo, yhi) = self.pair(cond.x), self.pair(cond.y)
        return PairCondition(cond.kind, xlo, ylo, cond.src, xhi, yhi)

    def _branch(self, op: Op) -> None:
        cond, label = op.args
        self.put(op, "branch", (), self.condition(cond), label, **op.attrs)

    def _select(self, op: Op) -> None:
        cond, x, y = op.args
        if op.dst[0].type.bits != 64:
            self.put(op, "select", op.dst, self.condition(cond), x, y)
            return
        self.put(op, "select2", self.pair(op.dst[0]), self.condition(cond), *self.pair(x), *self.pair(y))

    def _loop_end(self, op: Op) -> None:
        (low, high), top = self.pair(op.args[0]), op.args[1]
        self.put(op, "sub2", (low, high), low, high, 1, 0)
        self.put(op, "branch", (), PairCondition("ne", low, 0, op.src, high, 0), top)

    def _ret(self, op: Op) -> None:
        self.put(op, "ret", (), *self.pair(op.args[0]))

    # -- shifts and rotations by values ----------------------------------------------------------------------------

    def _turn(self, op: Op, count: Val) -> Condition:
        """The condition that a count moves whole words."""
        (turn,) = self.words(op, "turn", 1)
        self.put(op, "and", (turn,), count, 32)
        return Condition("ne", turn, 0, op.src)

    def _count(self, op: Op) -> Val:
        count: Val = op.args[1]
        return self.pair(count)[0] if count.type.bits == 64 else count

    def _by(self, op: Op, name: str) -> bool:
        """True if the operation was one on words, whose count alone is a pair."""
        if op.dst[0].type.bits != 64:
            self.put(op, name, op.dst, op.args[0], self._count(op))
            return True
        return False

    def _shl_by(self, op: Op) -> None:
        if self._by(op, "shl_by"):
            return
        (xlo, xhi), count = self.pair(op.args[0]), self._count(op)
        low, high = self.words(op, "shifted", 2)
        self.put(op, "funnel_by", (high,), xhi, xlo, count)
        self.put(op, "shl_by", (low,), xlo, count)
        self.put(op, "select2", self.pair(op.dst[0]), self._turn(op, count), 0, low, low, high)

    def _shr_by(self, op: Op) -> None:
        if self._by(op, "shr_by"):
            return
        (xlo, xhi), count = self.pair(op.args[0]), self._count(op)
        low, high = self.words(op, "shifted", 2)
        self.put(op, "funnel_right_by", (low,), xlo, xhi, count)
        self.put(op, "shr_by", (high,), xhi, count)
        self.put(op, "select2", self.pair(op.dst[0]), self._turn(op, count), high, 0, low, high)

    def _sar_by(self, op: Op) -> None:
        if self._by(op, "sar_by"):
            return
        (xlo, xhi), count = self.pair(op.args[0]), self._count(op)
        low, high = self.words(op, "shifted", 2)
        (sign,) = self.words(op, "sign", 1)
        self.put(op, "funnel_right_by", (low,), xlo, xhi, count)
        self.put(op, "sar_by", (high,), xhi, count)
        self.put(op, "sar", (sign,), xhi, bits=31)
        self.put(op, "select2", self.pair(op.dst[0]), self._turn(op, count), high, sign, low, high)

    def _rotl_by(self, op: Op) -> None:
        if not self._by(op, "rotl_by"):
            self._rotate(op, "funnel_by")

    def _rotr_by(self, op: Op) -> None:
        if not self._by(op, "rotr_by"):
            self._rotate(op, "funnel_right_by")

    def _rotate(self, op: Op, funnel: str) -> None:
        (xlo, xhi), count = self.pair(op.args[0]), self._count(op)
        low, high = self.words(op, "turned", 2)
        self.put(op, funnel, (high,), xhi, xlo, count)
        self.put(op, funnel, (low,), xlo, xhi, count)
        self.put(op, "select2", self.pair(op.dst[0]), self._turn(op, count), high, low, low, high)

    # -- counts of bits --------------------------------------------------------------------------------------------

    def _either(self, op: Op, name: str, first: Any, other: Any) -> None:
        """A count in the word ``first``, or in ``other`` and 32 more if ``first`` is 0."""
        here, more = self.words(op, "count", 2)
        self.put(op, name, (here,), first)
        self.put(op, name, (more,), other)
        self.put(op, "add", (more,), more, 32)
        lo, hi = self.pair(op.dst[0])
        self.put(op, "select", (lo,), Condition("eq", first, 0, op.src), more, here)
        self.put(op, "const", (hi,), 0)

    def _clz(self, op: Op) -> None:
        low, high = self.pair(op.args[0])
        self._either(op, "clz", high, low)

    def _ctz(self, op: Op) -> None:
        self._either(op, "ctz", *self.pair(op.args[0]))

    def _popcount(self, op: Op) -> None:
        low, high = self.words(op, "count", 2)
        for count, word in zip((low, high), self.pair(op.args[0])):
            self.put(op, "popcount", (count,), word)
        lo, hi = self.pair(op.dst[0])
        self.put(op, "add", (lo,), low, high)
        self.put(op, "const", (hi,), 0)

    def _crc32c(self, op: Op) -> None:
        crc, (low, high) = op.args[0], self.pair(op.args[1])
        (between,) = self.words(op, "crc", 1)
        self.put(op, "crc32c", (between,), crc, low)
        self.put(op, "crc32c", op.dst, between, high)

    # -- signed numbers --------------------------------------------------------------------------------------------

    def _sar(self, op: Op) -> None:
        (lo, hi), (xlo, xhi), bits = self.pair(op.dst[0]), self.pair(op.args[0]), op.attrs["bits"]
        if bits == 0:
            self.put(op, "copy", (lo,), xlo)
            self.put(op, "copy", (hi,), xhi)
        elif bits >= 32:
            self.put(op, "sar", (lo,), xhi, bits=bits - 32)
            self.put(op, "sar", (hi,), xhi, bits=31)
        else:
            self.put(op, "funnel_right", (lo,), xlo, xhi, bits=bits)
            self.put(op, "sar", (hi,), xhi, bits=bits)

    def _sext(self, op: Op) -> None:
        (lo, hi), x = self.pair(op.dst[0]), op.args[0]
        if x.type.bits == 64:
            for half, word in zip((lo, hi), self.pair(x)):
                self.put(op, "copy", (half,), word)
            return
        self.put(op, "sext", (lo,), x)
        self.put(op, "sar", (hi,), lo, bits=31)
