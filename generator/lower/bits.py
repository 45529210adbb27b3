# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Counts of bits, and CRC-32C: narrow words become words of 32 bits, and what a machine has no instruction for becomes
sums and logic.

A machine counts in words of 32 and 64 bits, and gives the width for 0.
"""

from __future__ import annotations

from generator.lang.values import Op, Type, Val
from generator.lower.base import Lowering
from generator.lower.shifts import U32

CASTAGNOLI = 0x82F63B78
"""The polynomial of CRC-32C, the coefficient of x^31 in the lowest bit."""


class BitRules(Lowering):
    """Mixed into a machine's lowering. The methods ``…_word`` are the machine's own."""

    def clz_word(self, dst: Val, x: Val) -> None:
        raise NotImplementedError

    def ctz_word(self, dst: Val, x: Val) -> None:
        raise NotImplementedError

    def popcount_word(self, dst: Val, x: Val) -> None:
        """Sums of neighbours, in fields of 2, 4, 8 bits and so on. No field's sum exceeds the field."""
        bits, kind = dst.type.bits, dst.type
        mask = [(1 << bits) // 3, (1 << bits) // 5, (1 << bits) // 17]  # 0x55…, 0x33…, 0x0f…
        total, part = self.temp(kind, "ones"), self.temp(kind, "part")
        self.sub_op("shr", part, x, bits=1)
        self.sub_op("and", part, part, mask[0])
        self.sub_op("sub", total, x, part)
        self.sub_op("shr", part, total, bits=2)
        self.sub_op("and", part, part, mask[1])
        self.sub_op("and", total, total, mask[1])
        self.sub_op("add", total, total, part)
        self.sub_op("shr", part, total, bits=4)
        self.sub_op("add", total, total, part)
        self.sub_op("and", total, total, mask[2])
        for field in (8, 16, 32):
            if field < bits:
                self.sub_op("shr", part, total, bits=field)
                self.sub_op("add", total, total, part)
        self.sub_op("and", dst, total, 0x7F)

    def crc_word(self, dst: Val, crc: Val, x: Val) -> bool:
        """One instruction for a word that the machine has one for. False if there is none."""
        raise NotImplementedError

    # -- rules -----------------------------------------------------------------------------------------------------

    def op_clz(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        if dst.type.bits >= 32:
            self.clz_word(dst, x)
            return
        word = self.temp(U32, "word")
        self.sub_op("zext", word, x)
        self.clz_word(word, word)
        self.sub_op("sub", word, word, 32 - dst.type.bits)
        self.sub_op("trunc", dst, word)

    def op_ctz(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        if dst.type.bits >= 32:
            self.ctz_word(dst, x)
            return
        word = self.temp(U32, "word")
        self.sub_op("zext", word, x)
        self.sub_op("or", word, word, 1 << dst.type.bits)
        self.ctz_word(word, word)
        self.sub_op("trunc", dst, word)

    def op_popcount(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        if dst.type.bits >= 32:
            self.popcount_word(dst, x)
            return
        word = self.temp(U32, "word")
        self.sub_op("zext", word, x)
        self.popcount_word(word, word)
        self.sub_op("trunc", dst, word)

    def op_crc32c(self, op: Op) -> None:
        dst, (crc, x) = op.dst[0], op.args
        if self.crc_word(dst, crc, x):
            return
        if x.type.bits < 64:
            self._crc_bits(dst, crc, x)
            return
        low, high = self.temp(U32, "low"), self.temp(Type("u64", 64), "high")
        above = self.temp(U32, "above")
        self.sub_op("trunc", low, x)
        self.sub_op("shr", high, x, bits=32)
        self.sub_op("trunc", above, high)
        self._crc_bits(low, crc, low)
        self._crc_bits(dst, low, above)

    def _crc_bits(self, dst: Val, crc: Val, x: Val) -> None:
        """Divide bit by bit. Each bit that leaves decides by a mask, and no branch, whether the divisor is added."""
        rest, out = self.temp(U32, "rest"), self.temp(U32, "out")
        self.sub_op("zext", rest, x)
        self.sub_op("xor", rest, rest, crc)
        for _ in range(x.type.bits):
            self.sub_op("and", out, rest, 1)
            self.sub_op("sub", out, 0, out)
            self.sub_op("and", out, out, CASTAGNOLI)
            self.sub_op("shr", rest, rest, bits=1)
            self.sub_op("xor", rest, rest, out)
        self.sub_op("copy", dst, rest)
