# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The way from a public entry to its kernel: code of this machine's compilers, and first calls in many threads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import library, rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

pytestmark = pytest.mark.kernels()  # entries come from contracts

HERE = Path(__file__).parent
KERNELS = library.load().kernels

# clang makes no tail call from position-independent 32-bit code: ebx holds an address until the call.
COMPILERS = {
    "gcc x86_64": ["gcc", "-m64", "-fPIC"],
    "gcc x86_64 -fcf-protection": ["gcc", "-m64", "-fPIC", "-fcf-protection=full"],
    "gcc i686": ["gcc", "-m32", "-fPIC"],
    "gcc aarch64": ["aarch64-gcc", "-fPIC", "-mbranch-protection=standard"],
    "clang x86_64": ["clang", "--target=x86_64-linux-gnu", "-fPIC"],
    "clang x86_64 -fsanitize=kcfi": ["clang", "--target=x86_64-linux-gnu", "-fPIC", "-fsanitize=kcfi"],
    "clang i686 -fno-pic": ["clang", "--target=i686-linux-gnu", "-fno-pic"],
    "clang aarch64": ["clang", "--target=aarch64-linux-gnu", "-fPIC", "-mbranch-protection=standard"],
}
SAVES = re.compile(r"push|call|bl|blr|stp|sub\s.*sp\b|str\s.*\[sp")
JUMPS = re.compile(r"jmp[lq]?\s+\*|br\s+x\d+")
WHERE = re.compile(r"call[lq]?\s.*(get_pc_thunk|loom_k_)")  # 32-bit code asks for its own address


def entries(compiler: str, folder: Path, flags: list[str]) -> dict[str, list[str]]:
    """The instructions of each kernel's public entry. Headers of the folder come first."""
    tool, *words = COMPILERS[compiler]
    out = folder / "entry.o"
    source = folder / "entry.c"
    source.write_text("".join(f'#include "{path}"\n' for path in rooms.of_kernels(INCLUDE)))
    done = run(
        [str(require(tool)), *words, "-std=c99", "-O2", *flags, f"-I{folder}", f"-I{INCLUDE}", *rooms.includes(),
         "-c", str(source), "-o", str(out)], timeout=HANG_SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    text = run([str(require("llvm-objdump")), "-d", "--no-show-raw-insn", str(out)], timeout=HANG_SECONDS).stdout
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.decode().splitlines():
        head = re.fullmatch(r"[0-9a-f]+ <(\w+)>:", line)
        if head:
            name = head[1]
        elif ":" in line and name.startswith("loom_k_"):
            found.setdefault(name.removeprefix("loom_k_"), []).append(line.split(":", 1)[1].strip().replace("\t", " "))
    return found


def dear(code: list[str]) -> list[str]:
    """The instructions of an entry that save or call, and a word if the entry does not jump."""
    end = next((n for n, line in enumerate(code) if JUMPS.match(line)), None)
    if end is None:
        return ["no jump"]
    return [line for line in code[:end] if SAVES.match(line) and not WHERE.match(line)]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_an_entry_jumps_and_saves_nothing(compiler: str, tmp_path: Path) -> None:
    found = entries(compiler, tmp_path, [])
    assert found.keys() == KERNELS.keys()
    assert {name: dear(code) for name, code in found.items() if dear(code)} == {}
    assert max(len(code) for code in found.values()) < 40


def test_an_entry_that_calls_is_seen(tmp_path: Path) -> None:
    """Code that makes no tail calls, and a call before the jump."""
    found = entries("gcc x86_64", tmp_path, ["-fno-optimize-sibling-calls"])
    assert all(map(dear, found.values()))
    text = rooms.path("row.h").read_text("utf-8")
    planted = tmp_path / "row.h"
    planted.write_text(text.replace("verb loom_call_", "loom_publish(0, NULL); verb loom_call_"))
    assert planted.read_text("utf-8") != text
    for compiler in ("gcc x86_64", "clang aarch64"):
        assert all(map(dear, entries(compiler, tmp_path, []).values())), compiler


@pytest.mark.parametrize(("flags", "detections"), [([], "1"), (["-DLOOM_NO_CONSTRUCTOR"], "[1-9][0-9]?")])
@pytest.mark.whole(every=2)
def test_first_calls_of_64_threads(flags: list[str], detections: str, tmp_path: Path) -> None:
    """Portable C alone, under the thread sanitizer. Without a constructor, threads that meet detect each for itself."""
    exe = tmp_path / "first"
    words = [str(require("gcc")), "-std=c99", "-O1", "-g", "-fsanitize=thread", "-DLOOM_NO_ASM", "-pthread", *flags]
    words += [f"-I{INCLUDE}", *rooms.includes(), str(HERE / "first.c")]
    words += [*map(str, rooms.library(INCLUDE)), "-Wl,--wrap=loom_cpu_detect", "-o", str(exe)]
    built = run(words)
    assert built.returncode == 0, built.stderr.decode()
    for _ in range(3):
        # The child of fork has threads that have ended and that nobody in the child joins.
        words = ["setarch", "-R", "env", "TSAN_OPTIONS=report_thread_leaks=0", str(exe)]
        done = run(words, timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()[-2000:]
        text = done.stdout.decode()
        assert re.fullmatch(f"64 threads, a child: one choice, detections: {detections}\n", text), text
