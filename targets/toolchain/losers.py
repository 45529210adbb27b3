# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py speed --losers``: the kernels and sizes at which another variant, or portable C, is faster than the one
that dispatch chooses on this machine.

The chosen variant must reach 0.97 of the fastest candidate. What seems slower is measured again: it counts if it is in
every pass that had enough clean rounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import targets
from generator.library import Library
from generator.wording import counted
from targets.toolchain import benches, product, speed_rows
from targets.toolchain.process import ToolFailed
from targets.toolchain.speed_rows import Row

LEAST = 0.97
PASSES = 3
_PORTABLE = "portable"

Measure = Callable[[Collection[str]], Iterable[Row]]
"""The rows of some benchmarks, with ratios to portable C."""


@dataclass(frozen=True, slots=True)
class Loser:
    """``ratio``: the speed of the chosen variant divided by that of the fastest candidate."""

    benchmark: str
    bytes: int
    chosen: str
    fastest: str
    ratio: float


def find(rows: Iterable[Row]) -> tuple[list[Loser], set[tuple[str, int]]]:
    """One pass: the losers, and the benchmarks and sizes with too few clean rounds to tell."""
    speeds: dict[tuple[str, int], dict[str, float]] = {}
    chosen: dict[tuple[str, int], str] = {}
    unknown = set()
    for row in rows:
        place = row["kernel"], row["bytes"]
        if row["peer"] != _PORTABLE or row["variant"] == "dispatched":
            continue
        if row["few"]:
            unknown.add(place)
            continue
        speeds.setdefault(place, {_PORTABLE: 1.0})[row["variant"]] = row["ratio"]
        if row["chosen"]:
            chosen[place] = row["variant"]
    out = []
    for place, candidates in speeds.items():
        fastest = max(candidates, key=candidates.__getitem__)
        own = chosen.get(place, _PORTABLE)
        if candidates[own] < LEAST * candidates[fastest]:
            out.append(Loser(*place, own, fastest, candidates[own] / candidates[fastest]))
    return out, unknown


def run(measure: Measure, benchmarks: Sequence[str]) -> int:
    """Prints the losers. Returns 1 if there are any. A size is measured again until its variant holds in one pass."""
    lost: dict[tuple[str, int], Loser] = {}
    held: set[tuple[str, int]] = set()
    places: set[tuple[str, int]] = set()
    todo = list(benchmarks)
    for _ in range(PASSES):
        rows = [row for row in measure(todo) if row["peer"] == _PORTABLE]
        losers, unknown = find(rows)
        now = {(row["kernel"], row["bytes"]) for row in rows}
        places |= now
        here = {(one.benchmark, one.bytes): one for one in losers}
        held |= now - unknown - set(here)
        lost = {place: one for place, one in {**lost, **here}.items() if place not in held}
        todo = [name for name in todo if name in {place[0] for place in places - held}]
        if not todo:
            break
    if not places:
        raise ToolFailed("speed --losers: nothing to compare; expected kernels that have variants")
    for one in lost.values():
        speed = f"at {one.ratio:.2f} of the speed of {one.fastest}"
        print(f"{one.benchmark}, {one.bytes} bytes: {one.chosen} is chosen, {speed}")
    silent = sorted(places - held - set(lost))
    for name, group in groupby(silent, lambda place: place[0]):
        print(f"{name}: too few clean rounds to tell at {', '.join(str(size) for _, size in group)} bytes")
    print(f"{counted(len(places), 'place')}: {len(held)} good, {counted(len(lost), 'loser')}, {len(silent)} not known")
    return 1 if lost else 0


def refuse_beside(options: Iterable[str]) -> None:
    """Refuses options that ask for another output."""
    if named := [f"--{name}" for name in options]:
        raise ToolFailed(
            f"speed --losers {' '.join(named)}: expected --losers with kernels, --rounds or --target alone"
        )


def here(library: Library, triple: str, kernels: Sequence[str], rounds: int) -> int:
    """The losers of this machine. ``kernels``: benchmarks or kernels; none: all. Returns an exit status."""
    benches.check(kernels, rounds, library.kernels, command="speed --losers", rows=benches.KERNELS)
    target = targets.load(triple)
    product.refuse_emulation(target)
    with product.host_program(library, triple, "speed", benches.sources(), []) as tool:

        def measure(names: Collection[str]) -> Iterable[Row]:
            done = product.run_here(target, tool, ["--json", *names, "--rounds", str(rounds)])
            if done.returncode:
                raise ToolFailed(done.stderr.decode().strip() or product.died("speed", done))
            return speed_rows.check(json.loads(done.stdout.decode()), "speed")

        return run(measure, benches.chosen(kernels, benches.KERNELS))
