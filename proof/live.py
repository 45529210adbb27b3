# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Which values of a recording are read later, at each place. Nothing is to be proved of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.lang.values import Condition, Op, Val


def live(ops: Sequence[Op], goals: Callable[[int], tuple[int, ...]]) -> list[frozenset[int]]:
    """The numbers of the values that operations from each place on read."""
    out: list[frozenset[int]] = [frozenset()] * len(ops)
    changed = True
    while changed:
        changed = False
        for place in reversed(range(len(ops))):
            op = ops[place]
            after = frozenset().union(*(out[goal] for goal in goals(place) if goal < len(ops)))
            now = after - {val.id for val in op.dst} | frozenset(_read(op.args))
            if now != out[place]:
                out[place] = now
                changed = True
    return out


def _read(args: Any) -> Iterator[int]:
    for arg in args:
        if isinstance(arg, Val):
            yield arg.id
        elif isinstance(arg, Op):
            yield from _read(arg.args)
        elif isinstance(arg, Condition):
            yield from _read((arg.x, arg.y))
        elif isinstance(arg, (tuple, list)):
            yield from _read(arg)
