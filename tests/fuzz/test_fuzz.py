# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels over the whole vocabulary, executed for every convention and feature level, and compared with an
evaluation that is independent of the recording. ``build.py fuzz`` runs more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.model import KernelError
from generator.pipeline import build
from tests.fuzz import words
from tests.fuzz.command import FIRST_SEED, distinct, shown
from tests.fuzz.execute import REGISTERS, Job, Runner, jobs_for, valid
from tests.fuzz.machines import MACHINES
from tests.fuzz.make import make
from tests.fuzz.program import Do, Program, walk
from tests.fuzz.script import compiled, script
from tests.fuzz.words_moves import MOVES

PROGRAMS = [make(seed) for seed in range(FIRST_SEED)]
EACH = 3


def test_programs_run_on_every_machine() -> None:
    jobs = [job for program in PROGRAMS for job in jobs_for(program, EACH)]
    assert {job.machine.name for job in jobs} == {machine.name for machine in MACHINES}


def test_programs_stay_in_their_memory() -> None:
    """The programs are defined for all their inputs."""
    assert [one.seed for one in PROGRAMS if not valid(one)] == []


@pytest.mark.parametrize("third", range(3))
@pytest.mark.whole(every=3)
def test_programs_do_what_they_say(
    third: int, tmp_path: Path, not_executed: list[str], request: pytest.FixtureRequest
) -> None:
    """300 programs, three machines each."""
    jobs = [job for program in PROGRAMS[third::3] for job in jobs_for(program, EACH)]
    for machine in MACHINES:
        if lacking := ", ".join(machine.missing()):
            not_executed.append(f"random kernels for {machine.name}: the processor lacks {lacking}")
    runner = Runner(tmp_path)
    report = runner.run(jobs)
    request.node.user_properties.append(("programs", report.ran))
    failures = distinct(report)
    lines = [f"seed {job.program.seed} on {job.machine.name}: {text}" for job, text in failures]
    small = [shown(*one, runner) for one in failures[:2]]
    assert not failures, "\n".join([*lines, "the first of them made small:", *small])
    assert sum(report.refused.values()) < len(jobs) // 5, report.refused
    assert report.refused.get(REGISTERS, 0) < len(jobs) // 16, report.refused


def test_programs_are_the_same_each_time() -> None:
    assert script(make(7)) == script(PROGRAMS[7])
    assert script(make(7)) != script(make(8))


def test_small_register_files_bring_pressure() -> None:
    """Most programs that fit have values in the frame. Some values are split over frame and registers."""
    small = [machine for machine in MACHINES if machine.registers and machine.triple == "x86_64-linux-gnu"]
    spilled = total = 0
    for program in PROGRAMS[:60]:
        for machine in [one for one in small if one in [job.machine for job in jobs_for(program, EACH)]]:
            try:
                function = build(compiled(program, machine.variant), machine.variant, machine.abi)
            except KernelError:
                continue
            total += 1
            spilled += any(not slot.area for slot in function.frame.slots)
    assert total > 10 and spilled > total // 2


def test_evaluation_knows_aes() -> None:
    """FIPS 197, appendix B: the first round of the cipher. The inverse round undoes the last."""
    state = int.from_bytes(bytes.fromhex("193de3bea0f4e22b9ac68d2ae9f84808"), "little")
    key = int.from_bytes(bytes.fromhex("a0fafe1788542cb123a339392a6c7605"), "little")
    wanted = int.from_bytes(bytes.fromhex("a49c7ff2689f352b6b5bea43026a5049"), "little")
    assert words.aes_round("aes_enc", 128, False, state, key) == wanted
    assert words.aes_round("aes_enc", 128, True, state ^ key, key) == wanted ^ key
    last = words.aes_round("aes_enc_last", 128, False, state, 0)
    assert words.aes_round("aes_dec_last", 128, False, last, 0) == state
    assert words.aes_inv_mix(128, words.mix(state, False)) == state
    mixed = words.aes_round("aes_dec", 128, False, last, 0)
    assert words.mix(mixed, False) == state


def test_evaluation_knows_carry_less_products() -> None:
    """The example of Intel's paper on carry-less multiplication (323640)."""
    x, y = 0x7B5B54657374566563746F725D53475D, 0x48692853686179295B477565726F6E5D
    halves = {"x_half": 0, "y_half": 0}
    assert MOVES["vclmul"](128, halves, x, y) == 0x1D4D84C85C3440C0929633D5D36F0451
    both = MOVES["vclmul"](256, halves, x << 128 | y, y << 128 | x)
    assert both >> 128 == both & (1 << 128) - 1 == 0x1D4D84C85C3440C0929633D5D36F0451


def used(programs: list[Program]) -> set[str]:
    return {stmt.op for program in programs for stmt in walk(program.body) if isinstance(stmt, Do)}


def test_a_fault_is_found_and_made_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a wrong meaning of one operation, programs that use the operation fail. The message shows a few lines."""
    programs = [one for one in PROGRAMS if "bswap" in used([one]) and one.profile.startswith("words")]
    jobs = [Job(program, MACHINES[0]) for program in programs[:12]]
    runner = Runner(tmp_path)
    good = [job for job in jobs if not runner.run([job]).failures]
    monkeypatch.setitem(words.WORDS, "bswap", lambda bits, at, x: words.swapped(bits, x) ^ 1)
    found = runner.run(good).failures
    text = shown(*found[0], runner)
    assert "bswap" in text and len(text.splitlines()) < 20, text
