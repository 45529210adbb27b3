# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for AArch64: shifts by values, and signed numbers.

The processor takes a count modulo 32, and modulo 64 for registers of 64 bits. Arm promises for shifts that their time
does not depend on their operands (PSTATE.DIT).
"""

from __future__ import annotations

from generator.lang.values import Condition, Op, Val
from generator.lower.shifts import U32, ShiftRules
from generator.machines.aarch64.operands import Aarch64Operands
from generator.model import Imm, Mem, Operand, R, Shift

SHIFTS = {"shl": "lsl", "shr": "lsr", "sar": "asr", "rotr": "ror"}
ENDS = {8: "b", 16: "h", 32: "w"}
EXTENSIONS = {8: "sxtb", 16: "sxth", 32: "sxtw"}


class Aarch64ShiftRules(ShiftRules, Aarch64Operands):
    """Mixed into the AArch64 lowering, whose operands these rules use."""

    def shift_by(self, name: str, dst: Val, x: Val, count: Val) -> None:
        by = self.r(count, dst.type.bits)
        if name == "rotl":
            name, back = "rotr", R(self.temp_vreg("back"), dst.type.bits)
            self.ins("neg", back, by)
            by = back
        self.ins(SHIFTS[name], self.r(dst), self.r(x), by)

    def op_sar(self, op: Op) -> None:
        dst, x, bits = op.dst[0], op.args[0], op.attrs["bits"]
        if not bits:
            self.sub_op("copy", dst, x)
        elif dst.type.bits >= 32:
            self.ins("asr", self.r(dst), self.r(x), Imm(bits))
        else:  # the field above the shifted-out bits, with its sign
            word = self.temp(U32, "word")
            self.ins("sbfx", self.r(word), self.r(x), Imm(bits), Imm(dst.type.bits - bits))
            self.sub_op("trunc", dst, word)

    def op_sext(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        if dst.type.bits == x.type.bits:
            self.sub_op("copy", dst, x)
        elif dst.type.bits >= 32:
            self.ins(EXTENSIONS[x.type.bits], self.r(dst), self.r(x, 32))
        else:
            word = self.temp(U32, "word")
            self.sub_op("sext", word, x)
            self.sub_op("trunc", dst, word)

    def op_load_signed(self, op: Op) -> None:
        dst, bits = op.dst[0], op.attrs["bits"]
        if bits == dst.type.bits:
            self.sub_op("load", dst, *op.args, **op.attrs)
        elif op.attrs["be"]:
            self.load_extended(op)
        else:
            mem = self.address(op, bits)
            self.ins(("ldrs" if self.scaled(mem) else "ldurs") + ENDS[bits], self.r(dst), mem)

    def address(self, op: Op, width: int) -> Mem:
        raise NotImplementedError

    @staticmethod
    def scaled(mem: Mem) -> bool:
        raise NotImplementedError

    def compare_narrow(self, cond: Condition) -> None:
        """A signed comparison of words narrower than a register, at the upper end of registers. The chain of flags
        stays open."""
        above = 32 - cond.x.type.bits
        x = R(self.temp_vreg("x"), 32)
        self.ins("lsl", x, self.r(cond.x), Imm(above))
        if isinstance(cond.y, Val):
            right: tuple[Operand, ...] = (self.r(cond.y), Shift("lsl", above))
        else:
            right = self.source("cmp", x, x, (cond.y << above) & 0xFFFFFFFF)
        self.flags_begin()
        self.ins("cmp", x, *right)
