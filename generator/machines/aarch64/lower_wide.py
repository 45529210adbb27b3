# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for whole vectors on AArch64: Advanced SIMD, 128 bits."""

from __future__ import annotations

from functools import partialmethod

from generator.lang.values import Op, Val
from generator.lower.wide import WideRules
from generator.model import Imm, KernelError, Mem, R, view

SHAPES = {8: "16b", 16: "8h", 32: "4s", 64: "2d"}


class Aarch64WideRules(WideRules):
    """Three-operand code. Vectors have 128 bits."""

    def v(self, val: Val, lane: int = 8) -> R:
        if val.type.bits != 128:
            raise KernelError(self.src, f"{val.name} is a {val.type}; aarch64 has vectors of 128 bits: expected a v128")
        return view(self.vreg(val), 128, SHAPES[lane])

    def q(self, val: Val) -> R:
        self.v(val)
        return view(self.vreg(val), 128, "q")

    def wide_at(self, op: Op) -> Mem:
        """The memory operand of a load or store. An offset that no instruction can hold is added to the pointer
        first."""
        found = self.place(op.args[0], op.args[1], op.attrs["offset"], 128)
        return found if found is not None else self.address(op, 128)

    def place(self, ptr: Val, index: Val | None, offset: int, width: int, scale: int = 1) -> Mem | None:
        """None also if no instruction can hold sp, the area's place and this offset or index together. The area's
        address then goes through a register."""
        found = super().place(ptr, index, offset, width, scale)
        return found if found is not None and index is None and self.scaled(found) else None

    def address(self, op: Op, width: int) -> Mem:
        raise NotImplementedError

    @staticmethod
    def scaled(mem: Mem) -> bool:
        """True if the scaled form can hold the offset."""
        return mem.disp >= 0 and mem.disp % (mem.width // 8) == 0

    # -- moves and memory ------------------------------------------------------------------------------------------

    def wide_move(self, dst: Val, src: Val) -> None:
        self.ins("mov", self.v(dst), self.v(src), copy=True)

    def wide_vload(self, op: Op) -> None:
        mem = self.wide_at(op)
        self.ins("ldr" if self.scaled(mem) else "ldur", self.q(op.dst[0]), mem)

    def wide_vstore(self, op: Op) -> None:
        mem = self.wide_at(op)
        self.ins("str" if self.scaled(mem) else "stur", self.q(op.args[2]), mem)

    def load_constant(self, dst: Val, data: bytes) -> None:
        if len(set(data)) == 1:
            self.ins("movi", self.v(dst), Imm(data[0]))
        else:
            self.ins("ldr", self.q(dst), self.pool_memory(data))

    def wide_vzero(self, op: Op) -> None:
        self.ins("movi", self.v(op.dst[0]), Imm(0))

    # -- logic -----------------------------------------------------------------------------------------------------

    def three_wide(self, mnem: str, op: Op) -> None:
        lane = op.attrs.get("lane", 8)
        self.ins(mnem, self.v(op.dst[0], lane), *(self.v(arg, lane) for arg in op.args))

    wide_xor = partialmethod(three_wide, "eor")
    wide_and = partialmethod(three_wide, "and")
    wide_or = partialmethod(three_wide, "orr")
    wide_andn = partialmethod(three_wide, "bic")
    wide_orn = partialmethod(three_wide, "orn")
    wide_vsub = partialmethod(three_wide, "sub")
    wide_vequal = partialmethod(three_wide, "cmeq")
    wide_vunpack_low = partialmethod(three_wide, "zip1")
    wide_vunpack_high = partialmethod(three_wide, "zip2")

    def wide_not(self, op: Op) -> None:
        self.ins("mvn", self.v(op.dst[0]), self.v(op.args[0]))

    # -- lanes -----------------------------------------------------------------------------------------------------

    def _shift(self, mnem: str, dst: Val, x: Val, bits: int, lane: int) -> None:
        self.ins(mnem, self.v(dst, lane), self.v(x, lane), Imm(bits))

    def _shifted(self, mnem: str, op: Op) -> None:
        self._shift(mnem, op.dst[0], op.args[0], op.attrs["bits"], op.attrs["lane"])

    wide_vshl = partialmethod(_shifted, "shl")
    wide_vshr = partialmethod(_shifted, "ushr")
    wide_vsar = partialmethod(_shifted, "sshr")

    def wide_vrotl(self, op: Op) -> None:
        dst, x, bits, lane = op.dst[0], op.args[0], op.attrs["bits"], op.attrs["lane"]
        if 2 * bits == lane:  # the halves of each lane are exchanged
            shape = SHAPES[lane // 2]
            self.ins(f"rev{lane}", R(self.vreg(dst), 128, shape), R(self.vreg(x), 128, shape))
            return
        if bits % 8 == 0 and lane == 32:  # one instruction on the path, and one of any unit of vectors
            data = bytes(n // 4 * 4 + (n - bits // 8) % 4 for n in range(16))
            self.ins("tbl", self.v(dst), self.v(x), self.v(self.constant(dst.type, data)))
            return
        out = self.temp(dst.type) if dst is x else dst
        self._shift("shl", out, x, bits, lane)
        self._shift("sri", out, x, lane - bits, lane)
        self.sub_op("copy", dst, out)

    def wide_vbswap(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        self.ins(f"rev{min(lane, 64)}", self.v(dst), self.v(x))
        if lane == 128:
            self.ins("ext", self.v(dst), self.v(dst), self.v(dst), Imm(8))

    # -- within blocks ---------------------------------------------------------------------------------------------

    def _ext(self, dst: Val, low: Val, high: Val, count: int) -> None:
        self.ins("ext", self.v(dst), self.v(low), self.v(high), Imm(count))

    def _zero(self, like: Val) -> Val:
        zero = self.temp(like.type, "zero")
        self.sub_op("vzero", zero)
        return zero

    def wide_vshl_bytes(self, op: Op) -> None:
        self._ext(op.dst[0], self._zero(op.dst[0]), op.args[0], 16 - op.attrs["count"])

    def wide_vshr_bytes(self, op: Op) -> None:
        self._ext(op.dst[0], op.args[0], self._zero(op.dst[0]), op.attrs["count"])

    def wide_vext(self, op: Op) -> None:
        high, low = op.args
        self._ext(op.dst[0], low, high, op.attrs["count"])

    def wide_vlookup(self, op: Op) -> None:
        table, index = op.args
        self.ins("tbl", self.v(op.dst[0]), self.v(table), self.v(index))

    def wide_vshuffle(self, op: Op) -> None:
        dst, x, order = op.dst[0], op.args[0], op.attrs["order"]
        turn, count = order[0], len(order)
        lane = 128 // count
        if len(set(order)) == 1:
            self.ins("dup", self.v(dst, lane), R(self.vreg(x), 128, f"{'s' if lane == 32 else 'h'}[{turn}]"))
        elif order == tuple(range(count)):
            self.sub_op("copy", dst, x)
        elif order == tuple((turn + i) % count for i in range(count)):
            self._ext(dst, x, x, lane // 8 * turn)
        elif order == tuple(i ^ 1 for i in range(count)):
            self.ins(f"rev{2 * lane}", self.v(dst, lane), self.v(x, lane))
        else:
            data = bytes(lane // 8 * n + i for n in order for i in range(lane // 8))
            self.ins("tbl", self.v(dst), self.v(x), self.v(self.constant(dst.type, data)))

    # -- across blocks: there is one -------------------------------------------------------------------------------

    def wide_vfollow(self, op: Op) -> None:
        self.sub_op("copy", op.dst[0], op.args[0])

    def wide_vextract(self, op: Op) -> None:
        self.sub_op("copy", op.dst[0], op.args[0])

    # -- to and from words -----------------------------------------------------------------------------------------

    def wide_vfrom(self, op: Op) -> None:
        word = op.args[0]
        bits = word.type.bits
        self.ins("fmov", R(self.vreg(op.dst[0]), bits, "d" if bits == 64 else "s"), R(self.vreg(word), bits))

    def wide_vword(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        bits = dst.type.bits
        if lane == 0:
            self.ins("fmov", R(self.vreg(dst), bits), R(self.vreg(x), bits, "d" if bits == 64 else "s"))
        else:
            shape = f"{'d' if bits == 64 else 's'}[{lane}]"
            self.ins("umov", R(self.vreg(dst), bits), R(self.vreg(x), 128, shape))

    # -- AES: the round key is added first -------------------------------------------------------------------------

    def _aes(self, substitute: str, mix: str, op: Op) -> None:
        dst, (x, key) = op.dst[0], op.args
        out: Val = dst
        if dst is key and dst is not x:
            out = self.temp(dst.type)
        if out is not x:
            self.wide_move(out, x)
        self.ins(substitute, self.v(out), self.v(key))
        if mix:
            self.ins(mix, self.v(out), self.v(out))
        self.sub_op("copy", dst, out)

    wide_aes_enc = partialmethod(_aes, "aese", "aesmc")
    wide_aes_enc_last = partialmethod(_aes, "aese", "")
    wide_aes_dec = partialmethod(_aes, "aesd", "aesimc")
    wide_aes_dec_last = partialmethod(_aes, "aesd", "")

    def wide_aes_inv_mix(self, op: Op) -> None:
        self.ins("aesimc", self.v(op.dst[0]), self.v(op.args[0]))
