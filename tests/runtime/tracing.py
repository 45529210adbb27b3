# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs under valgrind: the path that each call takes, and what secrets reach. A program reads a head and then cases
from its input, makes a call for each case between ``CALLGRIND_ZERO_STATS`` and ``CALLGRIND_DUMP_STATS``, and prints a
line for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run


def compiled(source: Path, static: Path, include: Path, folder: Path) -> Path:
    """The program of a source, static: valgrind then needs no debug symbols of the C library."""
    out = folder / source.stem
    words = [str(require("gcc")), "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O2", "-static", f"-I{include}"]
    done = run([*words, str(source), str(static), "-o", str(out)], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode()
    return out


def watched(
    tool: Sequence[str], program: Path, head: bytes, cases: Sequence[bytes], *words: str
) -> tuple[list[list[str]], str]:
    """The words of each case's line, and the output of valgrind."""
    source, log = program.parent / "cases", program.parent / "log"
    source.write_bytes(head + b"".join(cases))
    command = [str(require("valgrind")), f"--log-file={log}", *tool, str(program), *words]
    done = run(command, timeout=HANG_SECONDS, stdin=source, cwd=program.parent)
    assert done.returncode == 0, done.stderr.decode() + log.read_text("utf-8")
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    assert len(lines) == len(cases)
    return lines, log.read_text("utf-8")


def complaints(program: Path, head: bytes, cases: Sequence[bytes], *words: str) -> list[str]:
    """The output of memcheck without its errors in the start of the C library."""
    _, said = watched(["--error-limit=no"], program, head, cases, *words)
    return [part for part in re.split(r"(?m)^==\d+== $", said) if re.search("(at|by) 0x.*: (loom_|leaky)", part)]


def counted(program: Path, head: bytes, cases: Sequence[bytes], *words: str) -> tuple[list[list[str]], list[str]]:
    """As :func:`watched`, and for each case the count of each instruction and the direction of each branch."""
    counts = program.parent / "counts"
    tool = [
        "--tool=callgrind", "--dump-instr=yes", "--collect-jumps=yes", "--compress-strings=no", "--compress-pos=no",
        "--combine-dumps=yes", f"--callgrind-out-file={counts}",
    ]  # fmt: skip
    # One more call goes before, because dispatch decides in the first call.
    lines, _ = watched(tool, program, head, [cases[0], *cases], *words)
    dumps = re.split(r"(?m)^part: .*$", counts.read_text("utf-8"))[2 : len(cases) + 2]
    assert len(dumps) == len(cases)
    return lines[1:], ["\n".join(sorted(x for x in dump.splitlines() if "0x" in x)) for dump in dumps]
