# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for AArch64: products, and sums and differences with carries.

The flag C is the carry of a sum, and the absence of a borrow.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.lang.values import Op, Source, Val
from generator.machines.aarch64.operands import Aarch64Operands
from generator.machines.aarch64.registers import ZERO
from generator.model import Cond, Imm, Operand, R, VReg, view


class Aarch64ProductRules(Aarch64Operands):
    """Mixed into the AArch64 lowering, whose operands these rules use."""

    def reg_source(self, arg: Source, width: int) -> R:
        raise NotImplementedError

    # -- products --------------------------------------------------------------------------------------------------

    def _factors(self, op: Op) -> tuple[R, R]:
        x, y = (self.reg_source(arg, op.dst[0].type.bits) for arg in op.args)
        return x, y

    def op_mul(self, op: Op) -> None:
        self.ins("mul", self.r(op.dst[0]), *self._factors(op))

    def op_mul_high(self, op: Op) -> None:
        dst = op.dst[0]
        if dst.type.bits == 64:
            self.ins("umulh", self.r(dst), *self._factors(op))
            return
        self.ins("umull", self.r(dst, 64), *self._factors(op))
        self.ins("lsr", self.r(dst, 64), self.r(dst, 64), Imm(32))

    def op_mul_wide(self, op: Op) -> None:
        low, high = op.dst
        x, y = self._factors(op)
        if low.type.bits == 64:
            self.ins("mul", self.r(low), x, y)
            self.ins("umulh", self.r(high), x, y)
            return
        self.ins("umull", self.r(high, 64), x, y)
        self.move(self.vreg(low), self.vreg(high), 32, keep=True)
        self.ins("lsr", self.r(high, 64), self.r(high, 64), Imm(32))

    # -- carries ---------------------------------------------------------------------------------------------------

    def op_add_carry(self, op: Op) -> None:
        x, y, *before = op.args
        x, y = (y, x) if isinstance(x, int) else (x, y)
        self._chained(op, ("adds", "adcs"), (x, y, *before), self._to_carry, "hs")

    def op_sub_borrow(self, op: Op) -> None:
        self._chained(op, ("subs", "sbcs"), op.args, self._to_borrow, "lo")

    def _chained(
        self, op: Op, names: tuple[str, str], args: tuple[Source, ...], to_flag: Callable[[VReg], None], holds: str
    ) -> None:  # fmt: skip
        (dst, carry), (x, y, *before) = op.dst, args
        width, goal = dst.type.bits, self.r(dst)
        left = self.reg_source(x, width)
        right: tuple[Operand, ...]
        if before:  # there are no immediates
            right = (R(ZERO, width) if isinstance(y, int) and y == 0 else self.reg_source(y, width),)
        else:
            right = self.source(names[0], goal, left, y)
        self.flags_begin()
        if before:
            assert isinstance(before[0], Val)
            made = self.carries.restore(
                self.out, self.vreg(before[0]), to_flag, lambda: self.ins(names[1], goal, left, *right)
            )
        else:
            made = self.ins(names[0], goal, left, *right)
        self.carries.keep(self.out, self.vreg(carry), made, lambda reg: self._from_flag(reg, holds))
        self.flags_end()

    def _to_carry(self, reg: VReg) -> None:
        self.ins("cmp", view(reg, 32), Imm(1))

    def _to_borrow(self, reg: VReg) -> None:
        self.ins("negs", R(self.temp_vreg("none"), 32), view(reg, 32))

    def _from_flag(self, reg: VReg, holds: str) -> None:
        self.ins("cset", view(reg, 32), Cond(holds))
