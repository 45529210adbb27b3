# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows of the public functions, for tests that need all of them."""

from __future__ import annotations

from functools import cache

import generator.machines  # noqa: F401  # kernels are loaded for the machines
from generator import library
from generator.api import functions
from generator.declarations import Function

KERNEL = "loom_k_"
"""The beginning of the names of block-level functions. tests/harness has plans for these functions."""


@cache
def rows() -> tuple[Function, ...]:
    """All public functions, in the order of asmloom.h."""
    return tuple(functions(library.load().kernels.values()))


def names() -> tuple[str, ...]:
    return tuple(row.name for row in rows())
