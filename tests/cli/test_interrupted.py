# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Ctrl-C at any time: one line, exit status 2, and the disk as before the run or as after a complete run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from generator import store
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build, environment, tree

pytestmark = pytest.mark.kernels()  # the kernel of a half-written file does not matter
LINE = "build.py: interrupted; nothing half-written is left\n"
STARTED = 0.15
"""Seconds of computing after which an interpreter has reached build.py's main function. A busy machine takes longer by
the clock."""


def _interrupt(words: list[str], after: float | Path, everyone: bool = False) -> tuple[int, str]:
    """Run build.py and send SIGINT after ``after`` seconds, or as soon as ``after`` has a new hidden entry.

    The signal goes to build.py alone, or, as from a terminal, to ``everyone`` of its process group.
    """
    # A shell's background jobs ignore SIGINT, and children inherit this. The tested run handles SIGINT.
    child = subprocess.Popen(
        [sys.executable, *words],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
    )
    if isinstance(after, Path):
        while child.poll() is None and not list(after.glob(".*")):
            time.sleep(0.0002)
    else:
        time.sleep(after)
        while child.poll() is None and _processor_seconds(child.pid) < STARTED:
            time.sleep(0.01)
    if everyone:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGINT)
    else:
        child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=HANG_SECONDS)
    with pytest.raises(ProcessLookupError):  # no child process is left
        os.killpg(child.pid, 0)
    return child.returncode, errors


def _processor_seconds(pid: int) -> float:
    """The time that a process has spent computing."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_generate(little_root: Path, tmp_path: Path) -> None:
    """The folder is empty during the computation, and empty or complete during the writing."""
    waits: list[tuple[Path, float | Path]] = [(ROOT, 0.25), (ROOT, 0.5), (ROOT, 1)]
    waits += [(little_root, tmp_path)] * 3
    seen = set()
    for number, (root, wait) in enumerate(waits):
        complete = tree(root / "generated").keys()
        out = tmp_path / f"out{number}"
        status, errors = _interrupt([str(root / "build.py"), "generate", "--into", str(out)], wait, number % 2 == 1)
        found = tree(out).keys()
        assert found in (set(), complete), sorted(complete - found)
        if status == 0:  # the run had ended before the signal
            assert found == complete and errors == ""
        else:
            assert (status, errors) == (2, LINE)
        seen.add(status)
        assert not list(tmp_path.glob(".*"))
        assert out.exists() == bool(found)
    assert 2 in seen, "no run was interrupted"


def test_build(little_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = shutil.copytree(little_root, tmp_path / "asmloom")
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))  # the interrupted process is at work
    assert build(root, "i686-linux-gnu").returncode == 0
    before = tree(root)
    seen = set()
    for wait in (root / "build", 0.9, 1.5):
        status, errors = _interrupt([str(root / "build.py"), "i686-linux-gnu", "--prefix", "other_"], wait)
        seen.add(status)
        if status == 0:  # the run had ended before the signal
            assert build(root, "i686-linux-gnu").returncode == 0
        else:
            assert (status, errors) == (2, LINE)
        after = tree(root)
        assert after.keys() == before.keys()
        assert after["build/i686-linux-gnu-gas/libasmloom.a"] == before["build/i686-linux-gnu-gas/libasmloom.a"]
    assert 2 in seen, "no run was interrupted"
