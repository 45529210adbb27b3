# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How far each value's next read is from a point of the code, over all paths."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from generator.model import VReg
from generator.passes.flow import Block

DEAD = 1 << 40
"""The distance of a value that nothing reads any more."""
BEYOND = 1 << 20
"""What leaving a loop adds to a distance. A value that only later code reads is further than any in the loop."""


Touched = Sequence[tuple[list[VReg], list[VReg]]]
"""The values that each item reads and those that it writes, each once."""


@dataclass(slots=True)
class _Events:
    """A value's reads and overwrites in one block, in order. An instruction that reads and writes the value counts as
    a read."""

    places: list[int]
    reads: list[bool]


class NextUses:
    """Distances to next reads, in instructions. Shortest paths count."""

    def __init__(self, graph: list[Block], touched: Touched) -> None:
        self._ends = [block.end for block in graph]
        self._events = [_events(block, touched) for block in graph]
        first = [_first(block, events) for block, events in zip(graph, self._events)]
        self._out: list[dict[VReg, int]] = [{} for _ in graph]
        entry: list[dict[VReg, int]] = [{} for _ in graph]
        changed = True
        while changed:
            changed = False
            for n in range(len(graph) - 1, -1, -1):
                block = graph[n]
                out: dict[VReg, int] = {}
                for succ in block.succ:
                    more = BEYOND * max(0, block.depth - graph[succ].depth)
                    for reg, distance in entry[succ].items():
                        if distance + more < out.get(reg, DEAD):
                            out[reg] = distance + more
                inside = dict(first[n])
                for reg, distance in out.items():
                    if reg not in inside:
                        inside[reg] = distance + block.end - block.start
                inside = {reg: distance for reg, distance in inside.items() if distance < DEAD}
                if inside != entry[n] or out != self._out[n]:
                    entry[n], self._out[n], changed = inside, out, True
        self.entry = entry
        self.ahead: list[dict[VReg, int]] = [{} for _ in touched]
        """For each instruction, :meth:`after` of the values that it reads or writes."""
        for n, block in enumerate(graph):
            self._look_back(n, block, touched)

    def _look_back(self, n: int, block: Block, touched: Touched) -> None:
        """Fill ``ahead`` for a block."""
        next_read: dict[VReg, int] = {}  # the place; DEAD for a value that is overwritten first
        out, end = self._out[n], block.end
        for i in range(end - 1, block.start - 1, -1):
            reads, writes = touched[i]
            ahead = self.ahead[i]
            for regs in (reads, writes):
                for reg in regs:
                    place = next_read.get(reg)
                    if place is None:
                        ahead[reg] = out.get(reg, DEAD) + end - i
                    else:
                        ahead[reg] = DEAD if place == DEAD else place - i
            for reg in writes:
                next_read[reg] = DEAD
            for reg in reads:
                next_read[reg] = i

    def after(self, n: int, place: int, reg: VReg) -> int:
        """The distance from the instruction at ``place`` in block ``n`` to the next read after it."""
        events = self._events[n].get(reg)
        if events is not None:
            at = bisect_right(events.places, place)
            if at < len(events.places):
                return events.places[at] - place if events.reads[at] else DEAD
        return self._out[n].get(reg, DEAD) + self._ends[n] - place


def _events(block: Block, touched: Touched) -> dict[VReg, _Events]:
    found: dict[VReg, _Events] = {}
    for i in range(block.start, block.end):
        reads, writes = touched[i]
        for reg in (*reads, *[reg for reg in writes if reg not in reads]):
            events = found.get(reg)
            if events is None:
                events = found[reg] = _Events([], [])
            events.places.append(i)
            events.reads.append(reg in reads)
    return found


def _first(block: Block, events: dict[VReg, _Events]) -> dict[VReg, int]:
    """The distance from the block's start to the first event of each value: DEAD for an overwrite."""
    return {reg: one.places[0] - block.start if one.reads[0] else DEAD for reg, one in events.items()}
