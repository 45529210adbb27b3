# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The meaning of each word-level operation, as bit vectors: the other side of every proof.

Written from the builder's docstrings alone, without a look at lowering rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

import z3

from generator.lang.ternary import Expr
from generator.lang.values import Condition, Op, Val
from tests.lower.blocks import by_lane
from tests.lower.counts import crc32c, leading_zeros, ones, reversed_bits
from tests.lower.machine import Stored, load, reversed_bytes, store, table_address
from tests.lower.meaning_blocks import MoveMeaning
from tests.lower.meaning_lanes import LaneMeaning
from tests.lower.products import high, low, whole


class Meaning(MoveMeaning, LaneMeaning):
    """Values by id, as wide as their types; memory; and the exits. An input is made at its first read."""

    def __init__(self, word: int, memory: z3.ArrayRef, keys_first: bool = False) -> None:
        self.word, self.memory, self.keys_first = word, memory, keys_first
        self.stores: list[Stored] = []
        self.values: dict[int, z3.BitVecRef] = {}
        self.vals: dict[int, Val] = {}
        self.inputs: list[Val] = []
        self.goes: tuple[z3.BoolRef, str] | None = None
        self.given: list[z3.BoolRef] = []

    def run(self, ops: Sequence[Op]) -> None:
        for op in ops:
            getattr(self, f"w_{op.name}")(op)

    def input(self, val: Val) -> z3.BitVecRef:
        """What an input holds: any number of its width, the same one at each call."""
        return z3.BitVec(f"{val.name}_{val.id}", val.type.bits)

    def value(self, arg: Any, bits: int) -> z3.BitVecRef:
        """A source operand."""
        if isinstance(arg, int):
            return z3.BitVecVal(arg, bits)
        if arg.id not in self.values:
            self.inputs.append(arg)
            self.vals[arg.id] = arg
            self.values[arg.id] = self.input(arg)
            if arg.type.name in ("carry", "borrow"):
                self.given.append(z3.ULE(self.values[arg.id], 1))
        return self.values[arg.id]

    def set(self, op: Op, value: z3.BitVecRef, number: int = 0) -> None:
        """Set a result of an operation, by its number."""
        dst = op.dst[number]
        assert value.size() == dst.type.bits, op
        self.vals[dst.id] = dst
        self.values[dst.id] = value

    def sources(self, op: Op) -> list[z3.BitVecRef]:
        return [self.value(arg, op.dst[0].type.bits) for arg in op.args]

    # -- arithmetic and logic --------------------------------------------------------------------------------------

    def w_add(self, op: Op) -> None:
        self.set(op, reduce(lambda x, y: x + y, self.sources(op)))

    def w_sub(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x - y)

    def w_mul(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, low(whole(x, y, self.word)))

    def w_mul_high(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, high(whole(x, y, self.word)))

    def w_mul_wide(self, op: Op) -> None:
        x, y = self.sources(op)
        made = whole(x, y, self.word)
        self.set(op, low(made))
        self.set(op, high(made), 1)

    def _link(self, op: Op, sign: int) -> None:
        """The total as a number with a spare bit, which is the carry of a sum and the borrow of a difference."""
        bits = op.dst[0].type.bits
        x, y = (z3.ZeroExt(1, self.value(arg, bits)) for arg in op.args[:2])
        total = x + y if sign > 0 else x - y
        for before in op.args[2:]:
            more = self.value(before, 0)
            more = z3.ZeroExt(bits + 1 - more.size(), more)
            total = total + more if sign > 0 else total - more
        self.set(op, z3.Extract(bits - 1, 0, total))
        self.set(op, z3.ZeroExt(31, z3.Extract(bits, bits, total)), 1)

    def w_add_carry(self, op: Op) -> None:
        self._link(op, 1)

    def w_sub_borrow(self, op: Op) -> None:
        self._link(op, -1)

    def w_mul_row(self, op: Op) -> None:
        self._row(op, (), op.args)

    def w_mul_add_row(self, op: Op) -> None:
        size = len(op.dst) - 1
        self._row(op, op.args[:size], op.args[size:])

    def _row(self, op: Op, total: Sequence[Any], factors: Sequence[Any]) -> None:
        """total + row * x as one number."""
        *row, x = factors
        bits = op.dst[0].type.bits
        size = bits * len(op.dst)

        def at(value: z3.BitVecRef, place: int) -> z3.BitVecRef:
            return z3.ZeroExt(size - value.size(), value) << bits * place

        # read all operands first: a total is an operand and a result
        terms = [at(self.value(word, bits), n) for n, word in enumerate(total)]
        terms += [at(whole(self.value(w, bits), self.value(x, bits), self.word), n) for n, w in enumerate(row)]
        made = reduce(lambda a, b: a + b, terms)
        for n in range(len(op.dst)):
            self.set(op, z3.Extract(bits * n + bits - 1, bits * n, made), n)

    def w_xor(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x ^ y)

    def w_and(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x & y)

    def w_or(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x | y)

    def w_andn(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x & ~y)

    def w_orn(self, op: Op) -> None:
        x, y = self.sources(op)
        self.set(op, x | ~y)

    def w_not(self, op: Op) -> None:
        self.set(op, ~self.sources(op)[0])

    def w_bswap(self, op: Op) -> None:
        self.set(op, reversed_bytes(self.sources(op)[0]))

    def w_shl(self, op: Op) -> None:
        self.set(op, self.sources(op)[0] << op.attrs["bits"])

    def w_shr(self, op: Op) -> None:
        self.set(op, z3.LShR(self.sources(op)[0], op.attrs["bits"]))

    def w_rotl(self, op: Op) -> None:
        self.set(op, z3.RotateLeft(self.sources(op)[0], op.attrs["bits"]))

    def w_sar(self, op: Op) -> None:
        self.set(op, self.sources(op)[0] >> op.attrs["bits"])

    def w_clz(self, op: Op) -> None:
        self.set(op, leading_zeros(self.sources(op)[0]))

    def w_ctz(self, op: Op) -> None:
        self.set(op, leading_zeros(reversed_bits(self.sources(op)[0])))

    def w_popcount(self, op: Op) -> None:
        self.set(op, ones(self.sources(op)[0]))

    def w_crc32c(self, op: Op) -> None:
        self.set(op, crc32c(*(self.value(arg, 0) for arg in op.args)))

    def _by(self, op: Op) -> tuple[z3.BitVecRef, z3.BitVecRef]:
        """A value, and a count modulo its width."""
        x, count = (self.value(arg, 0) for arg in op.args)
        bits = x.size()
        count = z3.Extract(bits - 1, 0, count) if count.size() > bits else z3.ZeroExt(bits - count.size(), count)
        return x, count & (bits - 1)

    def w_shl_by(self, op: Op) -> None:
        x, count = self._by(op)
        self.set(op, x << count)

    def w_shr_by(self, op: Op) -> None:
        self.set(op, z3.LShR(*self._by(op)))

    def w_sar_by(self, op: Op) -> None:
        x, count = self._by(op)
        self.set(op, x >> count)

    def w_rotl_by(self, op: Op) -> None:
        self.set(op, z3.RotateLeft(*self._by(op)))

    def w_rotr_by(self, op: Op) -> None:
        self.set(op, z3.RotateRight(*self._by(op)))

    def w_table(self, op: Op) -> None:
        self.set(op, table_address(op.attrs["table"], self.word))

    def w_rotations(self, op: Op) -> None:
        (x,) = self.sources(op)
        terms = [z3.RotateRight(x, bits) for bits in op.attrs["right"]]
        if op.attrs["shift"]:
            terms.append(z3.LShR(x, op.attrs["shift"]))
        self.set(op, reduce(lambda a, b: a ^ b, terms))

    def tree(self, expr: Expr, inputs: Sequence[z3.BitVecRef]) -> z3.BitVecRef:
        if not expr.args:
            return inputs["xyz".index(expr.op)]
        values = [self.tree(arg, inputs) for arg in expr.args]
        if expr.op == "not":
            return ~values[0]
        if expr.op == "and":
            return values[0] & values[1]
        return values[0] | values[1] if expr.op == "or" else values[0] ^ values[1]

    def w_ternary(self, op: Op) -> None:
        self.set(op, self.tree(op.attrs["parts"][0], self.sources(op)))

    def w_add_ternary(self, op: Op) -> None:
        acc, *inputs = self.sources(op)
        union = reduce(lambda x, y: x | y, (self.tree(part, inputs) for part in op.attrs["parts"]))
        lane: int = op.attrs.get("lane") or acc.size()  # the forms for several messages add lanes of whole vectors
        self.set(op, by_lane(lane, lambda x, y: x + y, acc, union))

    # -- moves and conversions -------------------------------------------------------------------------------------

    def w_const(self, op: Op) -> None:
        self.set(op, self.sources(op)[0])

    def w_copy(self, op: Op) -> None:
        self.set(op, self.sources(op)[0])

    def w_zext(self, op: Op) -> None:
        value = self.value(op.args[0], 0)
        self.set(op, z3.ZeroExt(op.dst[0].type.bits - value.size(), value))

    def w_sext(self, op: Op) -> None:
        value = self.value(op.args[0], 0)
        self.set(op, z3.SignExt(op.dst[0].type.bits - value.size(), value))

    def w_trunc(self, op: Op) -> None:
        self.set(op, z3.Extract(op.dst[0].type.bits - 1, 0, self.value(op.args[0], 0)))

    # -- conditions ------------------------------------------------------------------------------------------------

    def condition(self, cond: Condition) -> z3.BoolRef:
        x = self.value(cond.x, 0)
        y = self.value(cond.y, x.size())
        if cond.kind == "eq":
            return x == y
        if cond.kind == "ne":
            return x != y
        if cond.kind in ("slt", "sge"):
            return x < y if cond.kind == "slt" else x >= y
        return z3.ULT(x, y) if cond.kind == "lt" else z3.UGE(x, y)

    def w_select(self, op: Op) -> None:
        cond, x, y = op.args
        bits = op.dst[0].type.bits
        self.set(op, z3.If(self.condition(cond), self.value(x, bits), self.value(y, bits)))

    def w_branch(self, op: Op) -> None:
        cond, label = op.args
        self.goes = self.condition(cond), label

    def w_jump(self, op: Op) -> None:
        self.goes = z3.BoolVal(True), op.args[0]

    def w_loop_end(self, op: Op) -> None:
        """The end of a round. The loop was entered with rounds left."""
        left = self.value(op.args[0], 0)
        self.given.append(left != 0)
        self.set(op, left - 1)
        self.goes = left != 1, op.args[1]

    def w_label(self, op: Op) -> None:
        pass

    w_note = w_label

    def w_asm(self, op: Op) -> None:
        """Instructions as written, in pairs that undo each other. All values stay."""
        for arg in op.args:
            self.value(arg.args[0] if isinstance(arg, Op) else arg, 0)

    # -- memory ----------------------------------------------------------------------------------------------------

    def address(self, op: Op) -> z3.BitVecRef:
        ptr, index = op.args[:2]
        at = self.value(ptr, 0) + z3.BitVecVal(op.attrs["offset"], self.word)
        if index is not None:
            value = self.value(index, 0)
            at = at + z3.ZeroExt(self.word - value.size(), value) * op.attrs.get("scale", 1)
        return at

    def w_load(self, op: Op) -> None:
        value = load(self.memory, self.address(op), op.dst[0].type.bits)
        self.set(op, reversed_bytes(value) if op.attrs["be"] else value)

    def w_load_signed(self, op: Op) -> None:
        value = load(self.memory, self.address(op), op.attrs["bits"])
        value = reversed_bytes(value) if op.attrs["be"] else value
        self.set(op, z3.SignExt(op.dst[0].type.bits - value.size(), value))

    def w_store(self, op: Op) -> None:
        value = self.value(op.args[2], 0)
        self.store(self.address(op), reversed_bytes(value) if op.attrs["be"] else value)

    def store(self, at: z3.BitVecRef, value: z3.BitVecRef) -> None:
        self.memory = store(self.memory, at, value)
        self.stores.append((at, value))

    def results(self) -> Iterator[tuple[Val, z3.BitVecRef]]:
        """Every value. A rule must make its result and keep all others."""
        for id_, value in self.values.items():
            yield self.vals[id_], value
