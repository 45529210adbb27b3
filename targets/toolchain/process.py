# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Run one command with a time limit. No process of the command outlives the limit."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HANG_SECONDS = 1800.0
"""A command that runs longer hangs. No tool takes this long, even on a slow and busy machine: the limit ends commands
that would never end, and measures nothing."""

# Lines in the output of compilers and linkers.
_SUMMARY = re.compile(r"ld returned \d+ exit status|linker command failed|final link failed|: in function ", re.I)
_FAULT = re.compile(r"error|warning", re.I)
_UNDEFINED = re.compile(r"undefined (reference|(\w+ )?symbol)|(isn't|not) defined|unresolved external", re.I)


class ToolFailed(Exception):
    """A tool refused its input or warned. One line of text. ``output`` holds all output of the tool."""

    def __init__(self, message: str, output: str = "") -> None:
        self.output = output
        super().__init__(message)


def run(
    argv: Sequence[str],
    *,
    timeout: float = HANG_SECONDS,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: Path | None = None,
    stdout: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``argv`` for at most ``timeout`` seconds and return its status and output.

    ``cwd``: the project's folder by default, because tools execute and obey files of the working folder, and the
    caller's may hold anything. ``env`` replaces the environment. ``stdin`` and ``stdout`` name files. Without them
    stdin is empty, and stdout is returned. Raises :class:`subprocess.TimeoutExpired` after killing the whole process
    group. Output goes through files and not pipes, because a server that keeps running (wine's) would hold a pipe open.
    """
    with ExitStack() as files:
        captured = files.enter_context(tempfile.TemporaryFile())
        errors = files.enter_context(tempfile.TemporaryFile())
        child = subprocess.Popen(
            list(argv),
            cwd=cwd or ROOT,
            env=None if env is None else dict(env),
            stdin=files.enter_context(open(stdin or os.devnull, "rb")),
            stdout=files.enter_context(open(stdout, "wb")) if stdout else captured,
            stderr=errors,
            start_new_session=True,
        )
        try:
            status = _wait(child, timeout)
        except BaseException:
            _kill_group(child)
            raise
        captured.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(list(argv), status, captured.read(), errors.read())


def _wait(child: subprocess.Popen[bytes], timeout: float) -> int:
    """``child.wait(timeout)``, which sleeps for up to 50 ms at a time, and is as late."""
    if sys.platform == "linux" and hasattr(os, "pidfd_open"):
        try:
            descriptor = os.pidfd_open(child.pid)
        except OSError:  # older than Linux 5.3, or an emulator of it
            return child.wait(timeout)
        try:
            ended = select.poll()
            ended.register(descriptor, select.POLLIN)
            if not ended.poll(timeout * 1000):
                raise subprocess.TimeoutExpired(child.args, timeout)
        finally:
            os.close(descriptor)
        return child.wait()
    return child.wait(timeout)


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


def run_silent(argv: Sequence[str], *, what: str, timeout: float = HANG_SECONDS, cwd: Path | None = None) -> None:
    """Run a tool that prints nothing on success.

    Output on stderr, or a non-zero status, raises :class:`ToolFailed`. The message begins with ``what``.
    """
    try:
        done = run(argv, timeout=timeout, cwd=cwd, env={**os.environ, "LC_ALL": "C"})
    except subprocess.TimeoutExpired:
        raise ToolFailed(f"{what}: no end after {timeout:.0f} s") from None
    if done.returncode == 0 and not done.stderr.strip():
        return
    output = (done.stderr + done.stdout).decode("utf-8", "replace")
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    raise ToolFailed(f"{what}: {telling(lines) or f'exit status {done.returncode}'}", output)


def telling(lines: Sequence[str]) -> str:
    """The line of a failed tool's output that names the fault. Empty if no line does.

    The last line of gcc and clang says only that linking failed. An earlier line names the missing symbol.
    """
    facts = [line for line in lines if not _SUMMARY.search(line)] or lines
    for form in (_UNDEFINED, _FAULT):
        for line in facts:
            if form.search(line):
                return line
    return facts[0] if facts else ""
