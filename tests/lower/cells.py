# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cells of the proofs: each configuration with the groups of cases that its features change."""

from __future__ import annotations

from collections.abc import Callable

from tests.lower.cases import Cases
from tests.lower.cases_blocks import BLOCK_CELLS, BLOCK_GROUPS
from tests.lower.cases_lanes import LANE_CONFIGS, LANE_GROUPS
from tests.lower.cases_products import WORD_GROUPS
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.prove import CONFIGS, WIDE, Config

SELECTED = {
    "x86_64-lane": ("binary", "sums", "unary", "ternary", "moves", "memory", "programs"),
    "x86_64-bmi1": ("binary", "ternary", "programs"),
    "x86_64-bmi": ("unary", "programs", "products", "chains", "rows", "shifts"),
    "x86_64-adx": ("rows",),
    "x86-counts": ("bits",),
    "x86_64-counts": ("bits",),
    "aarch64-counts": ("bits",),
    "x86-bmi2": ("products", "rows", "shifts"),
}
"""Elsewhere the features change no rule of the group."""
Group = Callable[[Config], Cases]
WORD_CELLS = [
    (config, name, group)
    for config in CONFIGS
    for name, group in WORD_GROUPS.items()
    if name in SELECTED.get(config.name, WORD_GROUPS)
]
_EVERY: list[tuple[Config, str, Group]] = [
    *((config, f"words {name}", group) for config, name, group in WORD_CELLS),
    *((config, f"wide {name}", group) for config in WIDE for name, group in WIDE_GROUPS.items()),
    *((config, f"lanes {name}", group) for config in LANE_CONFIGS for name, group in LANE_GROUPS.items()),
    *((config, f"blocks {name}", BLOCK_GROUPS[name]) for config, name in BLOCK_CELLS),
]
CELLS = [(config, name, group) for config, name, group in _EVERY if next(group(config), None) is not None]
