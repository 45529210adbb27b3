# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""`prove` knows every word of the language: small kernels of one statement each, which have all words that the fuzzer
writes, are proved on each machine where they lower."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import targets
from generator.emit import PREAMBLE, preamble
from generator.lang import Kernel
from generator.model import Function, KernelError
from generator.pipeline import build, record
from proof.objects import read
from proof.prove import DIFFERS, PROVED, Area, Task, prove
from targets.toolchain.assemble import assemble
from targets.toolchain.prove import COVERED
from tests.fuzz.execute import Job, together
from tests.fuzz.machines import MACHINES, Machine
from tests.fuzz.messages import Messages
from tests.fuzz.profiles import PROFILES, Profile
from tests.fuzz.program import Do, Program, walk
from tests.fuzz.script import compiled
from tests.fuzz.statements import Maker
from tests.fuzz.test_vocabulary import vocabulary

SEEDS = 300
OWN = [profile for profile in PROFILES if not (profile.sponge or profile.wipe)]
NAMES = (
    "sysv64", "cdecl32", "aapcs64", "sysv64-counts", "cdecl32-counts", "aapcs64-counts", "sysv64-bmi", "sysv64-lane",
    "sysv64-ssse3", "sysv64-avx2", "sysv64-avx512", "sysv64-ifma", "sysv64-aes", "cdecl32-ssse3", "aapcs64-simd",
    "aapcs64-i8mm", "aapcs64-simd-of-8", "sysv64-ssse3-x4", "aapcs64-simd-x2",
)  # fmt: skip
"""A machine of each instruction set and set of features that has words of its own."""
FEW = ("cdecl32", "sysv64-ssse3", "aapcs64-simd")
"""Those of both tiers, one of each instruction set."""
TOLD = ("lane", "signed", "be", "x_half", "signed_x")
"""The attributes of which each value has a rule of its own on some machine."""


def words(program: Program) -> set[tuple[object, ...]]:
    found = [stmt for stmt in walk(program.body) if isinstance(stmt, Do)]
    return {(stmt.op, *(stmt.attrs.get(name) for name in TOLD)) for stmt in found}


def small(profile: Profile, seed: int) -> Program:
    maker = Messages if profile.message else Maker
    chosen = random.Random(f"words {profile.name} {seed}")
    return maker(chosen, profile, seed, f"words_{profile.name.replace('-', '_')}_{seed}").program(1)


@cache
def programs(profile: Profile) -> list[Program]:
    """Programs of which each has a word that those before lack."""
    seen: set[tuple[object, ...]] = set()
    out = []
    for seed in range(SEEDS):
        made = small(profile, seed)
        if not words(made) <= seen:
            seen |= words(made)
            out.append(made)
    return out


def functions(machine: Machine) -> Iterator[tuple[Job, Kernel, Function]]:
    seen: set[tuple[object, ...]] = set()
    for profile in PROFILES:
        for program in programs(profile) if profile in OWN and machine.runs(profile) else ():
            if words(program) <= seen:
                continue
            kernel = compiled(program, machine.variant)
            try:
                yield Job(program, machine), kernel, build(kernel, machine.variant, machine.abi)
            except KernelError:  # registers are short, or the machine lacks the word
                continue
            seen |= words(program)


def test_the_programs_have_all_words() -> None:
    assert vocabulary() - {str(one[0]) for profile in OWN for made in programs(profile) for one in words(made)} == set()


@pytest.mark.parametrize(
    "machine",
    [
        pytest.param(one, id=one.name, marks=[] if one.name in FEW else [pytest.mark.whole])
        for one in MACHINES if one.name in NAMES
    ],
)  # fmt: skip
def test_every_word_is_proved(machine: Machine, tmp_path: Path) -> None:
    """No proof ends for want of a rule. z3 leaves a few open, such as lanes shifted after a sum of products."""
    rows = list(functions(machine))
    text = together([function for *_, function in rows], machine.triple)
    source = tmp_path / "words.S"
    source.write_text(text, "ascii")
    header = preamble([targets.load(machine.triple)], "gas", "0")
    (tmp_path / PREAMBLE).write_text(header.replace("\t.text\n", '\t.section .text.\\name, "ax", %progbits\n', 1))
    raw = assemble(targets.load(machine.triple), "gas", source, tmp_path / "words.o").read_bytes()
    wrong, unknown = [], []
    for job, kernel, function in rows:
        recorded, params = record(kernel, machine.variant, machine.abi)
        slots = [slot for slot in function.frame.slots if slot.area]
        areas = [Area(slot.name, slot.offset - function.frame.bytes, slot.size) for slot in slots]
        task = Task(kernel, recorded.ops, params, COVERED[machine.convention], areas)
        found = prove(task, read(raw, job.symbol))
        if found.state != PROVED:
            wrong.append(f"{job.program.name}: {found.state}: {found.reason[:200]}")
            unknown += [wrong[-1]] if found.state == DIFFERS or "z3 does not prove" not in found.reason else []
    assert len(rows) > 10 and not unknown, "\n".join(unknown)
    assert len(wrong) <= len(rows) // 20, "\n".join(wrong)
