# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recordings run on known addresses and counts, over values of an algebra that a test brings.

Each buffer has an address of its own, so that places, counts and branches are plain numbers: a branch or an address
that hangs on anything else is refused. An operation without a rule makes new unknowns, of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.lang.values import Condition, Op, Val
from proof.memory import NoProof
from tests.proof.recordings import Recorded

APART = 1 << 20
COMPARED = {"eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "ge": int.__ge__}


class Run:
    """``numbers``: the arguments that are numbers. A value is an int or the algebra's own."""

    grain: int
    """The bytes of a unit of memory."""

    def __init__(self, of: Recorded, numbers: Mapping[str, int]) -> None:
        self.of, self.values = of, dict[int, Any]()
        self.ops = [op for op in of.ops if op.name not in ("note", "seam")]
        self.labels = {op.args[0]: n for n, op in enumerate(self.ops) if op.name == "label"}
        self.names, self.memory, self.unknowns = list[str](), dict[int, Any](), 0
        self.branches = 0  # before the operation that runs
        for param, val in zip(of.kernel.params, of.params):
            self.values[val.id] = numbers[param.name] if param.name in numbers else self.place(param.name)
        for op in self.ops:
            self.now = op
            if op.name == "frame":
                self.values[op.dst[0].id] = self.place(f"frame {op.attrs['area']}")

    def place(self, name: str) -> int:
        """The address of a buffer."""
        if name not in self.names:
            self.names.append(name)
        return (self.names.index(name) + 1) * APART

    def run(self) -> None:
        at = 0
        while at < len(self.ops):
            op = self.now = self.ops[at]
            at += 1
            if op.name in ("jump", "branch", "loop_end"):
                self.branches += 1
                if op.name == "loop_end":
                    self.put(op.dst[0], self.number(op.args[0]) - 1)
                if self._leaves(op):
                    at = self.labels[op.args[-1]]
                    self.turned(at)
            elif op.name not in ("label", "frame"):
                self.step(op)

    def turned(self, at: int) -> None:
        """A jump was taken."""

    def _leaves(self, op: Op) -> bool:
        cond = op.args[0]
        if isinstance(cond, Condition):
            return COMPARED[cond.kind](self.number(cond.x), self.number(cond.y))
        return op.name == "jump" or self.number(op.dst[0]) != 0

    def step(self, op: Op) -> None:
        bits = op.dst[0].type.bits if op.dst else 0
        if "load" in op.name or op.name == "vblock":
            self.put(op.dst[0], self.loaded(op, self.address(op), bits))
        elif "store" in op.name:
            self.stored(op, self.address(op), self.value(op.args[2]), op.args[2].type.bits)
        elif op.name in ("const", "copy", "zext"):
            self.put(op.dst[0], self.value(op.args[0]))
        elif op.name == "vconst":
            self.put(op.dst[0], int.from_bytes(op.attrs["data"] * (bits // 8 // len(op.attrs["data"])), "little"))
        elif op.name == "vzero":
            self.put(op.dst[0], 0)
        elif op.name == "select":
            cond, *ways = op.args
            self.put(op.dst[0], self.value(ways[not COMPARED[cond.kind](self.number(cond.x), self.number(cond.y))]))
        elif op.name == "table":
            self.put(op.dst[0], at := self.place(f"table {op.attrs['table']}"))
            size = op.attrs["element"]
            for n, one in enumerate(op.attrs["values"]):
                self.stored(op, at + size * n, one, 8 * size)
        elif isinstance(made := self.plain(op), int):
            self.put(op.dst[0], made & (1 << bits) - 1)
        else:
            rule = getattr(self, f"w_{op.name}", None)
            made = None if rule is None else rule(op, *map(self.value, op.args))
            for n, dst in enumerate(op.dst):
                given = made[n] if isinstance(made, tuple) else made
                self.put(dst, self.unknown(dst.type.bits) if given is None else given)

    def plain(self, op: Op) -> int | None:
        """The result of a sum, a shift or a mask of numbers that are known."""
        args = [one for one in map(self.value, op.args) if isinstance(one, int)]
        if op.name not in ("add", "sub", "shl", "shr", "and") or len(args) < len(op.args):
            return None
        if op.name == "and":
            return args[0] & args[1]
        if op.name in ("add", "sub"):
            return sum(args) if op.name == "add" else args[0] - args[1]
        bits: int = op.attrs["bits"]
        return args[0] << bits if op.name == "shl" else args[0] >> bits

    # -- values and memory -----------------------------------------------------------------------------------------

    def value(self, arg: Any) -> Any:
        return self.values[arg.id] if isinstance(arg, Val) else arg

    def number(self, arg: Any) -> int:
        found = self.value(arg)
        if not isinstance(found, int):
            raise NoProof(f"{self.now.src}: {arg} is not a known number")
        return found

    def put(self, dst: Val, value: Any) -> None:
        self.values[dst.id] = value

    def address(self, op: Op) -> int:
        index = 0 if op.args[1] is None else self.number(op.args[1]) * (op.attrs.get("scale") or 1)
        offset: int = op.attrs["offset"]
        return self.number(op.args[0]) + index + offset

    def units(self, at: int, count: int) -> list[Any]:
        """So many bytes of memory, by units. What was not stored to is a symbol of the buffer and the place."""
        if at % self.grain or count % self.grain:
            raise NoProof(f"{self.now.src}: {count} bytes at {at:#x}, where units of {self.grain} bytes are asked for")
        for place in range(at, at + count, self.grain):
            if place not in self.memory:
                self.memory[place] = self.found(self.names[place // APART - 1], place % APART)
        return [self.memory[place] for place in range(at, at + count, self.grain)]

    def found(self, name: str, offset: int) -> Any:
        """The symbol of a unit of memory."""
        raise NotImplementedError

    def loaded(self, op: Op, at: int, bits: int) -> Any:
        raise NotImplementedError

    def stored(self, op: Op, at: int, value: Any, bits: int) -> None:
        raise NotImplementedError

    def unknown(self, bits: int) -> Any:
        """A value of which nothing is known."""
        raise NotImplementedError
