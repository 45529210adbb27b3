# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The bounds of a call of an author's reference: its time, and the text that it prints."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from types import FrameType

from generator.lang.contract import Kernel
from generator.model import KernelError

ANSWER_WITHIN = 20  # seconds, in which an author waits for an answer; no test depends on it
MOST_LINES = 20


class Late(KernelError):
    """A reference took too long."""


class _Said:
    """Standard output of all references of a process: the first lines go to stderr."""

    def __init__(self) -> None:
        self.lines = 0

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            if self.lines < MOST_LINES:
                sys.stderr.write(line)
            elif self.lines == MOST_LINES and line.endswith("\n"):
                sys.stderr.write("asmloom: the reference prints more, which is left out\n")
            self.lines += line.endswith("\n")
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()


_SAID = _Said()


@contextmanager
def limited(kernel: Kernel, numbers: Mapping[str, int]) -> Iterator[None]:
    """KernelError if the body, a call of the kernel's reference, takes longer than :data:`ANSWER_WITHIN`. Its prints
    stay out of the table on stdout."""

    def late(_: int, frame: FrameType | None) -> None:
        at = frame.f_lineno if frame is not None else 0
        values = ", ".join(f"{name}={value}" for name, value in numbers.items()) or "no numbers"
        raise Late(
            kernel.src,
            f"{kernel.name}: the reference gives no answer within {ANSWER_WITHIN} s, with {values}; it was at line {at}"
            "; expected an end, or smaller numbers by cases={…}",
        )

    with redirect_stdout(_SAID):
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, late)
        timer = signal.setitimer(signal.ITIMER_REAL, ANSWER_WITHIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            signal.setitimer(signal.ITIMER_REAL, *timer)  # that of the line of progress
