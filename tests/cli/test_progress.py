# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The line of progress: on a terminal that has cursors alone, and never between what the program writes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, environment

pytestmark = pytest.mark.kernels()
PROGRAM = """
import signal, sys, time
from generator import processes
from targets.toolchain import progress

progress.AFTER = progress.EVERY = 0.01
with progress.line("made"):
    drawn = signal.getitimer(signal.ITIMER_REAL)[1]
    processes.watch(3, 7)
    if drawn:
        signal.pause()
    print("first")
    print("half", end=" ")
    time.sleep(0.1)
    print("a line")
    if drawn:
        signal.pause()
    print("refused", file=sys.stderr)
"""
LINE = r"(\r\x1b\[Kmade: \d+ s, 3 of 7)+\r\x1b\[K"
PLAIN = "first\r\nhalf a line\r\nrefused\r\n"


def on_a_terminal(term: str, *, out: bool = True) -> str:
    """What the program writes to its terminal. ``out``: to stdout too, and not to stderr alone."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment({"TERM": term, "COLUMNS": "80"}), stdin=theirs,
        stdout=theirs if out else subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 65536):
            text += part
    except OSError:  # the end, on Linux
        pass
    os.close(ours)
    assert child.wait(HANG_SECONDS) == 0
    return text.decode()


def test_the_line() -> None:
    text = on_a_terminal("xterm")
    assert re.sub(LINE, "", text) == PLAIN
    assert re.match(LINE + "first", text) and re.search("line\r\n" + LINE + "refused", text), text
    assert re.fullmatch(LINE + "refused\r\n", on_a_terminal("xterm", out=False))


def test_a_terminal_without_cursors() -> None:
    assert on_a_terminal("dumb") == PLAIN
