# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Loads become operands of the instructions that read them, on machines with such instructions."""

from __future__ import annotations

from generator.isa.machine import machine
from generator.model import Item
from generator.passes.judges.replay_rewrite import check_same


def fold(items: list[Item], arch: str) -> list[Item]:
    """``items`` with loads folded by the machine's rules. :mod:`generator.passes.judges.replay_rewrite` judges them."""
    rule = machine(arch).fold
    if rule is None:
        return items
    folded = rule(items)
    check_same(items, folded, "folding loads")
    return folded
