# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The registers and the memory before an instruction of AArch64, as terms with values for each turn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from proof.a64 import KINDS, LINK, LOW, Machine
from proof.a64_operands import SP, Gp, Mem
from proof.graph import State
from proof.memory import DATA, Map, Region
from proof.objects import Object
from proof.terms import BLOCK, add, node, sym
from proof.values import value
from tests.proof.harvest import Instance
from tests.proof.program_a64 import FLAGS, OFFSET, PAGE, SIGN, STACK, VECTORS, scratch
from tests.proof.stepper import BYTES, MEMORY, MIDDLE, TABLE, TURNS, blocks, leaf, leaves, memory, steps, words

REGION = Region("form memory")
LANES = {"b": 8, "h": 16, "w": 32, "x": 64}


@dataclass(slots=True)
class Inputs:
    """``given``: the bytes of a request for each turn. ``scratch``: the register that holds none of its values."""

    state: State
    given: list[bytes]
    machine: Machine
    buffer: int
    end: int
    scratch: int


def extended(x: int, shift: tuple[str, int] | None) -> int:
    """The index of an address (Arm's manual, "Shifted and extended registers")."""
    if shift is None:
        return x
    name, count = shift
    if name == "lsl":
        return x << count
    bits = LANES[name[3]]
    x &= (1 << bits) - 1
    if name[0] == "s":
        x -= x >> (bits - 1) << bits
    return x << count


class Setter:
    """Makes the inputs of one instance."""

    def __init__(self, one: Instance, number: int, at: dict[str, int], code: bytes) -> None:
        self.one, self.at, self.draw = one, at, Random(number)
        self.buffer, self.end = at["made"] + MEMORY, at[f"end_{number}"]
        self.map = Map(data=TABLE)
        self.state: State = {}
        refers = {0: (KINDS[PAGE], OFFSET), 4: (LOW, OFFSET)} if one.mnemonic == PAGE else {}
        if refers:  # the fields are empty in an object
            to = one.code[0] & 31
            code = one.code + (0x91000000 | to << 5 | to).to_bytes(4, "little")
        self.machine = Machine(Object(code, b"", refers), self.map, {})

    def make(self) -> Inputs:
        state, draw = self.state, self.draw
        table = sym(64, DATA)
        table.sig = [self.at["table"]] * TURNS
        self.map.regions[table] = DATA
        state["m", DATA] = memory(DATA, self.at["table"], [TABLE] * TURNS)
        images = blocks(draw, (BYTES - MEMORY) // 16)
        state.update({("r", n): leaf(64, f"x{n}", words(draw, 64)) for n in range(31)})
        state["r", SP] = leaf(64, "sp", [one & -16 for one in words(draw, 64)])
        if self.one.mnemonic == "ret":
            state["r", LINK] = leaf(64, "end", [self.end] * TURNS)
        if self.one.mnemonic in (*SIGN, *SIGN.values()):  # a return address has no bits where the signature goes
            state["r", LINK] = leaf(64, "return", [draw.getrandbits(38) << 2 for _ in range(TURNS)])
        vectors = blocks(draw, 32)
        state.update({("v", n): leaves(BLOCK, f"v{n}", vectors, 16 * n) for n in range(32)})
        left, right = words(draw, 64), words(draw, 64)
        right = [x if n % 4 == 3 else y for n, (x, y) in enumerate(zip(left, right))]
        compared = leaf(64, "left", left), leaf(64, "right", right)
        state["flag", "nzcv"] = node("flags", 4, compared, "sub")
        for operand in self.machine.code[0].operands:
            if isinstance(operand, Mem):
                self._address(operand)
                state["m", REGION] = memory(REGION, self.buffer, images)
        given = []
        for turn in range(TURNS):
            out = bytearray(BYTES)
            for n in range(32):
                at = STACK if n == SP else 8 * n
                out[at : at + 8] = value(state["r", n], turn).to_bytes(8, "little")
            for n, term in enumerate(compared):
                out[FLAGS + 8 * n : FLAGS + 8 * n + 8] = value(term, turn).to_bytes(8, "little")
            out[VECTORS : VECTORS + 512] = vectors[turn]
            out[MEMORY:] = images[turn]
            given.append(bytes(out))
        return Inputs(dict(state), given, self.machine, self.buffer, self.end, scratch(self.one))

    def _address(self, mem: Mem) -> None:
        """Registers of an address, so that it is in the memory. sp stays a multiple of 16, as the processor demands."""
        away = 0 if mem.mode == "post" else mem.disp
        targets = [self.buffer + MIDDLE + at for at in steps(self.draw, 1)]
        if mem.base.number == SP:
            targets = [(at & -16) + away % 16 for at in targets]
        pointer = leaf(64, "pointer", [at - away for at in targets])
        self.map.regions[pointer] = REGION
        self.state["r", mem.base.number] = pointer
        if mem.index is not None:
            assert isinstance(mem.index, Gp) and mem.index.number != mem.base.number
            index = leaf(64, "index", [self.draw.getrandbits(64) for _ in range(TURNS)])
            self.state["r", mem.index.number] = index
            low = (1 << mem.index.w) - 1
            back = leaf(64, "back", [-extended(x & low, mem.index.shift) for x in index.sig])
            self.state["r", mem.base.number] = add(pointer, back)
