# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of ``build.py mutate``: how many faults of each area the tests find."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from targets.toolchain.mutation.mutant import Equivalents, Mutant, reason

HEAD = "| area or file | possible faults | tried | found | without effect | alive | found of those with effect | on |"
RULE = "|---|---|---|---|---|---|---|---|"


class Told(Protocol):
    @property
    def outcome(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Count:
    """``area``: an area, or one file of it. ``possible``: all faults of the sources; the others are of those that were
    tried."""

    area: str
    possible: int
    tried: int
    killed: int
    equivalent: int
    alive: int

    @property
    def row(self) -> str:
        judged = self.killed + self.alive
        share = f"{100 * self.killed / judged:.1f} %" if judged else "–"
        numbers = (self.possible, self.tried, self.killed, self.equivalent, self.alive)
        return f"| {self.area} | {' | '.join(map(str, numbers))} | {share} | {datetime.date.today()} |"


def counted(area: str, every: Sequence[Mutant], found: Mapping[str, Told], known: Equivalents) -> Count:
    """Faults that are no C are left out. One on the list of those without effect counts once it was tried, or stands in
    the list: nobody has to try it."""
    equal = [one for one in every if reason(one, known) is not None]
    same = {one.name for one in equal}
    outcomes = {one.name: found[one.name].outcome for one in every if one.name in found and one.name not in same}
    killed = sum(outcome == "killed" for outcome in outcomes.values())
    alive = sum(outcome == "alive" for outcome in outcomes.values())
    invalid = len(outcomes) - killed - alive
    return Count(area, len(every) - invalid, killed + alive + len(equal), killed, len(equal), alive)


def table(counts: Sequence[Count]) -> str:
    return "\n".join([HEAD, RULE, *(one.row for one in counts)])


def write(path: Path, counts: Sequence[Count]) -> None:
    """Put the rows of these areas into the page's table; rows of other areas stay."""
    text = path.read_text("utf-8")
    match = re.search(rf"^{re.escape(HEAD)}\n{re.escape(RULE)}\n((?:\|.*\n)*)", text, re.M)
    if match is None:
        raise ValueError(f"{path}: no table of faults")
    rows = {line.split("|")[1].strip(): line for line in match.group(1).splitlines()}
    rows |= {one.area: one.row for one in counts if one.tried}
    body = "".join(f"{row}\n" for row in rows.values())
    path.write_text(text[: match.start(1)] + body + text[match.end(1) :], "utf-8")
