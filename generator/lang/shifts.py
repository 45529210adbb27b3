# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Shifts and rotations of words, by constants and by values, and extension of the sign."""

from __future__ import annotations

from generator.lang.arguments import checked
from generator.lang.recording import Recording
from generator.lang.values import FLAGS, Source, Type, Val


@checked
class ShiftOps(Recording):
    """Shifts and rotations. The count is a constant less than the width of ``x``, or a value of any type of words.

    A value counts modulo the width of ``x``, on every target: a u32 shifted by 33 is shifted by 1. The time of no shift
    depends on its count.
    """

    def shl(self, x: Val, count: Source, *, to: Val | None = None) -> Val:
        """x << count."""
        return self._shift("shl", x, count, to)

    def shr(self, x: Val, count: Source, *, to: Val | None = None) -> Val:
        """x >> count. The vacant bits are zero."""
        return self._shift("shr", x, count, to)

    def sar(self, x: Val, count: Source, *, to: Val | None = None) -> Val:
        """x >> count of a signed number: the vacant bits are copies of the highest bit (arithmetic shift)."""
        return self._shift("sar", x, count, to)

    def rotl(self, x: Val, count: Source, *, to: Val | None = None) -> Val:
        """``x`` rotated left."""
        return self._shift("rotl", x, count, to)

    def rotr(self, x: Val, count: Source, *, to: Val | None = None) -> Val:
        """``x`` rotated right."""
        if isinstance(count, Val):
            return self._shift("rotr", x, count, to)
        self._counted("rotr", x, count)
        return self._shift("rotl", x, -count % x.type.bits, to)

    def sext(self, type: Type, x: Val, *, to: Val | None = None) -> Val:
        """A wider (or as wide) type with the same signed value: the upper bits are copies of the highest bit."""
        self._words("sext", type, x.type)
        for one in (type, x.type):
            if one == self.ptr:
                raise self.fail(f"sext: a {one} has no sign; expected u8, u16, u32, u64 or usize")
        for one in (type, x.type):
            if one.cls != "gp":
                raise self.fail(f"sext: a {one} is no word of a general register; expected a variant without unit=")
        if type.bits < x.type.bits:
            raise self.fail(f"sext: {x.type} does not fit {type}; expected a type at least as wide, or k.trunc")
        dst = self._target(to, type)
        self.record("sext", (dst,), (x,))
        return dst

    def _counted(self, op: str, x: Val, count: int) -> None:
        if not 0 <= count < x.type.bits:
            raise self.fail(f"{op}: {count} bits; expected a constant from 0 to {x.type.bits - 1}")

    def _shift(self, op: str, x: Val, count: Source, to: Val | None) -> Val:
        if not isinstance(count, Val):
            self._counted(op, x, count)
            dst = self._target(to, x.type)
            self.record(op, (dst,), (x,), bits=count)
            return dst
        for val in (x, count):
            if val.type.name in FLAGS:
                raise self._no_word(op, val)
            if val.type.cls != "gp" or val.type == self.ptr:
                what = "count" if val is count else "shifted value"
                lanes = val.type.cls == "vec" and not val.type.whole
                mend = "a variant without unit=, or a u64" if lanes else "u8, u16, u32, u64 or usize"
                raise self.fail(f"{op} by a value: the {what} {val.name} is a {val.type}; expected {mend}")
        dst = self._target(to, x.type)
        self.record(f"{op}_by", (dst,), (x, count))
        return dst
