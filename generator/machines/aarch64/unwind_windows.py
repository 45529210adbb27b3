# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → ARM64 Windows unwind directives, one per instruction of prologue and epilogue.

Source: Microsoft, "ARM64 exception handling" (unwind codes and their ranges). Directives have LLVM's names.
"""

from __future__ import annotations

from generator.model import FrameOp, Function, Instr, Phys
from generator.unwind.order import UnwindError, describe, take_apart

FP, LR = Phys("gp", 29), Phys("gp", 30)


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
    if ops.end >= 0:
        _one_each(function, ops.leaves, ops.end, len(ops.epilogue) + 1, "epilogue")
        put(ops.leaves, ".seh_startepilogue")
        for at, op in ops.epilogue:
            put(at, directive(function, op))
        put(ops.epilogue[-1][0] if ops.epilogue else ops.leaves, ".seh_endepilogue")  # the return is its end code
    return out


def _one_each(function: Function, start: int, end: int, wanted: int, what: str) -> None:
    count = sum(isinstance(item, Instr) for item in function.body[start + 1 : end])
    if end >= 0 and count != wanted:
        raise UnwindError(
            f"{function.symbol}: ARM64 Windows counts instructions: "
            f"the {what} has {count}, its frame operations describe {wanted}"
        )


def directive(function: Function, op: FrameOp) -> str:
    """The directive of one operation. Refuses pairs of registers that are not consecutive."""
    if op.kind == "set_fp":
        return ".seh_set_fp"
    if op.kind in ("sign", "authenticate"):
        return ".seh_pac_sign_lr"
    if op.kind in ("alloc", "dealloc"):
        return f".seh_stackalloc {op.amount}"
    one, other = op.reg, op.reg2
    if op.kind in ("save_pair_pre", "restore_pair_post") and (one, other) == (FP, LR):
        return f".seh_save_fplr_x {op.amount}"
    if one is not None and op.kind in ("save", "restore", "save_pair", "restore_pair"):
        pair = "p" if op.kind.endswith("pair") else ""
        if not pair or other == Phys(one.cls, one.num + 1):
            name = f"reg{pair} x{one.num}" if one.cls == "gp" else f"freg{pair} d{one.num}"
            return f".seh_save_{name}, {op.offset}"
    raise UnwindError(
        f"{function.symbol}: ARM64 Windows cannot unwind {describe(op)}: expected a push of x29 and x30, or a save of "
        "a register or of two consecutive ones"
    )
