# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of AArch64's instructions against qemu: every form of the proved objects executes.

The forms are taken from the objects. Registers, flags and memory are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import proof.a64_call  # noqa: F401  # registers the rules
from proof import values
from proof.a64 import RULES, Machine
from proof.a64_operands import SP
from proof.graph import State
from proof.memory import NoProof
from proof.objects import Object
from proof.terms import Term, fresh
from proof.values import value
from targets.toolchain.find import require
from tests.proof import meanings, plants
from tests.proof.harvest import Instance, form, harvest
from tests.proof.inputs_a64 import REGION, Inputs, Setter
from tests.proof.more_forms import assembled, numbers_a64
from tests.proof.program_a64 import FLAGS, PAGE, STACK, TOOK, VECTORS, jumps, program
from tests.proof.stepper import BYTES, MEMORY, Program, differing, shown

TARGETS = ("aarch64-linux-gnu", "aarch64-pc-windows-msvc")
UNCONFIRMED: dict[str, str] = {}
"""Forms that no test executes, with the reason."""


class Forms:
    """All instances, in a program for qemu."""

    def __init__(self, folder: Path) -> None:
        self.forms = harvest(TARGETS, folder)
        self.every = [
            one for name, some in self.forms.items() if name not in UNCONFIRMED for one in some
            if one.field is None or one.mnemonic == PAGE
        ]  # fmt: skip
        self.every += assembled("aarch64", folder)
        self.numbered = assembled("aarch64", folder, list(numbers_a64()))
        before = [str(require("qemu-aarch64")), "-cpu", "max"]
        flags = ["-Wa,-march=armv8.6-a+crypto+sha3"]
        self.program = Program(folder, program([*self.every, *self.numbered]), "aarch64-gcc", flags, before)

    def difference(self, number: int) -> str:
        """What an instance does otherwise than its rule says, or nothing."""
        fresh()
        one = self.every[number]
        code = self.program.code(f"begin_{number}", f"{'last' if jumps(one) else 'end'}_{number}")
        inputs = Setter(one, number, self.program.at, code).make()
        state = dict(inputs.state)
        try:
            goals = self._step(inputs.machine, state, one)
        except NoProof as error:
            return f"no meaning: {error}"
        for turn, seen in enumerate(self.program.run(number, inputs.given)):
            found = _compared(inputs, state, one, turn, seen)
            if jumps(one):
                went = [at for cond, at in goals if value(cond, turn)]
                wanted = "took" if int.from_bytes(seen[TOOK : TOOK + 4], "little") else "end"
                place = self.program.at[f"{wanted}_{number}"] - self.program.at[f"begin_{number}"]
                if went != [place]:
                    found = f"a branch to {wanted}"
            if found:
                return f"{found}, turn {turn}"
        return ""

    def other_numbers(self) -> dict[str, str]:
        """What instances that differ by numbers do otherwise than their rule says. They share their inputs, and execute
        for two turns."""
        fresh()
        first, wrong = len(self.every), {}
        inputs = Setter(self.numbered[0], first, self.program.at, self.numbered[0].code).make()
        seen = self.program.ask([(first + n, one) for n in range(len(self.numbered)) for one in inputs.given[:2]])
        for n, one in enumerate(self.numbered):
            state, machine = dict(inputs.state), Machine(Object(one.code, b""), inputs.machine.map, {})
            machine.execute(state, machine.code[0])
            own = replace(inputs, machine=machine)
            for turn, made in enumerate(seen[2 * n : 2 * n + 2]):
                found = _compared(own, state, one, turn, made)
                if found:
                    wrong[str(one)] = found
        return wrong

    def _step(self, machine: Machine, state: State, one: Instance) -> list[tuple[Term, int]]:
        if jumps(one):
            return [(cond, machine.code[at].address) for cond, at in machine.step(0, state)]
        for each in machine.code:
            machine.execute(state, each)
        return []


def _compared(inputs: Inputs, state: State, one: Instance, turn: int, seen: bytes) -> str:
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
    if one.mnemonic == "ret" and value(state["went to",], turn) != inputs.end:
        return "the place that ret goes to"
    if _held(state, inputs, turn) != seen[MEMORY:]:
        return "memory"
    return _flags(inputs.machine, state, at(FLAGS, 8), turn)


def _held(state: State, inputs: Inputs, turn: int) -> bytes:
    """The memory after a rule."""
    if state.get(("m", REGION)) is inputs.state.get(("m", REGION)):
        return inputs.given[turn][MEMORY:]
    return shown(value(state["m", REGION], turn), inputs.buffer, BYTES - MEMORY)


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


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forms]:
    made = Forms(tmp_path_factory.mktemp("forms"))
    with made.program.process:
        yield made


@pytest.fixture(autouse=True)
def functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms of AES and SHA have values."""
    monkeypatch.setitem(values._RULES, "uf", meanings.computed)


def test_every_form_is_as_the_table_says(forms: Forms) -> None:
    assert not differing(forms.difference, len(forms.every), lambda n: str(forms.every[n]))


def test_every_number_is_as_the_table_says(forms: Forms) -> None:
    assert not forms.other_numbers()


def test_all_forms_but_these_are_executed(forms: Forms) -> None:
    """A form that no test executes is listed with the reason, and no form is listed in vain."""
    assert set(UNCONFIRMED) <= set(forms.forms)
    assert {form(one, "aarch64") for one in forms.every} & set(forms.forms) == set(forms.forms) - set(UNCONFIRMED)


def test_every_rule_is_executed(forms: Forms) -> None:
    assert set(RULES) <= {one.mnemonic for one in forms.every}


def test_a_wrong_meaning_is_found(forms: Forms) -> None:
    """Of each kind, one."""
    for kind, (wanted, plant) in plants.A64.items():
        numbers = [n for n, one in enumerate(forms.every) if form(one, "aarch64") == wanted]
        assert numbers, wanted
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            assert any(map(forms.difference, numbers)), kind
