# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""clang's ``-fsanitize=kcfi``: a call by pointer compares the id before the entry. Assembly functions have ids too.

The library, its self-test and calls by pointer run to the end; a call by a pointer of another type traps.
"""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

import targets
from generator import rooms
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT
from tests.runtime.test_compile import WARNINGS

GENERATED = ROOT / "generated"
TRAPS = {"x86_64-linux-gnu": signal.SIGILL, "aarch64-linux-gnu": signal.SIGTRAP}
# An id is an absolute 32-bit value. GNU ld puts no such value into position-independent x86_64 code.
LINKED = {
    "x86_64-linux-gnu": [["-fuse-ld=lld"], ["-no-pie"]],
    "aarch64-linux-gnu": [["-fuse-ld=lld"], []],
}
CALLER = """
#include "asmloom_kernels.h"
#include <stdio.h>

extern loom_md5_blocks_fn loom_md5_blocks_scalar;
typedef void other_fn(uint32_t *state);

int main(int argc, char **argv)
{
    uint32_t state[4] = {1, 2, 3, 4};
    loom_md5_blocks_fn *volatile right = loom_md5_blocks_scalar;
    other_fn *volatile wrong = (other_fn *)(void (*)(void))loom_md5_blocks_scalar;
    (void)argv;
    right(state, NULL, 0);
    puts("called");
    fflush(stdout);
    if (argc > 1) {
        wrong(state);
    }
    return 0;
}
"""


def kernel(triple: str) -> Path:
    """A function's source."""
    return GENERATED / targets.load(triple).arch / "gas" / "md5_blocks_scalar.S"


def compiled(triple: str, folder: Path, sources: list[Path]) -> list[str]:
    """Objects of C and ``.S`` files under kCFI, without a diagnostic."""
    words = [str(require("clang")), f"--target={triple}", "-fsanitize=kcfi", *WARNINGS, "-O2", "-c"]
    words += [f"-I{GENERATED / 'include'}", *rooms.includes(), *map(str, sources)]
    done = run(words, timeout=HANG_SECONDS, cwd=folder)
    assert (done.returncode, done.stdout + done.stderr) == (0, b""), done.stderr.decode()
    return [f"{source.stem}.o" for source in sources]


def linked(triple: str, folder: Path, objects: list[str], flags: list[str]) -> Path:
    words = [str(require("clang")), f"--target={triple}", *flags, "-Wl,--fatal-warnings", *objects, "-o", "program"]
    done = run(words, timeout=HANG_SECONDS, cwd=folder)
    assert (done.returncode, done.stdout + done.stderr) == (0, b""), done.stderr.decode()
    return folder / "program"


@pytest.mark.kernels()  # ids come from prototypes; tests/kernels judges the answers
@pytest.mark.parametrize("triple", LINKED)
@pytest.mark.whole(every=2)
def test_the_library_runs(triple: str, tmp_path: Path) -> None:
    """Dispatch, every kernel of the CPU by pointer (the self-test), and the public functions."""
    sources = [*rooms.library(GENERATED / "include", "selftest")]
    sources += sorted((GENERATED / targets.load(triple).arch / "gas").glob("*.S"))
    objects = compiled(triple, tmp_path, list(dict.fromkeys(sources)))
    for flags in LINKED[triple]:
        done = executor(targets.load(triple)).run(
            linked(triple, tmp_path, objects, flags), cwd=tmp_path, timeout=HANG_SECONDS
        )
        assert done.returncode == 0, (flags, done)
        assert done.stdout.endswith(b"self-test: all right\n"), (flags, done.stdout[-500:])


@pytest.mark.kernels()
@pytest.mark.parametrize("triple", LINKED)
def test_the_type_is_checked(triple: str, tmp_path: Path) -> None:
    (tmp_path / "caller.c").write_text(CALLER)
    objects = compiled(triple, tmp_path, [tmp_path / "caller.c", kernel(triple)])
    for flags in LINKED[triple]:
        program = linked(triple, tmp_path, objects, flags)
        run_it = executor(targets.load(triple)).run
        done = run_it(program, cwd=tmp_path, timeout=HANG_SECONDS)
        assert (done.returncode, done.stdout) == (0, b"called\n"), (flags, done)
        done = run_it(program, ["wrong"], cwd=tmp_path, timeout=HANG_SECONDS)
        assert (done.returncode, done.stdout) == (-TRAPS[triple], b"called\n"), (flags, done)


@pytest.mark.kernels()
@pytest.mark.parametrize("triple", LINKED)
def test_nothing_of_it_without_it(triple: str, tmp_path: Path) -> None:
    """LOOM_KCFI asks other compilers for the ids. Without LOOM_KCFI and kCFI the object has no ids."""
    source = kernel(triple)
    entry = "loom_md5_blocks_scalar"
    for flags, there in (([], False), (["-DLOOM_KCFI"], True)):
        words = [str(require("aarch64-gcc" if "aarch64" in triple else "gcc")), *flags, "-Wa,--fatal-warnings", "-c"]
        done = run([*words, str(source), "-o", "one.o"], timeout=HANG_SECONDS, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        done = run(
            [str(require("llvm-readobj")), "--symbols", "--relocations", "one.o"], timeout=HANG_SECONDS, cwd=tmp_path
        )
        listing = done.stdout.decode()
        values = {
            name: int(value, 16) for name, value in re.findall(r"Name: (\S+) \(\d+\)\s+Value: 0x([0-9A-F]+)", listing)
        }
        assert values[entry] == (64 if there else 0)
        assert ("kcfi" in listing, "__cfi_" in listing) == (there, there and "x86_64" in triple)
        if there:  # the id is the word before the entry
            assert re.search(rf"0x3C R_\w+ABS32 __kcfi_typeid_{entry}|0x3C R_X86_64_32 __kcfi_typeid_{entry}", listing)
        if "__cfi_" in listing:
            assert values[f"__cfi_{entry}"] == 48
