# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for x86 and x86_64, general-purpose registers.

A u8 lives zero-extended in its register. 8-bit arithmetic keeps the upper bits, which stay zero; the whole register
serves as an index. The hardware zero-extends 32-bit results.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.values import SIGNED, Condition, Op, Source, Val
from generator.lower.pairs import PairCondition
from generator.machines.x86.lower_bits import X86BitRules
from generator.machines.x86.lower_blocks import X86BlockRules
from generator.machines.x86.lower_lanes import X86LaneRules
from generator.machines.x86.lower_rows import X86RowRules
from generator.machines.x86.lower_shifts import JUMPS, MOVES, X86ShiftRules, signed
from generator.machines.x86.lower_vector import X86VectorRules
from generator.model import Imm, KernelError, LabelRef, Mem, Operand, R, Slot, VReg, view


class X86Lowering(X86VectorRules, X86BlockRules, X86LaneRules, X86RowRules, X86ShiftRules, X86BitRules):
    """Both modes. A u16 lives like a u8. Forms and their constraints say which registers and widths 32-bit mode
    lacks."""

    @property
    def pool_relative(self) -> bool:  # type: ignore[override]
        return self.abi.bits == 64

    # -- operands --------------------------------------------------------------------------------------------------

    def r(self, val: Val, width: int = 0) -> R:
        return view(self.vreg(val), width or val.type.bits)

    def widened(self, val: Val) -> R:
        return self.r(val, self.wide(val))

    def source(self, arg: Source, width: int) -> Operand:
        """A register or an immediate. An immediate too wide for the instruction goes through a register."""
        if isinstance(arg, Val):
            return self.r(arg, width)
        value = signed(arg, width)
        if -(1 << 31) <= value < 1 << 31:
            return Imm(value)
        temp = self.temp_vreg("imm")
        self.load_const(R(temp, width), arg)
        return R(temp, width)

    def address(self, op: Op, width: int) -> Mem:
        ptr, index = op.args[0], op.args[1]
        scale = op.attrs.get("scale", 1)
        found = self.place(ptr, index, op.attrs["offset"], width, scale)
        if found is not None:
            return found
        return Mem(self.vreg(ptr), op.attrs["offset"], self.vreg(index) if index is not None else None, scale, width)

    # -- moves -----------------------------------------------------------------------------------------------------

    def load_const(self, dst: R, value: int) -> None:
        value &= (1 << dst.width) - 1
        if value == 0:
            low = R(dst.reg, 32)
            self.ins("xor", low, low, idiom=True)
        elif value < 1 << 32:
            self.ins("mov", R(dst.reg, 32), Imm(value))
        else:
            self.ins("mov", dst, Imm(signed(value, 64)))

    def table_address(self, dst: VReg, name: str) -> None:
        if self.abi.bits == 64:
            self.ins("lea", R(dst, 64), Mem(None, symbol=name))
            return
        # 32-bit code takes its own address from a call at its entry, which passes.frame makes.
        here = self.temp_vreg("here")
        self.load_slot(here, Slot("pc", 4, 4, pc=True), 32)
        self.ins("lea", R(dst, 32), Mem(here, symbol=name))

    def op_const(self, op: Op) -> None:
        dst = op.dst[0]
        self.load_const(self.r(dst, self.wide(dst)), op.args[0] & ((1 << dst.type.bits) - 1))

    def op_trunc(self, op: Op) -> None:
        dst, src = op.dst[0], op.args[0]
        if dst.type.bits == src.type.bits:
            self.move(self.vreg(dst), self.vreg(src), self.wide(dst))
        elif dst.type.bits == 32:
            self.move(self.vreg(dst), self.vreg(src), 32, keep=True)
        elif self.abi.bits == 64 or dst.type.bits == 16:
            self.ins("movzx", self.r(dst, 32), self.r(src, dst.type.bits))
        else:  # a mask takes any register: 32-bit mode has byte views of four
            self.binary("and", dst, src, 255, 32)

    # -- arithmetic ------------------------------------------------------------------------------------------------

    def binary(self, mnem: str, dst: Val, x: Source, y: Source, width: int, commutes: bool = True) -> None:
        """dst = x op y in two-operand code, for any equal registers among the three."""
        if isinstance(x, int) or (y is dst and x is not dst):
            if commutes:
                x, y = y, x
        if isinstance(x, int) or (y is dst and x is not dst):
            temp = self.temp(dst.type)
            if isinstance(x, int):
                self.load_const(self.r(temp, self.wide(temp)), x & ((1 << dst.type.bits) - 1))
            else:
                self.move(self.vreg(temp), self.vreg(x), self.wide(temp))
            self.ins(mnem, self.r(temp, width), self.source(y, width))
            self.move(self.vreg(dst), self.vreg(temp), self.wide(dst))
            return
        operand = self.source(y, width)
        if dst is not x:
            self.move(self.vreg(dst), self.vreg(x), self.wide(dst))
        self.ins(mnem, self.r(dst, width), operand)

    def op_add(self, op: Op) -> None:
        dst, args = op.dst[0], list(op.args)
        width = dst.type.bits
        consts = sum(a for a in args if isinstance(a, int)) & ((1 << width) - 1)
        vals = self.apart(dst, [a for a in args if isinstance(a, Val)])
        const = signed(consts, width)
        if width < 32 and vals[0] is not dst:
            # No narrow view is needed: add 32 bits wide, and clear the rest only for readers of the upper bits.
            self.lea(self.widened(dst), vals[0], vals[1] if len(vals) > 1 else None, const)
            for extra in vals[2:]:
                self.ins("add", self.r(dst, 32), self.r(extra, 32))
            self.clean(dst)
            return
        if width < 32:
            self.binary("add", dst, vals[0], vals[1] if len(vals) > 1 else const, width)
            rest: list[Source] = [*vals[2:], *([const] if const and len(vals) > 1 else [])]
            for more in rest:
                self.binary("add", dst, dst, more, width)
            return
        if not -(1 << 31) <= const < 1 << 31:
            temp = self.temp(dst.type, "imm")
            self.load_const(self.r(temp), consts)
            vals.insert(len(vals) if vals[-1] is dst else 1, temp)
            const = 0
        # lea adds two values and a constant, keeps the flags and needs no copy.
        if len(vals) > 1 and (const or vals[0] is not dst):
            self.lea(self.r(dst), vals.pop(0), vals.pop(0), const)
        elif len(vals) == 1 and vals[0] is not dst:
            self.lea(self.r(dst), vals.pop(0), None, const)
        else:
            vals.pop(0)
            if const:
                self.ins("add", self.r(dst), Imm(const))
        for extra in vals:
            self.ins("add", self.r(dst), self.r(extra))

    def clean(self, dst: Val) -> None:
        """Zero-extend a u8 or u16 that was computed 32 bits wide, unless every reader uses its low bits only."""
        if dst.id in self.narrow:
            return
        if self.abi.bits == 64 or dst.type.bits == 16:
            self.ins("movzx", self.r(dst, 32), self.r(dst))
        else:
            self.ins("and", self.r(dst, 32), Imm(255))

    def lea(self, dst: R, x: Val, y: Val | None, disp: int) -> None:
        if y is None and disp == 0:
            self.move(dst.reg, self.vreg(x), dst.width)
            return
        self.ins("lea", dst, Mem(self.vreg(x), disp, self.vreg(y) if y is not None else None))

    def op_sub(self, op: Op) -> None:
        dst, width = op.dst[0], op.dst[0].type.bits
        wide = width < 32 and dst is not op.args[0]
        self.binary("sub", dst, op.args[0], op.args[1], 32 if wide else width, commutes=False)
        if wide:
            self.clean(dst)

    def logic(self, mnem: str, op: Op) -> None:
        """Constants are cut to the type's width: a u8's upper bits must stay zero."""
        mask = (1 << op.dst[0].type.bits) - 1
        x, y = (a & mask if isinstance(a, int) else a for a in op.args)
        self.binary(mnem, op.dst[0], x, y, self.wide(op.dst[0]))

    op_xor = partialmethod(logic, "xor")
    op_and = partialmethod(logic, "and")
    op_or = partialmethod(logic, "or")

    def op_not(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        if dst is not x:
            self.move(self.vreg(dst), self.vreg(x), self.wide(dst))
        self.ins("not", self.r(dst))

    def _negated(self, name: str, op: Op) -> None:
        x, y = op.args
        temp = self.temp(op.dst[0].type)
        self.sub_op("not", temp, y)
        self.sub_op(name, temp, temp, x)
        self.sub_op("copy", op.dst[0], temp)

    op_orn = partialmethod(_negated, "or")

    def op_andn(self, op: Op) -> None:
        x, y = op.args
        if "bmi1" in self.variant.features and isinstance(x, Val) and op.dst[0].type.bits >= 32:
            self.ins("andn", self.r(op.dst[0]), self.r(y), self.r(x))
        else:
            self._negated("and", op)

    def op_bswap(self, op: Op) -> None:
        self.op_copy(op)
        self.reverse(op.dst[0])

    def reverse(self, dst: Val) -> None:
        """Reverse the bytes in place."""
        if dst.type.bits == 16:
            self.ins("rol", self.r(dst), Imm(8))
        elif dst.type.bits > 8:
            self.ins("bswap", self.r(dst))

    def _shift(self, mnem: str, op: Op) -> None:
        dst, x, bits = op.dst[0], op.args[0], op.attrs["bits"]
        if dst is not x:
            self.move(self.vreg(dst), self.vreg(x), self.wide(dst))
        if bits:
            self.ins(mnem, self.r(dst), Imm(bits))

    op_shl = partialmethod(_shift, "shl")
    op_shr = partialmethod(_shift, "shr")

    def op_rotl(self, op: Op) -> None:
        dst, x, bits = op.dst[0], op.args[0], op.attrs["bits"]
        if bits and dst is not x and "bmi2" in self.variant.features and dst.type.bits >= 32:
            self.ins("rorx", self.r(dst), self.r(x), Imm(dst.type.bits - bits))
        else:
            self._shift("rol", op)

    def op_rotations(self, op: Op) -> None:
        dst, x = op.dst[0], op.args[0]
        bits, right, shift = dst.type.bits, op.attrs["right"], op.attrs["shift"]
        out = self.temp(dst.type, "rotated")
        if "bmi2" in self.variant.features and bits >= 32:
            self.sub_op("rotl", out, x, bits=bits - right[0])
            for amount in right[1:]:
                term = self.temp(dst.type)
                self.sub_op("rotl", term, x, bits=bits - amount)
                self.sub_op("xor", out, out, term)
        else:  # one register, rotated between the exclusive-ors by differences of counts
            self.sub_op("copy", out, x)
            for amount, below in zip(reversed(right), (*reversed(right[:-1]), 0)):
                self.ins("ror", self.r(out), Imm(amount - below))
                if below:
                    self.ins("xor", self.widened(out), self.r(x, self.wide(out)))
        if shift:
            term = self.temp(dst.type)
            self.sub_op("shr", term, x, bits=shift)
            self.sub_op("xor", out, out, term)
        self.sub_op("copy", dst, out)

    # -- pairs of words, from split64 ------------------------------------------------------------------------------

    def _carry(self, low: str, high: str, dst: tuple[Val, Val], y: list[Operand]) -> None:
        self.flags_begin()
        self.ins(low, self.r(dst[0]), y[0])
        self.ins(high, self.r(dst[1]), y[1])
        self.flags_end()

    def _pair(self, op: Op, low: str, high: str, commutes: bool) -> None:
        dst = (op.dst[0], op.dst[1])
        x, y = tuple(op.args[:2]), tuple(op.args[2:])
        if commutes and (dst == y or isinstance(x[0], int)):
            x, y = y, x
        work = dst
        if dst == y and dst != x:
            work = (self.temp(dst[0].type, "lo"), self.temp(dst[0].type, "hi"))
        sources = [self.source(half, 32) for half in y]
        for half in (0, 1):
            if work[half] is not x[half]:
                self.sub_op("const" if isinstance(x[half], int) else "copy", work[half], x[half])
        self._carry(low, high, work, sources)
        if work is not dst:
            for half in (0, 1):
                self.sub_op("copy", dst[half], work[half])

    op_add2 = partialmethod(_pair, low="add", high="adc", commutes=True)
    op_sub2 = partialmethod(_pair, low="sub", high="sbb", commutes=False)

    def _funnel(self, mnem: str, op: Op, base: Val, fill: Val) -> None:
        dst = op.dst[0]
        if dst is fill and dst is not base:
            raise KernelError(op.src, f"{mnem}: the result may not replace the word that is shifted in")
        if dst is not base:
            self.sub_op("copy", dst, base)
        self.ins(mnem, self.r(dst), self.r(fill), Imm(op.attrs["bits"]))

    def op_funnel(self, op: Op) -> None:
        self._funnel("shld", op, op.args[0], op.args[1])

    def op_funnel_right(self, op: Op) -> None:
        self._funnel("shrd", op, op.args[0], op.args[1])

    # -- memory ----------------------------------------------------------------------------------------------------

    def op_load(self, op: Op) -> None:
        dst = op.dst[0]
        mem = self.address(op, dst.type.bits)
        if dst.type.bits < 32:
            self.ins("movzx", self.r(dst, 32), mem)
        else:
            self.ins("mov", self.r(dst), mem)
        if op.attrs["be"]:
            self.reverse(dst)

    def take_narrow(self, dst: VReg, source: R | Mem) -> None:
        self.ins("movzx", R(dst, 32), source)

    def op_store(self, op: Op) -> None:
        val = op.args[2]
        mem = self.address(op, val.type.bits)
        if op.attrs["be"] and val.type.bits > 8:
            temp = self.temp(val.type)
            self.sub_op("bswap", temp, val)
            val = temp
        self.ins("mov", mem, self.r(val))

    # -- conditions ------------------------------------------------------------------------------------------------

    def compare(self, cond: Condition) -> None:
        if isinstance(cond, PairCondition):
            self.compare_pair(cond)
            return
        if cond.kind in SIGNED:
            cond = self.signed_width(cond)
            width = cond.x.type.bits
            y = self.source(cond.y, width)
            self.flags_begin()
            self.ins("cmp", self.r(cond.x, width), y)
            return
        width = 8 if cond.x.id in self.narrow else self.wide(cond.x)
        mask = (1 << cond.x.type.bits) - 1
        y = self.source(cond.y & mask if isinstance(cond.y, int) else cond.y, width)
        self.flags_begin()
        if cond.y == 0 and cond.kind in ("eq", "ne"):
            self.ins("test", self.r(cond.x, width), self.r(cond.x, width))
        else:
            self.ins("cmp", self.r(cond.x, width), y)

    def op_select(self, op: Op) -> None:
        dst = op.dst[0]
        cond, x, y = op.args
        width = self.wide(dst)
        values = []
        for arg in (x, y):  # constants first: making a zero writes the flags
            if isinstance(arg, int):
                temp = self.temp(dst.type)
                self.load_const(self.r(temp, width), arg & ((1 << dst.type.bits) - 1))
                arg = temp
            values.append(arg)
        x, y = values
        self.compare(cond)
        if dst is x:
            cond, x = cond.inverse(), y
        elif dst is not y:
            self.move(self.vreg(dst), self.vreg(y), width)
        self.ins(MOVES[cond.kind], self.r(dst, width), self.r(x, width))
        self.flags_end()

    def op_branch(self, op: Op) -> None:
        cond, label = op.args
        self.compare(cond)
        self.ins(JUMPS[cond.kind], LabelRef(label))
        self.flags_end()
