# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One small fault of a source, and the list of those that change nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from targets import TargetError

EQUIVALENT = Path(__file__).resolve().parents[2] / "equivalent.dat"
ARROW = " ⟶ "


@dataclass(frozen=True, slots=True)
class Mutant:
    """The bytes ``start`` to ``end`` of a file are replaced by ``new``.

    ``scope``: the function, with its class. ``text``: the first line of what is replaced. ``change``: old and new
    text. ``nth`` tells equal changes of equal lines apart. No number of a line is part of the name, so that a result
    stays known when code around it moves.
    """

    path: str
    scope: str
    text: str
    change: str
    start: int
    end: int
    new: bytes
    line: int
    nth: int = 0

    @property
    def name(self) -> str:
        return "\n".join((self.path, self.scope, self.text, self.change, str(self.nth)))

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.new + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.scope}: {self.change}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def numbered(found: Iterable[Mutant]) -> list[Mutant]:
    """Mutants by their places, each place and new text once, with numbers for equal ones."""
    distinct = {(one.start, one.end, one.new): one for one in found}
    seen: dict[str, int] = {}
    out = []
    for one in sorted(distinct.values(), key=lambda one: (one.start, one.end, one.new)):
        seen[one.name] = seen.get(one.name, -1) + 1
        out.append(replace(one, nth=seen[one.name]))
    return out


def shuffled(found: Iterable[Mutant], seed: int) -> list[Mutant]:
    """An order that hangs on the seed and the mutants' names alone."""
    return sorted(found, key=lambda one: hashlib.sha256(f"{seed}\n{one.name}".encode()).digest())


Equivalents = dict[str, str]
"""A mutant's name → why the change has no effect that a test could see."""
_NUMBERS = re.compile(r"(?: #\d+)+$")


def equivalents(path: Path = EQUIVALENT) -> Equivalents:
    """The list of ``targets/equivalent.dat``. TargetError for an entry that is not whole, or is there twice."""
    out: Equivalents = {}
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    for entry in "\n".join(lines).split("\n\n"):
        rows = [line.strip() for line in entry.splitlines() if line.strip()]
        if not rows:
            continue
        place, _, scope = rows[0].partition(": ")
        if len(rows) != 4 or not scope or ARROW not in rows[2]:
            raise TargetError(
                f"{path.name}: {rows[0]}: expected four lines: file and function, the line, the change, the reason"
            )
        numbers = _NUMBERS.search(rows[2])
        change = _NUMBERS.sub("", rows[2])
        for nth in numbers.group().replace("#", "").split() if numbers else ("0",):
            name = "\n".join((place, scope, rows[1], change, nth))
            if name in out:
                raise TargetError(f"{path.name}: {rows[0]}: {rows[2]}: there twice")
            out[name] = rows[3]
    return out


def reason(one: Mutant, known: Equivalents) -> str | None:
    return known.get(one.name)


def unknown(known: Equivalents, found: Sequence[Mutant]) -> list[str]:
    """Entries of the list that are no mutant of the sources any more."""
    there = {one.name for one in found}
    return [name for name in known if name not in there]
