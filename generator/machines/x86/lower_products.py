# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for x86 and x86_64: products, and sums and differences with carries.

``mulx`` leaves the flags alone, so that a carry lasts between products. ``mul`` does not.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.values import Op, Source, Val
from generator.machines.x86.operands import X86Operands
from generator.model import Imm, Phys, R, VReg, view

ACCUMULATOR, DATA = Phys("gp", 0), Phys("gp", 2)
"""``mul`` multiplies the first by its operand, and leaves the low half there and the high half in the second. ``mulx``
multiplies the second by its operand."""


class X86ProductRules(X86Operands):
    """Mixed into the x86 lowering, whose operands and two-operand code these rules use."""

    def binary(self, mnem: str, dst: Val, x: Source, y: Source, width: int, commutes: bool = True) -> None:
        raise NotImplementedError

    # -- products --------------------------------------------------------------------------------------------------

    def op_mul(self, op: Op) -> None:
        dst, (x, y) = op.dst[0], op.args
        width = dst.type.bits
        if isinstance(x, int):
            x, y = y, x
        if isinstance(y, int):
            factor = self.source(y, width)
            if isinstance(factor, Imm):
                self.ins("imul", self.r(dst), self.r(x), factor)
                return
            assert isinstance(factor, R)
            self.ins("imul", factor, self.r(x))
            self.move(self.vreg(dst), factor.reg, width)
            return
        self.binary("imul", dst, x, y, width)

    def op_mul_wide(self, op: Op) -> None:
        self._product(op, *op.dst)

    def op_mul_high(self, op: Op) -> None:
        high = self.temp(op.dst[0].type, "high")
        self._product(op, None, high)
        self.sub_op("copy", op.dst[0], high)

    def _product(self, op: Op, low: Val | None, high: Val) -> None:
        """Both halves of a product. ``low`` and ``high`` are new values."""
        x, y = op.args
        width = high.type.bits
        if isinstance(x, int):
            x, y = y, x
        if width == 32 and self.abi.bits == 64:  # one register holds the product
            self.move(self.vreg(high), self.vreg(x), 32)
            self.ins("imul", self.r(high, 64), self._register(y, width, 64))
            if low is not None:
                self.move(self.vreg(low), self.vreg(high), 32, keep=True)
            self.ins("shr", self.r(high, 64), Imm(32))
            return
        if isinstance(y, int):
            x, y = y, x
        self.flags_begin()  # streams may not take turns between the moves of a fixed register
        if "bmi2" in self.have:
            self._set(R(DATA, width), x)
            rest = self.temp(high.type, "low") if low is None else low
            self.ins("mulx", self.r(high), self.r(rest), self.r(y))
        else:
            self._set(R(ACCUMULATOR, width), x)
            self.ins("mul", self.r(y))
            if low is not None:
                self.move(self.vreg(low), ACCUMULATOR, width)
            self.move(self.vreg(high), DATA, width)
        self.flags_end()

    def _register(self, arg: Source, width: int, view_width: int) -> R:
        """A register that holds ``arg``, zero-extended."""
        if isinstance(arg, Val):
            return self.r(arg, view_width)
        temp = self.temp_vreg("imm")
        self._set(R(temp, width), arg)
        return R(temp, view_width)

    def _set(self, dst: R, value: Source) -> None:
        """dst = value. The flags stay."""
        if isinstance(value, Val):
            self.move(dst.reg, self.vreg(value), dst.width)
        elif value & ((1 << dst.width) - 1):
            self.load_const(dst, value)
        else:
            self.ins("mov", view(dst.reg, 32), Imm(0))

    # -- carries ---------------------------------------------------------------------------------------------------

    def _chained(self, op: Op, plain: str, chained: str, commutes: bool) -> None:
        (dst, carry), (x, y, *before) = op.dst, op.args
        width = dst.type.bits
        if commutes and (isinstance(x, int) or (y is dst and x is not dst)):
            x, y = y, x
        work = self.temp(dst.type) if y is dst and x is not dst else dst
        operand = self.source(y, width)
        if work is not x:
            self._set(self.r(work), x)
        self.flags_begin()
        if before:
            made = self.carries.restore(
                self.out, self.vreg(before[0]), self._to_flag, lambda: self.ins(chained, self.r(work), operand)
            )
        else:
            made = self.ins(plain, self.r(work), operand)
        self.carries.keep(self.out, self.vreg(carry), made, self._from_flag)
        self.flags_end()
        if work is not dst:
            self.move(self.vreg(dst), self.vreg(work), width)

    op_add_carry = partialmethod(_chained, plain="add", chained="adc", commutes=True)
    op_sub_borrow = partialmethod(_chained, plain="sub", chained="sbb", commutes=False)

    def _to_flag(self, reg: VReg) -> None:
        self.ins("bt", view(reg, 32), Imm(0))

    def _from_flag(self, reg: VReg) -> None:
        self.ins("mov", view(reg, 32), Imm(0))
        if self.abi.bits == 64:
            self.ins("setb", view(reg, 8))
        else:  # every register will do: 32-bit mode has byte views of four
            self.ins("adc", view(reg, 32), view(reg, 32))
