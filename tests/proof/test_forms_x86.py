# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of instructions against the processor: every form of the proved objects of x86 and x86_64 executes.

The forms are taken from the objects. Registers, masks, flags that the manual defines, and memory are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import capstone.x86 as x86
import pytest

import proof.x86_call  # noqa: F401  # registers the rules
from proof import values
from proof.graph import State
from proof.memory import NoProof
from proof.objects import Object
from proof.terms import Term, fresh
from proof.values import value
from proof.x86 import RULES, Machine
from targets.toolchain import provision
from tests.isa.test_executed import widest
from tests.proof import encoded_x86, meanings, plants
from tests.proof.harvest import Instance, form, harvest
from tests.proof.inputs_x86 import REGION, Inputs, Setter, lane_of
from tests.proof.more_forms import NO_SUCH, assembled
from tests.proof.program_x86 import FLAGS, MASKS, TOOK, VECTORS, jumps, program
from tests.proof.stepper import BYTES, MEMORY, Program, differing, shown

TARGETS = {
    "x86_64": ("x86_64-linux-gnu", "x86_64-w64-mingw32"),
    "x86": ("i686-linux-gnu", "i686-w64-mingw32"),
}
UNCONFIRMED: dict[str, dict[str, str]] = {"x86_64": {}, "x86": {}}
"""Forms that no test executes, with the reason."""
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
NEEDED = frozenset("avx512bw avx512vl avx512dq avx512ifma avx512vnni vaes vpclmulqdq sha adx bmi2".split())
"""The features of a CPU that has all forms."""


def extended(one: Instance) -> bool:
    """Whether an instruction needs more than AVX2 and AES."""
    of_two_blocks = one.mnemonic.startswith(("vaes", "vpclmul")) and "ymm" in one.operands
    return one.code[0] == 0x62 or one.mnemonic.startswith(("k", "sha")) or of_two_blocks


class Forms:
    """All instances of one instruction set, in a program of this CPU. If this CPU lacks features, Bochs executes those
    of 64 bits, and the program of 32 bits has the forms of AVX2."""

    def __init__(self, arch: str, folder: Path, native: bool | None = None) -> None:
        self.arch, self.word = arch, 64 if arch == "x86_64" else 32
        self.forms = harvest(TARGETS[arch], folder)
        self.every = [one for name, some in self.forms.items() if name not in UNCONFIRMED[arch] for one in some]
        self.every += assembled(arch, folder)
        encoded = encoded_x86.instances(self.word)
        self.every += [one for one, _ in encoded]
        self.every += encoded_x86.changed(self.every, self.word, CHANGED)
        features, emulator = widest()
        here = NEEDED <= features and not emulator if native is None else native
        self.wide = here or self.word == 64
        if not self.wide:
            self.every = [one for one in self.every if not extended(one)]
        self.first = len(self.every)
        """The number of the first of ``numbered``, which follow."""
        self.numbered = [some for one, some in encoded if some and self.word == 64 and (here or not extended(one))]
        flags = [] if self.word == 64 else ["-m32"]
        before = [] if here or self.word == 32 else provision.bochs_command()
        text = program([*self.every, *chain(*self.numbered)], self.word, self.wide)
        self.program = Program(folder, text, "gcc", flags, before)

    def difference(self, number: int) -> str:
        """What an instance does otherwise than its rule says, or nothing."""
        fresh()
        one = self.every[number]
        code = self.program.code(f"begin_{number}", f"last_{number}")
        inputs = Setter(one, number, self.word, self.program.at, code).make()
        state, machine = dict(inputs.state), inputs.machine
        try:
            goals = self._step(machine, state, one)
        except NoProof as error:
            return "" if STATED.search(str(error)) else f"no meaning: {error}"
        for turn, seen in enumerate(self.program.run(number, inputs.given)):
            found = self._compared(inputs, state, one, turn, seen)
            if jumps(one):
                went = [at for cond, at in goals if value(cond, turn)]
                wanted = "took" if int.from_bytes(seen[TOOK : TOOK + 4], "little") else "end"
                place = self.program.at[f"{wanted}_{number}"] - self.program.at[f"begin_{number}"]
                if went != [place]:
                    found = f"a jump to {wanted}"
            if found:
                return f"{found}, turn {turn}"
        return ""

    def other_numbers(self) -> dict[str, str]:
        """What instances that differ by a number alone do otherwise than their rule says. They share their inputs, and
        execute for two turns."""
        wrong, first = {}, self.first
        for some in self.numbered:
            fresh()
            inputs = Setter(some[0], first, self.word, self.program.at, b"").make()
            seen = self.program.ask([(first + n, one) for n in range(len(some)) for one in inputs.given[:2]])
            for n, one in enumerate(some):
                found = self._number(inputs, one, seen[2 * n : 2 * n + 2])
                if found:
                    wrong[str(one)] = found
            first += len(some)
        return wrong

    def _number(self, inputs: Inputs, one: Instance, seen: Sequence[bytes]) -> str:
        state = dict(inputs.state)
        try:
            machine = Machine(Object(one.code, b""), inputs.machine.map, {}, range(0))
            machine.execute(state, machine.code[0])
        except NoProof as error:
            return "" if STATED.search(str(error)) else f"no meaning: {error}"
        own = replace(inputs, machine=machine)
        return next(filter(None, (self._compared(own, state, one, turn, made) for turn, made in enumerate(seen))), "")

    def _step(self, machine: Machine, state: State, one: Instance) -> list[tuple[Term, int]]:
        if not jumps(one):
            machine.execute(state, machine.code[0])
            return []
        return [(cond, machine.code[at].address) for cond, at in machine.step(0, state)]

    def _compared(self, inputs: Inputs, state: State, one: Instance, turn: int, seen: bytes) -> str:
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
        if one.mnemonic == "ret" and value(state["went to",], turn) != inputs.end:
            return "the place that ret goes to"
        if held(state, inputs, turn) != seen[MEMORY:]:
            return "memory"
        name = "" if _no_shift(one, inputs.machine) else one.mnemonic
        return _flags(inputs.machine, state, name, at(FLAGS, 4), turn)


