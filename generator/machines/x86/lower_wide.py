# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for whole vectors on x86 and x86_64. One set of rules; the variant's features and the vector's width
decide between SSE, AVX and AVX-512."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod

from generator.isa.forms import NoSuchForm, find
from generator.lang.ternary import Expr
from generator.lang.values import Op, Type, Val
from generator.lower.wide import WideRules
from generator.machines.x86.lower_vector import permuted
from generator.model import Imm, KernelError, Mem, Operand, R, view

LETTER = {8: "b", 16: "w", 32: "d", 64: "q"}
UNPACK = {8: "bw", 16: "wd", 32: "dq", 64: "qdq"}


class X86WideRules(WideRules):
    """SSE code has two operands. A result in another register costs a copy, which the allocator drops if possible."""

    @property
    def vex(self) -> bool:
        return "avx" in self.have

    def evex(self, bits: int) -> bool:
        """True for EVEX spelling, which has 32 registers, rotations and three-input logic."""
        return bits == 512 or "avx512vl" in self.have

    def w(self, val: Val) -> R:
        wanted = {128: "sse2", 256: "avx", 512: "avx512f"}[val.type.bits]
        if wanted not in self.have:
            raise self.refuse(f"{val.name} is a {val.type}; variant {self.variant.name} declares no {wanted}")
        return view(self.vreg(val), val.type.bits)

    def wide_at(self, op: Op, bits: int) -> Mem:
        ptr, index, offset = op.args[0], op.args[1], op.attrs["offset"]
        scale = op.attrs.get("scale", 1)
        found = self.place(ptr, index, offset, bits, scale)
        if found is not None:
            return found
        return Mem(self.vreg(ptr), offset, self.vreg(index) if index is not None else None, scale, bits)

    def emit_wide(self, mnem: str, dst: Val, *sources: Operand | Val) -> None:
        """dst = mnem(sources) in three-operand form, or in two-operand form if dst is the first source."""
        ops: list[Operand] = [self.w(s) if isinstance(s, Val) else s for s in sources]
        if self.vex:
            self.spelled("v" + mnem, self.w(dst), *ops)
        else:
            self.ins(mnem, *ops)

    def spelled(self, mnem: str, dst: R, *ops: Operand) -> None:
        """Spell with EVEX if the width asks for EVEX and the variant has that form. Some forms need more than
        AVX512VL."""
        evex = self.evex(dst.width)
        if evex and dst.width < 512:
            try:
                evex = find(self.abi.arch, mnem, (dst, *ops), extended=True).features <= self.have
            except NoSuchForm:  # ins refuses, with the script's line
                pass
        self.ins(mnem, dst, *ops, extended=evex)

    def two(self, mnem: str, dst: Val, x: Val, y: Val, *rest: Imm, commutes: bool = False) -> None:
        """dst = x op y."""
        if self.vex:
            self.emit_wide(mnem, dst, x, y, *rest)
            return
        if dst is y and dst is not x:
            if commutes:
                x, y = y, x
            else:
                y = self.temp(dst.type)
                self.wide_move(y, dst)
        if dst is not x:
            self.wide_move(dst, x)
        self.ins(mnem, self.w(dst), self.w(y), *rest)

    def one(self, mnem: str, dst: Val, x: Val, *rest: Imm) -> None:
        """dst = op x, imm. SSE works in place."""
        if self.vex:
            self.emit_wide(mnem, dst, x, *rest)
            return
        if dst is not x:
            self.wide_move(dst, x)
        self.ins(mnem, self.w(dst), *rest)

    # -- moves and memory ------------------------------------------------------------------------------------------

    def _move(self, aligned: bool, bits: int) -> str:
        name = "movdqa" if aligned else "movdqu"
        if not self.vex:
            return name
        return "v" + name + ("64" if self.evex(bits) else "")

    def wide_move(self, dst: Val, src: Val) -> None:
        evex = self.vex and self.evex(dst.type.bits)
        self.ins(self._move(True, dst.type.bits), self.w(dst), self.w(src), copy=True, extended=evex)

    def wide_vload(self, op: Op) -> None:
        dst = op.dst[0]
        self.ins(self._move(False, dst.type.bits), self.w(dst), self.wide_at(op, dst.type.bits))

    def wide_vstore(self, op: Op) -> None:
        val = op.args[2]
        self.ins(self._move(False, val.type.bits), self.wide_at(op, val.type.bits), self.w(val))

    def _repeat(self, dst: Val, block: Mem) -> None:
        if self.evex(dst.type.bits):
            self.ins("vbroadcasti32x4", self.w(dst), block)
        else:
            self.ins("vbroadcasti128", self.w(dst), block)

    def wide_vblock(self, op: Op) -> None:
        self._repeat(op.dst[0], self.wide_at(op, 128))

    def load_constant(self, dst: Val, data: bytes) -> None:
        bits = dst.type.bits
        if data == bytes(len(data)):
            self.wide_vzero(Op("vzero", (dst,), (), self.src))
        elif 8 * len(data) < bits:
            self._repeat(dst, self.pool_memory(data))
        else:
            self.ins(self._move(True, bits), self.w(dst), self.pool_memory(data))

    def wide_vzero(self, op: Op) -> None:
        dst = op.dst[0]
        reg = R(self.w(dst).reg, 128)  # a 128-bit write clears the rest; SSE has no rest
        if not self.vex:
            self.ins("pxor", reg, reg, idiom=True)
        elif "avx512vl" in self.have:
            self.ins("vpxord", reg, reg, reg, idiom=True, extended=True)
        elif dst.type.bits == 512:
            self.ins("vpxord", self.w(dst), self.w(dst), self.w(dst), idiom=True)
        else:
            self.ins("vpxor", reg, reg, reg, idiom=True)

    # -- logic -----------------------------------------------------------------------------------------------------

    def _wide_logic(self, name: str, dst: Val, x: Val, y: Val, commutes: bool = True) -> None:
        suffix = "q" if self.vex and self.evex(dst.type.bits) else ""
        self.two(f"p{name}{suffix}", dst, x, y, commutes=commutes)

    def wide_xor(self, op: Op) -> None:
        self._wide_logic("xor", op.dst[0], *op.args)

    def wide_and(self, op: Op) -> None:
        self._wide_logic("and", op.dst[0], *op.args)

    def wide_or(self, op: Op) -> None:
        self._wide_logic("or", op.dst[0], *op.args)

    def wide_andn(self, op: Op) -> None:
        x, y = op.args
        self._wide_logic(
            "andn", op.dst[0], y, x, commutes=False
        )  # x & ~y: the instruction complements its first source

    def wide_not(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        ones = self.temp(dst.type, "ones")
        if self.vex and self.evex(dst.type.bits):
            if dst is not x:
                self.wide_move(dst, x)
            self.ins("vpternlogq", self.w(dst), self.w(dst), self.w(dst), Imm(0x0F), extended=True)
            return
        if self.vex:
            self.ins("vpcmpeqd", self.w(ones), self.w(ones), self.w(ones), idiom=True)
        else:
            self.ins("pcmpeqd", self.w(ones), self.w(ones), idiom=True)
        self._wide_logic("xor", dst, x, ones)

    def wide_orn(self, op: Op) -> None:
        x, y = op.args
        inverse = self.temp(op.dst[0].type)
        self.sub_op("not", inverse, y)
        self.sub_op("or", op.dst[0], x, inverse)

    def three_inputs(self, parts: tuple[Expr, ...], type: Type) -> bool:
        return self.vex and self.evex(type.bits)

    def wide_ternary(self, op: Op) -> None:
        dst, inputs = op.dst[0], op.args
        parts: tuple[Expr, ...] = op.attrs["parts"]
        if not self.three_inputs(parts, dst.type):
            super().wide_ternary(op)
            return
        table = 0
        for part in parts:
            table |= part.table
        place = next((i for i, val in enumerate(inputs) if val is dst), 2)
        others = [i for i in range(3) if i != place]
        if inputs[place] is not dst:
            self.wide_move(dst, inputs[place])  # the oldest input is off the critical path
        imm = permuted(table, (place, others[0], others[1]))
        x, y = inputs[others[0]], inputs[others[1]]
        self.ins("vpternlogq", self.w(dst), self.w(x), self.w(y), Imm(imm), extended=True)

    # -- lanes -----------------------------------------------------------------------------------------------------

    def wide_vadd(self, op: Op) -> None:
        self.two(f"padd{LETTER[op.attrs['lane']]}", op.dst[0], *op.args, commutes=True)

    def wide_vsub(self, op: Op) -> None:
        self.two(f"psub{LETTER[op.attrs['lane']]}", op.dst[0], *op.args)

    def _shift_bytes(self, op: Op, name: str, keep: int) -> None:
        """Shift words and mask the bits of neighbours: no instruction shifts bytes."""
        dst, bits = op.dst[0], op.attrs["bits"]
        self.sub_op(name, dst, op.args[0], bits=bits, lane=16)
        self._wide_logic("and", dst, dst, self.constant(dst.type, bytes([keep] * 16)))

    def wide_vshl(self, op: Op) -> None:
        if op.attrs["lane"] == 8:
            self._shift_bytes(op, "vshl", 0xFF << op.attrs["bits"] & 0xFF)
            return
        self.one(f"psll{LETTER[op.attrs['lane']]}", op.dst[0], op.args[0], Imm(op.attrs["bits"]))

    def wide_vshr(self, op: Op) -> None:
        if op.attrs["lane"] == 8:
            self._shift_bytes(op, "vshr", 0xFF >> op.attrs["bits"])
            return
        self.one(f"psrl{LETTER[op.attrs['lane']]}", op.dst[0], op.args[0], Imm(op.attrs["bits"]))

    def wide_vrotl(self, op: Op) -> None:
        dst, x, bits, lane = op.dst[0], op.args[0], op.attrs["bits"], op.attrs["lane"]
        if lane > 16 and self.vex and self.evex(dst.type.bits):
            self.emit_wide(f"prol{LETTER[lane]}", dst, x, Imm(bits))
            return
        if bits % 8 == 0 and "ssse3" in self.have:
            size, step = lane // 8, bits // 8
            order = bytes(i // size * size + (i - step) % size for i in range(16))
            self.two("pshufb", dst, x, self.constant(dst.type, order))
            return
        high = self.temp(dst.type)
        self.sub_op("vshl", high, x, bits=bits, lane=lane)
        self.sub_op("vshr", dst, x, bits=lane - bits, lane=lane)
        self._wide_logic("or", dst, dst, high)

    def wide_vrotations(self, op: Op) -> None:
        """Rotate by shifts or rotations with a count for each lane."""
        if "avx2" not in self.have:
            super().wide_vrotations(op)
            return
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        terms = [self.temp(dst.type, "rotated") for _ in range(3)]
        for term, right in zip(terms, zip(*op.attrs["halves"])):
            if self.evex(dst.type.bits):
                self._each_by("prorv", term, x, right, lane)
                continue
            up = self.temp(dst.type, "up")
            self._each_by("psrlv", term, x, right, lane)
            self._each_by("psllv", up, x, [lane - bits for bits in right], lane)
            self._wide_logic("xor", term, term, up)
            if term is not terms[0]:
                self._wide_logic("xor", terms[0], terms[0], term)
        if self.evex(dst.type.bits):
            self.ins("vpternlogq", *(self.w(term) for term in terms), Imm(0x96), extended=True)
        self.wide_move(dst, terms[0])

    def _each_by(self, stem: str, dst: Val, x: Val, counts: Sequence[int], lane: int) -> None:
        """Shift the lanes of each half of a block by that half's count."""
        data = b"".join(bits.to_bytes(lane // 8, "little") * (64 // lane) for bits in counts)
        self.emit_wide(stem + LETTER[lane], dst, x, self.constant(dst.type, data))

    def wide_vbswap(self, op: Op) -> None:
        size = op.attrs["lane"] // 8
        order = bytes(i // size * size + size - 1 - i % size for i in range(16))
        self.two("pshufb", op.dst[0], op.args[0], self.constant(op.dst[0].type, order))

    # -- within blocks ---------------------------------------------------------------------------------------------

    def wide_vshl_bytes(self, op: Op) -> None:
        self.one("pslldq", op.dst[0], op.args[0], Imm(op.attrs["count"]))

    def wide_vshr_bytes(self, op: Op) -> None:
        self.one("psrldq", op.dst[0], op.args[0], Imm(op.attrs["count"]))

    def wide_vext(self, op: Op) -> None:
        self.two("palignr", op.dst[0], *op.args, Imm(op.attrs["count"]))

    def wide_vlookup(self, op: Op) -> None:
        self.two("pshufb", op.dst[0], *op.args)

    def wide_vshuffle(self, op: Op) -> None:
        order = op.attrs["order"]
        if len(order) == 4:
            self._four("pshufd", op, order)
            return
        low, high = order[:4], tuple(n - 4 for n in order[4:])
        if high == (0, 1, 2, 3) and max(low) < 4:
            self._four("pshuflw", op, low)
        elif low == (0, 1, 2, 3) and min(high) >= 0:
            self._four("pshufhw", op, high)
        else:
            data = bytes(2 * n + i for n in order for i in range(2))
            self.two("pshufb", op.dst[0], op.args[0], self.constant(op.dst[0].type, data))

    def _four(self, mnem: str, op: Op, order: tuple[int, ...]) -> None:
        imm = Imm(sum(n << (2 * i) for i, n in enumerate(order)))
        if self.vex:
            self.emit_wide(mnem, op.dst[0], op.args[0], imm)
        else:
            self.ins(mnem, self.w(op.dst[0]), self.w(op.args[0]), imm)

    def wide_vunpack_low(self, op: Op) -> None:
        self.two(f"punpckl{UNPACK[op.attrs['lane']]}", op.dst[0], *op.args)

    def wide_vunpack_high(self, op: Op) -> None:
        self.two(f"punpckh{UNPACK[op.attrs['lane']]}", op.dst[0], *op.args)

    # -- across blocks ---------------------------------------------------------------------------------------------

    def wide_vfollow(self, op: Op) -> None:
        dst, (before, x) = op.dst[0], op.args
        if dst.type.bits == 128:
            self.sub_op("copy", dst, before)
        elif dst.type.bits == 256:  # the upper block of `before`, the lower block of `x`
            self.ins("vperm2i128", self.w(dst), self.w(before), self.w(x), Imm(0x21))
        else:
            self.ins("valignq", self.w(dst), self.w(x), self.w(before), Imm(8 - 2 * op.attrs["blocks"]))

    def _every_second(self, op: Op, of_two: int, of_four: int) -> None:
        wide = op.dst[0].type.bits == 512
        self.ins(
            "vshufi32x4" if wide else "vperm2i128", *map(self.w, (*op.dst, *op.args)), Imm(of_four if wide else of_two)
        )

    wide_vblocks_even = partialmethod(_every_second, of_two=0x20, of_four=0x88)
    wide_vblocks_odd = partialmethod(_every_second, of_two=0x31, of_four=0xDD)

    def wide_vextract(self, op: Op) -> None:
        dst, x, block = op.dst[0], op.args[0], op.attrs["block"]
        if block == 0:  # a view of the same register
            evex = self.vex and self.evex(128)
            self.ins(self._move(True, 128), self.w(dst), R(self.vreg(x), 128), copy=True, extended=evex)
        elif self.evex(x.type.bits):
            self.ins("vextracti32x4", self.w(dst), self.w(x), Imm(block))
        else:
            self.ins("vextracti128", self.w(dst), self.w(x), Imm(block))

    def wide_vinsert(self, op: Op) -> None:
        dst, (x, y), block = op.dst[0], op.args, op.attrs["block"]
        mnem = "vinserti32x4" if self.evex(x.type.bits) else "vinserti128"
        self.ins(mnem, self.w(dst), self.w(x), self.w(y), Imm(block))

    # -- to and from words -----------------------------------------------------------------------------------------

    def _word_move(self, bits: int, dst: R, src: R) -> None:
        name = "movq" if bits == 64 else "movd"
        self.ins("v" + name if self.vex else name, dst, src, extended=self.vex and self.evex(128))

    def wide_vfrom(self, op: Op) -> None:
        word = op.args[0]
        self._word_move(word.type.bits, self.w(op.dst[0]), R(self.vreg(word), word.type.bits))

    def wide_vword(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        if lane and "sse4.1" in self.have:
            mnem = ("v" if self.vex else "") + f"pextr{LETTER[dst.type.bits]}"
            self.ins(mnem, R(self.vreg(dst), dst.type.bits), self.w(x), Imm(lane))
            return
        if lane:
            low = self.temp(x.type)
            first = lane * dst.type.bits // 32
            order = tuple((first + i) % 4 for i in range(4))
            self.wide_vshuffle(Op("vshuffle", (low,), (x,), self.src, {"order": order}))
            x = low
        self._word_move(dst.type.bits, R(self.vreg(dst), dst.type.bits), self.w(x))

    # -- AES -------------------------------------------------------------------------------------------------------

    def _aes(self, mnem: str, op: Op) -> None:
        if "aes" not in self.have and "vaes" not in self.have:
            raise KernelError(
                op.src, f"{op.name}: variant {self.variant.name} declares no AES instructions; expected aes or vaes"
            )
        self.two(mnem, op.dst[0], *op.args)

    wide_aes_enc = partialmethod(_aes, "aesenc")
    wide_aes_enc_last = partialmethod(_aes, "aesenclast")
    wide_aes_dec = partialmethod(_aes, "aesdec")
    wide_aes_dec_last = partialmethod(_aes, "aesdeclast")

    def wide_aes_inv_mix(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        self.ins("vaesimc" if self.vex else "aesimc", self.w(dst), self.w(x))
