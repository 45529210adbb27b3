# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Copies of registers on x86."""

from __future__ import annotations

from typing import Literal

import pytest

from generator.machines.x86.moves import copy
from generator.model import Phys, R


@pytest.mark.parametrize(("cls", "bits", "mnem", "width"), [
    ("gp", 8, "mov", 32), ("gp", 16, "mov", 32), ("gp", 32, "mov", 32), ("gp", 64, "mov", 64),
    ("mask", 16, "kmovq", 64), ("vec", 128, "vmovdqa", 128),
])  # fmt: skip
def test_copies(cls: Literal["gp", "mask", "vec"], bits: int, mnem: str, width: int) -> None:
    """A short word is copied with the bits above it: no instruction waits for a part of a register."""
    first, second = Phys(cls, 1), Phys(cls, 2)
    name, ops = copy(first, second, bits)
    assert name == mnem
    assert ops[:2] == (R(first, width), R(second, width))
