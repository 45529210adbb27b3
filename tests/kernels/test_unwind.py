# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data of every function of every cell, compared at every instruction with the code's true effects."""

from __future__ import annotations

import pytest

import targets
from targets.toolchain.image import read
from targets.toolchain.link import image_library
from tests.harness.simulate import Arch
from tests.harness.unwind_check import Library, check_library
from tests.kernels.conftest import Cells
from tests.kernels.matrix import CELLS
from tests.kernels.run import LINKED_AS

ARCHS: dict[str, Arch] = {"x86_64": "x86_64", "x86": "i686", "aarch64": "aarch64"}
CONVENTIONS = {"sysv64": "sysv64", "win64": "win64", "cdecl32": "cdecl"}
UNWOUND = [(t, s) for t, s in CELLS if targets.load(t).unwind != "none"]
NONE = [(t, s) for t, s in CELLS if targets.load(t).unwind == "none" and t.endswith("-msvc")]


@pytest.mark.parametrize(("triple", "syntax"), UNWOUND, ids=[f"{t}-{s}" for t, s in UNWOUND])
def test_unwinds_at_every_instruction(triple: str, syntax: str, cells: Cells) -> None:
    cell = cells(triple, syntax)
    stems = {function.symbol for _, _, function in cell.functions()}
    assert stems
    target = targets.load(LINKED_AS.get(triple, triple))
    for by, objects in cell.objects.items():
        library = image_library(target, list(objects.values()), cell.folder / by.replace(" ", "-"))
        everything = Library(library).symbols if target.object_format == "elf" else read(target, library).symbols
        symbols = {name: everything[name] for name in (f"loom_{stem}" for stem in objects if stem in stems)}
        convention = CONVENTIONS.get(target.abi, "aapcs64")
        lines = check_library(library, ARCHS[target.arch], convention, symbols, target.windows)
        assert not lines, f"{triple} {syntax} by {by}:\n" + "\n".join(lines[:20])


@pytest.mark.parametrize(("triple", "syntax"), NONE, ids=[f"{t}-{s}" for t, s in NONE])
def test_marked_safe_where_there_is_no_table(triple: str, syntax: str, cells: Cells) -> None:
    """32-bit Windows unwinds by frame chains. Its objects need the SafeSEH mark."""
    for objects in cells(triple, syntax).objects.values():
        for path in objects.values():
            assert b"@feat.00" in path.read_bytes(), f"{path}: no @feat.00"
