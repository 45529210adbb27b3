# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py fuzz``: its output, the files that it keeps, its exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import command, words

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
    """A wrong meaning of an operation in the evaluation serves as the fault."""
    monkeypatch.setattr(command, "AT_ONCE", 8)
    monkeypatch.setattr(command, "SHOWN", 1)
    monkeypatch.setitem(words.WORDS, "xor", lambda bits, at, x, y: x ^ y ^ 1)
    assert command.run(1, 7, tmp_path) == 1
    out, progress = capsys.readouterr()
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1 and kept[0].read_text("utf-8") in out
    assert "seeds 7 to " in out and " programs, " in progress
