# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → ARM64 Windows unwind directives, one per instruction of prologue and epilogue.

Source: Microsoft, "ARM64 exception handling" (unwind codes and their ranges). Directives have LLVM's names.
"""

from __future__ import annotations

from generator.model import FrameOp, Function, Instr
from generator.unwind.order import UnwindError, describe, take_apart

FP, LR = 29, 30


def directives(function: Function, pads: int = 0) -> dict[int, list[str]]:
    """Body index → the lines after that item. -1 is the place before the first item.

    ``pads``: the number of landing pads that the renderer puts before the body, each a ``.seh_nop``.
    Raises :class:`UnwindError` for operations without an unwind code, and where instructions and codes do not match one
    to one.
    """
    ops = take_apart(function)
    out: dict[int, list[str]] = {}

    def put(at: int, line: str) -> None:
        out.setdefault(at, []).append(line)

    for _ in range(pads):
        put(-1, ".seh_nop")
    _one_each(function, -1, ops.body_at if ops.prologue else -1, len(ops.prologue), "prologue")
    for at, op in ops.prologue:
        put(at, directive(function, op))
    put(ops.body_at if ops.prologue else -1, ".seh_endprologue")
    for begin, undone, end in ops.epilogues:
        _one_each(function, begin, end, len(undone) + 1, "epilogue")
        put(begin, ".seh_startepilogue")
        for at, op in undone:
            put(at, directive(function, op))
        put(undone[-1][0] if undone else begin, ".seh_endepilogue")  # the return is the epilogue's end code
    return out


def _one_each(function: Function, start: int, end: int, wanted: int, what: str) -> None:
    count = sum(isinstance(item, Instr) for item in function.body[start + 1 : end])
    if end >= 0 and count != wanted:
        raise UnwindError(
            f"{function.symbol}: ARM64 Windows counts instructions: "
            f"the {what} has {count}, its frame operations describe {wanted}"
        )


def directive(function: Function, op: FrameOp) -> str:
    """The directive of one operation. Refuses pairs of registers that are not consecutive, and offsets and amounts out
    of range."""
    kind, offset, amount = op.kind, op.offset, op.amount
    reg = op.reg.num if op.reg is not None else -1
    vec = op.reg is not None and op.reg.cls == "vec"
    if kind == "set_fp":
        return ".seh_set_fp"
    if kind in ("sign", "authenticate"):
        return ".seh_pac_sign_lr"
    if kind in ("alloc", "dealloc"):
        if amount <= 0 or amount % 16:
            raise _refuse(function, op, "the amount must be a positive multiple of 16 bytes")
        return f".seh_stackalloc {amount}"
    pair = kind in ("save_pair", "restore_pair")
    moving = kind in ("save_pair_pre", "restore_pair_post")
    if pair or moving:
        if op.reg2 is None or op.reg is None or op.reg2.cls != op.reg.cls:
            raise _refuse(function, op, "expected two registers of one class")
        second = op.reg2.num
        place = amount if moving else offset
        if place % 8 or not (0 < place <= 512 if moving else 0 <= place <= 504):
            raise _refuse(
                function, op, "expected a multiple of 8, at most 512 for a push of a pair and 504 for an offset"
            )
        if (reg, second) == (FP, LR) and not vec:
            return f".seh_save_fplr_x {place}" if moving else f".seh_save_fplr {place}"
        if second == LR and not vec and 19 <= reg <= 27 and reg % 2 and not moving:
            return f".seh_save_lrpair x{reg}, {place}"
        if second != reg + 1:
            raise _refuse(function, op, "a pair must be two consecutive registers")
        _in_range(function, op, reg, 14 if vec else 27, vec)
        name = f"fregp{'_x' if moving else ''} d{reg}" if vec else f"regp{'_x' if moving else ''} x{reg}"
        return f".seh_save_{name}, {place}"
    if kind in ("save", "restore"):
        if offset % 8 or not 0 <= offset <= 504 or amount != 8:
            raise _refuse(function, op, "expected 8 bytes at a multiple of 8 up to 504")
        _in_range(function, op, reg, 15 if vec else 30, vec)
        return f".seh_save_freg d{reg}, {offset}" if vec else f".seh_save_reg x{reg}, {offset}"
    raise _refuse(function, op, "it has no ARM64 unwind code")


def _in_range(function: Function, op: FrameOp, reg: int, last: int, vec: bool) -> None:
    first = 8 if vec else 19
    if not first <= reg <= last:
        raise _refuse(function, op, f"only {'d' if vec else 'x'}{first} to {'d' if vec else 'x'}{last} can be saved so")


def _refuse(function: Function, op: FrameOp, why: str) -> UnwindError:
    return UnwindError(f"{function.symbol}: ARM64 Windows cannot unwind {describe(op)}: {why}")
