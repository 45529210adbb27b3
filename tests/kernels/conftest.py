# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Cells of the matrix as a session fixture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import pytest

from tests.changed import Wanted
from tests.kernels.matrix import CELLS, KERNELS, Cell, make_cell

Make = Callable[[str, str, frozenset[str]], Cell]


class Cells(Protocol):
    """A cell of the kernels that a test is to run for (``--changed``: not all), and of ``always``."""

    def __call__(self, triple: str, syntax: str, always: Iterable[str] = ()) -> Cell: ...


@pytest.fixture(scope="session")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Get a cell of some kernels, made on first use."""
    folder = tmp_path_factory.mktemp("matrix")
    made: dict[tuple[str, str, frozenset[str]], Cell] = {}

    def get(triple: str, syntax: str, kernels: frozenset[str]) -> Cell:
        key = (triple, syntax, kernels)
        if key not in made:
            made[key] = make_cell(folder, f"{triple}-{syntax}-{len(made)}", triple, syntax, kernels)
        return made[key]

    return get


@pytest.fixture
def cells(make: Make, wanted: Wanted) -> Cells:
    chosen = wanted(KERNELS)

    def get(triple: str, syntax: str, always: Iterable[str] = ()) -> Cell:
        return make(triple, syntax, frozenset(chosen).union(always))

    return get


@pytest.fixture(params=CELLS, ids=[f"{t}-{s}" for t, s in CELLS])
def cell(request: pytest.FixtureRequest, cells: Cells) -> Cell:
    return cells(*request.param)
