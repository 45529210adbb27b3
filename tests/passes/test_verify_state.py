# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the verifier knows before an instruction, and what it knows where two paths meet."""

from __future__ import annotations

import pytest

from generator.model import Phys
from generator.passes.verify_state import ALL, BIT, ENTRY, MAYBE, SET, State, bits, meet

pytestmark = pytest.mark.kernels()  # no kernel is read

A, B, C = Phys("gp", 1), Phys("gp", 2), Phys("vec", 1)
OF_A, OF_B = (ENTRY, A), (ENTRY, B)


def test_each_register_has_a_bit_of_its_own() -> None:
    assert len(BIT) == 120 and sum(BIT.values()) == ALL and max(BIT.values()) < 1 << 120
    assert bits([]) == 0 and bits([A, C]) == BIT[A] + BIT[C]


def test_the_beginning() -> None:
    state = State()
    assert (state.unset, state.depth, state.pending, state.dirty) == (ALL, 0, -1, -1)
    assert state.token(A) is None and not state.flags and not state.stack


def test_a_register_holds_one_token() -> None:
    state = State()
    state.put(A, OF_A)
    assert state.token(A) == OF_A and state.unset == ALL
    state.put(A, SET)
    assert state.token(A) == SET and state.unset == ALL - BIT[A] and A not in state.tokens
    assert state.token(B) is None
    state.put(A, OF_B)
    assert state.token(A) == OF_B and state.unset == ALL


@pytest.mark.parametrize(
    ("at", "size", "left"),
    [(8, 8, True), (-8, 8, True), (7, 1, False), (0, 1, False), (-1, 2, False), (-4, 16, False), (-1, 1, True)],
)
def test_a_store_forgets_what_it_overlaps(at: int, size: int, left: bool) -> None:
    state = State()
    state.keep(0, 8, OF_A)
    assert state.kept(0, 8) == OF_A and state.kept(0, 4) == SET and state.kept(4, 8) == SET
    state.keep(at, size, OF_B)
    assert (state.stack.get(0) == (OF_A, 8)) is left
    assert state.kept(at, size) == OF_B


def test_copies_are_apart() -> None:
    state = State()
    state.put(A, OF_A)
    other = state.copy()
    other.put(A, SET)
    other.keep(0, 8, OF_A)
    other.flags["z"] = 3
    assert state.token(A) == OF_A and not state.stack and not state.flags
    again = State({A: OF_A}, 7, {0: (OF_A, 8)}, 16, {"z": 1}, 4, 5)
    assert again.copy() == again


def with_tokens(**tokens: object) -> State:
    state = State()
    for name, token in tokens.items():
        state.put({"a": A, "b": B, "c": C}[name], token)
    return state


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        (OF_A, OF_A, OF_A),
        (OF_A, OF_B, MAYBE),
        (OF_A, SET, MAYBE),  # it may still be the caller's
        (SET, SET, SET),
        (OF_A, None, None),
        (SET, None, None),
    ],
)
def test_registers_meet(one: object, other: object, met: object) -> None:
    states = [State() if token is None else with_tokens(a=token) for token in (one, other)]
    assert meet(*states).token(A) == meet(*reversed(states)).token(A) == met
    assert (A in meet(*states).tokens) == (met not in (SET, None))


def test_stacks_and_flags_meet() -> None:
    """What only one path has, or what differs, is not known; a flag of two writers is."""
    one = State(stack={0: (OF_A, 8), 8: (OF_A, 8), 16: (OF_A, 8)}, flags={"c": 1, "z": 2, "s": 4}, depth=16)
    other = State(stack={0: (OF_A, 8), 8: (OF_B, 8), 24: (OF_A, 8)}, flags={"c": 1, "z": 3, "o": 4}, depth=16)
    for met in (meet(one, other), meet(other, one)):
        assert met.stack == {0: (OF_A, 8)} and met.flags == {"c": 1, "z": -1} and met.depth == 16


@pytest.mark.parametrize(("one", "other", "pending", "dirty"), [
    (4, 4, 4, 4), (4, 7, -1, 4), (7, 4, -1, 4), (4, -1, -1, 4), (-1, 4, -1, 4), (0, -1, -1, 0), (0, 3, -1, 0),
    (-1, -1, -1, -1),
])  # fmt: skip
def test_compares_and_upper_halves_meet(one: int, other: int, pending: int, dirty: int) -> None:
    """A compare is pending if it is on both paths. Upper halves are dirty if they are on one: the first is named."""
    met = meet(State(pending=one, dirty=one), State(pending=other, dirty=other))
    assert (met.pending, met.dirty) == (pending, dirty)
