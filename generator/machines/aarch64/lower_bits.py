# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for AArch64: counts of bits, and CRC-32C.

The count of ones goes through a vector register, unless the feature ``cssc`` has the instruction.
"""

from __future__ import annotations

from generator.lang.values import Val
from generator.lower.bits import BitRules
from generator.machines.aarch64.operands import Aarch64Operands
from generator.model import R, view

ENDS = {8: "b", 16: "h", 32: "w", 64: "x"}


class Aarch64BitRules(BitRules, Aarch64Operands):
    """Mixed into the AArch64 lowering, whose operands these rules use."""

    def clz_word(self, dst: Val, x: Val) -> None:
        self.ins("clz", self.r(dst), self.r(x))

    def ctz_word(self, dst: Val, x: Val) -> None:
        if "cssc" in self.have:
            self.ins("ctz", self.r(dst), self.r(x))
            return
        turned = R(self.temp_vreg("turned"), dst.type.bits)
        self.ins("rbit", turned, self.r(x))
        self.ins("clz", self.r(dst), turned)

    def popcount_word(self, dst: Val, x: Val) -> None:
        bits = dst.type.bits
        if "cssc" in self.have:
            self.ins("cnt", self.r(dst), self.r(x))
            return
        ones = self.temp_vreg("ones", "vec")
        self.ins("fmov", view(ones, bits, "d" if bits == 64 else "s"), self.r(x))
        self.ins("cnt", view(ones, 64, "8b"), view(ones, 64, "8b"))
        self.ins("addv", view(ones, 8, "b"), view(ones, 64, "8b"))
        self.ins("fmov", self.r(dst, 32), view(ones, 32, "s"))

    def crc_word(self, dst: Val, crc: Val, x: Val) -> bool:
        if "crc32" not in self.have:
            return False
        self.ins("crc32c" + ENDS[x.type.bits], self.r(dst), self.r(crc), self.r(x))
        return True
