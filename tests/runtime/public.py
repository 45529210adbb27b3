# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows of the public functions, for tests that need all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import generator.machines  # noqa: F401  # kernels are loaded for the machines
from generator import library
from generator.api import functions
from generator.declarations import Function
from generator.headers import available
from generator.lang.contract import Kernel
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


def rounds(kernels: dict[str, Kernel], arch: str) -> Iterator[dict[str, str]]:
    """Pins that give every variant its turn. The library ignores a pin on a variant that the CPU cannot run."""
    found = {
        name: ["portable"] * kernel.portable + [v.name for v in kernel.variants if available(v, arch)]
        for name, kernel in kernels.items()
    }
    for turn in range(max(map(len, found.values()), default=0)):
        yield {name: variants[turn % len(variants)] for name, variants in found.items() if variants}
