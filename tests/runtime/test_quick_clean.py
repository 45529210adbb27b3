# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The functions that clean leave nothing in registers and on the stack below their callers, and touch no register that
the CPU lacks: see clean.c."""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from generator import rooms
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick

pytestmark = pytest.mark.kernels()  # no kernel is linked
SOURCES = [Path(__file__).with_name("clean.c"), rooms.path("clean.c"), rooms.path("wipe.c")]
NO_SUCH_CPU = 77
# Compiler, its words, and the target whose programs this is. The last one is as a compiler before gcc 11.
BUILDS = {
    "x86_64": ("gcc", (), "x86_64-linux-gnu"),
    "x86": ("gcc", ("-m32",), "i686-linux-gnu"),
    "aarch64": ("aarch64-gcc", ("-static",), "aarch64-linux-gnu"),
    "aarch64, old": ("aarch64-gcc", ("-static", "-D__has_attribute(x)=0"), "aarch64-linux-gnu"),
}


@pytest.mark.parametrize("build", BUILDS)
def test_nothing_is_left(build: str, tmp_path: Path) -> None:
    tool, words, triple = BUILDS[build]
    out = tmp_path / "program"
    first = [str(require(tool)), "-std=gnu99", "-O2", "-w", "-DLOOM_NO_ASM", *words, f"-I{quick.INCLUDE}"]
    built = run([*first, *rooms.includes(), *map(str, SOURCES), "-o", str(out)], timeout=HANG_SECONDS)
    assert (built.returncode, built.stderr) == (0, b""), built.stderr.decode()
    for level in range(4 if triple.startswith("x86_64") else 3 if triple.startswith("i686") else 1):
        done = executor(targets.load(triple)).run(out, [str(level)])
        assert done.returncode in (0, NO_SUCH_CPU) and done.stderr == b"", (level, done)
