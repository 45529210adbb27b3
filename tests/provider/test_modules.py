# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The module for other systems: Windows, where wine loads it, and macOS, where it is linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator import library
from targets import Target
from targets.toolchain import provider
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.link import program, program_name
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax

HERE = Path(__file__).parent
# Windows by the formats of both linkers, and macOS.
OF_LINKER = ("___dso_handle", "__mh_dylib_header")  # stand in every dylib, and lead to no code
LINKED = ("x86_64-w64-mingw32", "x86_64-pc-windows-msvc", "aarch64-apple-darwin")


def module(target: Target, folder: Path) -> Path:
    made = Workshop(library.load(), target, default_syntax(target), "loom_")
    made.place = folder
    return provider.module(made, provider.headers())


def exported(path: Path) -> list[str]:
    """The names that a DLL or a dylib exports."""
    if path.suffix == ".dll":
        words = [str(require("llvm-readobj")), "--coff-exports", str(path)]
        return re.findall(r"^  Name: (\w+)$", run(words, timeout=HANG_SECONDS).stdout.decode(), re.M)
    words = [str(require("llvm-nm")), "-g", "--defined-only", str(path)]
    found = re.findall(r" [A-Z] (\w+)$", run(words, timeout=HANG_SECONDS).stdout.decode(), re.M)
    return [name for name in found if name not in OF_LINKER]


@pytest.mark.parametrize("triple", LINKED)
@pytest.mark.whole(every=3)
def test_linked(triple: str, tmp_path: Path) -> None:
    """OpenSSL's function is the only export. What a MinGW program can load here, it loads, and gets a right digest."""
    target = targets.load(triple)
    made = module(target, tmp_path)
    assert made.name == ("asmloom.dylib" if "apple" in triple else "asmloom.dll")
    assert exported(made) == ["_" * ("apple" in triple) + provider.ENTRY]
    if target.windows:
        headers = tmp_path / provider.HEADERS
        mingw = targets.load("x86_64-w64-mingw32")
        words = ["-Wall", "-Wextra", "-Werror", f"-isystem{headers}"]
        exe = program(mingw, [*words, HERE / "init.c"], tmp_path / program_name(mingw, "init"))
        done = executor(mingw).run(exe, [made.name], cwd=tmp_path, timeout=HANG_SECONDS)
        assert done.returncode == 0 and b"9 versions" in done.stdout, (done.stdout, done.stderr)
