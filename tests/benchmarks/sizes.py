# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What each public function adds to a static program, and what a program does before its first call:
``python -m tests.benchmarks.sizes [--peer NAME,VERSION,LIBRARY,INCLUDE …]`` writes ``docs/sizes.md``.

A program that uses a function is compared with one that uses none: bytes of code and constants (``size``, with
``--gc-sections``), relocations of a position-independent program, and, for SHA-256 of three bytes, instructions and
cpuids from the first to the last, in single steps. For Linux on x86_64. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import platform
import re
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import targets
from generator import library, rooms
from generator.api import functions
from targets.toolchain import windows
from targets.toolchain.find import require
from targets.toolchain.link import static_library
from targets.toolchain.process import run
from targets.toolchain.product import Workshop, default_syntax
from targets.toolchain.testing import ROOT

PAGE = ROOT / "docs" / "sizes.md"
TRIPLE = "x86_64-linux-gnu"
SMALL = "-DLOOM_NO_ENVIRONMENT"
FEW = ("avx2_bmi1_bmi2", "ssse3")  # left out of the smallest build
OWN = (
    '#include "asmloom.h"\nint main(void) { uint8_t d[32]; loom_sha256((const uint8_t *)"abc", 3, d); '
    "return d[0] != 0xba; }\n"
)
PEERS = {
    "Nettle": "#include <nettle/sha2.h>\nint main(void) { struct sha256_ctx c; uint8_t d[32]; sha256_init(&c); "
    'sha256_update(&c, 3, (const uint8_t *)"abc"); sha256_digest(&c, 32, d); return d[0] != 0xba; }\n',
    "AWS-LC": "#include <openssl/sha.h>\nint main(void) { unsigned char d[32]; "
    'SHA256((const unsigned char *)"abc", 3, d); return d[0] != 0xba; }\n',
}
PEERS["OpenSSL"] = PEERS["AWS-LC"]
_MSVC = "-fuse-ld=lld -nostdlib -Wno-msvc-not-found -Wl,-entry:main,-subsystem:console,-opt:ref"
WHOLE = {
    "GNU ld without `--gc-sections`": (TRIPLE, "gcc", "-static"),
    "MinGW's ld without `--gc-sections`": ("x86_64-w64-mingw32", "mingw64-gcc", "-static"),
    "lld-link with `/OPT:REF`, for x86_64": ("x86_64-pc-windows-msvc", "clang", _MSVC),
    "lld-link with `/OPT:REF`, for AArch64": ("aarch64-pc-windows-msvc", "clang", _MSVC),
}
"""Linkers that take whole objects, or COMDATs: triple, compiler, words."""


class Size(NamedTuple):
    """Of a program, or what it has more than another."""

    text: int
    relocations: int

    def less(self, other: Size) -> Size:
        return Size(self.text - other.text, self.relocations - other.relocations)


def call(*words: str | Path) -> str:
    done = run([str(word) for word in words])
    if done.returncode:
        raise SystemExit(f"sizes: {words[0]}: {done.stderr.decode()[-2000:]}")
    return done.stdout.decode()


class Linker:
    """Programs of one library, in a folder."""

    def __init__(self, folder: Path, inputs: Sequence[str | Path]) -> None:
        self.folder, self.inputs = folder, inputs
        folder.mkdir()

    def program(self, name: str, source: str, *flags: str) -> Path:
        file, out = self.folder / f"{name}.c", self.folder / f"{name}{'.pie' if '-static-pie' in flags else ''}"
        file.write_text(source, "ascii")
        dropped = ["-Wl,--gc-sections", "-ffunction-sections", "-fdata-sections"]
        call(require("gcc"), "-O2", *flags, *dropped, file, *self.inputs, "-o", out)
        return out

    def size(self, name: str, source: str) -> Size:
        text = call("size", self.program(name, source, "-static")).splitlines()[1].split()[0]
        listed = call("readelf", "-rW", self.program(name, source, "-static-pie"))
        return Size(int(text), len(re.findall(r"\bR_X86_64_\w+", listed)))


EMPTY = "int main(void) { return 0; }\n"


def using(name: str) -> str:
    """A program that uses a function by its address."""
    kept = f"void (*volatile kept)(void) = (void (*)(void)){name};"
    return f'#include "asmloom.h"\n{kept}\nint main(void) {{ return kept == 0; }}\n'


