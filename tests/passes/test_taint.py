# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the analysis of secrets keeps about registers and the frame between two instructions."""

from __future__ import annotations

import pytest

from generator.model import Phys
from generator.passes.taint import State, meet

pytestmark = pytest.mark.kernels()  # no kernel is read

A = Phys("gp", 1)


def test_the_beginning() -> None:
    state = State()
    assert (state.regs, state.stack, state.flags, state.written) == ({}, {}, {}, 0)


@pytest.mark.parametrize(
    ("start", "size", "whole", "written"),
    [(0, 4, True, 0b1111), (2, 3, True, 0b11100), (8, 1, True, 1 << 8), (0, 4, False, 0), (-1, 4, True, 0),
     (-4, 4, True, 0)],
)  # fmt: skip
def test_bytes_that_are_written(start: int, size: int, whole: bool, written: int) -> None:
    """Those of the frame, counted from sp, by stores that write all of their bytes."""
    state = State()
    state.store(start, size, None, whole=whole)
    assert state.written == written
    state.written = 1 << 20
    state.store(start, size, "a secret", whole=whole)
    assert state.written == written | 1 << 20


@pytest.mark.parametrize(
    ("start", "size", "expected"),
    [(4, 4, True), (4, 1, True), (7, 1, True), (3, 2, False), (3, 1, False), (7, 2, False), (8, 1, False),
     (-1, 1, False), (-4, 16, False)],
)  # fmt: skip
def test_whether_bytes_are_written(start: int, size: int, expected: bool) -> None:
    """All of them must be. Nothing below sp is."""
    assert State(written=0b11110000).all_written(start, size) is expected
    assert State(written=-1).all_written(start, size) is (start >= 0)


def test_words_of_the_frame() -> None:
    """A store of a word's part keeps the word's secret. A public one clears a whole word."""
    state = State()
    state.store(4, 8, "one", whole=True)
    assert state.stack == {1: "one", 2: "one"}
    state.store(4, 6, None, whole=True)
    assert state.stack == {2: "one"}
    state.store(8, 4, None, whole=False)
    assert state.stack == {2: "one"}
    state.store(8, 2, "two", whole=True)
    assert state.stack == {2: "one"}
    state.store(8, 4, "two", whole=True)
    assert state.stack == {2: "two"}
    assert state.load(8, 1) == state.load(0, 12) == state.load(11, 1) == "two"
    assert state.load(0, 8) is None and state.load(12, 4) is None


def test_paths_meet() -> None:
    """A secret of one path is one. A byte is written if both paths write it."""
    one = State({A: "one"}, {1: "one"}, {"c": "one"}, 0b110)
    other = State({A: "two", Phys("gp", 2): "two"}, {2: "two"}, {"z": "two"}, 0b011)
    met = meet(one, other)
    assert met == State(
        {A: "one", Phys("gp", 2): "two"}, {1: "one", 2: "two"}, {"c": "one", "z": "two"}, 0b010
    )  # fmt: skip
    again = met.copy()
    again.put(A, None)
    again.store(4, 4, None, whole=True)
    again.flags.clear()
    assert A in met.regs and 1 in met.stack and met.flags and met.written == 0b010 and A not in again.regs
