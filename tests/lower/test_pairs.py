# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rotations of 64-bit words in two words of 32: all places of the shift beside them, with numbers."""

from __future__ import annotations

from random import Random

import pytest

from tests.lower.cases import calls, method
from tests.lower.prove import CONFIGS, claimed
from tests.lower.test_values import Numbers

SHIFTS = (1, 7, 31, 32, 33, 63)


@pytest.mark.parametrize("right", [(1, 8), (31, 33), (32, 63), (14, 41)])
def test_rotations_of_pairs(right: tuple[int, ...]) -> None:
    config = CONFIGS[0]
    assert config.name == "x86"
    Numbers.random = Random(0)
    for shift in SHIFTS:
        script = calls(method("rotations"), ("x", "u64"), *right, shift=shift, to=("d", "u64"))
        claimed(config, script, of=Numbers).demand()
