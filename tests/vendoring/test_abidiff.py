# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""abidiff of libabigail, as distributions run it, sees the shared library's functions, and a context that has grown."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.library import load
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.vendoring.project import call

pytestmark = pytest.mark.kernels()
CONTEXT = "} mylib_md5_ctx;"


def test_abidiff_sees_a_grown_context(tmp_path: Path) -> None:
    made = contents(Options(prefix="mylib_", targets=("x86_64-linux-gnu",), kernels=("md5",)), load())
    for name, more in (("a", ""), ("b", ""), ("grown", "uint64_t more; ")):
        folder = tmp_path / name
        for path, data in made.items():
            if path.endswith((".c", ".h")):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data.replace(CONTEXT.encode(), f"{more}{CONTEXT}".encode()))
        sources = [str(path.relative_to(folder)) for path in sorted(folder.glob("runtime/*.c"))]
        words = ["-g", "-O0", "-fPIC", "-shared", "-DMYLIB_SHARED", "-DLOOM_SHARED", "-DLOOM_NO_ASM", "-Iinclude"]
        call(require("gcc"), *words, *sources, "-o", "libmylib.so", cwd=folder)

    def differs(name: str) -> tuple[int, str]:
        libraries = [str(tmp_path / one / "libmylib.so") for one in ("a", name)]
        done = run([str(require("abidiff")), *libraries], timeout=HANG_SECONDS)
        return done.returncode, done.stdout.decode()

    assert differs("b") == (0, "")
    status, said = differs("grown")
    assert status & 4 and "mylib_md5_ctx" in said and "type size changed" in said, (status, said[:2000])
