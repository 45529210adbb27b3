# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules on x86 and x86_64 for broadcasts, lanes of another width, and products over lanes.

The encodings of AVX-VNNI and AVX-IFMA are left out: not every assembler can be told to write them and not those of
AVX-512.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partialmethod

from generator.lang.values import Op, Type, Val
from generator.machines.x86.lower_wide import LETTER, X86WideRules
from generator.model import Imm, KernelError, Mem, R

WORD, BLOCK = Type("u32", 32), Type("v128", 128, "vec")
WIDER = {8: "bw", 16: "wd", 32: "dq"}
SIGNS = bytes([0x80] * 16)
"""The sign of each byte: exclusive-or with it turns signed bytes into unsigned ones that are 128 more, and back."""


class X86BlockRules(X86WideRules):
    """SSE code has two operands, see :class:`X86WideRules`."""

    # -- broadcasts ------------------------------------------------------------------------------------------------

    def wide_vbroadcast(self, op: Op) -> None:
        dst, lane = op.dst[0], op.attrs["lane"]
        if lane == 128:
            self._repeat_block(dst, op.args[0])
            return
        word = op.args[0]
        bits = 64 if lane == 64 and len(op.args) == 1 else 32
        direct = "avx512bw" if lane < 32 else "avx512f"
        if len(op.args) == 1 and self.vex and self.evex(dst.type.bits) and direct in self.have:
            self.spelled(f"vpbroadcast{LETTER[lane]}", self.w(dst), R(self.vreg(word), bits))
            return
        low = self.temp(BLOCK, "low")
        self._word_move(bits, self.w(low), R(self.vreg(word), bits))
        if len(op.args) == 2:  # the halves of a word that 32-bit code has in two registers
            high = self.temp(BLOCK, "high")
            self._word_move(32, self.w(high), R(self.vreg(op.args[1]), 32))
            self.sub_op("vunpack_low", low, low, high, lane=32)
        self._spread(dst, low, lane)

    def _repeat_block(self, dst: Val, x: Val) -> None:
        whole = R(self.vreg(x), dst.type.bits)
        if dst.type.bits == 512:
            self.ins("vshufi32x4", self.w(dst), whole, whole, Imm(0))
        else:
            mnem = "vinserti32x4" if self.evex(dst.type.bits) else "vinserti128"
            self.ins(mnem, self.w(dst), whole, self.w(x), Imm(1))

    def _spread(self, dst: Val, low: Val, lane: int) -> None:
        """Repeat the lowest lane of a block."""
        if "avx2" in self.have:
            self.spelled(f"vpbroadcast{LETTER[lane]}", self.w(dst), self.w(low))
            return
        for width in (8, 16):
            if lane <= width:
                self.sub_op("vunpack_low", low, low, low, lane=width)
        self.sub_op("vshuffle", dst, low, order=(0, 1, 0, 1) if lane == 64 else (0, 0, 0, 0))

    def wide_vload_broadcast(self, op: Op) -> None:
        dst, lane = op.dst[0], op.attrs["lane"]
        mem = self.wide_at(op, lane)
        if "avx2" in self.have:
            self.spelled(f"vpbroadcast{LETTER[lane]}", self.w(dst), mem)
            return
        low = self.temp(BLOCK, "low")
        if lane < 32:
            word = self.temp(WORD, "word")
            self.ins("movzx", R(self.vreg(word), 32), mem)
            self._word_move(32, self.w(low), R(self.vreg(word), 32))
        else:
            name = "movq" if lane == 64 else "movd"
            self.ins("v" + name if self.vex else name, self.w(low), mem)
        self._spread(dst, low, lane)

    def wide_vload_lane(self, op: Op) -> None:
        """SSE2 inserts words of 16 bits only: some of them make a wider lane, and half a word makes a byte. 32-bit code
        has no lanes of 64 bits."""
        dst, x, lane, number = op.dst[0], op.args[2], op.attrs["lane"], op.attrs["number"]
        mem = self.wide_at(op, lane)
        every = self.vex or "sse4.1" in self.have
        part = min(lane, 16 if not every else self.abi.bits)
        if lane == 8 and not every:
            self.sub_op("copy", dst, x)
            self._load_byte_lane(dst, mem, number)
            return
        for n in range(lane // part):
            self.one_lane(dst, x, replace(mem, disp=mem.disp + n * part // 8, width=part), number * lane // part + n)
            x = dst

    def one_lane(self, dst: Val, x: Val, mem: Mem, number: int) -> None:
        mnem = f"pinsr{LETTER[mem.width]}"
        if self.vex:
            self.spelled("v" + mnem, self.w(dst), self.w(x), mem, Imm(number))
        else:
            self.sub_op("copy", dst, x)
            self.ins(mnem, self.w(dst), mem, Imm(number))

    def _load_byte_lane(self, dst: Val, mem: Mem, number: int) -> None:
        both, byte = (R(self.vreg(self.temp(WORD, name)), 32) for name in ("both", "byte"))
        self.ins("pextrw", both, self.w(dst), Imm(number // 2))
        self.ins("movzx", byte, mem)
        if number % 2:
            self.ins("shl", byte, Imm(8))
        self.ins("and", both, Imm(0xFF if number % 2 else 0xFF00))
        self.ins("or", both, byte)
        self.ins("pinsrw", self.w(dst), both, Imm(number // 2))

    # -- lanes of another width ------------------------------------------------------------------------------------

    def _widen(self, op: Op, half: str) -> None:
        """Extend within blocks. The instructions that extend take the lower half of a vector: blocks of a longer vector
        would mix."""
        dst, x, lane, signed = op.dst[0], op.args[0], op.attrs["lane"], op.attrs["signed"]
        unpack = f"vunpack_{half}"
        if half == "low" and dst.type.bits == 128 and "sse4.1" in self.have:
            mnem = f"pmov{'s' if signed else 'z'}x{WIDER[lane]}"
            if self.vex:
                self.emit_wide(mnem, dst, x)
            else:
                self.ins(mnem, self.w(dst), self.w(x))
            return
        if not signed:
            zero = self.temp(dst.type, "zero")
            self.sub_op("vzero", zero)
            self.sub_op(unpack, dst, x, zero, lane=lane)
        elif lane == 32:
            signs = self.temp(dst.type, "signs")
            self.one("psrad", signs, x, Imm(31))
            self.sub_op(unpack, dst, x, signs, lane=32)
        else:
            self.sub_op(unpack, dst, x, x, lane=lane)
            self.one(f"psra{LETTER[2 * lane]}", dst, dst, Imm(lane))

    wide_vwiden_low = partialmethod(_widen, half="low")
    wide_vwiden_high = partialmethod(_widen, half="high")

    def wide_vnarrow(self, op: Op) -> None:
        dst, (x, y) = op.dst[0], op.args
        signed = "s" if op.attrs["signed"] else "u"
        if op.attrs["lane"] == 32 and signed == "u" and "sse4.1" not in self.have:
            self._narrow_words(dst, x, y)
        else:
            self.two(f"pack{signed}s{'wb' if op.attrs['lane'] == 16 else 'dw'}", dst, x, y)

    def _narrow_words(self, dst: Val, x: Val, y: Val) -> None:
        """Signed numbers of 32 bits to unsigned ones of 16 without an instruction for it: negative ones to 0, then all
        less by 2**15, which is their distance in the signed instruction."""
        down = self.constant(dst.type, (1 << 15).to_bytes(4, "little") * 4)
        low, high = self.temp(dst.type, "low"), self.temp(dst.type, "high")
        for val, part in ((x, low), (y, high)):
            self.one("psrad", part, val, Imm(31))
            self.sub_op("andn", part, val, part)
            self.sub_op("vsub", part, part, down, lane=32)
        self.two("packssdw", dst, low, high)
        self.sub_op("xor", dst, dst, self.constant(dst.type, (1 << 15).to_bytes(2, "little") * 8))

    # -- products --------------------------------------------------------------------------------------------------

    def wide_vclmul(self, op: Op) -> None:
        wanted = "pclmul" if op.dst[0].type.bits == 128 else "vpclmulqdq"
        if wanted not in self.have:
            raise KernelError(
                op.src,
                f"vclmul of a {op.dst[0].type}: variant {self.variant.name} declares no such product; "
                f"expected {wanted}",
            )
        x_half, y_half = op.attrs["halves"]
        self.two("pclmulqdq", op.dst[0], *op.args, Imm(x_half | y_half << 4))

    def _accumulate(self, mnem: str, op: Op) -> None:
        """An AVX-512 instruction that adds to its first operand."""
        dst, (acc, x, y) = op.dst[0], op.args
        out = dst if dst is acc or dst not in (x, y) else self.temp(dst.type, "sum")
        if out is not acc:
            self.wide_move(out, acc)
        self.ins(mnem, self.w(out), self.w(x), self.w(y), extended=True)
        if out is not dst:
            self.wide_move(dst, out)

    def _ifma(self, mnem: str, op: Op) -> None:
        type = op.dst[0].type
        wanted = "avx512ifma" if type.bits == 512 else "avx512ifma and avx512vl"
        if not {*wanted.split(" and ")} <= self.have:
            raise KernelError(
                op.src,
                f"{op.name} of a {type}: variant {self.variant.name} declares no such product; expected {wanted}; "
                "k.mul_wide is a product of words",
            )
        self._accumulate(mnem, op)

    wide_vmul52_low = partialmethod(_ifma, "vpmadd52luq")
    wide_vmul52_high = partialmethod(_ifma, "vpmadd52huq")

    def wide_vdot(self, op: Op) -> None:
        dst, (acc, x, y) = op.dst[0], op.args
        x_signed, y_signed = op.attrs["signs"]
        if "avx512vnni" not in self.have or not self.evex(dst.type.bits):
            self._dot_of_words(dst, acc, x, y, x_signed, y_signed)
            return
        total, signs = dst, self.constant(dst.type, SIGNS) if x_signed == y_signed else acc
        less = self.temp(dst.type, "less")
        if x_signed == y_signed:  # the instruction takes unsigned by signed: shift a factor, then take the rest away
            turned = self.temp(dst.type, "turned")
            self.sub_op("vzero", less)
            self._add_dot(less, less, *((signs, y) if y_signed else (x, signs)))
            self.sub_op("xor", turned, x if y_signed else y, signs)
            x, y = (turned, y) if y_signed else (x, turned)
            total = self.temp(dst.type, "total")
        self._add_dot(total, acc, x, y)
        if x_signed == y_signed:
            self.sub_op("vsub", dst, total, less, lane=32)

    def _add_dot(self, dst: Val, acc: Val, x: Val, y: Val) -> None:
        self._accumulate("vpdpbusd", Op("vdot", (dst,), (acc, x, y), self.src))

    def _dot_of_words(self, dst: Val, acc: Val, x: Val, y: Val, *signed: bool) -> None:
        """Products of the even and the odd bytes as words of 16 bits. Products of bytes directly would saturate."""
        low = self.constant(dst.type, b"\xff\0" * 8) if not all(signed) else acc
        even, odd = [], []
        for val, sign in zip((x, y), signed):
            first, second = self.temp(dst.type, "even"), self.temp(dst.type, "odd")
            if sign:
                self.sub_op("vshl", first, val, bits=8, lane=16)
                self.one("psraw", first, first, Imm(8))
            else:
                self.sub_op("and", first, val, low)
            self.one("psraw" if sign else "psrlw", second, val, Imm(8))
            even.append(first)
            odd.append(second)
        for left, right in (even, odd):
            self.two("pmaddwd", left, left, right)
        self.sub_op("vadd", even[0], even[0], odd[0], lane=32)
        self.sub_op("vadd", dst, acc, even[0], lane=32)
