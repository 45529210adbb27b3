# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The toy machine's assembly: functions to text, and text carried out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.model import Function, Imm, Instr, LabelDef, LabelRef, Mem, Operand, Phys, R

SP = 7
ONES = 0xFFFFFFFF
STEPS = 200_000
RETURN = 0xCAFE
"""The word that the caller leaves at sp; no instruction may change it."""


def render(function: Function) -> str:
    """One instruction a line; tables behind the code, their words with ``=``."""
    lines = [f"{function.symbol}:"]
    for item in function.body:
        if isinstance(item, LabelDef):
            lines.append(f"{item.name}:")
        elif isinstance(item, Instr):
            lines.append(f"  {item.mnem} {', '.join(map(_operand, item.ops))}".rstrip())
    for table in function.tables:
        lines.append(f"{table.name}:")
        data = b"".join(value.to_bytes(table.element, "little") for value in table.values)
        lines += [f"  = {int.from_bytes(data[i : i + 4], 'little'):#x}" for i in range(0, len(data), 4)]
    return "\n".join(lines) + "\n"


def _register(reg: object) -> str:
    assert isinstance(reg, Phys)
    return "sp" if reg == Phys("gp", SP) else f"{'v' if reg.cls == 'vec' else 'r'}{reg.num}"


def _operand(op: Operand) -> str:
    if isinstance(op, R):
        return _register(op.reg)
    if isinstance(op, Imm):
        return str(op.value)
    if isinstance(op, Mem):
        assert op.base is not None and op.slot is None
        return f"[{_register(op.base)}{op.disp:+d}]"
    assert isinstance(op, LabelRef)
    return op.name


class Fault(Exception):
    """A run that the machine stops."""


class Machine:
    """Memory of bytes by address, where only what was put there can be got; registers with anything in them."""

    def __init__(self, text: str) -> None:
        self.code: list[tuple[str, list[str]]] = []
        self.labels: dict[str, int] = {}
        self.tables: dict[str, int] = {}
        self.memory: dict[int, int] = {}
        self.words = {f"r{n}": 0xA5A50000 + n for n in range(SP)}
        self.vectors = {f"v{n}": [0x5A5A0000 + 16 * n + lane for lane in range(4)] for n in range(8)}
        self.flags: dict[str, bool] = {}
        at, name = 0x7000, ""
        for line in text.splitlines():
            word, _, rest = line.strip().partition(" ")
            if line.endswith(":"):
                name = line[:-1]
                self.labels[name] = len(self.code)
            elif word == "=":
                self.tables.setdefault(name, at)
                self.place(at, int(rest, 0).to_bytes(4, "little"))
                at += 4
            else:
                self.code.append((word, rest.split(", ") if rest else []))

    def place(self, at: int, data: bytes) -> None:
        self.memory.update({at + i: byte for i, byte in enumerate(data)})

    def bytes(self, at: int, count: int) -> bytes:
        if any(at + i not in self.memory for i in range(count)):
            raise Fault(f"{count} bytes at {at:#x}: nothing is there")
        return bytes(self.memory[at + i] for i in range(count))

    def call(self, *args: int) -> None:
        """One call; Fault where the convention is broken."""
        sp = 0x10000
        self.place(sp, RETURN.to_bytes(4, "little"))
        self.place(sp - 4096, bytes(4096))
        self.words.update({f"r{n}": value for n, value in enumerate(args)}, sp=sp)
        kept = {**{f"r{n}": self.words[f"r{n}"] for n in (4, 5, 6)}, "sp": sp}
        vectors = {f"v{n}": list(self.vectors[f"v{n}"]) for n in (5, 6, 7)}
        at = 0
        for _ in range(STEPS):
            mnem, ops = self.code[at]
            at += 1
            if mnem == "back":
                break
            at = self.step(mnem, ops, at)
        else:
            raise Fault("it does not end")
        if {name: self.words[name] for name in kept} != kept or self.bytes(sp, 4) != RETURN.to_bytes(4, "little"):
            raise Fault("the caller's registers, or where it goes on, are not as they were")
        if {name: self.vectors[name] for name in vectors} != vectors:
            raise Fault("the caller's vectors are not as they were")

    def step(self, mnem: str, ops: list[str], at: int) -> int:
        if mnem in ("go", "when.same", "when.other", "when.less", "when.more"):
            taken = {
                "when.same": self.flags.get("E"), "when.other": not self.flags.get("E"),
                "when.less": self.flags.get("L"), "when.more": not self.flags.get("L"),
            }.get(mnem, True)  # fmt: skip
            return self.labels[ops[0]] if taken else at
        if mnem == "weigh":
            x, y = self.value(ops[0])[0], self.value(ops[1])[0]
            self.flags = {"E": x == y, "L": x < y}
        elif mnem == "where":
            self.write(ops[0], [self.tables[ops[1]]])
        elif mnem in ("get", "put"):
            base, disp = re.fullmatch(r"\[(\w+)([+-]\d+)\]", ops[1]).groups()  # type: ignore[union-attr]
            place, count = self.words[base] + int(disp), 16 if ops[0][0] == "v" else 4
            if mnem == "put":
                self.bytes(place, count)
                self.place(place, b"".join(word.to_bytes(4, "little") for word in self.value(ops[0])))
            else:
                data = self.bytes(place, count)
                self.write(ops[0], [int.from_bytes(data[i : i + 4], "little") for i in range(0, count, 4)])
        else:
            self.write(ops[0], [self.word(mnem, *lanes) for lanes in zip(*self.sources(ops))])
        return at

    def sources(self, ops: list[str]) -> Sequence[Sequence[int]]:
        lanes = 4 if ops[0][0] == "v" else 1
        found = [self.value(op) for op in ops[1:]]
        return [value * lanes if len(value) < lanes else value for value in found]

    @staticmethod
    def word(mnem: str, x: int, y: int = 0) -> int:
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
        else:
            self.words[op] = value[0]
