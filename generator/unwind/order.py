# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Checks the order of a function's frame operations, on which every unwind format relies.

The prologue comes first. Epilogues follow, with no operation outside of them. Each epilogue mirrors the prologue.
"""

from __future__ import annotations

from dataclasses import dataclass

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


class UnwindError(AsmloomError):
    """An unwind format cannot express frame operations; the text names the function and the operation."""


@dataclass(frozen=True, slots=True)
class FrameOps:
    """The frame operations of a function, taken apart.

    ``prologue``: (index in the body, operation), in order. ``body_at``: the index of end_prologue, -1 for a function
    without a prologue. ``epilogues``: the index where each begins, its operations, and the index where it ends.
    """

    prologue: tuple[tuple[int, FrameOp], ...]
    body_at: int
    epilogues: tuple[tuple[int, tuple[tuple[int, FrameOp], ...], int], ...]


def describe(op: FrameOp) -> str:
    """An operation in the words of a refusal: ``save vec6 amount 16 offset 32``."""
    regs = ", ".join(f"{r.cls}{r.num}" for r in (op.reg, op.reg2) if r is not None)
    return " ".join(part for part in (op.kind, regs, f"amount {op.amount} offset {op.offset}") if part)


def take_apart(function: Function) -> FrameOps:
    """Sort the frame operations of ``function.body``. Raises :class:`UnwindError` for a wrong order."""

    def refuse(op: FrameOp, why: str) -> UnwindError:
        return UnwindError(f"{function.symbol}: frame operation {describe(op)}: {why}")

    prologue: list[tuple[int, FrameOp]] = []
    epilogues: list[tuple[int, tuple[tuple[int, FrameOp], ...], int]] = []
    current: list[tuple[int, FrameOp]] = []
    body_at, begin = -1, -1
    marks = [(at, item) for at, item in enumerate(function.body) if type(item) is FrameOp]
    ended = all(item.kind != "end_prologue" for _, item in marks)  # a leaf function may have no marks
    for at, item in marks:
        kind = item.kind
        if kind not in _MARKERS and not isinstance(function.body[at - 1] if at else None, Instr):
            raise refuse(item, "expected right after the instruction that it describes")
        if kind == "end_prologue":
            if ended:
                raise refuse(item, "the prologue has ended already")
            ended, body_at = True, at
        elif kind == "begin_epilogue":
            if not ended or begin >= 0:
                raise refuse(item, "expected after the prologue and outside of another epilogue")
            begin, current = at, []
        elif kind == "end_epilogue":
            if begin < 0:
                raise refuse(item, "there is no begin_epilogue before it")
            _mirror(function, prologue, current)
            epilogues.append((begin, tuple(current), at))
            begin = -1
        elif kind in _UNDONE_BY or kind == "set_fp":
            if ended:
                raise refuse(item, "expected in the prologue, before end_prologue")
            prologue.append((at, item))
        else:
            if begin < 0:
                raise refuse(item, "expected between begin_epilogue and end_epilogue")
            current.append((at, item))
    if begin >= 0:
        raise UnwindError(f"{function.symbol}: an epilogue begins and does not end; expected end_epilogue")
    if prologue and not epilogues:
        raise UnwindError(f"{function.symbol}: a prologue needs begin_epilogue and end_epilogue after it")
    return FrameOps(tuple(prologue), body_at, tuple(epilogues))


def _mirror(function: Function, prologue: list[tuple[int, FrameOp]], epilogue: list[tuple[int, FrameOp]]) -> None:
    """Refuse an epilogue that does not undo the prologue's operations in the opposite order.

    Saves that follow one another write different places; their restores may come in any order among themselves.
    """

    def runs(ops: list[tuple[FrameKind, FrameOp]]) -> list[list[tuple[object, ...]]]:
        out: list[list[tuple[object, ...]]] = []
        plain = False
        for kind, op in ops:
            row = (kind, op.reg, op.reg2, op.amount, op.offset)
            free = kind in ("restore", "restore_pair")
            if free and plain:
                out[-1].append(row)
            else:
                out.append([row])
            plain = free
        return [sorted(run, key=repr) for run in out]

    wanted = [(_UNDONE_BY[op.kind], op) for _, op in reversed(prologue) if op.kind != "set_fp"]
    found = [(op.kind, op) for _, op in epilogue]
    for want, have in zip(runs(wanted) + [[]], runs(found) + [[]]):
        if want != have:
            text = ", ".join(describe(op) for _, op in epilogue) or "nothing"
            raise UnwindError(
                f"{function.symbol}: the epilogue does not undo the prologue in the opposite order: {text}"
            )
    if len(runs(wanted)) != len(runs(found)):
        raise UnwindError(
            f"{function.symbol}: the epilogue undoes {len(found)} operations, the prologue did {len(wanted)}"
        )
