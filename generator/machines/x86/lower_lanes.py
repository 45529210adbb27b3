# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for arithmetic on lanes on x86 and x86_64: products, arithmetic shifts, comparisons, choices.

SSE2 lacks much of this. A short sequence replaces what a variant's features lack.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.ternary import expression
from generator.lang.values import Op, Type, Val
from generator.machines.x86.lower_wide import LETTER, X86WideRules
from generator.model import Imm, R

MASK = Type("mask", 64, "mask")
GREATER = Imm(6)  # "not less or equal", the predicate of comparisons into a mask register
CHOICE = expression(lambda m, x, y: m & x | ~m & y)
EVEN_WORDS, ODD_WORDS, OTHER_WORDS = (0, 2, 0, 2), (1, 1, 3, 3), (1, 0, 3, 2)


class X86LaneRules(X86WideRules):
    """Rules on operands first: each makes a new value."""

    def _computed(self, mnem: str, x: Val, y: Val, commutes: bool = False) -> Val:
        """x op y."""
        out = self.temp(x.type)
        self.two(mnem, out, x, y, commutes=commutes)
        return out

    def _words(self, x: Val, order: tuple[int, ...]) -> Val:
        out = self.temp(x.type)
        self.sub_op("vshuffle", out, x, order=order)
        return out

    def _shifted(self, name: str, x: Val, bits: int, lane: int) -> Val:
        out = self.temp(x.type)
        self.sub_op(name, out, x, bits=bits, lane=lane)
        return out

    def _combined(self, name: str, x: Val, y: Val) -> Val:
        out = self.temp(x.type)
        self.sub_op(name, out, x, y)
        return out

    def _each(self, type: Type, value: int, lane: int) -> Val:
        """A constant with one value in all lanes."""
        return self.constant(type, value.to_bytes(lane // 8, "little") * (128 // lane))

    # -- products --------------------------------------------------------------------------------------------------

    def wide_vmul_low(self, op: Op) -> None:
        dst, (x, y), lane = op.dst[0], op.args, op.attrs["lane"]
        if lane == 16 or lane == 32 and "sse4.1" in self.have:
            self.two(f"pmull{LETTER[lane]}", dst, x, y, commutes=True)
        elif lane == 32:
            even = self._computed("pmuludq", x, y, commutes=True)
            odd = self._computed("pmuludq", self._words(x, ODD_WORDS), self._words(y, ODD_WORDS), commutes=True)
            low, high = self._words(even, EVEN_WORDS), self._words(odd, EVEN_WORDS)
            self.sub_op("vunpack_low", dst, low, high, lane=32)
        elif "avx512dq" in self.have and self.evex(dst.type.bits):
            self.two("pmullq", dst, x, y, commutes=True)
        else:
            first = self._computed("pmuludq", self._shifted("vshr", x, 32, 64), y)
            second = self._computed("pmuludq", self._shifted("vshr", y, 32, 64), x)
            upper = self._shifted("vshl", self._computed("paddq", first, second, commutes=True), 32, 64)
            low = self._computed("pmuludq", x, y, commutes=True)
            self.two("paddq", dst, low, upper, commutes=True)

    def wide_vmul_high(self, op: Op) -> None:
        self.two("pmulhw" if op.attrs["signed"] else "pmulhuw", op.dst[0], *op.args, commutes=True)

    def wide_vmul_even(self, op: Op) -> None:
        dst, (x, y) = op.dst[0], op.args
        if not op.attrs["signed"] or "sse4.1" in self.have:
            self.two("pmuldq" if op.attrs["signed"] else "pmuludq", dst, x, y, commutes=True)
            return
        # A negative factor, taken as unsigned, is 2^32 too great: the other factor is too much in the upper half.
        first, second = (self._combined("and", self._shifted("vsar", a, 31, 32), b) for a, b in ((x, y), (y, x)))
        upper = self._shifted("vshl", self._computed("paddd", first, second, commutes=True), 32, 64)
        self.two("psubq", dst, self._computed("pmuludq", x, y, commutes=True), upper)

    def wide_vmul_pairs(self, op: Op) -> None:
        self.two("pmaddwd", op.dst[0], *op.args, commutes=True)

    # -- shifts ----------------------------------------------------------------------------------------------------

    def wide_vsar(self, op: Op) -> None:
        dst, x, bits, lane = op.dst[0], op.args[0], op.attrs["bits"], op.attrs["lane"]
        if lane in (16, 32) or lane == 64 and self.vex and self.evex(dst.type.bits):
            self.one(f"psra{LETTER[lane]}", dst, x, Imm(bits))
            return
        # s is the place of the sign after the shift: (z ^ s) - s fills the places above s with the sign.
        sign = self._each(dst.type, 1 << lane - 1 - bits, lane)
        turned = self._combined("xor", self._shifted("vshr", x, bits, lane), sign)
        self.two(f"psub{LETTER[lane]}", dst, turned, sign)

    # -- comparisons -----------------------------------------------------------------------------------------------

    def _by_mask(self, mnem: str, dst: Val, x: Val, y: Val, lane: int, *predicate: Imm) -> None:
        """A comparison of 512 bits, which gives one bit for each lane, and the lanes made of the bits."""
        mask = R(self.vreg(self.temp(MASK, "mask")), 64)
        self.ins(mnem, mask, self.w(x), self.w(y), *predicate)
        if lane < 32 or "avx512dq" in self.have:
            self.ins(f"vpmovm2{LETTER[lane]}", self.w(dst), mask)
            return
        ones = self.w(self.constant(dst.type, bytes([0xFF] * 16)))
        made = self.ins(f"vpor{LETTER[lane]}", self.w(dst), ones, ones)
        made.mask, made.zero = mask, True

    def wide_vequal(self, op: Op) -> None:
        dst, (x, y), lane = op.dst[0], op.args, op.attrs["lane"]
        if dst.type.bits == 512:
            self._by_mask(f"vpcmpeq{LETTER[lane]}", dst, x, y, lane)
        elif lane < 64 or "sse4.1" in self.have:
            self.two(f"pcmpeq{LETTER[lane]}", dst, x, y, commutes=True)
        else:
            halves = self._computed("pcmpeqd", x, y, commutes=True)
            self.sub_op("and", dst, halves, self._words(halves, OTHER_WORDS))

    def wide_vgreater(self, op: Op) -> None:
        dst, (x, y), lane, signed = op.dst[0], op.args, op.attrs["lane"], op.attrs["signed"]
        letter = LETTER[lane]
        if dst.type.bits == 512 and signed:
            self._by_mask(f"vpcmpgt{letter}", dst, x, y, lane)
        elif dst.type.bits == 512:
            self._by_mask(f"vpcmpu{letter}", dst, x, y, lane, GREATER)
        elif lane == 64 and "sse4.2" not in self.have:
            self._greater_of_64(dst, x, y, signed)
        else:
            if not signed:  # with the highest bit inverted, unsigned numbers are in the order of signed ones
                bias = self._each(dst.type, 1 << lane - 1, lane)
                x, y = self._combined("xor", x, bias), self._combined("xor", y, bias)
            self.two(f"pcmpgt{letter}", dst, x, y)

    def _greater_of_64(self, dst: Val, x: Val, y: Val, signed: bool) -> None:
        """y < x, told by the highest bit: of y - x where the highest bits are equal, else of the negative or the
        greater."""
        differ = self._combined("xor", x, y)
        less = self._combined("andn", self._computed("psubq", y, x), differ)
        decided = self._combined("and", differ, y if signed else x)
        found = self._words(self._combined("or", less, decided), ODD_WORDS)
        self.sub_op("vsar", dst, found, bits=31, lane=32)

    # -- choices ---------------------------------------------------------------------------------------------------

    def wide_vblend(self, op: Op) -> None:
        dst, (mask, x, y) = op.dst[0], op.args
        if self.vex and self.evex(dst.type.bits):
            self.sub_op("ternary", dst, mask, x, y, parts=(CHOICE,))
        elif self.vex:
            self.ins("vpblendvb", self.w(dst), self.w(y), self.w(x), self.w(mask))
        else:  # SSE4.1's instruction wants its mask in one register, which costs a copy: three steps in place of it
            self.two("pxor", dst, self._combined("and", self._combined("xor", x, y), mask), y, commutes=True)

    def _lesser_or_greater(self, op: Op, stem: str) -> None:
        dst, (x, y), lane, signed = op.dst[0], op.args, op.attrs["lane"], op.attrs["signed"]
        if "sse4.1" in self.have or lane == (16 if signed else 8):
            self.two(f"p{stem}{'s' if signed else 'u'}{LETTER[lane]}", dst, x, y, commutes=True)
        elif lane == 16:  # the amount by which x is greater than y, or 0
            over = self._computed("psubusw", x, y)
            self.two("psubw" if stem == "min" else "paddw", dst, x if stem == "min" else y, over)
        else:
            greater = self.temp(dst.type, "greater")
            self.sub_op("vgreater", greater, x, y, lane=lane, signed=signed)
            self.sub_op("vblend", dst, greater, *((y, x) if stem == "min" else (x, y)))

    wide_vmin = partialmethod(_lesser_or_greater, stem="min")
    wide_vmax = partialmethod(_lesser_or_greater, stem="max")
