# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The instances of AArch64's forms, executed by qemu."""

from __future__ import annotations

from pathlib import Path

import proof.a64_call  # noqa: F401  # registers the rules
from proof.a64 import Machine
from proof.a64_operands import SP
from proof.graph import State
from proof.memory import NoProof
from proof.objects import Object
from proof.values import value
from targets.toolchain.find import require
from tests.proof.executed import Executed
from tests.proof.harvest import Instance, harvest
from tests.proof.inputs_a64 import REGION, Inputs, Setter
from tests.proof.more_forms import assembled, numbers_a64
from tests.proof.program_a64 import FLAGS, PAGE, STACK, TOOK, VECTORS, jumps, program
from tests.proof.stepper import Program

TARGETS = ("aarch64-linux-gnu", "aarch64-pc-windows-msvc")


class Forms(Executed):
    arch, took, region = "aarch64", TOOK, REGION

    def __init__(self, folder: Path) -> None:
        self.forms = harvest(TARGETS, folder)
        self.every = [
            one for some in self.forms.values() for one in some if one.field is None or one.mnemonic == PAGE
        ] + assembled("aarch64", folder)  # fmt: skip
        self.numbered = [assembled("aarch64", folder, list(numbers_a64()))]
        before = [str(require("qemu-aarch64")), "-cpu", "max"]
        flags = ["-Wa,-march=armv8.6-a+crypto+sha3"]
        self.program = Program(folder, program([*self.every, *self.numbered[0]]), "aarch64-gcc", flags, before)

    def setter(self, one: Instance, number: int, code: bytes) -> Setter:
        return Setter(one, number, self.program.at, code)

    def machine(self, code: bytes, inputs: Inputs) -> Machine:
        return Machine(Object(code, b""), inputs.machine.map, {})

    def jumps(self, one: Instance) -> bool:
        return jumps(one)

    def compared(self, inputs: Inputs, state: State, one: Instance, turn: int, seen: bytes) -> str:
        def at(place: int, count: int) -> int:
            return int.from_bytes(seen[place : place + count], "little")

        for cell, term in state.items():
            if cell[0] not in ("r", "v") or cell == ("r", inputs.scratch):
                continue
            place, count = (8 * cell[1], 8) if cell[0] == "r" else (VECTORS + 16 * cell[1], 16)
            if cell == ("r", SP):
                place = STACK
            rule = value(term, turn)
            if rule != at(place, count):
                return f"{cell}: {rule:#x} by the rule, {at(place, count):#x} by the processor"
        return _flags(inputs.machine, state, at(FLAGS, 8), turn)


def _flags(machine: Machine, state: State, seen: int, turn: int) -> str:
    """Conditions that the rule says anything of. Arm's manual leaves no flag undefined."""
    n, z, c, v = (seen >> bit & 1 for bit in (31, 30, 29, 28))
    wanted = {"mi": n, "eq": z, "hs": c, "hi": c & ~z, "lt": n ^ v, "le": n ^ v | z}
    for code, want in wanted.items():
        try:
            found = machine.holds(state, code)
        except NoProof:
            continue
        if value(found, turn) != want:
            return f"condition {code}: {value(found, turn)} by the rule"
    return ""
