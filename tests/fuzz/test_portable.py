# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels in words as portable C and as Rust, compiled and compared with the evaluation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator import rooms
from generator.lang import Arg, Builder, Val, kernel
from generator.model import KernelError
from generator.portable.c import C
from generator.portable.files import body
from generator.portable.recorded import record
from generator.portable.rust import Rust
from targets.trial.batch import Batch
from targets.trial.machines import build_driver, run_batch
from tests.fuzz.command import FIRST_SEED
from tests.fuzz.execute import CALLS, Job, called, difference
from tests.fuzz.machines import CDECL, I686, LINUX, SYSV, Machine
from tests.fuzz.make import make
from tests.fuzz.profiles import BY_NAME
from tests.fuzz.script import compiled
from tests.portable import rust

HEAD = '#include "internal.h"\n#include "words.h"\n#include "clean.h"\n'
PROGRAMS = [one for one in map(make, range(FIRST_SEED)) if one.profile.startswith(("words", "sponge"))]
HERE = {LINUX: Machine("c64", LINUX, *SYSV), I686: Machine("c32", I686, *CDECL)}
REFUSED = "one pointer is "
FLAGS = (
    "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-unused", "-Wno-tautological-compare",
    f"-I{rooms.INCLUDE}",
)  # fmt: skip
Words = Sequence[str | Path]


def c(machine: Machine, jobs: list[Job], folder: Path) -> Callable[[str], Words]:
    texts = kept(jobs, lambda job: body(compiled(job.program, machine.variant), machine.abi.bits))
    source = folder / "programs.c"
    source.write_text(HEAD + "\n".join(texts), "ascii")
    library = [rooms.path(name) for name in (*rooms.CLEANING, "cpu.c", "cpu_x86.c", "cpu_arm.c")]
    return lambda level: [level, *FLAGS, *rooms.includes(), "-DLOOM_NO_ASM", source, *library]


def of_rust(machine: Machine, jobs: list[Job], folder: Path) -> Callable[[str], Words]:
    texts = kept(jobs, lambda job: rust.text(record(compiled(job.program, machine.variant), machine.abi.bits)))
    return lambda level: rust.compiled(texts, machine.triple, level, folder)


def kept(jobs: list[Job], text: Callable[[Job], str]) -> list[str]:
    """The texts of the jobs. Jobs that are refused for a reason leave the list."""
    out = []
    for job in list(jobs):
        try:
            out.append(text(job))
        except KernelError as error:
            assert REFUSED in str(error), error
            jobs.remove(job)
    return out


@pytest.mark.parametrize("triple", HERE)
@pytest.mark.parametrize("language, levels", [
    (c, ("-O1", "-O3")), (of_rust, ("-Cdebug-assertions -Coverflow-checks", "-Copt-level=3")),
])  # fmt: skip
def test_computes_what_the_script_says(
    language: Callable[..., Callable[[str], Words]], levels: tuple[str, ...], triple: str, tmp_path: Path
) -> None:
    machine = HERE[triple]
    every = [Job(one, machine) for one in PROGRAMS if machine.runs(BY_NAME[one.profile])]
    every = [job for job in every if language is c or not job.program.wipe]  # Rust leaves the dead stack as it is
    jobs = list(every)
    inputs = language(machine, jobs, tmp_path)
    assert len(jobs) > len(every) * 3 // 5  # Rust refuses a pointer that is into one memory or another
    for level in levels:
        symbols = [f"loom_{job.program.name}_portable" for job in jobs]
        driver = build_driver(triple, tmp_path, symbols, inputs(level))
        batch, calls = Batch(), []
        for job, symbol in zip(jobs, symbols):
            for number in range(CALLS):
                made, given = called(job, number)
                batch.call(symbol, given, convention=machine.called)
                calls.append((job, made))
        results = run_batch(triple, driver, batch, tmp_path)
        wrong = {
            job.program.seed: found
            for (job, made), result in zip(calls, results)
            if (found := difference(job, made, result)) is not None
        }
        assert not wrong, wrong


def test_a_kept_choice_knows_what_its_condition_reads() -> None:
    """A choice that stands in its reader's expression is written before the condition's value changes."""

    @kernel(
        c="void toy(uint32_t *p, uint32_t n)",
        args=[Arg("p", rw=4, align=4), Arg("n")],
        source="this test",
        exempt={"known": "a test"},
    )
    def toy(k: Builder, p: Val, n: Val) -> None:
        chosen = k.select(n.lt(5), k.load32(p), 7, exempt="known")
        n += 1
        k.store32(p, chosen ^ n)

    for made in (C(record(toy, 64)), Rust(record(toy, 64))):
        choice = next(at for at, line in enumerate(made.lines) if "n < 5" in line)
        changes = [at for at, line in enumerate(made.lines) if re.match(r" *n(\+\+;| = .*1.*;)", line)]
        assert changes and choice < changes[0], made.lines


def test_portable_code_knows_the_contract_s_exemptions() -> None:
    """Of a form that makes no assembly, too."""

    @kernel(c="void toy(uint32_t *p)", args=[Arg("p", rw=4, align=4)], source="this test")
    def toy(k: Builder, p: Val) -> None:
        x = k.load32(p)
        k.store32(p, k.select(x.lt(5), x, 7, exempt="unknown"))

    with pytest.raises(KernelError, match=r"exemption 'unknown' is not in the contract's exempt=; it names: none"):
        record(toy, 64)
