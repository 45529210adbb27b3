# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The first command of a new user: with nothing installed, the checkout makes its own .venv. The test needs the
network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from targets.toolchain import venv
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import checkout, environment, tree


def _run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in environment().items() if not name.startswith(("ASMLOOM_", "VIRTUAL_ENV"))}
    base = getattr(sys, "_base_executable", sys.executable)
    command = [base, str(root / "build.py"), *words]
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)


@pytest.mark.kernels()
def test_first_and_second_run(tmp_path: Path) -> None:
    root = checkout(tmp_path / "asmloom")
    first = _run(root)
    assert first.returncode == 0, first.stderr
    assert "self-test: all right" in first.stdout and "md5_blocks" in first.stdout
    lines = first.stderr.splitlines()
    assert len(lines) == 2 and all(line.startswith("asmloom: ") for line in lines), first.stderr
    second = _run(root, "list")
    assert (second.returncode, second.stderr) == (0, "")
    new = {name.split("/")[0] for name in tree(root)} - {path.name for path in checkout(tmp_path / "other").iterdir()}
    assert new == {".venv", "build"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows takes no lock")
def test_a_command_that_waits_for_another_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import fcntl

    asked: list[int] = []

    def flock(_: object, how: int) -> None:
        asked.append(how)
        if how & fcntl.LOCK_NB:
            raise BlockingIOError

    monkeypatch.setattr(venv, "ROOT", tmp_path)
    monkeypatch.setattr(fcntl, "flock", flock)
    with venv._lock():
        assert asked == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]
    assert capsys.readouterr().err == "asmloom: another command is making .venv ready; waiting for its end …\n"
