# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A pointer to zero bytes may be NULL, in every function and in every state: nothing is added to such a pointer, and no
function of the C library gets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

PROGRAM = Path(__file__).parent / "nulls.c"


@pytest.mark.kernels()
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.whole(every=2)
def test_nothing_at_null(compiler: str, tmp_path: Path) -> None:
    """clang's sanitizer knows sums of NULL, gcc's the arguments of the C library."""
    flags = ["-std=gnu99", "-O1", "-g", "-fsanitize=undefined", "-DLOOM_NO_ASM"]
    flags.append("-fno-sanitize-recover=all" if compiler == "gcc" else "-fsanitize-trap=undefined")  # needs no library
    files = [str(PROGRAM), *map(str, rooms.library(INCLUDE))]
    out = tmp_path / "nulls"
    command = [str(require(compiler)), *flags, f"-I{INCLUDE}", *rooms.includes(), *files, "-o", str(out)]
    made = run(command, timeout=HANG_SECONDS)
    assert made.returncode == 0, made.stderr.decode()
    done = run([str(out)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), (done.stdout + done.stderr).decode()[-2000:]
    assert int(done.stdout) > 900
