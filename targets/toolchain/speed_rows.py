# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows that ``build.py speed --json`` prints, and what pages and tables read from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from targets.toolchain.process import ToolFailed

Row = Mapping[str, Any]
KEYS: dict[str, tuple[type, ...]] = {
    "kernel": (str,), "function": (str,), "variant": (str,), "chosen": (bool,), "bytes": (int,),
    "bytes_per_second": (int,), "instructions_per_byte": (int, float, type(None)), "peer": (str, type(None)),
    "way": (str, type(None)), "peer_version": (str, type(None)), "peer_bytes_per_second": (int, type(None)),
    "ratio": (int, float, type(None)), "shared_ratio": (int, float, type(None)), "clean": (int, float),
    "shared": (int, float), "few": (bool,), "gigahertz": (int, float), "cpu": (str,),
}  # fmt: skip
"""The keys of each row, in this order, and their types.

``function``: the public function. ``chosen``: dispatch picks this variant for so many bytes. ``way``: the peer's
functions that were called; the fastest of the peer's ways. ``ratio``: the speed divided by that of the peer.
``shared_ratio``: the same while the core's other thread was busy, if it was in enough rounds. ``clean``: the share of
undisturbed rounds; ``shared``: that of rounds beside a busy thread; ``few``: too few undisturbed ones, and all rounds
counted. ``gigahertz``: the clock's frequency meanwhile. Work that no peer has is one row whose peer is null.
"""

DATA = Path(__file__).resolve().parents[1] / "speed.dat"


@cache
def known(kind: str) -> list[str]:
    """The rows of :data:`DATA` that begin with this word, without the word."""
    lines = (line.partition(" ") for line in DATA.read_text("utf-8").splitlines())
    return [rest.strip() for first, _, rest in lines if first == kind]


def check(rows: Any, source: str) -> list[Row]:
    """The rows, if they are a list of such rows. Raises ToolFailed with the number of the first wrong one."""
    if not isinstance(rows, list) or not rows:
        raise ToolFailed(f"{source}: expected a list of rows, as build.py speed --json prints them")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or list(row) != list(KEYS):
            raise ToolFailed(f"{source}: row {number}: expected the keys {', '.join(KEYS)}; print the rows anew")
        for key, types in KEYS.items():
            if type(row[key]) not in types:
                raise ToolFailed(f"{source}: row {number}: {key}: {row[key]!r} is of an unexpected type")
    return rows


@dataclass(slots=True)
class Curve:
    """The speed of one contender by the number of bytes. ``chosen``: the numbers for which dispatch picks it."""

    name: str
    foreign: bool
    speeds: dict[int, float] = field(default_factory=dict)
    chosen: set[int] = field(default_factory=set)
    instructions: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Chart:
    """All contenders of one benchmark."""

    name: str
    function: str
    cpu: str
    gigahertz: float
    curves: dict[str, Curve] = field(default_factory=dict)
    ways: set[str] = field(default_factory=set)


def charts(rows: Iterable[Row]) -> list[Chart]:
    """The rows, arranged by benchmark, in the order of the rows."""
    found: dict[str, Chart] = {}
    for row in rows:
        chart = found.setdefault(row["kernel"], Chart(row["kernel"], row["function"], row["cpu"], row["gigahertz"]))
        own = chart.curves.setdefault(row["variant"], Curve(row["variant"], False))
        own.foreign = False
        own.speeds[row["bytes"]] = row["bytes_per_second"]
        if row["chosen"]:
            own.chosen.add(row["bytes"])
        if row["instructions_per_byte"] is not None:
            own.instructions[row["bytes"]] = row["instructions_per_byte"]
        if row["peer"] is not None:
            peer = chart.curves.setdefault(row["peer"], Curve(row["peer"], True))
            peer.speeds[row["bytes"]] = row["peer_bytes_per_second"]
            chart.ways |= {row["way"]} - {""}
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Limit:
    """The least cycles for some bytes, and the reason."""

    cycles: int
    bytes: int
    reason: str

    def per_second(self, gigahertz: float) -> float:
        return gigahertz * 1e9 * self.bytes / self.cycles


@cache
def _limits() -> dict[tuple[str, str], Limit]:
    out = {}
    for line in known("limit"):
        benchmark, core, cycles, size, reason = line.split(maxsplit=4)
        out[benchmark, core] = Limit(int(cycles), int(size), reason)
    return out


def limits() -> Sequence[tuple[str, str]]:
    """Benchmark and core of every known limit."""
    return list(_limits())


def limit(benchmark: str, cpu: str) -> Limit | None:
    """The limit of a benchmark on a core, if it is known. ``cpu``: brand and core, as rows have them."""
    return _limits().get((benchmark, cpu.split(", ")[-1])) or _limits().get((benchmark, "*"))
