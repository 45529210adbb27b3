# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lives of values by hand. Each item has two positions: item ``i`` reads at ``2 * i`` and writes at ``2 * i + 1``."""

from __future__ import annotations

from collections.abc import Iterable

from generator.model import Phys, RegClass, Src, VReg
from generator.passes.live_ranges import Range


def life(
    number: int, *parts: tuple[int, int], cls: RegClass = "gp", among: Iterable[int] = (), pin: Phys | None = None,
    hints: Iterable[VReg | Phys] = (), cold: bool = False,
) -> Range:  # fmt: skip
    """A life in parts, each from its first to its last position."""
    low, high = parts[0][0], parts[-1][1]
    mask = sum(((1 << last - first + 1) - 1) << first - low for first, last in parts)
    made = Range(
        VReg(number, f"v{number}", cls, Src("f.py", 10 + number), cold, pin), mask, start=low + 1, end=high + 1
    )
    made.hints = list(hints)
    if among:
        made.allowed, made.narrow = frozenset(among), True
    return made


def lives(*ranges: Range) -> dict[VReg, Range]:
    return {one.reg: one for one in ranges}
