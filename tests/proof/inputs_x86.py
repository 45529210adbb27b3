# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The registers and the memory before an instruction of x86 or x86_64, as terms with values for each turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from proof.conditions import slt
from proof.graph import State
from proof.memory import DATA, Map, Region
from proof.objects import Object
from proof.terms import BLOCK, Term, add, bxor, concat, const, extract, node, sext, sub, sym
from proof.values import value
from proof.x86 import CODE, GP, REGISTERS, RELATIVE, SP, Machine
from tests.proof.harvest import Instance
from tests.proof.program_x86 import FLAGS, MASKS, OFFSET, VECTORS, field_place, jumps
from tests.proof.stepper import BYTES, MEMORY, MIDDLE, TABLE, TURNS, blocks, leaf, leaves, memory, steps, words

REGION = Region("form memory")
NO_ACCESS = frozenset(("lea", "nop"))
STACK = frozenset(("push", "pop", "call", "ret"))
ALIGNED = re.compile(r"v?mov(dqa|aps)|(?!v)(?!movdqu|movups|lddqu).*\bxmmword")
"""Instructions that fault on an address that is no multiple of the operand's size."""
CONSTANT = re.compile(r"vp(ror|s[lr]l)v")
"""Shifts of lanes, whose counts may be constants from read-only data. Rotations to the right have no others."""


@dataclass(slots=True)
class Inputs:
    """``given``: the bytes of a request for each turn."""

    state: State
    given: list[bytes]
    machine: Machine
    buffer: int
    end: int


def lane_of(one: Instance) -> int:
    """The bits of a lane, by the last letter of an instruction's name."""
    return {"b": 8, "w": 16, "d": 32, "q": 64}[one.mnemonic[-1]]


