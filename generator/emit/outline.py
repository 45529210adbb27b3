# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The properties of a function's body that all its renderers ask for."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from generator.model import Function, Instr, Item, LabelDef, LabelRef, Mem, Note


@dataclass(frozen=True, slots=True)
class Outline:
    """The properties of a body that all renderers ask for. ``labels``: the names of its labels. ``longest``: the length
    of the longest mnemonic with operands. ``differs``: the indexes of items whose lines depend on more than the
    dialect, or that have no line."""

    body: list[Item]
    labels: list[str]
    longest: int
    differs: list[int]

    def between(self, start: int, end: int) -> list[int]:
        """Those of ``differs`` from ``start`` on and before ``end``."""
        return self.differs[bisect_left(self.differs, start) : bisect_left(self.differs, end)]


def outline(function: Function) -> Outline:
    """The outline of a function's body, made once."""
    body = function.body
    found: Outline | None = function.spelled.get("")
    if found is None or found.body is not body:
        found = Outline(
            body,
            [item.name for item in body if type(item) is LabelDef],
            max((len(item.mnem) for item in body if type(item) is Instr and item.ops), default=0),
            [at for at, item in enumerate(body) if _differs(item)],
        )
        function.spelled[""] = found
    return found


def _differs(item: Item) -> bool:
    """True if the line of an item depends on more than the dialect, or if the item has no line."""
    if type(item) is not Instr:
        return type(item) is not Note
    for op in item.ops:
        kind = type(op)
        if kind is LabelRef or (kind is Mem and (op.symbol is not None or op.broadcast)):  # type: ignore[union-attr]
            return True
    return False
