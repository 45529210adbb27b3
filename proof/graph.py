# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Symbolic execution from cut to cut. The goals of back edges are cuts; branches between cuts merge by if-then-else."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from proof.accesses import Branch, Log
from proof.terms import Term, band, bnot, bor, const, form, from_form, ite

Cell = tuple[Any, ...]
State = dict[Cell, Term]
Goal = tuple[Term, int]
EXIT = -1
ENTRY = 0


class Side(Protocol):
    """A program: numbered places from ENTRY, and what each does to a state."""

    name: str
    log: Log | None
    """Where the side notes what it does, if somebody asks."""

    def about(self, place: int) -> tuple[str, str | None]:
        """A place in words, and the contract's exemption there."""

    def goals(self, place: int) -> tuple[int, ...]:
        """The places that may follow. EXIT ends the program."""

    def step(self, place: int, state: State) -> list[Goal]:
        """Change ``state``; give each place that follows and the condition for it."""

    def kept(self, place: int, state: State) -> State:
        """The cells of a state that matter from a place on."""

    def read(self, state: State, cell: Cell, w: int) -> Term | None:
        """A cell of ``w`` bits. None if the state says nothing of the cell."""


class Graph:
    """The order of a program's places without back edges, and its cuts."""

    def __init__(self, side: Side) -> None:
        self.side = side
        order, self.cuts = _search(side.goals)
        self.rank = {place: n for n, place in enumerate(order)}

    def run(self, start: int, state: State) -> dict[int, tuple[Term, State]]:
        """From a cut, all cuts that come next, with the condition to come there and the state there."""
        ends: dict[int, tuple[Term, State]] = {}
        waiting: dict[int, tuple[Term, State]] = {start: (const(1, 1), dict(state))}
        queue = [(self.rank[start], start)]
        while queue:
            _, place = heapq.heappop(queue)
            cond, here = waiting.pop(place)
            log = self.side.log
            if log is not None:
                log.under = cond
            goals = self.side.step(place, here)
            several = sum(1 for one, _ in goals if one.op != "const" or one.val) > 1
            if log is not None and several:
                log.branches.append(Branch(goals[-1][0], *self.side.about(place)))
            for holds, goal in goals:
                both = band(cond, holds)
                if both.op == "const" and not both.val:
                    continue
                after = (both, dict(here) if several else here)
                if goal in self.cuts or goal == EXIT:
                    ends[goal] = self._merged(ends[goal], after) if goal in ends else after
                elif goal in waiting:
                    waiting[goal] = self._merged(waiting[goal], after)
                else:
                    waiting[goal] = after
                    heapq.heappush(queue, (self.rank[goal], goal))
        return {
            goal: (cond, self.side.kept(goal, here) if goal != EXIT else here) for goal, (cond, here) in ends.items()
        }

    def _merged(self, one: tuple[Term, State], other: tuple[Term, State]) -> tuple[Term, State]:
        out: State = {}
        total = bor(one[0], other[0])
        first = _telling(one[0], total)
        for cell in dict.fromkeys([*one[1], *other[1]]):
            x, y = one[1].get(cell), other[1].get(cell)
            if x is None or y is None or x.w != y.w:
                w = max(t.w for t in (x, y) if t is not None)
                x, y = self.side.read(one[1], cell, w), self.side.read(other[1], cell, w)
            if x is not None and y is not None:
                out[cell] = _choice(first, x, y)
        return total, out


def _telling(one: Term, total: Term) -> Term:
    """A condition that holds on the first of two ways and not on the other: the branch that parted them, if the
    conditions before it can be left out."""
    for branch in one.args if one.op == "anf" else ():
        for cond in (branch, bnot(branch)):
            if band(cond, total) is one:
                return cond
    return _without_common(one, total)


def _without_common(one: Term, total: Term) -> Term:
    """A condition without the branches that both ways took before they parted."""
    for branch in one.args if one.op == "anf" else ():
        taken = {key - {branch}: 0 for key in form(one)}
        for key, mask in form(one).items():
            taken[key - {branch}] ^= mask
        for cond in (from_form(1, taken), from_form(1, {k: m for k, m in form(one).items() if branch not in k})):
            if band(cond, total) is one:
                return _without_common(cond, total)
    return one


def _choice(first: Term, x: Term, y: Term) -> Term:
    """x where ``first`` holds, else y. A choice in x by a branch that implies ``first`` is made before."""
    if x.op == "ite" and first.op == "anf":
        branch = x.args[0]
        if branch in first.args and band(branch, first) is branch:
            rest = from_form(1, {key: mask for key, mask in form(first).items() if branch not in key})
            return ite(branch, x.args[1], _choice(rest, x.args[2], y))
    return ite(first, x, y)


def _search(goals: Callable[[int], tuple[int, ...]]) -> tuple[list[int], frozenset[int]]:
    """The places in reverse postorder of a depth-first search, and the goals of its back edges."""
    post: list[int] = []
    open_: set[int] = {ENTRY}
    seen: set[int] = {ENTRY}
    cuts: set[int] = set()
    stack: list[tuple[int, Iterator[int]]] = [(ENTRY, iter(goals(ENTRY)))]
    while stack:
        place, rest = stack[-1]
        goal = next(rest, None)
        if goal is None:
            stack.pop()
            open_.discard(place)
            post.append(place)
        elif goal in open_:
            cuts.add(goal)
        elif goal != EXIT and goal not in seen:
            seen.add(goal)
            open_.add(goal)
            stack.append((goal, iter(goals(goal))))
    return post[::-1], frozenset(cuts)