class Setter:
    """Makes the inputs of one instance."""

    def __init__(self, one: Instance, number: int, word: int, at: dict[str, int], code: bytes) -> None:
        self.one, self.word, self.at, self.draw = one, word, at, Random(number)
        self.full = (1 << word) - 1
        self.buffer = at["made"] + MEMORY
        self.begin = at[f"begin_{number}"]
        self.end = at[f"end_{number}"]
        self.number = number
        self.map = Map(data=TABLE, word=word)
        self.state: State = {}
        refers = {}
        if one.field is not None:
            refers[one.field[0]] = one.field[1], field_place(one)
        self.machine = Machine(Object(code if jumps(one) else one.code, b"", refers), self.map, {}, range(0))

    def make(self) -> Inputs:
        w, state, draw = self.word, self.state, self.draw
        table, code = sym(w, DATA), sym(w, CODE)
        table.sig, code.sig = [self.at["table"]] * TURNS, [self.begin] * TURNS
        self.map.regions[table] = DATA
        state["m", DATA] = memory(DATA, self.at["table"], [TABLE] * TURNS)
        images = blocks(draw, (BYTES - MEMORY) // 16)
        state.update({("r", n): leaf(w, name, words(draw, w)) for n, name in enumerate(GP[: w // 4])})
        self.vectors = blocks(draw, 4 * (32 if w == 64 else 8))
        for at in range(0, len(self.vectors[0]), 16):
            state["v", at // 64, at // 16 % 4] = leaves(BLOCK, f"xmm{at // 64} {at // 16 % 4}", self.vectors, at)
        self._flags()
        self._masks()
        self._addresses(images)
        if self.map.regions.keys() != {table}:
            state["m", REGION] = memory(REGION, self.buffer, images)
        given = [self._request(turn, images[turn]) for turn in range(TURNS)]
        return Inputs(dict(state), given, self.machine, self.buffer, self.end)

    def _flags(self) -> None:
        w, draw = self.word, self.draw
        left, right = words(draw, w), words(draw, w)
        right = [x if n % 4 == 3 else y for n, (x, y) in enumerate(zip(left, right))]
        self.left, self.right = leaf(w, "left", left), leaf(w, "right", right)
        compared = node("flags", 2, (self.left, self.right), "sub")
        self.state.update({("flag", flag): compared for flag in "czo"})
        if self.one.mnemonic == "adox":  # its rule takes the flag as one bit
            gap = sub(self.left, self.right)
            over = bxor(slt(self.left, self.right), extract(w - 1, w - 1, gap))
            self.state["flag", "o"] = node("flags", 2, (over,), "bit")

    def _masks(self) -> None:
        """Masks that the instruction reads: a constant, or lanes of ones and zeros."""
        self.masks = [words(self.draw, 64) for _ in range(8)]
        for name in re.findall(r"\bk(\d)", "" if self.one.operands[:1] == "k" else self.one.operands):
            n = int(name)
            if "{k" in self.one.operands:
                self.masks[n] = [self.draw.getrandbits(64)] * TURNS
                self.state["k", n] = const(64, self.masks[n][0])
            else:
                bits = leaf(64, f"k{n}", self.masks[n])
                lane = lane_of(self.one)
                count = {"x": 128, "y": 256, "z": 512}[self.one.operands[0]] // lane
                self.state["k", n] = concat(*(sext(lane, extract(k, k, bits)) for k in reversed(range(count))))

    # -- addresses -------------------------------------------------------------------------------------------------

    def _addresses(self, images: list[bytes]) -> None:
        one, decoded = self.one, self.machine.code[0]
        if one.mnemonic in NO_ACCESS and one.field is None:
            return
        if one.mnemonic in STACK:
            self._pointer(SP, self._targets(8), 0)
            if one.mnemonic == "ret":
                for turn, pointer in enumerate(self.state["r", SP].sig):
                    at = pointer - self.buffer
                    size = self.word // 8
                    images[turn] = images[turn][:at] + self.end.to_bytes(size, "little") + images[turn][at + size :]
            if one.mnemonic not in ("push", "pop") or "[" not in one.operands:
                return
        import capstone.x86 as x86

        for operand in decoded.operands:
            if operand.type == x86.X86_OP_MEM:
                self._operand(decoded, operand.mem)

    def _targets(self, step: int) -> list[int]:
        return [self.buffer + MIDDLE + at for at in steps(self.draw, step)]

    def _operand(self, decoded: Any, mem: Any) -> None:
        """Registers of an address, so that it is in the memory or in the table."""
        base, index = (decoded.reg_name(n) if n else None for n in (mem.base, mem.index))
        if base == "rip":
            return
        numbers = [REGISTERS[name][0] for name in (base, index) if name]
        if self.one.field is not None:
            assert index is None, self.one
            if base is not None and self.one.field[1] in RELATIVE:
                self.state["r", numbers[0]] = self.machine.here(0)
            elif base is not None:
                self.state["r", numbers[0]] = leaf(
                    self.word, "step", [64 * self.draw.randrange(3) for _ in range(TURNS)]
                )
            return
        assert base is not None and base != index, self.one
        if CONSTANT.match(self.one.mnemonic) and ("ror" in self.one.mnemonic or self.number % 2):
            away = OFFSET + 16 * (self.number % 24) - mem.disp
            self.state["r", numbers[0]] = add(sym(self.word, DATA), const(self.word, away))
            return
        targets = self._targets(64 if ALIGNED.match(str(self.one)) else 1)
        self._pointer(numbers[0], targets, mem.disp)
        if index is not None:
            steps = [self.draw.getrandbits(self.word) for _ in range(TURNS)]
            step = self.state["r", numbers[1]] = leaf(self.word, "index", steps)
            back = leaf(self.word, "back", [-n * mem.scale for n in step.sig])
            self.state["r", numbers[0]] = add(self.state["r", numbers[0]], back)

    def _pointer(self, register: int, targets: list[int], away: int) -> None:
        pointer = self.state["r", register] = leaf(self.word, "pointer", [at - away for at in targets])
        self.map.regions[pointer] = REGION

    # -- the request -----------------------------------------------------------------------------------------------

    def _request(self, turn: int, image: bytes) -> bytes:
        out = bytearray(BYTES)

        def put(at: int, term: Term) -> None:
            out[at : at + term.w // 8] = value(term, turn).to_bytes(term.w // 8, "little")

        for n in range(self.word // 4):
            put(8 * n, self.state["r", n])
        out[VECTORS : VECTORS + len(self.vectors[turn])] = self.vectors[turn]
        put(FLAGS, self.left)
        put(FLAGS + 8, self.right)
        for n, masks in enumerate(self.masks):
            out[MASKS + 8 * n : MASKS + 8 * n + 8] = masks[turn].to_bytes(8, "little")
        out[MEMORY:] = image
        return bytes(out)
