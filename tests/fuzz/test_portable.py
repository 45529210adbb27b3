# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels in words as portable C, compiled and compared with the evaluation."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from generator.model import KernelError
from generator.portable.files import body
from targets.trial.batch import Batch
from targets.trial.machines import build_driver, run_batch
from tests.fuzz.command import FIRST_SEED
from tests.fuzz.execute import CALLS, Job, called, difference
from tests.fuzz.machines import CDECL, I686, LINUX, SYSV, Machine
from tests.fuzz.make import make
from tests.fuzz.profiles import BY_NAME
from tests.fuzz.script import compiled

HEAD = '#include "internal.h"\n#include "words.h"\n#include "clean.h"\n'
PROGRAMS = [one for one in map(make, range(FIRST_SEED)) if one.profile.startswith(("words", "sponge"))]
HERE = {LINUX: Machine("c64", LINUX, *SYSV), I686: Machine("c32", I686, *CDECL)}
LEVELS = ("-O1", "-O3")
REFUSED = "one pointer is to words of"


@pytest.mark.parametrize("triple", HERE)
def test_c_computes_what_the_script_says(triple: str, tmp_path: Path) -> None:
    machine = HERE[triple]
    jobs, texts = [], []
    every = [Job(one, machine) for one in PROGRAMS if machine.runs(BY_NAME[one.profile])]
    for job in every:
        try:
            texts.append(body(compiled(job.program, machine.variant), machine.abi.bits))
            jobs.append(job)
        except KernelError as error:
            assert REFUSED in str(error), error
    assert len(jobs) > len(every) * 3 // 4
    source = tmp_path / "programs.c"
    source.write_text(HEAD + "\n".join(texts), "ascii")
    library = [rooms.path(name) for name in (*rooms.CLEANING, "cpu.c", "cpu_x86.c", "cpu_arm.c")]
    flags = [
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "-Wno-unused",
        "-Wno-tautological-compare",
        f"-I{rooms.INCLUDE}",
    ]
    for level in LEVELS:
        symbols = [f"loom_{job.program.name}_portable" for job in jobs]
        words: list[str | Path] = [level, *flags, *rooms.includes(), "-DLOOM_NO_ASM", source, *library]
        driver = build_driver(triple, tmp_path, symbols, words)
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
