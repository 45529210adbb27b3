# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test`` and ``build.py test --fast``: the words that they print, and the words that they pass to pytest.

No test runs here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import up_to_date
from targets.toolchain import fast, testing
from targets.toolchain.process import ToolFailed
from tests.cli.runner import ROOT

pytestmark = pytest.mark.kernels()


def test_fast_leaves_out_dear_tests_and_counts_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[str] = []

    def call(words: list[str], cwd: Path) -> int:
        given.extend(words)
        return 0

    monkeypatch.setattr(fast, "_with_pytest", lambda: sys.executable)
    monkeypatch.setattr(subprocess, "call", call)
    assert fast.run_fast(["-x"]) == 0
    left_out = [given[n + 1] for n, word in enumerate(given) if word == "--deselect"]
    said = capsys.readouterr().out
    assert left_out
    for folder in {name.rpartition("/")[0] for name in left_out}:
        inside = [name.partition("::") for name in left_out if name.startswith(f"{folder}/")]
        for file, _, function in inside:
            assert f"def {function}(" in (ROOT / file).read_text("utf-8")
            assert {file, folder} & set(given), "the file is among those that run"
        assert re.search(rf"^ +{len(inside)} of {folder}: ", said, re.M), said


def test_the_first_line_of_a_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The line comes before the work, which prints nothing. It says what is left out, and --all leaves nothing out."""
    monkeypatch.delenv(testing.EVERY, raising=False)
    said: list[str] = []
    asked: list[object] = []

    class Child:
        def __init__(self, words: list[str], **others: Any) -> None:
            said.append(capsys.readouterr().err)
            asked.append(others["env"].get(testing.EVERY))

        def wait(self) -> int:
            return 0

    made = [(1, 1)]
    monkeypatch.setattr(up_to_date, "up_to_date", lambda *_: made[0] if made else None)
    monkeypatch.setattr(testing, "_set_up", lambda: said.append(capsys.readouterr().err))
    monkeypatch.setattr(subprocess, "Popen", Child)
    for words, lines in (([], 2), (["--changed"], 2), (["--all"], 1)):
        said.clear()
        assert testing.run_tests(words) == 0
        assert said[0].startswith("asmloom: setting up the tools of the tests; then ")
        assert said[0].count("\n") == lines and said[0].count("--all runs them") == lines - 1
    assert asked == [None, None, "1"]
    said.clear()
    assert testing.run_tests(["--version"]) == 0 and said == [""]
    made.clear()
    with pytest.raises(ToolFailed, match="test --changed: .*; run: python3 build.py generate"):
        testing.run_tests(["--changed"])
