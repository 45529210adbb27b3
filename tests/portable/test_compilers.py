# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The portable C by five compilers at their levels of optimization, and under sanitizers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from targets.toolchain import windows
from tests.portable.machines import STRICT, Program, compiled, portable

pytestmark = pytest.mark.kernels()  # portable C alone is called
HEADERS = str(Path(windows.__file__).parent / "include")
# Without the C library's cookies and names of libraries: a linker for MinGW makes the program.
WORDS = "clang --driver-mode=cl --target=x86_64-pc-windows-msvc -W4 -WX -GS- -Zl -DLOOM_NO_ASM -imsvc"
CL = (*WORDS.split(), HEADERS)
ADDRESS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
# A trap needs no library of the sanitizer.
TRAPS = ("-fsanitize=undefined", "-fsanitize-trap=all")
# The machine, the compiler's words, its levels; the first of these in each run, the others in a whole one.
COMPILERS: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
    ("x86_64", ("gcc", *STRICT), ("-O3", "-O0", "-O1", "-O2", "-Os")),
    ("x86_64", ("clang", *STRICT), ("-O2", "-Os", "-O0", "-O1", "-O3")),
    ("x86_64", ("tcc", "-std=c99", "-Wall", "-Werror", "-DLOOM_NO_ASM"), ("",)),
    ("x86_64", ("zig", "cc", *STRICT, "-fsanitize-trap=all"), ("-O3", "-O0", "-O1", "-O2", "-Os")),
    ("windows", CL, ("-O2", "-Od", "-O1", "-Ox")),
    ("x86_64", ("gcc", *STRICT, *ADDRESS), ("-O1", "-O3", "-O0", "-O2", "-Os")),
    ("i686", ("gcc", "-m32", *STRICT, *ADDRESS), ("-O2", "-O0", "-O1", "-O3", "-Os")),
    ("x86_64", ("clang", *STRICT, *TRAPS), ("-O1", "-O3")),
    ("i686", ("clang", "-m32", *STRICT, *TRAPS), ("-O1", "-O3")),
)  # fmt: skip


def _rows() -> list[Any]:
    rows = []
    for machine, words, levels in COMPILERS:
        for number, level in enumerate(levels):
            sanitizer = " sanitized" if {*ADDRESS, *TRAPS} & {*words} else ""
            name = f"{machine} {'clang-cl' if words == CL else words[0]}{sanitizer} {level}".strip()
            marks = [pytest.mark.whole] if number else []
            rows.append(pytest.param(machine, (*words, *([level] if level else [])), id=name, marks=marks))
    return rows


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Program]:
    return cache(lambda machine: Program(machine, tmp_path_factory.mktemp(machine)))


@pytest.mark.parametrize(("machine", "words"), _rows())
def test_right_answers(machine: str, words: tuple[str, ...], program: Callable[[str], Program], tmp_path: Path) -> None:
    objects = compiled(words, portable(), tmp_path)
    program(machine).judge(objects, ADDRESS if {*ADDRESS} <= {*words} else ())
