# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules on AArch64 for broadcasts, lanes of another width, three-input logic, and products over lanes."""

from __future__ import annotations

from generator.lang.ternary import Expr
from generator.lang.values import Op, Type, Val
from generator.machines.aarch64.logic import Step, plan
from generator.machines.aarch64.lower_wide import Aarch64WideRules
from generator.model import KernelError, Mem, R, view

LETTERS = {8: "b", 16: "h", 32: "s", 64: "d"}
HALVES = {8: "8b", 16: "4h", 32: "2s", 64: "1d"}
SIGNS = bytes([0x80] * 16)
"""-128 in each byte, and the sign of each byte."""


class Aarch64BlockRules(Aarch64WideRules):
    """Three-operand code. Vectors have 128 bits."""

    # -- broadcasts ------------------------------------------------------------------------------------------------

    def wide_vbroadcast(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        self.ins("dup", self.v(dst, lane), R(self.vreg(x), 64 if lane == 64 else 32))

    def wide_vload_broadcast(self, op: Op) -> None:
        dst, lane = op.dst[0], op.attrs["lane"]
        ptr, index, offset = op.args[0], op.args[1], op.attrs["offset"]
        if index is None and offset == 0 and ptr.id not in self.areas:
            self.ins("ld1r", self.v(dst, lane), Mem(self.vreg(ptr), 0, width=lane))
            return
        mem = self.address(op, lane)
        self.ins("ldr" if self.scaled(mem) else "ldur", R(self.v(dst).reg, lane, LETTERS[lane]), mem)
        self.ins("dup", self.v(dst, lane), R(self.vreg(dst), 128, f"{LETTERS[lane]}[0]"))

    def wide_vload_lane(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[2], op.attrs["lane"]
        place = f"{LETTERS[lane]}[{op.attrs['number']}]"
        ptr, index, offset = op.args[0], op.args[1], op.attrs["offset"]
        if index is None and offset == 0 and ptr.id not in self.areas:
            self.sub_op("copy", dst, x)
            self.ins("ld1", R(self.v(dst).reg, 128, place), Mem(self.vreg(ptr), 0, width=lane))
            return
        fresh = self.temp(dst.type, "fresh")
        mem = self.address(op, lane)
        self.ins("ldr" if self.scaled(mem) else "ldur", R(self.v(fresh).reg, lane, LETTERS[lane]), mem)
        self.sub_op("copy", dst, x)
        self.ins("ins", R(self.v(dst).reg, 128, place), R(self.v(fresh).reg, 128, f"{LETTERS[lane]}[0]"))

    # -- lanes of another width ------------------------------------------------------------------------------------

    def half(self, val: Val, lane: int) -> R:
        """The lower half of a register."""
        self.v(val)
        return view(self.vreg(val), 64, HALVES[lane])

    def wide_vwiden_low(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        self.ins("sxtl" if op.attrs["signed"] else "uxtl", self.v(dst, 2 * lane), self.half(x, lane))

    def wide_vwiden_high(self, op: Op) -> None:
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        self.ins("sxtl2" if op.attrs["signed"] else "uxtl2", self.v(dst, 2 * lane), self.v(x, lane))

    def wide_vnarrow(self, op: Op) -> None:
        dst, (x, y), lane = op.dst[0], op.args, op.attrs["lane"]
        mnem = "sqxtn" if op.attrs["signed"] else "sqxtun"
        out = self.temp(dst.type, "narrow") if y is dst else dst
        self.ins(mnem, self.half(out, lane // 2), self.v(x, lane))
        self.ins(mnem + "2", self.v(out, lane // 2), self.v(y, lane))
        self.sub_op("copy", dst, out)

    # -- logic -----------------------------------------------------------------------------------------------------

    def _plan(self, parts: tuple[Expr, ...]) -> tuple[Step, ...] | None:
        table = 0
        for part in parts:
            table |= part.table
        return plan(table, "sha3" in self.have)

    def three_inputs(self, parts: tuple[Expr, ...], type: Type) -> bool:
        return self._plan(parts) is not None

    def wide_ternary(self, op: Op) -> None:
        dst, inputs = op.dst[0], list(op.args)
        steps = self._plan(op.attrs["parts"])
        if steps is None:
            super().wide_ternary(op)
            return
        for step in steps[:-1]:
            between = self.temp(dst.type)
            self._step(between, step, inputs)
            inputs.append(between)
        self._step(dst, steps[-1], inputs)

    def _step(self, dst: Val, step: Step, values: list[Val]) -> None:
        mnem, places = step
        sources = [values[place] for place in places]
        if mnem != "bsl":
            self.ins(mnem, self.v(dst), *(self.v(val) for val in sources))
            return
        # One of three instructions overwrites the selector, the second the source for zeros, the third that for ones.
        chosen, ones, zeros = sources
        if dst is chosen:
            self.ins("bsl", self.v(dst), self.v(ones), self.v(zeros))
        elif dst is zeros:
            self.ins("bit", self.v(dst), self.v(ones), self.v(chosen))
        elif dst is ones:
            self.ins("bif", self.v(dst), self.v(zeros), self.v(chosen))
        else:
            self.wide_move(dst, chosen)
            self.ins("bsl", self.v(dst), self.v(ones), self.v(zeros))

    # -- products --------------------------------------------------------------------------------------------------

    def _wants(self, op: Op, feature: str, more: str = "") -> None:
        if feature not in self.have:
            raise KernelError(
                op.src,
                f"{op.name}: variant {self.variant.name} declares no such product; expected {feature}{more}",
            )

    def wide_vclmul(self, op: Op) -> None:
        self._wants(op, "pmull")
        dst, (x, y), halves = op.dst[0], op.args, op.attrs["halves"]
        self.v(dst)
        if halves == (1, 1):
            self.ins("pmull2", view(self.vreg(dst), 128, "1q"), self.v(x, 64), self.v(y, 64))
            return
        low = [val if half == 0 else self._upper_lane(val) for val, half in zip((x, y), halves)]
        self.ins("pmull", view(self.vreg(dst), 128, "1q"), *(self.half(val, 64) for val in low))

    def _upper_lane(self, x: Val) -> Val:
        out = self.temp(x.type, "upper")
        self.ins("dup", self.v(out, 64), R(self.vreg(x), 128, "d[1]"))
        return out

    def _add_dot(self, mnem: str, dst: Val, x: Val, y: Val) -> None:
        """dst += the products of bytes."""
        self.ins(mnem, self.v(dst, 32), self.v(x), self.v(y))

    def wide_vdot(self, op: Op) -> None:
        self._wants(op, "asimddp", ", and i8mm for unsigned by signed bytes in one instruction")
        dst, (acc, x, y) = op.dst[0], op.args
        x_signed, y_signed = op.attrs["signs"]
        out = dst if dst is acc or dst not in (x, y) else self.temp(dst.type, "sum")
        if out is not acc:
            self.wide_move(out, acc)
        if x_signed == y_signed or "i8mm" in self.have:
            self._add_dot({(0, 0): "udot", (1, 1): "sdot", (0, 1): "usdot"}[x_signed, y_signed], out, x, y)
        else:  # x - 128 is signed; the rest is y times -128
            signs, less = self.constant(dst.type, SIGNS), self.temp(dst.type, "less")
            turned = self.temp(dst.type, "turned")
            self.sub_op("vzero", less)
            self._add_dot("sdot", less, y, signs)
            self.sub_op("xor", turned, x, signs)
            self._add_dot("sdot", out, turned, y)
            self.sub_op("vsub", out, out, less, lane=32)
        self.sub_op("copy", dst, out)

    def _no_product_of_52(self, op: Op) -> None:
        raise KernelError(
            op.src,
            f"{op.name}: {self.abi.arch} has no product of 52 bits; expected without= in the contract for the variant, "
            "and k.mul_wide, a product of words, in another",
        )

    wide_vmul52_low = wide_vmul52_high = _no_product_of_52
