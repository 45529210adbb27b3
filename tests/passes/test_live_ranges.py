# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Live ranges: masks that begin where a value's life does, against sets of positions."""

from __future__ import annotations

import random

import pytest

from generator.model import Src, VReg
from generator.passes.assign import _before
from generator.passes.live_ranges import Range

pytestmark = pytest.mark.kernels()


def made(rng: random.Random, number: int) -> tuple[Range, set[int]]:
    """A life with holes, and its positions."""
    low = rng.choice([0, 1, 2, 7, 1000])
    live = {low, *(low + rng.randrange(12) for _ in range(rng.randrange(8)))}
    mask = sum(1 << place - low for place in live)
    return Range(VReg(number, "x", "gp", Src("f", 1)), mask, start=low + 1, end=max(live) + 1), live


@pytest.mark.parametrize("seed", range(20))
def test_questions(seed: int) -> None:
    rng = random.Random(seed)
    (one, mine), (other, theirs) = made(rng, 1), made(rng, 2)
    assert one.beside(other) == other.beside(one) == bool(mine & theirs)
    assert {place for place in range(1030) if one.there(place)} == mine
    taken = {place for place in range(1030) if rng.random() < 0.3}
    shared = one.among(sum(1 << place for place in taken))
    assert bool(shared) == bool(mine & taken)
    assert one.items(shared) == sorted({place // 2 for place in mine & taken})


@pytest.mark.parametrize("seed", range(20))
def test_rests(seed: int) -> None:
    """The distance to the last position at which a register is taken, and at most ``pause``."""
    rng = random.Random(seed)
    start, last = rng.randrange(2, 60), rng.randrange(2)
    taken = [place for place in range(80) if rng.random() < 0.06]
    before = max((place + 1 for place in taken if place < start - last), default=0)
    for pause in (1 + last, 4, 16, 100):
        assert _before(sum(1 << place for place in taken), start, pause, last) == min(start - before, max(pause, 0))
