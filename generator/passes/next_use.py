# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How far each value's next read is from a point of the code, over all paths."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from generator.model import AnyReg, Instr, Item, VReg
from generator.passes.flow import Block, accesses

DEAD = 1 << 40
"""The distance of a value that nothing reads any more."""
BEYOND = 1 << 20
"""What the way out of a loop adds to a distance. A value that only later code reads is further than any in the loop."""


@dataclass(slots=True)
class _Events:
    """A value's reads and overwrites in one block, in order. An instruction that reads and writes the value counts as
    a read."""

    places: list[int]
    reads: list[bool]


class NextUses:
    """Distances to next reads, in instructions. Shortest paths count."""

    def __init__(self, items: list[Item], graph: list[Block]) -> None:
        self._ends = [block.end for block in graph]
        self._events = [_events(items, block) for block in graph]
        first = [_first(block, events) for block, events in zip(graph, self._events)]
        self._out: list[dict[AnyReg, int]] = [{} for _ in graph]
        entry: list[dict[AnyReg, int]] = [{} for _ in graph]
        changed = True
        while changed:
            changed = False
            for n in range(len(graph) - 1, -1, -1):
                block = graph[n]
                out: dict[AnyReg, int] = {}
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

    def after(self, n: int, place: int, reg: VReg) -> int:
        """The distance from the instruction at ``place`` in block ``n`` to the next read behind it."""
        events = self._events[n].get(reg)
        if events is not None:
            at = bisect_right(events.places, place)
            if at < len(events.places):
                return events.places[at] - place if events.reads[at] else DEAD
        return self._out[n].get(reg, DEAD) + self._ends[n] - place


def _events(items: list[Item], block: Block) -> dict[AnyReg, _Events]:
    found: dict[AnyReg, _Events] = {}
    for i in range(block.start, block.end):
        item = items[i]
        if isinstance(item, Instr):
            reads, writes = accesses(item)
            for reg in {*reads, *writes}:
                events = found.setdefault(reg, _Events([], []))
                events.places.append(i)
                events.reads.append(reg in reads)
    return found


def _first(block: Block, events: dict[AnyReg, _Events]) -> dict[AnyReg, int]:
    """The distance from the block's start to the first event of each value: DEAD for an overwrite."""
    return {reg: one.places[0] - block.start if one.reads[0] else DEAD for reg, one in events.items()}
