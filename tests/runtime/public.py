# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows of the public functions, for tests that need all of them."""

from __future__ import annotations

from functools import cache

import generator.machines  # noqa: F401  # kernels are loaded for the machines
from generator import library
from generator.api import functions
from generator.declarations import Function
from generator.lang.interface import hashes

KERNEL = "loom_k_"
"""The beginning of the names of block-level functions. tests/harness has plans for these functions."""

HASHES = {row["name"]: row for row in hashes(library.load().kernels.values())}
"""The hashes of the C API, by their names."""


@cache
def rows() -> tuple[Function, ...]:
    """All public functions, in the order of asmloom.h."""
    return tuple(functions(library.load().kernels.values()))


def names() -> tuple[str, ...]:
    return tuple(row.name for row in rows())
