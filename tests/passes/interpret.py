# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recorded word-level code executed on Python's integers: the standard for compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.lang.ternary import Expr
from generator.lang.values import Condition, Op, Val
from tests.passes.interpret_wide import WIDE

STEPS = 100_000
AREAS = 1 << 28
"""The address of the frame's areas. Each area has a page of its own."""
PAGE = 4096


def run(ops: Sequence[Op], inputs: dict[Val, int], memory: bytearray, base: int) -> None:
    """Execute ``ops``. ``memory`` lies at ``base`` and changes. AssertionError for an access outside ``memory``."""
    Interpreter(ops, memory, base).run({val.id: number for val, number in inputs.items()})


class Interpreter:
    """One run. Values are non-negative numbers below two to the power of their width."""

    def __init__(self, ops: Sequence[Op], memory: bytearray, base: int) -> None:
        self.ops, self.memory, self.base = ops, memory, base
        self.labels = {op.args[0]: n for n, op in enumerate(ops) if op.name == "label"}
        self.values: dict[int, int] = {}
        self.areas: list[bytearray] = []

    def run(self, values: dict[int, int]) -> None:
        self.values = values
        at = 0
        for _ in range(STEPS):
            if at == len(self.ops):
                return
            op = self.ops[at]
            at += 1
            if op.name in ("label", "note", "seam"):  # stitched streams run one after the other
                continue
            if op.name in ("branch", "jump", "loop_end"):
                at = self.labels[op.args[-1]] if self.leaves(op) else at
            elif op.name in ("store", "vstore"):
                ptr, _, val = op.args
                memory, place = self.place(op, ptr, val.type.bits // 8)
                data = self.number(val).to_bytes(val.type.bits // 8, "big" if op.attrs.get("be") else "little")
                memory[place : place + len(data)] = data
            elif op.name == "frame":
                self.values[op.dst[0].id] = AREAS + PAGE * len(self.areas)
                self.areas.append(bytearray(op.attrs["size"]))
            else:
                self.values[op.dst[0].id] = self.result(op) & (1 << op.dst[0].type.bits) - 1
        raise AssertionError("the program does not end")

    def number(self, arg: Val | int, bits: int = 64) -> int:
        return arg & (1 << bits) - 1 if isinstance(arg, int) else self.values[arg.id]

    def place(self, op: Op, ptr: Val, size: int) -> tuple[bytearray, int]:
        """The buffer that holds these ``size`` bytes, and their offset in it."""
        index = op.args[1]
        steps = self.number(index) * op.attrs.get("scale", 1) if index is not None else 0
        address = self.number(ptr) + op.attrs["offset"] + steps
        if address >= AREAS:
            memory, place = self.areas[(address - AREAS) // PAGE], address % PAGE
        else:
            memory, place = self.memory, address - self.base
        assert 0 <= place <= len(memory) - size, op
        return memory, place

    def lane(self, op: Op) -> int:
        size, number = op.attrs["lane"] // 8, op.attrs["number"]
        memory, place = self.place(op, op.args[0], size)
        data = bytearray(self.number(op.args[2]).to_bytes(16, "little"))
        data[number * size : (number + 1) * size] = memory[place : place + size]
        return int.from_bytes(data, "little")

    def leaves(self, op: Op) -> bool:
        if op.name == "branch":
            return self.holds(op.args[0])
        if op.name == "loop_end":
            left: int = self.number(op.args[0]) - 1 & (1 << op.args[0].type.bits) - 1
            self.values[op.args[0].id] = left
            return left != 0
        return True

    def holds(self, cond: Condition) -> bool:
        x, y = self.number(cond.x), self.number(cond.y, cond.x.type.bits)
        if cond.kind in ("eq", "ne"):
            return (x == y) == (cond.kind == "eq")
        return (x < y) == (cond.kind == "lt")

    def result(self, op: Op) -> int:
        bits = op.dst[0].type.bits
        if op.name == "vload_lane":
            return self.lane(op)
        if op.name in ("load", "vload", "vblock", "vload_broadcast"):
            size = op.attrs.get("lane", 128 if op.name == "vblock" else bits) // 8
            memory, place = self.place(op, op.args[0], size)
            data = bytes(memory[place : place + size]) * (bits // 8 // size)
            return int.from_bytes(data, "big" if op.attrs.get("be") else "little")
        if op.name == "select":
            cond, x, y = op.args
            return self.number(x if self.holds(cond) else y)
        args = [self.number(arg) for arg in op.args]
        if op.name in ("ternary", "add_ternary"):
            union = 0
            for part in op.attrs["parts"]:
                union |= tree(part, args[-3:])
            return union & (1 << bits) - 1 if op.name == "ternary" else args[0] + (union & (1 << bits) - 1)
        if op.name in WIDE:
            return WIDE[op.name](op, *args)
        return _RULES[op.name](bits, op.attrs.get("bits", 0), *args)


def tree(expr: Expr, inputs: Sequence[int]) -> int:
    if not expr.args:
        return inputs["xyz".index(expr.op)]
    values = [tree(arg, inputs) for arg in expr.args]
    if expr.op == "not":
        return ~values[0]
    if expr.op == "and":
        return values[0] & values[1]
    return values[0] | values[1] if expr.op == "or" else values[0] ^ values[1]


# Width of the result, attribute ``bits``, operands → the result, uncut.
_RULES: dict[str, Callable[..., int]] = {
    "add": lambda width, _, *args: sum(args),
    "sub": lambda width, _, x, y: x - y,
    "xor": lambda width, _, x, y: x ^ y,
    "and": lambda width, _, x, y: x & y,
    "or": lambda width, _, x, y: x | y,
    "andn": lambda width, _, x, y: x & ~y,
    "orn": lambda width, _, x, y: x | ~y,
    "not": lambda width, _, x: ~x,
    "bswap": lambda width, _, x: int.from_bytes(x.to_bytes(width // 8, "little"), "big"),
    "shl": lambda width, bits, x: x << bits,
    "shr": lambda width, bits, x: x >> bits,
    "rotl": lambda width, bits, x: x << bits | x >> (width - bits),
    "const": lambda width, _, x: x,
    "copy": lambda width, _, x: x,
    "zext": lambda width, _, x: x,
    "trunc": lambda width, _, x: x,
}
