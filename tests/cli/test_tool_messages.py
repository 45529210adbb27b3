# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The one line about a failed tool names the fault, and a missing symbol by its name."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

import targets
from targets.toolchain.compile import compile_c
from targets.toolchain.link import program, shared_library
from targets.toolchain.process import ToolFailed, telling

pytestmark = pytest.mark.kernels()
CALLER = """#if defined(__ELF__)
__attribute__((visibility("hidden")))
#endif
extern int absent_function(void);
int main(void) { return absent_function(); }
"""
COLLECT = "collect2: error: ld returned 1 exit status"
OUTPUT = [  # a tool's output, and the number of the line with the fault
    (["ld: a.o: in function `f':", "a.c:(.text+0x1): undefined reference to `absent'", COLLECT], 1),
    (["ld: x: hidden symbol `absent' isn't defined", "ld: final link failed: bad value", COLLECT], 0),
    (["ld.lld: error: undefined hidden symbol: absent", "clang: error: linker command failed"], 0),
    (["lld-link: warning: ignored", "lld-link: error: undefined symbol: absent"], 1),
    (["a.obj : error LNK2019: unresolved external symbol absent"], 0),
    (["ld: cannot find -labsent", COLLECT], 0),
    (["a.c: In function 'f':", "a.c:3: error: 'absent' undeclared"], 1),
    ([COLLECT], 0),
    (["something else", "more"], 0),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "which"), OUTPUT, ids=lambda value: value[0][:30] if isinstance(value, list) else "")
def test_the_line_that_tells(lines: list[str], which: int) -> None:
    assert telling(lines) == lines[which]


def test_no_output() -> None:
    assert telling([]) == ""


def test_missing_symbols_are_named(tmp_path: Path) -> None:
    target = targets.for_host(platform.system(), platform.machine())
    source = tmp_path / "caller.c"
    source.write_text(CALLER)
    caller = compile_c(target, source, tmp_path / f"caller{target.object_suffix}", ["-fPIC"])
    with pytest.raises(ToolFailed, match="absent_function"):
        program(target, [caller], tmp_path / "caller")
    with pytest.raises(ToolFailed, match="absent_function"):
        shared_library(target, [caller], tmp_path / "libcaller.so")