def libraries(folder: Path) -> dict[str, list[str | Path]]:
    """Name → the words that link with it."""
    target = targets.load(TRIPLE)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = folder / "build"
    static = workshop.static()
    sources = rooms.library(workshop.place / "src")
    kernels = [workshop.place / "obj" / f"{one.stem}.o" for one in sorted((workshop.place / "src").glob("*.S"))]
    found: dict[str, list[str | Path]] = {"as built": [*workshop.includes(), static]}
    for name, suffix, flags in (
        ("LOOM_NO_ENVIRONMENT", "_small", [SMALL]),
        ("and without AVX2 and SSSE3", "_few", [SMALL, *(f"-DLOOM_WITHOUT_{one}" for one in FEW)]),
    ):
        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(workshop.compile, sources, repeat(suffix), repeat(flags)))
        archive = static_library(target, [*made, *kernels], workshop.place / f"lib{suffix}.a")
        found[name] = [*workshop.includes(), archive]
    return found


def rows(linkers: dict[str, Linker], names: Sequence[str]) -> list[str]:
    empty = {kind: linker.size("empty", EMPTY) for kind, linker in linkers.items()}
    out = ["| function | " + " | ".join("bytes | relocations" for _ in linkers) + " |"]
    out.append("|---" + "|---:|---:" * len(linkers) + "|")
    for name in names:
        cells = [linker.size(name, using(name)).less(empty[kind]) for kind, linker in linkers.items()]
        out.append(f"| `{name}` | " + " | ".join(f"{cell.text} | {cell.relocations}" for cell in cells) + " |")
    return out


def whole(folder: Path) -> list[str]:
    """A row for each linker that takes whole objects: one SHA-256, and the self-test, which needs all kernels."""
    out = ["| linker | `loom_sha256` | `loom_selftest` |", "|---|---:|---:|"]
    for n, (name, (triple, compiler, more)) in enumerate(WHOLE.items()):
        target, place = targets.load(triple), folder / f"whole{n}"
        place.mkdir()
        workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
        workshop.place = place / "build"
        inputs = [workshop.static(), *windows.start_files(target, place)]
        found = []
        for source in (EMPTY, using("loom_sha256"), using("loom_selftest")):
            (place / "one.c").write_text(source, "ascii")
            words = [f"--target={triple}"] if compiler == "clang" else []
            words += ["-O2", *more.split(), *workshop.includes()]
            call(require(compiler), *words, place / "one.c", *inputs, "-o", place / "one.exe")
            rows = [line.split() for line in call(require("llvm-objdump"), "-h", place / "one.exe").splitlines()]
            found.append(sum(int(row[2], 16) for row in rows if row[-1:] in (["TEXT"], ["DATA"])))
        out.append(f"| {name} | {found[1] - found[0]} | {found[2] - found[0]} |")
    return out


def one_hash(linkers: dict[str, tuple[str, Linker]], steps: Path) -> list[str]:
    """A row for each library: SHA-256 of three bytes."""
    out = ["| library | bytes | relocations | instructions | cpuids |", "|---|---:|---:|---:|---:|"]
    for name, (source, linker) in linkers.items():
        size = linker.size("one", source).less(linker.size("none", EMPTY))
        taken = [
            [int(word) for word in call(steps, linker.program(f"{what}_steps", text, "-static")).split()]
            for what, text in (("one", source), ("none", EMPTY))
        ]
        own = [with_it - without for with_it, without in zip(*taken)]
        out.append(f"| {name} | {size.text} | {size.relocations} | {own[0]} | {own[1]} |")
    return out


def main() -> int:
    parser = argparse.ArgumentParser(prog="sizes")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME,VERSION,LIBRARY,INCLUDE")
    args = parser.parse_args()
    kernels = library.load()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        steps = folder / "steps"
        call(require("gcc"), "-O2", Path(__file__).with_name("steps.c"), "-o", steps)
        own = {kind: Linker(folder / f"own{n}", words) for n, (kind, words) in enumerate(libraries(folder).items())}
        hashed = {f"asmloom, {kind}": (OWN, linker) for kind, linker in own.items()}
        for peer in args.peer:
            of, version, file, include = peer.split(",")
            hashed[f"{of} {version}"] = (PEERS[of], Linker(folder / of, [f"-I{include}", file, "-ldl", "-lpthread"]))
        public = sorted({row.name for row in functions(kernels.kernels.values()) if not row.when})
        listed = {kind: own[kind] for kind in list(own)[:1]}
        text = (Path(__file__).with_name("sizes.md")).read_text("utf-8").format(
            date=date.today(), compiler=call(require("gcc"), "-dumpfullversion").strip(), cpu=platform.machine(),
            one="\n".join(one_hash(hashed, steps)),
            whole="\n".join(whole(folder)), every="\n".join(rows(listed, public)),
        )  # fmt: skip
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
