# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Carries out the text of the toy machine's functions, and holds them to its calling convention."""

from __future__ import annotations

import re
from collections.abc import Sequence

ONES = 0xFFFFFFFF
STEPS = 200_000
STACK = 0x10000
RETURN = 0xCAFE
"""The word that the caller leaves at sp; no instruction may change it."""
MEMORY = re.compile(r"\[(\w+)([+-]\d+)\]")
WORD = ".4byte"
PAIR = ".8byte"


class Fault(Exception):
    """A run that the machine stops, or a text that it does not understand."""


class Interpreter:
    """Memory of bytes by address, where only what was put there can be got; registers with anything in them."""

    def __init__(self, text: str) -> None:
        self.code: list[tuple[str, list[str]]] = []
        self.labels: dict[str, int] = {}
        self.tables: dict[str, int] = {}
        self.memory: dict[int, int] = {}
        self.words = {f"r{n}": 0xA5A50000 + n for n in range(7)}
        self.vectors = {f"v{n}": [0x5A5A0000 + 16 * n + lane for lane in range(4)] for n in range(8)}
        self.flags: dict[str, bool] = {}
        at, name = 0x7000, ""
        for line in re.sub(r"/\*.*?\*/", "", text, flags=re.S).splitlines():
            word, _, rest = line.partition("#")[0].strip().replace("\t", " ").partition(" ")
            operands = [operand.strip() for operand in rest.split(",")] if rest.strip() else []
            if word == "loom_table":
                name = operands[0]
            elif word.endswith(":"):
                name = word[:-1]
                self.labels[name] = len(self.code)
            elif word in (WORD, PAIR) and name not in (".note", ""):
                size = 4 if word == WORD else 8
                self.tables.setdefault(name, at)
                for operand in operands:
                    self.place(at, int(operand, 0).to_bytes(size, "little"))
                    at += size
            elif word and word[0] != "." and not word.startswith("loom_"):
                self.code.append((word, operands))

    def place(self, at: int, data: bytes) -> None:
        self.memory.update({at + i: byte for i, byte in enumerate(data)})

    def bytes(self, at: int, count: int) -> bytes:
        if any(at + i not in self.memory for i in range(count)):
            raise Fault(f"{count} bytes at {at:#x}: nothing is there")
        return bytes(self.memory[at + i] for i in range(count))

    def call(self, *args: int) -> None:
        """One call; Fault where the convention is broken."""
        self.place(STACK, RETURN.to_bytes(4, "little"))
        self.place(STACK - 4096, bytes(4096))
        self.words.update({f"r{n}": value for n, value in enumerate(args)}, sp=STACK)
        kept = {**{f"r{n}": self.words[f"r{n}"] for n in (4, 5, 6)}, "sp": STACK}
        vectors = {f"v{n}": list(self.vectors[f"v{n}"]) for n in (5, 6, 7)}
        at = 0
        for _ in range(STEPS):
            if at == len(self.code):
                raise Fault("control runs past the last instruction")
            mnem, ops = self.code[at]
            at += 1
            if mnem == "back":
                break
            at = self.step(mnem, ops, at)
        else:
            raise Fault("it does not end")
        if {name: self.words[name] for name in kept} != kept or self.bytes(STACK, 4) != RETURN.to_bytes(4, "little"):
            raise Fault("the caller's registers, or where it goes on, are not as they were")
        if {name: self.vectors[name] for name in vectors} != vectors:
            raise Fault("the caller's vectors are not as they were")

    def step(self, mnem: str, ops: list[str], at: int) -> int:
        """Carry out one instruction; the place of the next one."""
        if mnem == "go" or mnem.startswith("when."):
            taken = mnem == "go" or {
                "when.same": self.flags["E"], "when.other": not self.flags["E"],
                "when.less": self.flags["L"], "when.more": not self.flags["L"],
            }[mnem]  # fmt: skip
            return self.labels[ops[0]] if taken else at
        if mnem == "weigh":
            x, y = self.value(ops[0])[0], self.value(ops[1])[0]
            self.flags = {"E": x == y, "L": x < y}
        elif mnem == "where":
            self.write(ops[0], [self.tables[ops[1]]])
        elif mnem in ("get", "put"):
            self.transfer(mnem, *ops)
        else:
            self.write(ops[0], [self.word(mnem, *lanes) for lanes in zip(*self.sources(ops))])
        return at

    def transfer(self, mnem: str, register: str, memory: str) -> None:
        found = MEMORY.fullmatch(memory)
        if found is None:
            raise Fault(f"{mnem} {register}, {memory}: no memory operand")
        place, count = self.words[found[1]] + int(found[2]), 16 if register in self.vectors else 4
        data = self.bytes(place, count)
        if mnem == "put":
            self.place(place, b"".join(word.to_bytes(4, "little") for word in self.value(register)))
        else:
            self.write(register, [int.from_bytes(data[i : i + 4], "little") for i in range(0, count, 4)])

    def sources(self, ops: list[str]) -> Sequence[Sequence[int]]:
        """Each source in as many lanes as the result has."""
        lanes = 4 if ops[0] in self.vectors else 1
        found = [self.value(op) for op in ops[1:]]
        return [value * lanes if len(value) < lanes else value for value in found]

    @staticmethod
    def word(mnem: str, x: int, y: int = 0) -> int:
        if mnem not in ("set", "same", "sum", "dif", "both", "any", "odd", "turn"):
            raise Fault(f"{mnem}: no such instruction")
        return {
            "set": x, "same": x, "sum": x + y, "dif": x - y, "both": x & y, "any": x | y, "odd": x ^ y,
            "turn": x << y % 32 | x >> (32 - y) % 32,
        }[mnem] & ONES  # fmt: skip

    def value(self, op: str) -> list[int]:
        if op in self.vectors:
            return self.vectors[op]
        return [self.words[op] if op in self.words else int(op) & ONES]

    def write(self, op: str, value: list[int]) -> None:
        if op in self.vectors:
            self.vectors[op] = value
        elif op in self.words:
            self.words[op] = value[0]
        else:
            raise Fault(f"{op}: no register")
