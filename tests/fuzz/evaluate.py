# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A program evaluated on Python's integers: the standard for the compiled kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz import words
from tests.fuzz.program import WIDTHS, Break, Chain, Cond, Do, Fixed, If, Loop, Parts, Program, Source, Stmt, While
from tests.fuzz.words_moves import MOVES, transposed

SEGMENT = 1 << 24
"""Buffers, tables and areas of the frame start at multiples of this number, above zero."""
STEPS = 20_000

SEVERAL = {**words.PAIRS, **words.ROWS}
"""Operations with several results."""


class Invalid(Exception):
    """The program itself is wrong: no end, an access outside its memory, a read of bytes never written."""


class Left(Exception):
    """The innermost loop ends."""


@dataclass
class Memory:
    """Bytes at an address. ``may``: the allowed uses. ``known``: the bytes that hold a value, unless all do."""

    data: bytearray
    may: str
    known: bytearray | None = None


@dataclass
class Call:
    """One call's inputs. ``places``: argument → its buffer and the distance from the buffer's start."""

    contents: dict[str, bytes]
    places: dict[str, tuple[str, int]]
    numbers: dict[str, int]


@dataclass
class Outcome:
    contents: dict[str, bytes] = field(default_factory=dict)
    result: int | None = None


def evaluate(program: Program, call: Call, bits: int, keys_first: bool) -> Outcome:
    """The buffers after a call, and the result, on a machine with pointers of ``bits`` bits."""
    return Evaluator(program, call, bits, keys_first).run()


