# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules of the toy machine: three-operand code with immediates of 32 bits."""

from __future__ import annotations

from generator.lang.values import Condition, Op, Source, Val
from generator.lower.wide import WideRules
from generator.model import Imm, LabelRef, Mem, Operand, R, VReg, view
from tests.toy.forms import FURTHEST

BRANCHES = {"eq": "when.same", "ne": "when.other", "lt": "when.less", "ge": "when.more"}
ONES = 0xFFFFFFFF


class ToyLowering(WideRules):
    def r(self, val: Val) -> R:
        return view(self.vreg(val), val.type.bits)

    def source(self, arg: Source) -> Operand:
        return self.r(arg) if isinstance(arg, Val) else Imm(arg & ONES)

    def address(self, op: Op, width: int) -> Mem:
        ptr, index, offset = op.args[0], op.args[1], op.attrs["offset"]
        if op.attrs.get("scale", 1) > 1:
            raise self.refuse("an index with a scale; expected bytes")
        found = self.place(ptr, index, offset, width) if index is None else None
        if found is not None:
            return found
        for more in (index, None if abs(offset) < FURTHEST else offset):
            if more is not None:
                base = self.temp(ptr.type, "base")
                self.ins("sum", self.r(base), self.r(ptr), self.source(more))
                ptr, offset = base, offset if isinstance(more, Val) else 0
        return Mem(self.vreg(ptr), offset, width=width)

    # -- words -----------------------------------------------------------------------------------------------------

    def table_address(self, dst: VReg, name: str) -> None:
        self.ins("where", R(dst, 32), LabelRef(name))

    def op_const(self, op: Op) -> None:
        self.ins("set", self.r(op.dst[0]), Imm(op.args[0] & ONES))

    def three(self, mnem: str, dst: Val, x: Source, y: Source) -> None:
        if not isinstance(x, Val):
            temp = self.temp(dst.type, "constant")
            self.ins("set", self.r(temp), Imm(x & ONES))
            x = temp
        self.ins(mnem, self.r(dst), self.r(x), self.source(y))

    def op_add(self, op: Op) -> None:
        dst = op.dst[0]
        first, *rest = self.apart(dst, [arg for arg in op.args if isinstance(arg, Val)])
        constant = sum(arg for arg in op.args if isinstance(arg, int)) & ONES
        others: list[Source] = [*rest, *([constant] if constant or not rest else [])]
        for other in others:
            self.three("sum", dst, first, other)
            first = dst

    def op_sub(self, op: Op) -> None:
        self.three("dif", op.dst[0], *op.args)

    def logic(self, mnem: str, op: Op) -> None:
        x, y = op.args if isinstance(op.args[0], Val) else op.args[::-1]
        self.three(mnem, op.dst[0], x, y)

    def op_and(self, op: Op) -> None:
        self.logic("both", op)

    def op_or(self, op: Op) -> None:
        self.logic("any", op)

    def op_xor(self, op: Op) -> None:
        self.logic("odd", op)

    def op_not(self, op: Op) -> None:
        self.three("odd", op.dst[0], op.args[0], ONES)

    def negated(self, mnem: str, op: Op) -> None:
        temp = self.temp(op.dst[0].type, "negated")
        self.three("odd", temp, op.args[1], ONES)
        self.three(mnem, op.dst[0], op.args[0], temp)

    def op_andn(self, op: Op) -> None:
        self.negated("both", op)

    def op_orn(self, op: Op) -> None:
        self.negated("any", op)

    def op_rotl(self, op: Op) -> None:
        self.ins("turn", self.r(op.dst[0]), self.r(op.args[0]), Imm(op.attrs["bits"]))

    def op_load(self, op: Op) -> None:
        self.ins("get", self.r(op.dst[0]), self.address(op, 32))

    def op_store(self, op: Op) -> None:
        self.ins("put", self.r(op.args[2]), self.address(op, 32))

    # -- control ---------------------------------------------------------------------------------------------------

    def op_branch(self, op: Op) -> None:
        cond, label = op.args
        assert isinstance(cond, Condition)
        self.flags_begin()
        self.ins("weigh", self.r(cond.x), self.source(cond.y))
        self.ins(BRANCHES[cond.kind], LabelRef(label))
        self.flags_end()

    # -- vectors ---------------------------------------------------------------------------------------------------

    def wide_move(self, dst: Val, src: Val) -> None:
        self.ins("same", self.r(dst), self.r(src), copy=True)

    def load_constant(self, dst: Val, data: bytes) -> None:
        self.ins("get", self.r(dst), self.pool_memory(data))

    def wide_vload(self, op: Op) -> None:
        self.ins("get", self.r(op.dst[0]), self.address(op, 128))

    def wide_vstore(self, op: Op) -> None:
        self.ins("put", self.r(op.args[2]), self.address(op, 128))

    def wide_vadd(self, op: Op) -> None:
        if op.attrs["lane"] != 32:
            raise self.refuse(f"lanes of {op.attrs['lane']} bits; expected 32")
        self.ins("sum", self.r(op.dst[0]), *(self.r(arg) for arg in op.args))

    def wide_vrotl(self, op: Op) -> None:
        self.ins("turn", self.r(op.dst[0]), self.r(op.args[0]), Imm(op.attrs["bits"]))

    def wide_xor(self, op: Op) -> None:
        self.ins("odd", self.r(op.dst[0]), *(self.r(arg) for arg in op.args))
