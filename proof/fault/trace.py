# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One run of a side on given inputs: each operation with what it read and what it made.

The inputs are the random values of a turn (:mod:`proof.values`). A branch goes where its condition's value says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from proof.accesses import STORE, Log
from proof.graph import ENTRY, EXIT, Cell, Side, State
from proof.memory import NoProof
from proof.terms import Term
from proof.values import value

LONGEST = 40_000
"""The most operations of a run. Inputs that take more are not looked at."""
PIECE = 32
"""The bits in which values are compared: registers may hold half of a word."""
SMALL = 1 << 16
"""A smaller number says nothing: it may be a count."""


VALUES = ("r", "v", "f", "s")
"""The kinds of cells that hold values."""


class Watched(State):
    """A state that notes the cells which are read and written."""

    def __init__(self, given: State) -> None:
        super().__init__(given)
        self.got: dict[Cell, Term | None] = {}
        self.made: list[Cell] = []

    def __getitem__(self, cell: Cell) -> Term:
        found = self.got[cell] = super().__getitem__(cell)
        return found

    def get(self, cell: Cell, default: Any = None) -> Any:
        found = self.got[cell] = super().get(cell)
        return default if found is None else found

    def __setitem__(self, cell: Cell, term: Term) -> None:
        self.made.append(cell)
        super().__setitem__(cell, term)


@dataclass(slots=True)
class Step:
    """One operation. ``read`` and ``made``: values of registers, of the frame or of the script. ``stored``: values in
    the memory of arguments. ``after``: the numbers of the operations that made what this one read."""

    where: str
    read: list[Term] = field(default_factory=list)
    made: list[Term] = field(default_factory=list)
    stored: list[Term] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def terms(self) -> Iterator[Term]:
        yield from self.made
        yield from self.stored


@dataclass(slots=True)
class Trace:
    """``reason``: why the run has no end."""

    steps: list[Step]
    end: State
    reason: str = ""


def run(side: Side, start: State, turn: int, ignored: Cell | None = None, longest: int = LONGEST) -> Trace:
    """A run of a side. ``ignored``: the stack pointer, which only one side has."""
    state, place, steps, last = Watched(start), ENTRY, list[Step](), dict[Cell, int]()
    side.log = Log()
    try:
        while place != EXIT:
            if len(steps) >= longest:
                return Trace(steps, dict(state), f"no return within {longest} operations")
            state.got, state.made = {}, []
            side.log.accesses.clear()
            step = Step(side.about(place)[0])
            try:
                goals = side.step(place, state)
            except NoProof as error:
                return Trace(steps, dict(state), str(error))
            read = {cell: term for cell, term in state.got.items() if cell[0] in VALUES and term is not None}
            written = dict.fromkeys(state.made)
            step.read = [term for cell, term in read.items() if cell != ignored]
            step.after = sorted({last[cell] for cell in state.got if cell in last})
            for cell in written:
                if cell[0] != "m" and cell != ignored:
                    last[cell] = len(steps)
                    if cell[0] in VALUES and cell in state:
                        step.made.append(dict.__getitem__(state, cell))
            step.stored = [one.data for one in side.log.accesses if one.kind == STORE and one.data is not None]
            steps.append(step)
            place = next(goal for cond, goal in goals if value(cond, turn))
    finally:
        side.log = None
    return Trace(steps, dict(state))


def pieces(term: Term, turn: int) -> list[int]:
    """The numbers in a value that are not small, by 32 bits. An empty list says nothing."""
    if term.w < PIECE:
        return []
    found = value(term, turn)
    parts = [found >> n & (1 << PIECE) - 1 for n in range(0, term.w, PIECE)]
    return [one for one in parts if one >= SMALL]


def lost(mine: Trace, seen: set[int], turn: int) -> Iterator[Step]:
    """Operations whose values the other side, with the numbers ``seen``, has nowhere, nor any value that was made of
    them. A value in between that the other side's operations skip is followed by one that the other has."""
    told: list[bool | None] = []
    for step in mine.steps:
        parts = [piece for term in step.terms() for piece in pieces(term, turn)]
        told.append(all(piece in seen for piece in parts) if parts else None)
    reaches = [one is True for one in told]
    used = [bool(step.stored) for step in mine.steps]
    for n in reversed(range(len(mine.steps))):
        for before in mine.steps[n].after:
            reaches[before] = reaches[before] or reaches[n]
            used[before] = True
    yield from (step for n, step in enumerate(mine.steps) if told[n] is False and used[n] and not reaches[n])
