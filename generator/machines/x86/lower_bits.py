# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for x86 and x86_64: counts of bits, and CRC-32C.

``bsf`` and ``bsr`` of 0 set a flag, and a conditional move gives the width then. Their time does not depend on their
operand on the CPUs of the targets.
"""

from __future__ import annotations

from generator.lang.values import Val
from generator.lower.bits import BitRules
from generator.machines.x86.operands import X86Operands


class X86BitRules(BitRules, X86Operands):
    """Mixed into the x86 lowering, whose operands these rules use."""

    def clz_word(self, dst: Val, x: Val) -> None:
        bits = dst.type.bits
        if "lzcnt" in self.have:
            self.ins("lzcnt", self.r(dst), self.r(x))
            return
        found = self._scan("bsr", x, 2 * bits - 1)
        self.sub_op("xor", dst, found, bits - 1)

    def ctz_word(self, dst: Val, x: Val) -> None:
        if "bmi1" in self.have:
            self.ins("tzcnt", self.r(dst), self.r(x))
            return
        self.sub_op("copy", dst, self._scan("bsf", x, dst.type.bits))

    def _scan(self, mnem: str, x: Val, none: int) -> Val:
        """The place of a bit that is 1, or ``none``. The instruction may leave anything in its result for 0, or keep
        it: the result has a value before."""
        found, instead = self.temp(x.type, "found"), self.temp(x.type, "none")
        self.load_const(self.r(instead), none)
        self.load_const(self.r(found), none)
        self.flags_begin()
        self.ins(mnem, self.r(found), self.r(x))
        self.ins("cmove", self.r(found), self.r(instead))
        self.flags_end()
        return found

    def popcount_word(self, dst: Val, x: Val) -> None:
        if "popcnt" in self.have:
            self.ins("popcnt", self.r(dst), self.r(x))
        else:
            super().popcount_word(dst, x)

    def crc_word(self, dst: Val, crc: Val, x: Val) -> bool:
        if "sse4.2" not in self.have:
            return False
        total = self.temp(dst.type, "crc")
        self.sub_op("copy", total, crc)
        self.ins("crc32", self.r(total, max(x.type.bits, 32)), self.r(x))
        self.sub_op("copy", dst, total)
        return True