class Evaluator:
    def __init__(self, program: Program, call: Call, bits: int, keys_first: bool) -> None:
        self.program, self.call, self.bits, self.keys_first = program, call, bits, keys_first
        self.memory: list[Memory] = []
        self.values: dict[str, int] = {}
        self.tables: dict[str, int] = {}
        self.steps = 0
        self.result: int | None = None

    def width(self, name: str) -> int:
        type = self.program.types[name]
        return WIDTHS.get(type, self.bits)

    def reserve(self, data: bytes, may: str, known: bool = True) -> int:
        self.memory.append(Memory(bytearray(data), may, None if known else bytearray(len(data))))
        return SEGMENT * len(self.memory)

    def run(self) -> Outcome:
        bases = {}
        for name, data in self.call.contents.items():
            bases[name] = self.reserve(data, "rw")
        for one in self.program.buffers:
            home, distance = self.call.places[one.name]
            self.values[one.name] = bases[home] + distance
        for name, type in self.program.scalars:
            self.values[name] = self.call.numbers[name] & (1 << WIDTHS.get(type, self.bits)) - 1
        self.block(self.program.body)
        after = {name: bytes(self.memory[base // SEGMENT - 1].data) for name, base in bases.items()}
        return Outcome(after, self.result)

    # -- statements ------------------------------------------------------------------------------------------------

    def block(self, body: Sequence[Stmt]) -> None:
        for stmt in body:
            self.count()
            self.statement(stmt)

    def count(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise Invalid("the program does not end")

    def statement(self, stmt: Stmt) -> None:
        if isinstance(stmt, Do):
            self.do(stmt)
        elif isinstance(stmt, If):
            self.block(stmt.body if self.holds(stmt.cond) else stmt.other)
        elif isinstance(stmt, Break):
            if self.holds(stmt.cond):
                raise Left
        elif isinstance(stmt, (Loop, While)):
            with suppress(Left):
                self.rounds(stmt)
        elif isinstance(stmt, Fixed):
            product = self.values[stmt.low] * self.values[stmt.by]
            self.put(stmt.low, product)
            self.put(stmt.high, product >> self.width(stmt.low))
        elif isinstance(stmt, Parts):
            for part in stmt.parts:
                self.block(part)
        elif isinstance(stmt, Chain):
            carry = 0
            for n, (dst, src) in enumerate(zip(stmt.dst, stmt.src)):
                total = self.values[dst] + self.values[src] + carry
                carry = total >> self.width(dst)
                self.put(dst, total)
                if n < len(stmt.between):
                    self.block(stmt.between[n])

    def rounds(self, stmt: Loop | While) -> None:
        if isinstance(stmt, While):
            while self.holds(stmt.cond, stmt.mask or -1):
                self.count()  # of a body without statements, too
                self.block(stmt.body)
            return
        for _ in range(self.values[stmt.count]):
            self.block(stmt.body)
            for name, amount in stmt.step:
                self.put(name, self.values[name] + amount)

    def holds(self, cond: Cond, mask: int = -1) -> bool:
        x, y = self.number(cond.x) & mask, self.number(cond.y, self.width(cond.x))
        if cond.kind in ("eq", "ne"):
            return (x == y) == (cond.kind == "eq")
        if cond.kind in ("slt", "sge"):
            width = self.width(cond.x)
            return (words.signed(width, x) < words.signed(width, y)) == (cond.kind == "slt")
        return (x < y) == (cond.kind == "lt")

    def number(self, source: Source, bits: int = 64) -> int:
        return source & (1 << bits) - 1 if isinstance(source, int) else self.values[source]

    def put(self, name: str, value: int) -> None:
        self.values[name] = value & (1 << self.width(name)) - 1

    def do(self, stmt: Do) -> None:
        op, dst, at = stmt.op, stmt.dst, stmt.attrs
        if op in ("note", "cold"):
            return
        if op == "ret":
            self.result = self.values[stmt.args[0]]
        elif op == "vload_lane":
            rows = words.lanes(at["lane"], 128, self.values[stmt.args[2]])
            rows[at["number"]] = int.from_bytes(self.access(stmt, 0, at["lane"] // 8, None), "little")
            self.put(dst[0], words.joined(at["lane"], rows))
        elif op == "vblock" or op.startswith(("load", "limbs", "vload")):
            for n, name in enumerate(dst):
                size = 16 if op == "vblock" else at.get("lane", self.width(name)) // 8
                if op.endswith("_signed"):
                    size = int(op.removeprefix("load").removesuffix("_signed")) // 8
                    held = bytes(self.access(stmt, 0, size, None))
                    self.put(name, words.signed(8 * size, self.ordered(held, at)))
                    continue
                held = bytes(self.access(stmt, n * size, size, None))
                self.put(name, self.ordered(held * (self.width(name) // 8 // size), at))
        elif op.startswith(("store", "vstore")):
            offset = 0
            for name in stmt.args[2:]:
                size = self.width(name) // 8
                self.access(stmt, offset, size, self.values[name].to_bytes(size, "big" if at.get("be") else "little"))
                offset += size
        elif op == "frame":
            self.values[dst[0]] = self.reserve(bytes(at["size"]), "rw", known=False)
        elif op == "table":
            if at["name"] not in self.tables:
                size = WIDTHS[at["type"]] // 8
                data = b"".join(value.to_bytes(size, "little") for value in at["values"])
                self.tables[at["name"]] = self.reserve(data, "r")
            self.values[dst[0]] = self.tables[at["name"]]
        elif op in ("add_each", "home") and len(dst) > 1:
            for name, arg in zip(dst, stmt.args):
                addend = self.number(arg, self.width(name))
                self.put(name, self.values[name] + addend if op == "add_each" else addend)
        elif op == "vtranspose":
            rows = [self.values[arg] for arg in stmt.args]
            for name, value in zip(dst, transposed(self.width(dst[0]), at["lane"], rows)):
                self.put(name, value)
        elif op in SEVERAL:
            bits = self.width(dst[0])
            for name, value in zip(dst, SEVERAL[op](bits, *(self.number(arg, bits) for arg in stmt.args))):
                self.put(name, value)
        else:
            self.put(dst[0], self.computed(op, at, self.width(dst[0]), stmt))

    @staticmethod
    def ordered(data: bytes, at: Mapping[str, Any]) -> int:
        return int.from_bytes(data, "big" if at.get("be") else "little")

    def computed(self, op: str, at: dict[str, Any], bits: int, stmt: Do) -> int:
        args = [self.number(arg, bits) for arg in stmt.args]
        if op == "select":
            return args[0] if self.holds(at["cond"]) else args[1]
        if op == "crc32c":
            crc, x = (self.values[arg] for arg in stmt.args)
            return words.crc32c(crc, x, self.width(stmt.args[1]))
        if op == "sext":
            return words.signed(self.width(stmt.args[0]), args[0])
        if op == "add_ternary":
            args = [self.values[stmt.dst[0]], *args]
        if op in words.AES:
            return words.aes_round(op, bits, self.keys_first, *args)
        if op == "aes_inv_mix":
            return words.aes_inv_mix(bits, *args)
        rule = words.WORDS.get(op) or words.VECTORS.get(op) or MOVES[op]
        return rule(bits, at, *args)

    def access(self, stmt: Do, more: int, size: int, data: bytes | None) -> bytearray:
        """``size`` bytes at a statement's place plus ``more``: read, or written with ``data``."""
        pointer, index = stmt.args[:2]
        offset: int = stmt.attrs["offset"]
        steps = self.values[index] * stmt.attrs.get("scale", 1) if index is not None else 0
        address = self.values[pointer] + steps + offset + more
        address &= (1 << self.bits) - 1
        which, place = divmod(address, SEGMENT)
        if not 1 <= which <= len(self.memory) or place + size > len(self.memory[which - 1].data):
            raise Invalid(f"{stmt.op} at {address:#x}: no such memory")
        memory = self.memory[which - 1]
        if data is not None:
            if "w" not in memory.may:
                raise Invalid(f"{stmt.op} to a table")
            memory.data[place : place + size] = data
            if memory.known is not None:
                memory.known[place : place + size] = b"\1" * size
        elif memory.known is not None and not all(memory.known[place : place + size]):
            raise Invalid(f"{stmt.op} of bytes of the frame that nothing has written")
        return memory.data[place : place + size]
