# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Right answers, kept registers and untouched surroundings, on every target in every syntax."""

from __future__ import annotations

import pytest

import targets
from generator.isa.features import closure
from generator.lang.contract import Kernel
from targets.toolchain import bochs, testing
from targets.toolchain.assemble import assemblers
from targets.toolchain.find import MissingTool
from targets.toolchain.link import shared_library, shared_name
from targets.trial.code import text_relocations
from targets.trial.cpu import emulated_by, lacking, left_out
from tests.kernels.conftest import Cells
from tests.kernels.matrix import KERNELS, Cell, in_full
from tests.kernels.run import run_emulated, run_here


def test_assembles_without_a_warning(cell: Cell) -> None:
    """Every assembler for this syntax takes every file in silence (make_cell refuses anything on stderr)."""
    if not assemblers(cell.target, cell.syntax):
        raise MissingTool(f"{cell.target.triple}: no assembler for {cell.syntax} is installed")
    for by, objects in cell.objects.items():
        assert objects, by


def test_links_into_a_shared_object(cell: Cell) -> None:
    """The linkers are told to fail on text relocations, undefined symbols and warnings."""
    for by, objects in cell.objects.items():
        out = cell.folder / by.replace(" ", "-") / shared_name(cell.target, "kernels")
        assert shared_library(cell.target, list(objects.values()), out).stat().st_size > 0


def test_no_absolute_address_in_code(cell: Cell) -> None:
    """A loader has nothing to write into code."""
    for objects in cell.objects.values():
        assert text_relocations(list(objects.values())) == []


def test_right_answers(cell: Cell, not_executed: list[str]) -> None:
    """All lengths, alignments, placements and splits of the plans against Python's own implementations, once for each
    calling convention and format of objects. Elsewhere the same code gets a few calls.

    An emulated CPU runs functions that this CPU cannot. Bochs is slow: test_an_emulated_cpu_agrees alone has it, in one
    syntax of each triple. Functions that no CPU here can run are listed.
    """
    target = cell.target
    here: list[tuple[Kernel, str]] = []
    emulated: dict[str, list[tuple[Kernel, str]]] = {}
    for kernel, variant, function in cell.functions():
        missing = lacking(target, variant.features)
        if not missing:
            here.append((kernel, function.symbol))
        elif by := emulated_by(target, variant.features):
            if by not in bochs.MODELS:
                emulated.setdefault(by, []).append((kernel, function.symbol))
        else:
            not_executed.append(left_out(function.symbol, target, missing))
    full = in_full(target.triple, cell.syntax)
    assert run_here(cell, here, full=full) > 0
    for by, functions in emulated.items():
        assert run_emulated(cell, functions, by, full=full) > 0


# One syntax of each triple with an emulator.
_X86 = [targets.load(t) for t in targets.all_triples() if targets.load(t).arch in ("x86_64", "x86")]
EMULATED = [(t.triple, t.syntaxes[0], "qemu-x86") for t in _X86 if emulated_by(t, ("sse2",))]
EMULATED += [
    (t.triple, t.syntaxes[0], by) for t in _X86 for one in ("avx512f", "sha512") if (by := emulated_by(t, (one,)))
]
MORE = 40


@pytest.mark.parametrize(("triple", "syntax", "by"), EMULATED, ids=["-".join(row) for row in EMULATED])
@pytest.mark.whole(every=3)
def test_an_emulated_cpu_agrees(triple: str, syntax: str, by: str, cells: Cells) -> None:
    """The emulated path of other machines works here too, for functions with an extension that some CPUs lack. Those
    that this CPU lacks get more calls, and by ``test --all`` all of them, which takes Bochs a quarter of an hour."""
    cell = cells(triple, syntax)
    common = closure(cell.target.arch, ("avx2", "bmi1", "bmi2"))
    known, unknown = list[tuple[Kernel, str]](), list[tuple[Kernel, str]]()
    for kernel, variant, function in cell.functions():
        features = variant.features
        if kernel.of_tree and not common.issuperset(features) and emulated_by(cell.target, features) == by:
            # Bochs alone executes what this CPU lacks: see test_right_answers.
            alone = by in bochs.MODELS and lacking(cell.target, features)
            (unknown if alone else known).append((kernel, function.symbol))
    for functions, full, count in ((known, False, 3), (unknown, testing.whole(), MORE)):
        if functions:
            assert run_emulated(cell, functions, by, full=full, count=count) > 0
    assert known or unknown or cell.kernels != set(KERNELS)
