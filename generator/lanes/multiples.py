# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Powers of two that divide numbers of a recording. An area of the frame has the words of all messages next to each
other: only a distance of whole words has a place there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.lang.values import Condition, Op, Val

MOST = 64
SAME = ("const", "copy", "zext", "sext", "trunc", "select")
SUMS = ("add", "sub", "or", "xor")


class Multiples:
    """``of(value)``: a power of two, at most MOST, that divides the value or number whatever its assignment."""

    def __init__(self, ops: Sequence[Op]) -> None:
        self._known: dict[int, int] = {}
        for op in ops:
            self._known.update({dst.id: MOST for dst in op.dst})
        changed = True
        while changed:
            changed = any([self._lower(op) for op in ops])

    def of(self, value: Any) -> int:
        if isinstance(value, Val):
            return self._known.get(value.id, 1)
        if not isinstance(value, int):
            return 1
        return min(value & -value, MOST) if value else MOST

    def _lower(self, op: Op) -> bool:
        if not op.dst:
            return False
        found, changed = self._made(op), False
        for dst in op.dst:
            if found < self._known[dst.id]:
                self._known[dst.id], changed = found, True
        return changed

    def _made(self, op: Op) -> int:
        if op.name == "frame":
            return MOST
        args = [self.of(arg) for arg in op.args if not isinstance(arg, Condition) and arg is not None]
        if op.name in SAME or op.name in SUMS:
            return min(args)
        if op.name == "and":
            return max(args)
        if op.name == "mul":
            return min(args[0] * args[1], MOST)
        if op.name == "shl" and "bits" in op.attrs:
            return min(args[0] << int(op.attrs["bits"]), MOST)
        return 1
