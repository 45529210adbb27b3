# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The frame operations of a function, on which every unwind format relies: a prologue, and the epilogue that undoes the
prologue."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from generator.model import AsmloomError, FrameKind, FrameOp, Function, Instr

_UNDONE_BY: dict[FrameKind, FrameKind] = {
    "push": "pop",
    "sign": "authenticate",
    "alloc": "dealloc",
    "save": "restore",
    "save_pair": "restore_pair",
    "save_pair_pre": "restore_pair_post",
}
_MARKERS = ("end_prologue", "begin_epilogue", "end_epilogue")
Placed = tuple[int, FrameOp]
"""An index of the body, and the operation there."""


class UnwindError(AsmloomError):
    """An unwind format cannot express frame operations; the text names the function and the operation."""


@dataclass(frozen=True, slots=True)
class FrameOps:
    """The frame operations of a function, in order. ``body_at``, ``leaves`` and ``end``: the indexes of end_prologue,
    begin_epilogue and end_epilogue, -1 for a function without frame operations."""

    prologue: tuple[Placed, ...] = ()
    body_at: int = -1
    leaves: int = -1
    epilogue: tuple[Placed, ...] = ()
    end: int = -1


def describe(op: FrameOp) -> str:
    """An operation in the words of a refusal: ``save vec6 amount 16 offset 32``."""
    regs = ", ".join(f"{r.cls}{r.num}" for r in (op.reg, op.reg2) if r is not None)
    return " ".join(part for part in (op.kind, regs, f"amount {op.amount} offset {op.offset}") if part)


def take_apart(function: Function) -> FrameOps:
    """Sort the frame operations of ``function.body``. Raises :class:`UnwindError` for a wrong order."""
    marks = [(at, item) for at, item in enumerate(function.body) if type(item) is FrameOp]
    if not marks:
        return FrameOps()
    for at, op in marks:
        if op.kind not in _MARKERS and not isinstance(function.body[at - 1] if at else None, Instr):
            raise UnwindError(
                f"{function.symbol}: frame operation {describe(op)}: expected right after the instruction that it "
                "describes"
            )
    kinds = [op.kind for _, op in marks]
    if [kind for kind in kinds if kind in _MARKERS] != [*_MARKERS] or kinds[-1] != "end_epilogue":
        raise UnwindError(
            f"{function.symbol}: frame operations {', '.join(kinds)}; expected a prologue, then one each of "
            f"{', '.join(_MARKERS)}, with what undoes the prologue between the last two"
        )
    first, leave = kinds.index("end_prologue"), kinds.index("begin_epilogue")
    prologue, epilogue = marks[:first], marks[leave + 1 : -1]
    wanted = [(_UNDONE_BY.get(op.kind), op) for _, op in reversed(prologue) if op.kind != "set_fp"]
    if leave != first + 1 or _runs(wanted) != _runs([(op.kind, op) for _, op in epilogue]):
        text = ", ".join(describe(op) for _, op in epilogue) or "nothing"
        raise UnwindError(f"{function.symbol}: the epilogue does not undo the prologue in the opposite order: {text}")
    return FrameOps(tuple(prologue), marks[first][0], marks[leave][0], tuple(epilogue), marks[-1][0])


def _runs(ops: list[tuple[FrameKind | None, FrameOp]]) -> list[list[tuple[object, ...]]]:
    """The operations for comparison. Saves that follow one another write different places: their restores may come in
    any order among themselves."""
    rows = [(kind, op.reg, op.reg2, op.amount, op.offset) for kind, op in ops]
    runs = groupby(rows, lambda row: row[0] in ("restore", "restore_pair"))
    return [sorted(run, key=repr) if free else [*run] for free, run in runs]
