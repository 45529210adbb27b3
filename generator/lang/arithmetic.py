# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products, and sums and differences whose carry is a value."""

from __future__ import annotations

from generator.lang.arguments import checked, shown
from generator.lang.recording import Recording
from generator.lang.values import FLAGS, Source, Type, Val


@checked
class ArithmeticOps(Recording):
    """Multiplication and carries of u32, u64 and usize. The time of no operation depends on its operands."""

    def mul(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """The low half of x * y, as wide as the operands."""
        dst = self._target(to, self._integers("mul", x, y))
        self.record("mul", (dst,), (x, y))
        return dst

    def mul_high(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """The high half of x * y, as wide as the operands."""
        dst = self._target(to, self._integers("mul_high", x, y))
        self.record("mul_high", (dst,), (x, y))
        return dst

    def mul_wide(self, x: Source, y: Source) -> tuple[Val, Val]:
        """Both halves of x * y, the low half first. Each is as wide as the operands."""
        kind = self._integers("mul_wide", x, y)
        low, high = self.value(kind), self.value(kind)
        self.record("mul_wide", (low, high), (x, y))
        return low, high

    def add_carry(
        self, x: Source, y: Source, carry: Val | None = None, *, to: Val | None = None
    ) -> tuple[Val, Val]:  # fmt: skip
        """x + y + carry, and the carry out of the sum. Without ``carry`` nothing more is added.

        A carry is 0 or 1. Only ``add_carry`` takes a carry, and ``k.zext`` makes a word of it. ``k.set`` moves a carry
        from one round of a loop to the next. A word ``w`` gives a carry, which is 1 unless the word is 0, by
        ``_, carry = k.add_carry(w, -1)``. The carry stays in the processor's flag where no other work on flags stands
        between two additions.
        """
        return self._chained("add_carry", self.carry, x, y, carry, to)

    def sub_borrow(
        self, x: Source, y: Source, borrow: Val | None = None, *, to: Val | None = None
    ) -> tuple[Val, Val]:  # fmt: skip
        """x - y - borrow, and the borrow: 1 if y + borrow is greater than x, otherwise 0. Borrows are like carries of
        :meth:`add_carry`. A word ``w`` gives a borrow by ``_, borrow = k.sub_borrow(0, w)``."""
        return self._chained("sub_borrow", self.borrow, x, y, borrow, to)

    def _chained(
        self, op: str, flag: Type, x: Source, y: Source, before: Val | None, to: Val | None
    ) -> tuple[Val, Val]:  # fmt: skip
        kind = self._integers(op, x, y)
        if before is not None and before.type != flag:
            word = before.name if before.type.name not in FLAGS else f"k.zext(k.{kind}, {before.name})"
            made = f"k.add_carry({word}, -1)" if op == "add_carry" else f"k.sub_borrow(0, {word})"
            mend = f"a word becomes one by _, {flag} = {made}"
            raise self.fail(f"{op}: {flag} is {shown(before)}; expected a {flag} of k.{op}; {mend}")
        total, after = self._target(to, kind), self.value(flag)
        self.record(op, (total, after), (x, y) if before is None else (x, y, before))
        return total, after

    def _integers(self, op: str, *operands: Source) -> Type:
        """The type of the operands, after a refusal of types without such arithmetic."""
        kind = self._one_type(op, operands)
        if kind.cls != "gp" or kind.name not in ("u32", "u64", "usize"):
            for val in operands:
                if isinstance(val, Val) and val.type.name in FLAGS:
                    raise self._no_word(op, val)
            mend = "k.zext(k.u32, …)" if kind.name == "u8" else "a word of these types"
            raise self.fail(f"{op}: the operands are {kind}; expected u32, u64 or usize, see {mend}")
        return kind
