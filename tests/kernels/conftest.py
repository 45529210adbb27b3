# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Cells of the matrix as a session fixture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kernels.matrix import CELLS, Cell, make_cell

Cells = Callable[[str, str], Cell]


@pytest.fixture(scope="session")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Cells:
    """Get a cell, made on first use."""
    folder = tmp_path_factory.mktemp("matrix")
    made: dict[tuple[str, str], Cell] = {}

    def get(triple: str, syntax: str) -> Cell:
        if (triple, syntax) not in made:
            made[triple, syntax] = make_cell(folder, triple, syntax)
        return made[triple, syntax]

    return get


@pytest.fixture(params=CELLS, ids=[f"{t}-{s}" for t, s in CELLS])
def cell(request: pytest.FixtureRequest, cells: Cells) -> Cell:
    return cells(*request.param)
