# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for u32 values in a vector register (x86 with AVX-512VL, one lane in use).

Three-input logic and rotation by a constant take one instruction there, which shortens chains of boolean functions.
Constants are broadcast from a pool in read-only data.
"""

from __future__ import annotations

from functools import partialmethod

from generator.lang.ternary import Expr
from generator.lang.values import Op, Source, Type, Val
from generator.lower.base import Lowering
from generator.model import Imm, Mem, Operand, R, view

WORD = Type("u32", 32)


def permuted(table: int, order: tuple[int, int, int]) -> int:
    """The truth table over inputs in another order: input i of the result is input ``order[i]`` of ``table``."""
    out = 0
    for index in range(8):
        bits = [index >> 2 & 1, index >> 1 & 1, index & 1]
        original = [0, 0, 0]
        for place, source in enumerate(order):
            original[source] = bits[place]
        out |= (table >> (4 * original[0] + 2 * original[1] + original[2]) & 1) << index
    return out


class X86VectorRules(Lowering):
    """Mixed into the x86 lowering; rules are methods ``vec_<name>``."""

    def x(self, val: Val) -> R:
        return view(self.vreg(val), 128)

    def pool_operand(self, value: int) -> Mem:
        """The constant, broadcast from the function's table, which has one entry per distinct value."""
        value &= 0xFFFFFFFF
        if value not in self.pool:
            self.pool.append(value)
        return Mem(None, 4 * self.pool.index(value), width=32, symbol=self.pool_name, broadcast=True)

    def vec_source(self, arg: Source) -> Operand:
        return self.x(arg) if isinstance(arg, Val) else self.pool_operand(arg)

    def vec_argument(self, val: Val, source: Operand) -> None:
        self.ins("vmovd", self.x(val), source)

    def vec_copy(self, op: Op) -> None:
        # The EVEX spelling reaches the sixteen registers that every convention leaves free.
        self.ins("vmovdqa32", self.x(op.dst[0]), self.x(op.args[0]), copy=True)

    def vec_address(self, op: Op) -> Mem:
        ptr, index = op.args[:2]
        scale = op.attrs.get("scale", 1)
        return Mem(self.vreg(ptr), op.attrs["offset"], self.vreg(index) if index is not None else None, scale, 32)

    def vec_load(self, op: Op) -> None:
        if not op.attrs["be"]:
            self.ins("vmovd", self.x(op.dst[0]), self.vec_address(op))
            return
        word = self.temp(WORD)
        self.sub_op("load", word, *op.args, **op.attrs)
        self.ins("vmovd", self.x(op.dst[0]), R(self.vreg(word), 32))

    def vec_store(self, op: Op) -> None:
        val = op.args[2]
        if not op.attrs["be"]:
            self.ins("vmovd", self.vec_address(op), self.x(val))
            return
        word = self.temp(WORD)
        self.ins("vmovd", R(self.vreg(word), 32), self.x(val))
        self.sub_op("bswap", word, word)
        self.ins("mov", self.vec_address(op), R(self.vreg(word), 32))

    def vec_add(self, op: Op) -> None:
        """Sum the other terms first: ``dst`` is the late value."""
        dst = op.dst[0]
        const = sum(a for a in op.args if isinstance(a, int)) & 0xFFFFFFFF
        first, *others = self.apart(dst, [a for a in op.args if isinstance(a, Val)])
        rest: list[Source] = [*others, *([const] if const else [])]
        if first is dst and len(rest) > 1:
            total = self.temp(dst.type)
            self.vec_add(Op("add", (total,), tuple(rest), op.src))
            rest = [total]
        if not rest and first is not dst:
            self.vec_copy(Op("copy", (dst,), (first,), op.src))
        for other in rest:
            self.ins("vpaddd", self.x(dst), self.x(first), self.vec_source(other))
            first = dst

    def _logic(self, mnem: str, op: Op) -> None:
        x, y = op.args if isinstance(op.args[0], Val) else op.args[::-1]
        self.ins(mnem, self.x(op.dst[0]), self.x(x), self.vec_source(y))

    vec_xor = partialmethod(_logic, "vpxord")
    vec_and = partialmethod(_logic, "vpandd")
    vec_or = partialmethod(_logic, "vpord")

    def vec_rotl(self, op: Op) -> None:
        self.ins("vprold", self.x(op.dst[0]), self.x(op.args[0]), Imm(op.attrs["bits"]))

    def vec_ternary(self, op: Op) -> None:
        self._ternary(op.dst[0], op.attrs["parts"], op.args)

    def vec_add_ternary(self, op: Op) -> None:
        acc = op.dst[0]
        term = self.temp(acc.type)
        self._ternary(term, op.attrs["parts"], op.args[1:])
        self.ins("vpaddd", self.x(acc), self.x(acc), self.x(term))

    def _ternary(self, dst: Val, parts: tuple[Expr, ...], inputs: tuple[Val, Val, Val]) -> None:
        table = 0
        for part in parts:
            table |= part.table
        place = next((i for i, val in enumerate(inputs) if val is dst), 2)
        if inputs[place] is not dst:  # copy the oldest input: its copy is off the critical path
            self.vec_copy(Op("copy", (dst,), (inputs[place],), self.src))
        others = [i for i in range(3) if i != place]
        imm = permuted(table, (place, others[0], others[1]))
        self.ins("vpternlogd", self.x(dst), self.x(inputs[others[0]]), self.x(inputs[others[1]]), Imm(imm))
