# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cycles that instructions take on a family of cores, by the families of ``targets/ports.dat``.

The model of a core: so many instructions enter in a cycle, in order; each waits for its sources and for a free port;
they leave in order, and a window holds those that have entered and not left. Memory is always near, and branches are
always foretold. A load from the frame waits for the store to the same place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

from generator.model import AsmloomError

FILE = Path(__file__).resolve().parents[1] / "ports.dat"
FORWARDED = 5  # cycles from a store to the load of the same place


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction that a call executes. ``kind``: a row of the table. ``bits``: of its vectors. ``reads``,
    ``writes``: registers and flags; ``address``: the registers of a load's address. ``place``: of the frame, that the
    instruction loads from or stores to."""

    kind: str
    bits: int = 0
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    address: tuple[str, ...] = ()
    loads: bool = False
    stores: bool = False
    place: str = ""


Parts = tuple[tuple[int, int], ...]
"""Operations of an instruction: for each the ports that take it, a bit each, and the cycles that it keeps one."""


@dataclass(slots=True)
class Family:
    """``rows``: kind → latency and parts. ``halves``: the least bits of vectors that take every port twice.
    ``slow512``: the percentage of time with vectors of 512 bits, whose clock may be lower."""

    name: str
    arch: str
    width: int = 4
    window: int = 0
    halves: int = 1024
    slow512: int = 100
    has: frozenset[str] = frozenset()
    rows: dict[str, tuple[int, Parts]] = field(default_factory=dict)

    def cost(self, kind: str, bits: int) -> tuple[int, Parts]:
        """Latency and parts."""
        wide = self.rows.get(f"{kind}.{bits}")
        if wide is not None:
            return wide
        latency, parts = self.rows[kind]
        return (latency, parts + parts) if bits >= self.halves else (latency, parts)


_PART = re.compile(r"(?:(\d+)\*)?([0-9a-z]+)(?::(\d+))?")


@cache
def families() -> dict[str, Family]:
    """The families of the project's file."""
    return parsed(FILE.read_text("ascii"), FILE.name)


def parsed(text: str, name: str) -> dict[str, Family]:
    """The families of a file: name → family. Refuses a row of another form."""
    found: dict[str, Family] = {}
    now: Family | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if words[:1] == ["family"]:
            said = dict(zip(words[2::2], words[3::2]))
            like = found.get(said.pop("like", ""))
            now = Family(words[1], said.pop("arch", like.arch if like else ""), rows=dict(like.rows) if like else {})
            words_of = [word for word in said.pop("has", "").split(",") if word]
            lost = tuple(word[1:] for word in words_of if word[0] == "!")
            now.has = frozenset(one for one in (like.has if like else ()) if not one.startswith(lost or "!"))
            now.has |= {word for word in words_of if word[0] != "!"}
            for key in ("width", "window", "halves", "slow512"):
                setattr(now, key, int(said.pop(key, getattr(like or now, key))))
            if said or not now.arch:
                raise AsmloomError(
                    f"targets/{name}:{number}: expected family NAME and arch or like, and width, window, halves, "
                    f"slow512, has, each with a value; found {' '.join(words)}"
                )
            found[now.name] = now
        elif words:
            told = words[2].split("+") if words[2:] not in ([], ["-"]) else []
            parts = [_PART.fullmatch(part) for part in told]
            if now is None or len(words) != 3 or None in parts or not words[1].isdigit():
                raise AsmloomError(
                    f"targets/{name}:{number}: expected a kind, its latency, and its ports, as in 01 or 2*015+5:3, or "
                    f"-; found {' '.join(words)}"
                )
            given = [one.groups() for one in parts if one is not None]
            now.rows[words[0]] = (
                int(words[1]),
                tuple((_ports(ports), int(busy or 1)) for times, ports, busy in given for _ in range(int(times or 1))),
            )
    return found


