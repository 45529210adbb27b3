# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The search for a fault's place alone: runs of a side, what they note, and which operations count as lost."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from generator import library
from proof.fault import find
from proof.fault.find import Buffer, Counterexample, choices
from proof.fault.trace import Step, Trace, lost, run
from proof.graph import EXIT, State
from proof.memory import NoProof
from proof.terms import Term, add, const, fresh

KERNELS = library.load().kernels
A, B, OUT, FAR, SP, FLAG = ("r", "a"), ("r", "b"), ("v", "out"), ("v", "far"), ("r", "sp"), ("flag", "z")


@pytest.fixture(autouse=True)
def terms() -> Iterator[None]:
    fresh()
    yield


def big(n: int) -> Term:
    return const(32, 0x10000 + n)


class Side:
    """A program of functions from a state to the next place's conditions."""

    def __init__(self, *steps: Any) -> None:
        self.steps, self.log = steps, None

    def about(self, place: int) -> tuple[str, str | None]:
        return f"step {place}", None

    def step(self, place: int, state: State) -> list[tuple[Term, int]]:
        found = self.steps[place](self, state)
        return found or [(const(1, 1), place + 1 if place + 1 < len(self.steps) else EXIT)]


def start() -> State:
    return State({A: big(1), B: big(2), SP: big(3)})


def test_where_a_branch_goes_and_runs_without_an_end() -> None:
    def branch(side: Side, state: State) -> list[tuple[Term, int]]:
        return [(const(1, 0), 1), (const(1, 1), 2)]

    def again(side: Side, state: State) -> list[tuple[Term, int]]:
        return [(const(1, 1), 1)]

    def refuse(side: Side, state: State) -> None:
        raise NoProof("no meaning")

    assert len(run(Side(branch, again, lambda side, state: None), start(), 0).steps) == 2  # type: ignore[arg-type]
    told = run(Side(lambda side, state: None, again), start(), 0, longest=5)  # type: ignore[arg-type]
    assert told.reason == "no return within 5 operations" and len(told.steps) == 5
    assert len(run(Side(*[lambda side, state: None] * 5), start(), 0, longest=5).steps) == 5  # type: ignore[arg-type]
    assert run(Side(refuse), start(), 0).reason == "no meaning"  # type: ignore[arg-type]


def test_lost_operations() -> None:
    """Of operations whose values the other side lacks: those that lead to no value which the other side has, and to a
    store or to a later operation."""

    def step(name: str, made: int, *after: int, stored: bool = False) -> Step:
        value = [big(made)]
        return Step(name, [], [] if stored else value, value if stored else [], list(after))

    steps = [
        step("skipped", 1), step("known", 2, 0), step("wrong", 3), step("wrong too", 4, 2),
        step("stored", 5, 3, stored=True), step("unused", 6), Step("nothing", [], [const(32, 5)], [], [1]),
    ]  # fmt: skip
    seen = {0x10000 + n for n in (2,)}
    assert [one.where for one in lost(Trace(steps, {}), seen, 0)] == ["wrong", "wrong too", "stored"]
    everything = {0x10000 + n for n in range(9)}
    assert not list(lost(Trace(steps, {}), everything, 0))
    assert [one.where for one in lost(Trace(steps, {}), everything - {0x10005}, 0)] == ["stored"]


def test_the_words_of_a_counterexample() -> None:
    one = Buffer("state", bytes(range(20)), bytes(20), bytes(9) + b"\1" + bytes(10))
    made = Counterexample({"blocks": 2}, [one], ["r12: 0x1 is wanted, 0x2 is found"], "script", "")
    assert made.lines() == [
        "for blocks = 2, state = 00010203 04050607 08090a0b 0c0d0e0f … (20 bytes):", "  script",
        "  r12: 0x1 is wanted, 0x2 is found",
    ]  # fmt: skip
    assert Counterexample({}, [Buffer("s", bytes(16), b"", b"")]).lines() == [
        "for s = 00000000 00000000 00000000 00000000:"
    ]
    assert list(find._bytes([one, Buffer("same", b"x", b"y", b"y")])) == [
        "state from byte 8 on: 00000000 00000000 00000000 by the script, 00010000 00000000 00000000 by the code"
    ]
    long = Buffer("long", bytes(40), bytes(40), bytes(4) + b"\1" * 36)
    assert list(find._bytes([long])) == [
        f"long from byte 4 on: {' '.join(['00000000'] * 4)} by the script, {' '.join(['01010101'] * 4)} by the code"
    ]


