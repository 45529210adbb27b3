# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for AArch64, general-purpose registers.

A u8 or u16 lives zero-extended in its register, as on x86. Each sum of such words costs a mask here.
"""

from __future__ import annotations

from generator.isa.forms import NoSuchForm, find
from generator.lang.values import SIGNED, Condition, Op, Source, Val
from generator.machines.aarch64.lower_bits import Aarch64BitRules
from generator.machines.aarch64.lower_blocks import Aarch64BlockRules
from generator.machines.aarch64.lower_lanes import Aarch64LaneRules
from generator.machines.aarch64.lower_rows import Aarch64RowRules
from generator.machines.aarch64.lower_shifts import Aarch64ShiftRules
from generator.model import Cond, Imm, KernelError, LabelRef, Mem, Operand, R, Shift, VReg, view

CONDITIONS = {"eq": "eq", "ne": "ne", "lt": "lo", "ge": "hs", "slt": "lt", "sge": "ge"}
SIZES = {8: "b", 16: "h", 32: "", 64: ""}
"""Width of a word in memory → the end of the names of its loads and stores."""


class Aarch64Lowering(Aarch64BlockRules, Aarch64LaneRules, Aarch64RowRules, Aarch64ShiftRules, Aarch64BitRules):
    """Three-operand code. An immediate without a form goes through a register."""

    # -- operands --------------------------------------------------------------------------------------------------

    def r(self, val: Val, width: int = 0) -> R:
        return view(self.vreg(val), width or self.wide(val))

    def reg_source(self, arg: Source, width: int) -> R:
        if isinstance(arg, Val):
            return self.r(arg, width)
        temp = R(self.temp_vreg("imm"), width)
        self.load_const(temp, arg)
        return temp

    def source(self, mnem: str, dst: R, x: R, arg: Source) -> tuple[Operand, ...]:
        """The last operand of ``mnem dst, x, …``: an immediate if a form takes the value, else a register."""
        if isinstance(arg, Val):
            return (self.r(arg, dst.width),)
        value = arg & ((1 << dst.width) - 1)
        shapes: list[tuple[Operand, ...]] = [(Imm(value),)]
        if mnem in ("add", "adds", "sub", "subs", "cmp") and value and value & 0xFFF == 0 and value < 1 << 24:
            shapes = [(Imm(value >> 12), Shift("lsl", 12))]
        for shape in shapes:
            try:
                find("aarch64", mnem, (dst, *shape) if mnem == "cmp" else (dst, x, *shape))
            except NoSuchForm:
                continue
            return shape
        return (self.reg_source(value, dst.width),)

    def address(self, op: Op, width: int) -> Mem:
        ptr, index, offset = op.args[0], op.args[1], op.attrs["offset"]
        found = self.place(ptr, index, offset, width)
        if found is not None:
            return found
        if index is None and (0 <= offset < 4096 * width // 8 and offset % (width // 8) == 0 or -256 <= offset < 256):
            return Mem(self.vreg(ptr), offset, width=width)
        scale = op.attrs.get("scale", 1)
        if offset:
            base = self.temp(ptr.type, "base")
            self.sub_op("add", base, ptr, offset)
            ptr = base
        if index is not None and scale not in (1, width // 8):  # no instruction scales by anything else
            base = self.temp(ptr.type, "base")
            steps = Shift("lsl", scale.bit_length() - 1)
            self.ins("add", R(self.vreg(base), 64), R(self.vreg(ptr), 64), R(self.vreg(index), 64), steps)
            ptr, index, scale = base, None, 1
        return Mem(self.vreg(ptr), 0, self.vreg(index) if index is not None else None, scale, width)

    # -- moves -----------------------------------------------------------------------------------------------------

    def load_const(self, dst: R, value: int) -> None:
        """Load a constant by the fewest of movz, movn and movk."""
        value &= (1 << dst.width) - 1
        halves = [value >> shift & 0xFFFF for shift in range(0, dst.width, 16)]
        ones = sum(half == 0xFFFF for half in halves)
        zeros = sum(half == 0 for half in halves)
        inverted = ones > zeros
        skip = 0xFFFF if inverted else 0
        rest = [(i, half) for i, half in enumerate(halves) if half != skip] or [(0, halves[0])]
        for n, (i, half) in enumerate(rest):
            shift: tuple[Operand, ...] = (Shift("lsl", 16 * i),) if i else ()
            if n:
                self.ins("movk", dst, Imm(half), *shift)
            elif inverted:
                self.ins("movn", dst, Imm(half ^ 0xFFFF), *shift)
            else:
                self.ins("movz", dst, Imm(half), *shift)

    def table_address(self, dst: VReg, name: str) -> None:
        address = R(dst, 64)
        self.ins("adrp", address, LabelRef(name))
        self.ins("add", address, address, LabelRef(name))

    def op_const(self, op: Op) -> None:
        dst = op.dst[0]
        self.load_const(self.r(dst), op.args[0] & ((1 << dst.type.bits) - 1))

    def op_trunc(self, op: Op) -> None:
        dst, src = op.dst[0], op.args[0]
        if dst.type.bits == src.type.bits:
            self.move(self.vreg(dst), self.vreg(src), self.wide(dst))
        elif dst.type.bits == 32:
            self.move(self.vreg(dst), self.vreg(src), 32, keep=True)
        else:
            self.ins("and", self.r(dst, 32), self.r(src, 32), Imm((1 << dst.type.bits) - 1))

    # -- arithmetic ------------------------------------------------------------------------------------------------

    def three(self, mnem: str, dst: Val, x: Source, y: Source) -> None:
        width, mask = self.wide(dst), (1 << dst.type.bits) - 1
        x, y = (a & mask if isinstance(a, int) else a for a in (x, y))
        if isinstance(x, int) and not isinstance(y, int) and mnem not in ("sub", "bic", "orn"):
            x, y = y, x
        left = self.reg_source(x, width)
        right = self.source(mnem, self.r(dst), left, y)
        self.ins(mnem, self.r(dst), left, *right)

    def clip(self, dst: Val) -> None:
        """Bring a u8 or u16 back to zero-extended form after arithmetic."""
        if dst.type.bits < 32:
            self.ins("and", self.r(dst), self.r(dst), Imm((1 << dst.type.bits) - 1))

    def op_add(self, op: Op) -> None:
        dst = op.dst[0]
        mask = (1 << dst.type.bits) - 1
        consts = sum(a for a in op.args if isinstance(a, int)) & mask
        vals: list[Source] = [a for a in op.args if isinstance(a, Val)]
        vals.sort(key=lambda v: v is not dst)
        # A constant in front of a value is ready early, as dst is. A second dst would be read too late.
        early = any(isinstance(x, int) and isinstance(y, Val) for x, y in zip(op.args, op.args[1:]))
        early = early and sum(val is dst for val in vals) < 2
        if consts:
            vals.insert(1 if early else min(len(vals), 2), consts)
        if len(vals) == 1:
            self.sub_op("copy", dst, vals[0])
            return
        if len(vals) > 2 and vals[0] is dst and not (early and consts):
            # dst is late: the others are summed first
            total = self.temp(dst.type)
            self.add_chain(total, vals[1:])
            vals = [dst, total]
        self.add_chain(dst, vals)
        self.clip(dst)

    def add_chain(self, dst: Val, vals: list[Source]) -> None:
        left = vals[0]
        for right in vals[1:]:
            if isinstance(right, int) and 0 < -right & ((1 << dst.type.bits) - 1) < 4096 and dst.type.bits > 8:
                self.three("sub", dst, left, -right & ((1 << dst.type.bits) - 1))
            else:
                self.three("add", dst, left, right)
            left = dst

    def op_sub(self, op: Op) -> None:
        self.three("sub", op.dst[0], op.args[0], op.args[1])
        self.clip(op.dst[0])

    def op_xor(self, op: Op) -> None:
        self.three("eor", op.dst[0], *self.masked(op))

    def op_and(self, op: Op) -> None:
        self.three("and", op.dst[0], *self.masked(op))

    def op_or(self, op: Op) -> None:
        self.three("orr", op.dst[0], *self.masked(op))

    def op_andn(self, op: Op) -> None:
        self.three("bic", op.dst[0], op.args[0], op.args[1])

    def op_orn(self, op: Op) -> None:
        self.three("orn", op.dst[0], op.args[0], op.args[1])
        self.clip(op.dst[0])

    def masked(self, op: Op) -> list[Source]:
        mask = (1 << op.dst[0].type.bits) - 1
        return [a & mask if isinstance(a, int) else a for a in op.args]

    def op_not(self, op: Op) -> None:
        self.ins("mvn", self.r(op.dst[0]), self.r(op.args[0]))
        self.clip(op.dst[0])

    def op_bswap(self, op: Op) -> None:
        if op.dst[0].type.bits == 8:
            self.op_copy(op)
        else:
            self.ins("rev16" if op.dst[0].type.bits == 16 else "rev", self.r(op.dst[0]), self.r(op.args[0]))

    def op_shl(self, op: Op) -> None:
        self.shift("lsl", op)
        self.clip(op.dst[0])

    def op_shr(self, op: Op) -> None:
        self.shift("lsr", op)

    def op_rotl(self, op: Op) -> None:
        dst, x, bits = op.dst[0], op.args[0], op.attrs["bits"]
        if dst.type.bits < 32 and bits:
            high = self.temp(dst.type)
            self.sub_op("shl", high, x, bits=bits)
            low = self.temp(dst.type)
            self.sub_op("shr", low, x, bits=dst.type.bits - bits)
            self.sub_op("or", dst, low, high)
            return
        self.shift("ror", op, (dst.type.bits - bits) % dst.type.bits)

    def shift(self, mnem: str, op: Op, bits: int | None = None) -> None:
        bits = op.attrs["bits"] if bits is None else bits
        if bits == 0:
            self.sub_op("copy", op.dst[0], op.args[0])
        else:
            self.ins(mnem, self.r(op.dst[0]), self.r(op.args[0]), Imm(bits))

    def op_rotations(self, op: Op) -> None:
        """Three rotations take a path of two instructions from x to the result. A sum with a shift stands in message
        schedules, off every critical path. The shift comes first: shifted operands are wanted early, and x is ready."""
        dst, x = op.dst[0], op.args[0]
        right, shift = op.attrs["right"], op.attrs["shift"]
        if dst.type.bits < 32:
            raise KernelError(op.src, f"rotations({x.type}): aarch64 has no lowering rule for it; expected u32 or u64")
        out = self.temp(dst.type, "rotated")
        if shift:
            self.ins("lsr", self.r(out), self.r(x), Imm(shift))
            for amount in right:
                self.ins("eor", self.r(out), self.r(out), self.r(x), Shift("ror", amount))
        else:
            first, (alone, near, far) = self.temp(dst.type, "turned"), right
            self.ins("ror", self.r(first), self.r(x), Imm(alone))
            self.ins("eor", self.r(out), self.r(x), self.r(x), Shift("ror", far - near))
            self.ins("eor", self.r(out), self.r(first), self.r(out), Shift("ror", near))
        self.sub_op("copy", dst, out)

    # -- memory ----------------------------------------------------------------------------------------------------

    def op_load(self, op: Op) -> None:
        dst = op.dst[0]
        mem = self.address(op, dst.type.bits)
        self.ins(("ldr" if self.scaled(mem) else "ldur") + SIZES[dst.type.bits], self.r(dst), mem)
        if op.attrs["be"]:
            self.sub_op("bswap", dst, dst)

    def take_narrow(self, dst: VReg, source: R | Mem) -> None:
        if isinstance(source, Mem):
            self.ins("ldr" + SIZES[source.width], R(dst, 32), source)
        else:
            self.ins("and", R(dst, 32), R(source.reg, 32), Imm((1 << source.width) - 1))

    def op_store(self, op: Op) -> None:
        val = op.args[2]
        mem = self.address(op, val.type.bits)
        if op.attrs["be"] and val.type.bits > 8:
            temp = self.temp(val.type)
            self.sub_op("bswap", temp, val)
            val = temp
        self.ins(("str" if self.scaled(mem) else "stur") + SIZES[val.type.bits], self.r(val), mem)

    # -- conditions ------------------------------------------------------------------------------------------------

    def compare(self, cond: Condition) -> None:
        if cond.kind in SIGNED and cond.x.type.bits < 32:
            self.compare_narrow(cond)
            return
        x = self.r(cond.x)
        y = cond.y & ((1 << cond.x.type.bits) - 1) if isinstance(cond.y, int) else cond.y
        right = self.source("cmp", x, x, y)
        self.flags_begin()
        self.ins("cmp", x, *right)

    def op_select(self, op: Op) -> None:
        dst = op.dst[0]
        cond, x, y = op.args
        width, mask = self.wide(dst), (1 << dst.type.bits) - 1
        left, right = (self.reg_source(a & mask if isinstance(a, int) else a, width) for a in (x, y))
        self.compare(cond)
        self.ins("csel", self.r(dst), left, right, Cond(CONDITIONS[cond.kind]))
        self.flags_end()

    def op_branch(self, op: Op) -> None:
        cond, label = op.args
        if cond.kind in ("eq", "ne") and cond.y == 0:
            self.ins("cbz" if cond.kind == "eq" else "cbnz", self.r(cond.x), LabelRef(label))
            return
        self.compare(cond)
        self.ins(f"b.{CONDITIONS[cond.kind]}", LabelRef(label))
        self.flags_end()