def _ports(names: str) -> int:
    return sum({1 << int(one, 36) for one in names})


class Code:
    """Instructions in the form that :func:`cycles` reads: kinds, registers and places are numbers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        names: dict[str, int] = {}
        kinds: dict[tuple[str, int], int] = {}
        known: dict[Step, tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...], bool, bool, int]] = {}

        def numbers(some: Iterable[str]) -> tuple[int, ...]:
            return tuple(names.setdefault(name, len(names)) for name in some)

        for step in dict.fromkeys(steps):
            kind = kinds.setdefault((step.kind, step.bits), len(kinds))
            place = numbers([f"[{step.place}]"])[0] if step.place else -1
            reads, writes, address = numbers(step.reads), numbers(step.writes), numbers(step.address)
            known[step] = kind, reads, writes, address, step.loads, step.stores, place
        self.rows, self.kinds, self.registers = [known[step] for step in steps], list(kinds), len(names)


def cycles(code: Code, family: Family, part: slice = slice(None)) -> int:
    """The cycles from the results of the instructions before a part to the last result of those of the part."""
    ready = [0] * code.registers
    busy: list[set[int]] = [set() for _ in range(36)]
    queues: list[list[int]] = [[] for _ in range(36)]
    free = [0] * 36
    left: list[int] = []
    costs = [family.cost(*kind) for kind in code.kinds]
    near = [family.cost("load", bits) for _, bits in code.kinds]
    stores_ = [family.cost("store", bits)[1] for _, bits in code.kinds]
    entries = [max(1, len(family.rows[kind][1])) for kind, _ in code.kinds]
    ways = {
        ports: [one for one in range(36) if ports >> one & 1] for _, parts in family.rows.values() for ports, _ in parts
    }
    window, width = family.window, family.width
    slots = issued = last = before = 0
    since, until, _ = part.indices(len(code.rows))

    def at(entered: int, start: int, ports: int, keep: int) -> int:
        """Takes the port with the shortest queue at the entry, from the first cycle on, not before ``start``, in which
        it is free."""
        best = -1
        for one in ways[ports]:
            queue = queues[one]
            while queue and queue[0] < entered:
                heappop(queue)
            if best < 0 or len(queue) < len(queues[best]):
                best = one
        taken, now = busy[best], max(start, free[best])
        if keep == 1:
            while now in taken:
                now += 1
            if start <= free[best]:
                free[best] = now  # no cycle before is free
            taken.add(now)
        else:
            while any(cycle in taken for cycle in range(now, now + keep)):
                now += 1
            taken.update(range(now, now + keep))
        heappush(queues[best], now + keep - 1)
        return now

    for number, (kind, reads, writes, address, loads, stores, place) in enumerate(code.rows[:until]):
        if number == since:
            before = last
        enter = slots // width
        if window:
            if number >= window and left[number - window] > enter:
                enter = left[number - window]
        elif issued > enter:
            enter = issued
        if enter * width > slots:
            slots = enter * width
        slots += entries[kind]
        begin = waits = enter
        for name in reads:
            if ready[name] > begin:
                begin = ready[name]
        if loads:
            known = enter
            for name in address:
                if ready[name] > known:
                    known = ready[name]
            latency, parts = near[kind]
            waits = max([at(enter, known, *one) for one in parts])
            here = waits + latency
            if place >= 0 and ready[place] > here:
                here = ready[place]
            if here > begin:
                begin = here
        latency, parts = costs[kind]
        now = begin
        for ports, keep in parts:
            taken = at(enter, begin, ports, keep)
            if taken > now:
                now = taken
        issued = waits if loads else begin
        done = now + latency
        if stores:
            for one in stores_[kind]:
                done = max(done, at(enter, now, *one) + 1)
            if place >= 0:
                ready[place] = done + FORWARDED
        for name in writes:
            ready[name] = done
        if done > last:
            last = done
        left.append(last)
    return last - before
