# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data of every function of every cell, compared at every instruction with the code's true effects."""

from __future__ import annotations

import pytest

import targets
from targets.trial.assembled import marked_safe, unwinding
from tests.kernels.conftest import Cells
from tests.kernels.matrix import CELLS

UNWOUND = [(t, s) for t, s in CELLS if targets.load(t).unwind != "none"]
NONE = [(t, s) for t, s in CELLS if targets.load(t).unwind == "none" and t.endswith("-msvc")]


@pytest.mark.parametrize(("triple", "syntax"), UNWOUND, ids=[f"{t}-{s}" for t, s in UNWOUND])
@pytest.mark.whole(every=4)
def test_unwinds_at_every_instruction(triple: str, syntax: str, cells: Cells) -> None:
    cell = cells(triple, syntax)
    stems = {function.symbol for _, _, function in cell.functions()}
    assert stems
    for by in cell.objects:
        lines = unwinding(cell, by, stems)
        assert not lines, f"{triple} {syntax} by {by}:\n" + "\n".join(lines[:20])


@pytest.mark.parametrize(("triple", "syntax"), NONE, ids=[f"{t}-{s}" for t, s in NONE])
def test_marked_safe_where_there_is_no_table(triple: str, syntax: str, cells: Cells) -> None:
    """32-bit Windows unwinds by frame chains. Its objects need the SafeSEH mark."""
    for objects in cells(triple, syntax).objects.values():
        for path in objects.values():
            assert marked_safe(path), f"{path}: no @feat.00"
