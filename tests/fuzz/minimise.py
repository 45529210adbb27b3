# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Make a failing program small: leave statements and arguments out and open blocks, as long as the program fails in
the same way. One run tries many candidates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tests.fuzz.execute import Job, Report, Runner, valid
from tests.fuzz.program import (
    Do,
    If,
    Loop,
    Parts,
    Program,
    Stmt,
    While,
    blocks,
    reads,
    undefined,
    walk,
    with_blocks,
)


def manner(text: str) -> str:
    """The part of the message that two failures of one fault share."""
    if text.startswith("refused: "):
        return re.sub(r"\w*\d+\w*", "N", text.split(": ", 2)[-1])
    return text.split(":")[0] if re.match(r"\w+(Error|Exception): ", text) else "difference"


AT_ONCE = 20
"""Candidates of one run."""


def minimised(job: Job, text: str, runner: Runner, over: Callable[[], bool] = lambda: False) -> tuple[Job, str]:
    """The smallest program found that fails on the job's machine in the same manner, and its failure.

    The search asks ``over`` before each run. True ends the search with the smallest program so far.
    """
    search = _Search(job, text, runner, over)
    while True:
        before = search.job.program.body
        search.leave_out()
        while search.step([search.job.program.but(made) for made in _changed(search.job.program.body)]):
            pass
        if search.job.program.body == before:
            break
    while search.step(_fewer_arguments(search.job.program)):
        pass
    return search.job, search.text


class _Search:
    """The smallest failure so far."""

    def __init__(self, job: Job, text: str, runner: Runner, over: Callable[[], bool]) -> None:
        self.job, self.text, self.runner, self.manner, self.over = job, text, runner, manner(text), over

    def step(self, candidates: Sequence[Program]) -> bool:
        """Go on from the smallest candidate that fails in the same manner. False if none does."""
        failing = self.failing(candidates)
        if failing:
            _, self.job, self.text = failing[0]
        return bool(failing)

    def leave_out(self) -> None:
        """Leave out pieces of half the program, of a quarter, … of one statement, and all together if possible."""
        size = sum(1 for _ in walk(self.job.program.body)) // 2
        while size:
            body = self.job.program.body
            count = sum(1 for _ in walk(body))
            pieces = [frozenset(range(at, min(at + size, count))) for at in range(0, count, size)]
            tried = [self.job.program.but(without(body, piece)) for piece in pieces]
            failing = self.failing(tried)
            both = frozenset[int]().union(*(pieces[n] for n, _, _ in failing))
            if len(failing) > 1 and self.step([self.job.program.but(without(body, both))]):
                continue
            if failing:
                _, self.job, self.text = failing[0]
            else:
                size //= 2

    def failing(self, candidates: Sequence[Program]) -> list[tuple[int, Job, str]]:
        """The candidates that fail in the same manner, with their numbers, smallest first."""
        stem = self.job.program.name.split("_x")[0]
        named = [replace(one, name=f"{stem}_x{n}") for n, one in enumerate(candidates)]
        report = Report()
        for first in range(0, len(named), AT_ONCE):
            if self.over():
                break
            tried = [one for one in named[first : first + AT_ONCE] if _fit(one)]
            report.add(self.runner.run([Job(one, self.job.machine) for one in tried]))
        found = [
            (int(one.program.name.split("_x")[1]), one, text)
            for one, text in report.failures if manner(text) == self.manner
        ]  # fmt: skip
        return sorted(found, key=lambda row: len(str(row[1].program)))


def _fit(program: Program) -> bool:
    return undefined(program.body, set(program.order)) is None and valid(program)


def _fewer_arguments(program: Program) -> list[Program]:
    used = {name for stmt in walk(program.body) for name in (*reads(stmt), *(stmt.dst if isinstance(stmt, Do) else ()))}
    out = [_dropped(program, name) for name in program.order if name not in used and _free(program, name)]
    if program.returns != "void" and not any(isinstance(stmt, Do) and stmt.op == "ret" for stmt in walk(program.body)):
        out.append(replace(program, returns="void"))
    alone = tuple(replace(one, alias=None, apart=None) for one in program.buffers)
    return out + ([replace(program, buffers=alone)] if alone != program.buffers else [])


def without(body: Sequence[Stmt], numbers: frozenset[int]) -> tuple[Stmt, ...]:
    """The body without the statements of these numbers, counted in :func:`walk`'s order. Streams may not be empty."""
    at = -1

    def kept(block: Sequence[Stmt]) -> tuple[Stmt, ...]:
        nonlocal at
        out = []
        for stmt in block:
            at += 1
            if at in numbers:
                at += sum(1 for inner in blocks(stmt) for _ in walk(inner))
                continue
            made = with_blocks(stmt, tuple(kept(inner) for inner in blocks(stmt)))
            if isinstance(made, Parts):
                made = replace(made, parts=tuple(part for part in made.parts if part))
                made = replace(made, weights=None) if len(made.parts) != len(made.weights or made.parts) else made
            if not isinstance(made, Parts) or made.parts:
                out.append(made)
        return tuple(out)

    return kept(body)


def _changed(body: Sequence[Stmt]) -> Iterator[tuple[Stmt, ...]]:
    """The body with one block opened."""
    for n, stmt in enumerate(body):
        if isinstance(stmt, (If, Loop, While)) or isinstance(stmt, Parts) and len(stmt.parts) == 1:
            yield (*body[:n], *blocks(stmt)[0], *body[n + 1 :])
        inner = blocks(stmt)
        for which, block in enumerate(inner):
            for changed in _changed(block):
                yield (*body[:n], with_blocks(stmt, (*inner[:which], changed, *inner[which + 1 :])), *body[n + 1 :])


def _free(program: Program, name: str) -> bool:
    if name == "n" and any(one.each for one in program.buffers):
        return False
    others = [one for one in program.buffers if one.name != name]
    return not any(name in (one.alias, one.apart and one.apart[0]) for one in others) and len(program.order) > 1


def _dropped(program: Program, name: str) -> Program:
    return replace(
        program,
        buffers=tuple(one for one in program.buffers if one.name != name),
        scalars=tuple(one for one in program.scalars if one[0] != name),
        order=tuple(one for one in program.order if one != name),
    )
