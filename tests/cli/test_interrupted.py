# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Ctrl-C at any time: one line, exit status 2, and the disk as before or as after, never between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from targets.toolchain import objects
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build, checkout, environment, tree

pytestmark = pytest.mark.kernels()  # of what kernel a half-written file would be does not matter
LINE = "build.py: interrupted; nothing half-written is left\n"


def _interrupt(words: list[str], after: float | Path, everyone: bool = False) -> tuple[int, str]:
    """Run build.py and send SIGINT after so many seconds, or as soon as a path's folder has a new entry: to it alone,
    or, as a terminal does, to ``everyone`` of its process group."""
    # A run in the background of a shell inherits an ignored SIGINT; the one under test is in the foreground.
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
    if everyone:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGINT)
    else:
        child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=HANG_SECONDS)
    with pytest.raises(ProcessLookupError):  # no process of its own is left behind
        os.killpg(child.pid, 0)
    return child.returncode, errors


def test_generate(little_root: Path, tmp_path: Path) -> None:
    """While it computes: nothing is there. While it writes: nothing, or everything."""
    waits: list[tuple[Path, float | Path]] = [(ROOT, 0.25), (ROOT, 0.5), (ROOT, 1), (ROOT, tmp_path)]
    waits += [(little_root, tmp_path), (little_root, tmp_path)]
    seen = set()
    for number, (root, wait) in enumerate(waits):
        complete = tree(root / "generated").keys()
        out = tmp_path / f"out{number}"
        status, errors = _interrupt([str(root / "build.py"), "generate", "--into", str(out)], wait, number % 2 == 1)
        found = tree(out).keys()
        assert found in (set(), complete), sorted(complete - found)
        if status == 0:  # it was over already
            assert found == complete and errors == ""
        else:
            assert (status, errors) == (2, LINE)
        seen.add(status)
        assert not list(tmp_path.glob(".*"))
        assert out.exists() == bool(found)
    assert 2 in seen, "no run was interrupted"


def test_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = checkout(tmp_path / "asmloom")
    monkeypatch.setenv(objects.VARIABLE, "")  # what is interrupted is at work
    assert build(root, "i686-linux-gnu").returncode == 0
    before = tree(root)
    seen = set()
    for wait in (root / "build", 0.9, 1.5):
        status, errors = _interrupt([str(root / "build.py"), "i686-linux-gnu", "--prefix", "other_"], wait)
        seen.add(status)
        if status == 0:  # it was over already
            assert build(root, "i686-linux-gnu").returncode == 0
        else:
            assert (status, errors) == (2, LINE)
        after = tree(root)
        assert after.keys() == before.keys()
        assert after["build/i686-linux-gnu-gas/libasmloom.a"] == before["build/i686-linux-gnu-gas/libasmloom.a"]
    assert 2 in seen, "no run was interrupted"
