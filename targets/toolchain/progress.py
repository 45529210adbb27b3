# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A line on the terminal about a command that takes over two seconds: the time, and how much is done.

A timer's signal draws the line: processes start by fork, which threads would endanger. What the program itself writes
to the terminal replaces the line.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from generator import processes

AFTER, EVERY = 2.0, 1.0
"""Seconds until the line is there, and between its changes."""


class _Line:
    def __init__(self, what: str, terminal: int) -> None:
        self.what, self.terminal, self.began = what, terminal, time.monotonic()
        self.done, self.drawn, self.free = "", False, True

    def watch(self, done: int, of: int) -> None:
        self.done = f", {done} of {of}"

    def draw(self, *_: object) -> None:
        if self.free:
            text = f"{self.what}: {time.monotonic() - self.began:.0f} s{self.done}"
            os.write(self.terminal, f"\r\x1b[K{text[: shutil.get_terminal_size().columns - 1]}".encode())
            self.drawn = True

    def clear(self) -> None:
        if self.drawn:
            os.write(self.terminal, b"\r\x1b[K")
            self.drawn = False


class _Stream:
    """A text stream to the terminal, whose writes clear the line. A line that is begun belongs to the writer."""

    def __init__(self, stream: TextIO, line: _Line) -> None:
        self.stream, self.line = stream, line

    def write(self, text: str) -> int:
        self.line.free = False
        self.line.clear()
        written = self.stream.write(text)
        self.stream.flush()
        self.line.free = text.endswith("\n")
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def end() -> None:
    """Take the line away, for a program that takes over the terminal."""
    if isinstance(sys.stderr, _Stream):
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stderr.line.clear()


@contextmanager
def line(what: str) -> Iterator[None]:
    """Show the line meanwhile, if stderr is a terminal that has cursors."""
    if not (sys.stderr.isatty() and hasattr(signal, "setitimer")) or os.environ.get("TERM", "dumb") == "dumb":
        yield
        return
    made, out, err = _Line(what, sys.stderr.fileno()), sys.stdout, sys.stderr
    processes.watch = made.watch
    sys.stderr = _Stream(err, made)
    if out.isatty():
        sys.stdout = _Stream(out, made)
    signal.signal(signal.SIGALRM, made.draw)
    signal.setitimer(signal.ITIMER_REAL, AFTER, EVERY)
    try:
        yield
    finally:
        end()
        sys.stdout, sys.stderr = out, err
