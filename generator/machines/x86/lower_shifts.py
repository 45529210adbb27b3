# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for x86 and x86_64: shifts by values, signed numbers, and choices between pairs.

The count of a shift is in ``cl``, unless BMI2 has the shift. The processor takes the count modulo 32, and modulo 64 for
registers of 64 bits. No shift takes longer for some counts on the cores of the targets.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.values import SIGNED, Condition, Op, Type, Val
from generator.lower.pairs import PairCondition
from generator.lower.shifts import U32, ShiftRules
from generator.machines.x86.operands import X86Operands
from generator.model import Imm, Mem, Phys, view

COUNT = Phys("gp", 1)
"""The register of counts."""
SHIFTS = {"shl": "shl", "shr": "shr", "sar": "sar", "rotl": "rol", "rotr": "ror"}
WITHOUT_FLAGS = {"shl": "shlx", "shr": "shrx", "sar": "sarx"}
JUMPS = {"eq": "je", "ne": "jne", "lt": "jb", "ge": "jae", "slt": "jl", "sge": "jge"}
MOVES = {"eq": "cmove", "ne": "cmovne", "lt": "cmovb", "ge": "cmovae", "slt": "cmovl", "sge": "cmovge"}


def signed(value: int, bits: int) -> int:
    """The same bits as a signed number."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class X86ShiftRules(ShiftRules, X86Operands):
    """Mixed into the x86 lowering, whose operands these rules use."""

    # -- shifts ----------------------------------------------------------------------------------------------------

    def shift_by(self, name: str, dst: Val, x: Val, count: Val) -> None:
        if "bmi2" in self.have and name in WITHOUT_FLAGS:
            self.ins(WITHOUT_FLAGS[name], self.r(dst), self.r(x), self.r(count, dst.type.bits))
            return
        self.flags_begin()  # streams may not take turns between the moves of a fixed register
        self.move(COUNT, self.vreg(count), self.wide(count))
        if dst is not x:
            self.move(self.vreg(dst), self.vreg(x), dst.type.bits)
        self.ins(SHIFTS[name], self.r(dst), view(COUNT, 8))
        self.flags_end()

    def _funnel_by(self, mnem: str, op: Op) -> None:
        dst, (base, fill, count) = op.dst[0], op.args
        self.flags_begin()
        self.move(COUNT, self.vreg(count), self.wide(count))
        self.move(self.vreg(dst), self.vreg(base), 32)
        self.ins(mnem, self.r(dst), self.r(fill), view(COUNT, 8))
        self.flags_end()

    op_funnel_by = partialmethod(_funnel_by, "shld")
    op_funnel_right_by = partialmethod(_funnel_by, "shrd")

    # -- signed numbers --------------------------------------------------------------------------------------------

    def op_sar(self, op: Op) -> None:
        dst, x, bits = op.dst[0], op.args[0], op.attrs["bits"]
        if dst.type.bits >= 32 or not bits:
            self.sub_op("copy", dst, x)
            if bits:
                self.ins("sar", self.r(dst), Imm(bits))
            return
        word = self.temp(U32, "word")
        self.sub_op("sext", word, x)
        self.ins("sar", self.r(word), Imm(bits))
        self.sub_op("trunc", dst, word)

    def op_sext(self, op: Op) -> None:
        """A byte in 32-bit mode goes by shifts: only four registers have byte views there."""
        dst, x = op.dst[0], op.args[0]
        narrow = x.type.bits
        if dst.type.bits == narrow:
            self.sub_op("copy", dst, x)
        elif dst.type.bits < 32:
            word = self.temp(U32, "word")
            self.sub_op("sext", word, x)
            self.sub_op("trunc", dst, word)
        elif narrow == 8 and self.abi.bits == 32:
            self.move(self.vreg(dst), self.vreg(x), 32)
            self.ins("shl", self.r(dst), Imm(24))
            self.ins("sar", self.r(dst), Imm(24))
        else:
            self.ins("movsxd" if narrow == 32 else "movsx", self.r(dst), self.r(x))

    def op_load_signed(self, op: Op) -> None:
        dst, bits = op.dst[0], op.attrs["bits"]
        if bits == dst.type.bits:
            self.sub_op("load", dst, *op.args, **op.attrs)
        elif op.attrs["be"]:
            self.load_extended(op)
        else:
            self.ins("movsxd" if bits == 32 else "movsx", self.r(dst), self.address(op, bits))

    def address(self, op: Op, width: int) -> Mem:
        raise NotImplementedError

    def signed_width(self, cond: Condition) -> Condition:
        """The condition, with operands that a comparison of their width takes. A byte in 32-bit mode is shifted to the
        upper end of a word."""
        if cond.x.type.bits > 8 or self.abi.bits == 64:
            return cond
        above = 32 - cond.x.type.bits
        x, y = self.temp(U32, "x"), cond.y
        self.move(self.vreg(x), self.vreg(cond.x), 32)
        self.ins("shl", self.r(x), Imm(above))
        if isinstance(y, Val):
            shifted = self.temp(U32, "y")
            self.move(self.vreg(shifted), self.vreg(y), 32)
            self.ins("shl", self.r(shifted), Imm(above))
            y = shifted
        else:
            y = (y & 0xFF) << above
        return Condition(cond.kind, x, y, cond.src)

    # -- pairs -----------------------------------------------------------------------------------------------------

    def compare_pair(self, cond: PairCondition) -> None:
        """Set the flags, in a chain that stays open."""
        high = self.temp(U32, "high")
        self.move(self.vreg(high), self.vreg(cond.high_x), 32)
        if cond.kind in ("lt", "ge", *SIGNED):  # the borrow of the low words goes into the high words
            low, above = self.source(cond.y, 32), self.source(cond.high_y, 32)
            self.flags_begin()
            self.ins("cmp", self.r(cond.x), low)
            self.ins("sbb", self.r(high), above)
            return
        low_word = cond.x
        if cond.y != 0:
            low_word = self.temp(U32, "low")
            self.move(self.vreg(low_word), self.vreg(cond.x), 32)
            self.ins("xor", self.r(low_word), self.source(cond.y, 32))
        if cond.high_y != 0:
            self.ins("xor", self.r(high), self.source(cond.high_y, 32))
        self.flags_begin()
        self.ins("or", self.r(high), self.r(low_word))

    def compare(self, cond: Condition) -> None:
        raise NotImplementedError

    def op_select2(self, op: Op) -> None:
        """A choice between pairs. Moves keep the flags of the one comparison."""
        cond, *words = op.args
        values: list[Val] = []
        for arg in words:  # constants first: making a zero writes the flags
            if isinstance(arg, int):
                temp = self.temp(Type("u32", 32))
                self.load_const(self.r(temp), arg)
                arg = temp
            values.append(arg)
        self.compare(cond)
        for dst, x, y in zip(op.dst, values[:2], values[2:]):
            chosen, other, kind = (y, x, cond.inverse().kind) if dst is x else (x, y, cond.kind)
            if dst is not other:
                self.move(self.vreg(dst), self.vreg(other), 32)
            self.ins(MOVES[kind], self.r(dst), self.r(chosen))
        self.flags_end()
