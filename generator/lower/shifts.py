# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Shifts and rotations by values: words that are narrower than every register become 32-bit words.

A machine shifts words of 32 and 64 bits, and takes the count modulo their width.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.values import Op, Type, Val
from generator.lower.base import Lowering

U32 = Type("u32", 32)


class ShiftRules(Lowering):
    """Mixed into a machine's lowering. ``shift_by`` is the machine's own."""

    def shift_by(self, name: str, dst: Val, x: Val, count: Val) -> None:
        """dst = x shifted by ``count`` modulo the width of 32 or 64 bits. ``name``: shl, shr, sar, rotl or rotr."""
        raise NotImplementedError

    def load_extended(self, op: Op) -> None:
        """A load of a big-endian signed word: as an unsigned word, which is extended then."""
        bits = op.attrs["bits"]
        word = self.temp(Type(f"u{bits}", bits), "word")
        self.sub_op("load", word, *op.args, **op.attrs)
        self.sub_op("sext", op.dst[0], word)

    def _shift_by(self, name: str, op: Op) -> None:
        dst, (x, count) = op.dst[0], op.args
        bits = dst.type.bits
        if bits >= 32:
            self.shift_by(name, dst, x, count)
            return
        word = self.temp(U32, "word")
        self.sub_op("sext" if name == "sar" else "zext", word, x)
        if name in ("rotl", "rotr"):  # a word of copies of x turns as each of them does
            while bits < 32:
                above = self.temp(U32, "above")
                self.sub_op("shl", above, word, bits=bits)
                self.sub_op("or", word, word, above)
                bits *= 2
            by = count
        else:
            by = self.temp(U32, "count")
            self.sub_op("trunc" if count.type.bits > 32 else "zext", by, count)
            self.sub_op("and", by, by, bits - 1)
        self.shift_by(name, word, word, by)
        self.sub_op("trunc", dst, word)

    op_shl_by = partialmethod(_shift_by, "shl")
    op_shr_by = partialmethod(_shift_by, "shr")
    op_sar_by = partialmethod(_shift_by, "sar")
    op_rotl_by = partialmethod(_shift_by, "rotl")
    op_rotr_by = partialmethod(_shift_by, "rotr")
