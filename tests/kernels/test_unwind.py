# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data of every function of every cell, evaluated at every instruction against what the code really did."""

from __future__ import annotations

import re

import pytest

import targets
from targets.toolchain.find import require
from targets.toolchain.image import read
from targets.toolchain.process import run
from tests.harness.image import link_image
from tests.harness.simulate import Arch
from tests.harness.unwind_check import Library, check_library
from tests.kernels.code import text_of
from tests.kernels.conftest import Cells
from tests.kernels.matrix import CELLS, generator

ARCHS: dict[str, Arch] = {"x86_64": "x86_64", "x86": "i686", "aarch64": "aarch64"}
CONVENTIONS = {"sysv64": "sysv64", "win64": "win64", "cdecl32": "cdecl"}
# Same objects, but a linker that adds no C library.
LINKED_AS = {"x86_64-w64-mingw32": "x86_64-pc-windows-msvc"}
COMPACT = "aarch64-apple-darwin"
UNWOUND = [(t, s) for t, s in CELLS if targets.load(t).unwind != "none" and t != COMPACT]
NONE = [(t, s) for t, s in CELLS if targets.load(t).hardening.safeseh]


@pytest.mark.parametrize(("triple", "syntax"), UNWOUND, ids=[f"{t}-{s}" for t, s in UNWOUND])
def test_unwinds_at_every_instruction(triple: str, syntax: str, cells: Cells) -> None:
    cell = cells(triple, syntax)
    target = targets.load(LINKED_AS.get(triple, triple))
    for by, objects in cell.objects.items():
        library = link_image(target, list(objects.values()), cell.folder / by.replace(" ", "-"))
        everything = Library(library).symbols if target.object_format == "elf" else read(target, library).symbols
        symbols = {name: everything[name] for name in (f"loom_{stem}" for stem in objects)}
        convention = CONVENTIONS.get(target.abi, "aapcs64")
        lines = check_library(library, ARCHS[target.arch], convention, symbols, target.windows)
        assert not lines, f"{triple} {syntax} by {by}:\n" + "\n".join(lines[:20])


def test_compact_unwind_on_apple_arm(cells: Cells) -> None:
    """There the assembler turns CFI into compact unwind codes: frameless, or x29 and pairs of saved registers."""
    cell = cells(COMPACT, "gas")
    frames = {f.symbol: f.frame for _, _, f in generator(cell.folder.parent).functions(cell.target)}
    for objects in cell.objects.values():
        for stem, path in objects.items():
            done = run([str(require("llvm-objdump")), "--unwind-info", str(path)], timeout=60)
            found = re.findall(r"start:\s+0x0 (\S+)\s+length:\s+(0x\w+)\s+compact encoding:\s+(0x\w+)", done.stdout.decode())
            assert len(found) == 1 and found[0][0] in (f"_loom_{stem}", "ltmp0"), done.stdout.decode()
            assert int(found[0][1], 16) == len(text_of(cell.target, path)), f"{stem}: not all of the function is covered"
            encoding = int(found[0][2], 16)
            saved = [r for r in frames[stem].saved if r.num not in (29, 30)]
            if not frames[stem].bytes:
                assert encoding == 0x02000000, f"{stem}: {encoding:#x} for a function without a frame"
            else:
                mode = encoding >> 24 & 0xF
                assert mode in (3, 4), f"{stem}: {encoding:#x}"
                assert mode == 3 or 2 * bin(encoding & 0xFFF).count("1") == len(saved), f"{stem}: {encoding:#x}"


@pytest.mark.parametrize(("triple", "syntax"), NONE, ids=[f"{t}-{s}" for t, s in NONE])
def test_marked_safe_where_there_is_no_table(triple: str, syntax: str, cells: Cells) -> None:
    """32-bit Windows unwinds by frame chains; what objects owe there is the SafeSEH mark."""
    for objects in cells(triple, syntax).objects.values():
        for path in objects.values():
            assert b"@feat.00" in path.read_bytes(), f"{path}: no @feat.00"
