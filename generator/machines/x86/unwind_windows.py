# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → UNWIND_INFO of x64 Windows.

Source: Microsoft, "x64 exception handling" (UNWIND_INFO version 1, UNWIND_CODE). Windows recognises epilogues by
disassembling them. Only ``add rsp`` (or nothing), pops and the return may follow the reload of vector registers.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.model import FrameOp, Function, Phys
from generator.unwind.order import UnwindError, describe, take_apart

_PUSH_NONVOL, _ALLOC_LARGE, _ALLOC_SMALL = 0, 1, 2
_SAVE_NONVOL, _SAVE_NONVOL_FAR, _SAVE_XMM128, _SAVE_XMM128_FAR = 4, 5, 8, 9


@dataclass(frozen=True, slots=True)
class Source:
    """The operation behind a code, for syntaxes with directives: push, alloc or save. ``register`` of alloc is sp."""

    kind: str
    register: Phys
    amount: int
    offset: int


@dataclass(frozen=True, slots=True)
class Code:
    """One UNWIND_CODE, in force after body index ``at``. ``extra``: the 16-bit words after the code."""

    at: int
    op: int
    info: int
    source: Source
    extra: tuple[int, ...] = ()

    @property
    def nodes(self) -> int:
        """The number of 16-bit slots."""
        return 1 + len(self.extra)


@dataclass(frozen=True, slots=True)
class Info:
    """``codes``: in prologue order, which the file reverses. ``end``: index of end_prologue, -1 if none."""

    codes: tuple[Code, ...]
    end: int

    @property
    def nodes(self) -> int:
        return sum(code.nodes for code in self.codes)


def encode(function: Function) -> Info:
    """UNWIND_INFO of the function. Raises :class:`UnwindError` for operations that Windows cannot unwind."""
    ops = take_apart(function)
    codes: list[Code] = []
    allocated = False
    for at, op in ops.prologue:
        if op.kind == "push" and allocated:
            raise _refuse(function, op, "pushes come before the allocation; an epilogue ends in pops")
        if op.kind == "alloc" and allocated:
            raise _refuse(function, op, "one allocation is all that an epilogue can undo")
        if op.kind == "save" and not allocated:
            raise _refuse(function, op, "saves come after the allocation that makes room for them")
        allocated = allocated or op.kind == "alloc"
        codes.append(_code(function, at, op))
    _check_epilogues(function)
    return Info(tuple(codes), ops.body_at)


def _refuse(function: Function, op: FrameOp, why: str) -> UnwindError:
    return UnwindError(f"{function.symbol}: x64 Windows cannot unwind {describe(op)}: {why}")


def _code(function: Function, at: int, op: FrameOp) -> Code:
    source = Source(op.kind, op.reg or Phys("gp", 4), op.amount, op.offset)
    if op.kind == "push" and op.reg is not None and op.reg.cls == "gp" and op.amount == 8:
        return Code(at, _PUSH_NONVOL, op.reg.num, source)
    if op.kind == "alloc":
        if op.amount <= 0 or op.amount % 8:
            raise _refuse(function, op, "the amount must be a positive multiple of 8 bytes")
        if op.amount <= 128:
            return Code(at, _ALLOC_SMALL, op.amount // 8 - 1, source)
        if op.amount < 8 << 16:
            return Code(at, _ALLOC_LARGE, 0, source, (op.amount // 8,))
        return Code(at, _ALLOC_LARGE, 1, source, (op.amount & 0xFFFF, op.amount >> 16))
    if op.kind == "save" and op.reg is not None and op.reg.cls in ("gp", "vec"):
        vec = op.reg.cls == "vec"
        size = 16 if vec else 8
        if op.amount != size or op.offset < 0 or op.offset % size or op.reg.num > 15:
            raise _refuse(function, op, f"expected {size} bytes of register 0 to 15 at a multiple of {size}")
        if op.offset // size < 1 << 16:
            return Code(at, _SAVE_XMM128 if vec else _SAVE_NONVOL, op.reg.num, source, (op.offset // size,))
        words = (op.offset & 0xFFFF, op.offset >> 16)
        return Code(at, _SAVE_XMM128_FAR if vec else _SAVE_NONVOL_FAR, op.reg.num, source, words)
    raise _refuse(function, op, "expected push of 8 bytes, alloc, or save of a gp or vec register")


def _check_epilogues(function: Function) -> None:
    """Refuse instructions other than dealloc and pop between the last reload and the return."""
    for _, undone, end in take_apart(function).epilogues:
        tail = [(at, op) for at, op in undone if op.kind in ("dealloc", "pop")]
        if not tail:
            continue
        first = tail[0][0]
        operations = len(tail)
        span = [item for item in function.body[first - 1 : end] if not isinstance(item, FrameOp)]
        if len([item for item in span if hasattr(item, "mnem")]) != operations + 1:
            raise UnwindError(f"{function.symbol}: x64 Windows epilogues hold only add rsp, pops and ret")
