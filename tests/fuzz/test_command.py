# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py fuzz``: its output, the files that it keeps, its exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzz import command, words
from tests.fuzz.execute import Job, Runner, jobs_for
from tests.fuzz.make import make
from tests.fuzz.minimise import minimised
from tests.fuzz.program import walk

pytestmark = pytest.mark.kernels()  # the kernels are random
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seconds", "0"], "--seconds 0 --seed 300: expected at least 1 second, and no negative seed"),
        (["--seconds", "5", "--seed", "-1"], "--seconds 5 --seed -1: expected"),
        (["--seconds", "long"], "invalid int value: 'long'"),
        ([], "required: --seconds"),
    ],
)
def test_arguments_are_judged_first(arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "build.py", "fuzz", *arguments], capture_output=True, text=True,
        env={**os.environ, "ASMLOOM_PYTHON": "here"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_a_failure_is_shown_kept_and_makes_the_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong meaning of an operation in the evaluation serves as the fault. Making smaller has as many seconds as the
    runs had, counted from their end."""
    now, asked = iter(range(0, 1000, 3)), list[bool]()

    def shown(job: Job, text: str, runner: Runner, over: Callable[[], bool]) -> str:
        asked.extend([over(), over(), over()])
        return f"small: {text}"

    monkeypatch.setattr(command, "AT_ONCE", 8)
    monkeypatch.setattr(command, "SHOWN", 1)
    monkeypatch.setattr(command, "shown", shown)
    monkeypatch.setitem(words.WORDS, "xor", lambda bits, at, x, y: x ^ y ^ 1)
    assert command.run(8, 7, tmp_path, lambda: next(now)) == 1
    assert asked == [False, False, True]
    out, progress = capsys.readouterr()
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1 and kept[0].read_text("utf-8") in out
    assert "seeds 7 to " in out and " programs, " in progress
    number = kept[0].name.split("-")[1]
    assert f"\nmaking seed {number} smaller …\n" in progress


def test_making_a_failure_smaller_ends_when_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search ends before its first run, or after a few, with a program that fails. The text says that it ended."""
    monkeypatch.setitem(words.WORDS, "xor", lambda bits, at, x, y: x ^ y ^ 1)
    runner = Runner(tmp_path)
    jobs = [job for seed in range(7, 15) for job in jobs_for(make(seed), 1)]
    job, text = runner.run(jobs).failures[0]
    runs = runner.batches
    assert minimised(job, text, runner, lambda: True) == (job, text)
    assert runner.batches == runs
    left = iter([False, False])
    small, how = minimised(job, text, runner, lambda: next(left, True))
    assert runner.batches <= runs + 2 and how
    assert len(list(walk(small.program.body))) <= len(list(walk(job.program.body)))
    assert "the time was over" in command.shown(job, text, runner, lambda: True)