def test_the_inputs_that_are_tried() -> None:
    """Numbers in the order of the lists; those that make an extent negative are left out."""
    blocks = [one["blocks"] for one in choices(KERNELS["md5_blocks"])]
    assert blocks == [2, 0, 1, 4, 16, 5]
    assert [one["rounds"] for one in choices(KERNELS["aes_set_encrypt_key"])] == [10, 12, 8, 14]
    pairs = [(one["rounds"], one["blocks"]) for one in choices(KERNELS["aes_ecb_encrypt"])]
    assert pairs[:8] == [(10, 2), (10, 0), (10, 1), (10, 4), (10, 16), (10, 5), (2, 2), (2, 0)] and len(pairs) == 30
    assert find.TRIES == 18 and find.TURN == 0


def tried(
    monkeypatch: pytest.MonkeyPatch, script: list[Any], machine: list[Any], other: State | None = None
) -> Counterexample | None:
    """What the search says of two programs whose result is cell A."""
    both = SimpleNamespace(
        script=Side(*script), machine=Side(*machine), states=(start(), other or start()), memory=None
    )
    monkeypatch.setattr(find, "sides", lambda *given: both)
    monkeypatch.setattr(find, "at_return", lambda task, begin, mine, theirs: [("a", mine[A], theirs[A])])
    monkeypatch.setattr(find, "buffers", lambda *given: [])
    return find._tried(SimpleNamespace(kernel=None), None, {"blocks": 2})  # type: ignore[arg-type]


def _sum(more: int) -> Any:
    def run(side: Side, state: State) -> None:
        state[OUT] = add(state[A], state[B], const(32, more))

    return run


def _out(side: Side, state: State) -> None:
    state[A] = add(state[OUT], const(32, 1))


def _back(side: Side, state: State) -> list[tuple[Term, int]]:
    return [(const(1, 1), 0)]


def _refuse(side: Side, state: State) -> None:
    raise NoProof("no meaning")


def test_the_place_where_two_programs_part(monkeypatch: pytest.MonkeyPatch) -> None:
    script = [_sum(0), _out]
    assert tried(monkeypatch, script, script) is None
    assert tried(monkeypatch, [_refuse], script) is None
    found = tried(monkeypatch, script, script, State({A: big(1), B: big(4), SP: big(3)}))
    assert found is not None and found.differences == ["a: 0x20004 is wanted, 0x20006 is found"]
    found = tried(monkeypatch, script, [_sum(5), _out])
    assert found is not None and found.numbers == {"blocks": 2}
    assert found.differences == ["a: 0x20004 is wanted, 0x20009 is found"]
    assert found.script == "step 0 makes 0x20003 of 0x10001, 0x10002, which the code has nowhere"
    assert found.machine == "step 0 makes 0x20008 of 0x10001, 0x10002, which the script has nowhere"


def test_a_program_that_does_not_return(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, reason in (([_sum(0), _refuse], "no meaning"), ([_back], "no return within 1008 operations")):
        found = tried(monkeypatch, [_sum(0), _out], machine)
        assert found is not None and found.differences == [f"the code: {reason}"]


def test_inputs_are_tried_until_two_programs_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, int]] = []
    answers: list[Any] = [None, NoProof("no"), KeyError("x"), Counterexample({"n": 1}), Counterexample({"n": 2})]

    def one(task: Any, made: Any, numbers: dict[str, int]) -> Any:
        asked.append(numbers)
        said = answers[len(asked) - 1] if len(asked) <= len(answers) else None
        if isinstance(said, Exception):
            raise said
        return said

    monkeypatch.setattr(find, "_tried", one)
    task: Any = SimpleNamespace(kernel=KERNELS["aes_ecb_encrypt"])
    assert find.find(task, None) is answers[3] and len(asked) == 4  # type: ignore[arg-type]
    asked.clear()
    answers[:] = []
    assert find.find(task, None) is None and len(asked) == 18  # type: ignore[arg-type]
