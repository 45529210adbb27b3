# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The knowledge at one place of a recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from generator.lang.linear import Facts, Lin, shifted, times
from generator.lang.values import Op

MOST_REGIONS = 48

Region = tuple[Lin, Lin]  # first byte and end, as offsets
Written = dict[str, Union[tuple[Region, ...], None]]
Store = tuple[str, Union[Lin, None], int]  # place (empty: any), offset (None: any), bytes
Ways = tuple[tuple[Lin, ...], ...]


@dataclass(eq=False, slots=True)
class Place:
    """Memory that a pointer can belong to: an argument's buffer, a table, an area of the frame. ``size``: in bytes.
    ``reads``, ``writes``: the accesses that the contract allows. ``fresh``: the memory has no content before a
    write."""

    name: str
    kind: str
    size: Lin
    reads: bool = True
    writes: bool = True
    fresh: bool = False
    base: int = 0


@dataclass(eq=False, slots=True)
class State:
    """The state at one place: values by id, facts, and the bytes that may have been written (None: any).
    ``sure``: a call reaches the place for all values of the arguments that the facts allow."""

    vals: dict[int, Lin]
    facts: Facts
    written: Written
    sure: bool = True

    def copy(self) -> State:
        return State(dict(self.vals), self.facts, dict(self.written), self.sure)


@dataclass(slots=True)
class Step:
    """A relevant operation. A label has the end of its loop, a rare branch has the place of its code, a branch with an
    alternative has the label where both meet."""

    op: Op
    back: int = 0
    rare: tuple[int, int] | None = None
    join: str = ""


def every_way(kind: str, difference: Lin) -> Ways:
    """The ways in which ``x kind y`` can hold, each as sums that are >= 0. ``difference``: x - y."""
    if kind == "lt":
        return ((shifted(times(difference, -1), -1),),)
    if kind == "ge":
        return ((difference,),)
    if kind == "eq":
        return ((difference, times(difference, -1)),)
    return ((shifted(difference, -1),), (shifted(times(difference, -1), -1),))


def united(x: tuple[Region, ...] | None, y: tuple[Region, ...] | None) -> tuple[Region, ...] | None:
    """The union of two sets of regions."""
    if x is None or y is None:
        return None
    out = list(x)
    for low, high in y:
        if any((low, high) == one for one in out):
            continue
        for n, (first, end) in enumerate(out):
            if end == low:
                out[n] = (first, high)
                break
            if high == first:
                out[n] = (low, end)
                break
        else:
            out.append((low, high))
    return tuple(out) if len(out) <= MOST_REGIONS else None
