# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The instances of the forms of x86 and x86_64, executed by this processor, or by an emulator with more features."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import capstone.x86 as x86

import proof.x86_call  # noqa: F401  # registers the rules
from proof.graph import State
from proof.memory import NoProof
from proof.objects import Object
from proof.values import value
from proof.x86 import Machine
from targets.toolchain import provision
from tests.isa.test_executed import widest
from tests.proof import encoded_x86
from tests.proof.executed import Executed
from tests.proof.harvest import Instance, harvest
from tests.proof.inputs_x86 import REGION, Inputs, Setter, lane_of
from tests.proof.more_forms import assembled
from tests.proof.program_x86 import FLAGS, MASKS, TOOK, VECTORS, jumps, program
from tests.proof.stepper import Program

TARGETS = {
    "x86_64": ("x86_64-linux-gnu", "x86_64-w64-mingw32"),
    "x86": ("i686-linux-gnu", "i686-w64-mingw32"),
}
CONDITIONS = {"b": "c", "e": "z", "s": "s", "be": "cz", "l": "so", "le": "soz"}
"""A condition → the flags that it reads."""
BIT = {"c": 0, "z": 6, "s": 7, "o": 11}
UNDEFINED = {
    **dict.fromkeys(("mul", "imul"), "zs"),
    **dict.fromkeys(("bsf", "bsr"), "cso"),
    "bt": "so",
    **dict.fromkeys(("shl", "shr", "sar", "rol", "ror", "shld", "shrd"), "o"),
}
"""Flags that Intel's manual leaves undefined. The overflow flag after a shift by one bit is defined, and no rule has
it."""
CHANGED = 400
"""Instructions with a bit changed that are executed."""
STATED = re.compile(
    "which is undefined$|a short word shifted by a register|lanes rotated by counts that are not constant"
)
"""Refusals of some values of operands, by rules that have others."""
_WRONG = re.compile("psrlq .*0x40$")
"""What Bochs executes otherwise than processors: a shift by 64 bits, as one by none."""
NEEDED = frozenset("avx512bw avx512vl avx512dq avx512ifma avx512vnni vaes vpclmulqdq sha adx bmi2".split())
"""The features of a CPU that has all forms."""


def extended(one: Instance) -> bool:
    """Whether an instruction needs more than AVX2 and AES."""
    of_two_blocks = one.mnemonic.startswith(("vaes", "vpclmul")) and "ymm" in one.operands
    return one.code[0] == 0x62 or one.mnemonic.startswith(("k", "sha")) or of_two_blocks


class Forms(Executed):
    """All instances of one instruction set, in a program of this CPU. If this CPU lacks features, Bochs executes those
    of 64 bits, and the program of 32 bits has the forms of AVX2."""

    took, region = TOOK, REGION

    def __init__(self, arch: str, folder: Path, native: bool | None = None) -> None:
        self.arch, self.word = arch, 64 if arch == "x86_64" else 32
        self.forms = harvest(TARGETS[arch], folder)
        self.every = [one for some in self.forms.values() for one in some]
        self.every += assembled(arch, folder)
        encoded = encoded_x86.instances(self.word)
        self.every += [one for one, _ in encoded]
        self.every += encoded_x86.changed(self.every, self.word, CHANGED)
        features, emulator = widest()
        here = NEEDED <= features and not emulator if native is None else native
        self.wide = here or self.word == 64
        if not self.wide:
            self.every = [one for one in self.every if not extended(one)]
        self.numbered = [some for one, some in encoded if some and self.word == 64 and (here or not extended(one))]
        flags = [] if self.word == 64 else ["-m32"]
        before = [] if here or self.word == 32 else provision.bochs_command()
        if before:
            self.numbered = [[one for one in some if not _WRONG.search(str(one))] for some in self.numbered]
        text = program([*self.every, *chain(*self.numbered)], self.word, self.wide)
        self.program = Program(folder, text, "gcc", flags, before)

    def setter(self, one: Instance, number: int, code: bytes) -> Setter:
        return Setter(one, number, self.word, self.program.at, code)

    def machine(self, code: bytes, inputs: Inputs) -> Machine:
        return Machine(Object(code, b""), inputs.machine.map, {}, range(0))

    def jumps(self, one: Instance) -> bool:
        return jumps(one)

    def refusal(self, error: NoProof) -> str:
        return "" if STATED.search(str(error)) else super().refusal(error)

    def lacking(self) -> set[str]:
        return {name for name, some in self.forms.items() if not self.wide and all(map(extended, some))}

    def compared(self, inputs: Inputs, state: State, one: Instance, turn: int, seen: bytes) -> str:
        size, given = self.word // 8, inputs.given[turn]

        def at(place: int, count: int, data: bytes = seen) -> int:
            return int.from_bytes(data[place : place + count], "little")

        for cell, term in state.items():
            if cell[0] not in ("r", "v") or (cell[0] == "v" and cell[2] > 1 and not self.wide):
                continue
            place, count = (8 * cell[1], size) if cell[0] == "r" else (VECTORS + 64 * cell[1] + 16 * cell[2], 16)
            rule = at(place, count, given) if term is inputs.state[cell] else value(term, turn)
            if rule != at(place, count):
                return f"{cell}: {rule:#x} by the rule, {at(place, count):#x} by the processor"
        for n in range(8 if self.wide else 0):
            if _mask(inputs.state, state, n, at(MASKS + 8 * n, 8, given), turn, one) != at(MASKS + 8 * n, 8):
                return f"mask {n}"
        name = "" if _no_shift(one, inputs.machine) else one.mnemonic
        return _flags(inputs.machine, state, name, at(FLAGS, 4), turn)


def _no_shift(one: Instance, machine: Machine) -> bool:
    """Whether an instruction shifts by no bit, and leaves all flags as they were."""
    operands = machine.code[0].operands
    if "o" not in UNDEFINED.get(one.mnemonic, "") or len(operands) < 2:
        return False
    return operands[-1].type == x86.X86_OP_IMM and not operands[-1].imm & (63 if operands[0].size == 8 else 31)


def _mask(before: State, state: State, n: int, given: int, turn: int, one: Instance) -> int:
    """A mask: what it was, a word, or lanes of ones and zeros."""
    found = state.get(("k", n))
    if found is before.get(("k", n)):
        return given
    assert found is not None
    whole = int(value(found, turn))
    if one.mnemonic == "kmovw":
        return whole
    lane = lane_of(one)
    return sum((whole >> at & 1) << at // lane for at in range(0, found.w, lane))


def _flags(machine: Machine, state: State, name: str, seen: int, turn: int) -> str:
    """Conditions that the rule says anything of. It must say nothing of a flag that the manual leaves undefined."""
    for code, reads in CONDITIONS.items():
        try:
            found = machine.holds(state, code)
        except NoProof:
            continue
        if set(reads) & set(UNDEFINED.get(name, "")):
            return f"condition {code} of a flag that is undefined"
        bit = {flag: seen >> place & 1 for flag, place in BIT.items()}
        less = bit["s"] ^ bit["o"]
        wanted = {"b": bit["c"], "e": bit["z"], "s": bit["s"], "be": bit["c"] | bit["z"], "l": less,
                  "le": less | bit["z"]}[code]  # fmt: skip
        if value(found, turn) != wanted:
            return f"condition {code}: {value(found, turn)} by the rule"
    return ""
