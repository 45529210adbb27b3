# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitch independent streams: their instructions take turns, and each stream keeps its own order.

The stream that lags its share most goes next, by a grain of instructions. An out-of-order core fills the gaps of
one stream with the other while both are within the core's window. A finer order gains nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.model import Instr, Item, Phys
from generator.passes.contract import Contract, Operation, Word
from generator.passes.judges.replay_order import check_merge
from generator.passes.provenance import of_virtual
from generator.passes.stitch.distances import Distances
from generator.passes.stitch.hazards import refuse_hazards
from generator.passes.streams import Stitch, stitches, units


def stitch(
    items: list[Item], kernel: Contract, recorded: Sequence[Operation], params: Sequence[Word], zero: Phys | None = None
) -> list[Item]:
    """``items`` with every stitch merged. KernelError for a hazard, naming the lines of both streams.

    ``recorded``: the word operations of ``items``. ``params``: the arguments' values. ``zero``: the register that
    always reads as zero.
    """
    out = list(items)
    found = stitches(items)
    if not found:
        return out
    distances, known = Distances(recorded, params), of_virtual(items, kernel, zero)
    moved = [partial(distances.between, number) for number in range(len(found))]
    for number, one in enumerate(found):
        refuse_hazards(one, items, known, kernel, moved[number], zero)
    for number, one in reversed(list(enumerate(found))):
        merged = merge(one)
        check_merge(one, merged, known, kernel, moved[number])
        out[one.start : one.end] = merged
    return out


def merge(one: Stitch) -> list[Item]:
    """The streams' items in one order."""
    waiting = [units(part) for part in one.parts]
    shares = [part.size * weight for part, weight in zip(one.parts, one.seam.weights)]
    at, done = [0] * len(waiting), [0] * len(waiting)
    out: list[Item] = []
    while True:
        rest = [n for n in range(len(waiting)) if at[n] < len(waiting[n])]
        if not rest:
            return out
        turn = min(rest, key=lambda n: (done[n] / max(shares[n], 1), n))
        goal = done[turn] + one.seam.grain
        while at[turn] < len(waiting[turn]) and done[turn] < goal:
            unit = waiting[turn][at[turn]]
            at[turn] += 1
            done[turn] += sum(isinstance(item, Instr) for item in unit)
            out.extend(unit)
