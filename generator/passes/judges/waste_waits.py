# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Find loads that wait for a store: cores forward the bytes of one earlier store to a load, and of no more than one.

A load of bytes that a narrower store wrote, or several, waits until the stores are in the cache, which they are not
before every earlier instruction has ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.model import AnyReg, Instr, Item, Mem
from generator.passes.flow import accesses
from generator.passes.stack import touched

WINDOW = 64
"""A store of so many instructions before is taken to be in the cache."""

_Place = tuple["AnyReg | None", "AnyReg | None", int, "str | None"]


def waiting(items: Sequence[Item], inside: range) -> list[int]:
    """The indexes of loads of what the code right before them stored in parts. The code is read as it stands, and
    branches are taken not to be taken."""
    found: list[int] = []
    stores: list[tuple[_Place, int, int, int]] = []  # base, first byte, end, index; the last store first
    for i in inside:
        item = items[i]
        if not isinstance(item, Instr):
            continue
        written: list[tuple[_Place, int, int, int]] = []
        for op, spec in zip(item.ops, item.form.ops):
            if not isinstance(op, Mem) or op.mode != "offset" or not op.width:
                continue
            place, start = (op.base, op.index, op.scale, op.symbol), op.disp
            end = start + touched(item, op)
            last = next((one for one in stores if one[0] == place and one[1] < end and start < one[2]), None)
            if "r" in spec.access and last is not None and i - last[3] <= WINDOW:
                if not (last[1] <= start and end <= last[2]):
                    found.append(i)
            if "w" in spec.access and item.mask is None:
                written.append((place, start, end, i))
        changed = set(accesses(item)[1])
        if item.form.kind == "jump":
            stores = []
        stores = [*written, *(one for one in stores if not changed.intersection(one[0][:2]))]
    return found