def _no_shift(one: Instance, machine: Machine) -> bool:
    """Whether an instruction shifts by no bit, and leaves all flags as they were."""
    operands = machine.code[0].operands
    if "o" not in UNDEFINED.get(one.mnemonic, "") or len(operands) < 2:
        return False
    return operands[-1].type == x86.X86_OP_IMM and not operands[-1].imm & (63 if operands[0].size == 8 else 31)


def held(state: State, inputs: Inputs, turn: int) -> bytes:
    """The memory after a rule."""
    if state.get(("m", REGION)) is inputs.state.get(("m", REGION)):
        return inputs.given[turn][MEMORY:]
    return shown(value(state["m", REGION], turn), inputs.buffer, BYTES - MEMORY)


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


@pytest.fixture(scope="module", params=TARGETS)
def forms(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forms]:
    made = Forms(request.param, tmp_path_factory.mktemp("forms"))
    with made.program.process:
        yield made


@pytest.fixture(autouse=True)
def functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms of AES, SHA and the like have values."""
    monkeypatch.setitem(values._RULES, "uf", meanings.computed)
    monkeypatch.setitem(values._RULES, "undefined", lambda term, turn, args: args[0])  # processors leave the register


@pytest.mark.whole(every=2)
def test_every_form_is_as_the_table_says(forms: Forms) -> None:
    wrong = differing(forms.difference, len(forms.every), lambda n: str(forms.every[n]))
    assert not wrong


def test_all_forms_but_these_are_executed(forms: Forms) -> None:
    """A form that no test executes is listed with the reason, and no form is listed in vain."""
    assert set(UNCONFIRMED[forms.arch]) <= set(forms.forms)
    lacking = {name for name, some in forms.forms.items() if not forms.wide and all(map(extended, some))}
    executed = {form(one, forms.arch) for one in forms.every} & set(forms.forms)
    assert executed == set(forms.forms) - set(UNCONFIRMED[forms.arch]) - lacking


@pytest.mark.parametrize("forms", ["x86_64"], indirect=True)
def test_every_rule_is_executed(forms: Forms) -> None:
    """Encodings that no form of the objects has are executed, too: of each size and length, and operands of each
    kind."""
    assert set(RULES) - {one.mnemonic for one in forms.every} == NO_SUCH | {"call", "endbr32"}  # these are of 32 bits


@pytest.mark.parametrize("forms", ["x86_64"], indirect=True)
def test_every_number_is_as_the_table_says(forms: Forms) -> None:
    """Numbers of one byte, all 256 of each name and size of an operand. Code of 32 bits has the same rules."""
    assert not forms.other_numbers()


def test_a_wrong_meaning_is_found(forms: Forms) -> None:
    """Of each kind, one."""
    for kind, (wanted, plant) in {"x86_64": plants.X86_64, "x86": plants.X86}[forms.arch].items():
        numbers = [n for n, one in enumerate(forms.every) if form(one, forms.arch) == wanted]
        assert numbers, wanted
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            assert any(map(forms.difference, numbers)), kind
