# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → UNWIND_INFO of x64 Windows.

Source: Microsoft, "x64 exception handling" (UNWIND_INFO version 1, UNWIND_CODE). Windows recognises epilogues by
disassembling them. Only ``add rsp`` (or nothing), pops and the return may follow the reload of vector registers.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.model import FrameOp, Function, Instr, Phys
from generator.unwind.order import UnwindError, describe, take_apart

_PUSH_NONVOL, _ALLOC_LARGE, _ALLOC_SMALL, _SAVE_XMM128 = 0, 1, 2, 8


@dataclass(frozen=True, slots=True)
class Source:
    """The operation of a code, for syntaxes with directives: push, alloc or save. ``register`` of alloc is sp."""

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
            raise _refuse(function, op, "saves come after the allocation that reserves their bytes")
        allocated = allocated or op.kind == "alloc"
        codes.append(_code(function, at, op))
    tail = [at for at, op in ops.epilogue if op.kind in ("dealloc", "pop")]
    if tail and sum(isinstance(item, Instr) for item in function.body[tail[0] - 1 : ops.end]) != len(tail) + 1:
        raise UnwindError(f"{function.symbol}: x64 Windows epilogues hold only add rsp, pops and ret")
    return Info(tuple(codes), ops.body_at)


def _refuse(function: Function, op: FrameOp, why: str) -> UnwindError:
    return UnwindError(f"{function.symbol}: x64 Windows cannot unwind {describe(op)}: {why}")


def _code(function: Function, at: int, op: FrameOp) -> Code:
    source = Source(op.kind, op.reg or Phys("gp", 4), op.amount, op.offset)
    match op.kind, op.reg:
        case "push", Phys("gp", number) if op.amount == 8:
            return Code(at, _PUSH_NONVOL, number, source)
        case "alloc", None if op.amount > 0 and op.amount % 8 == 0:  # a frame is smaller than a page
            if op.amount <= 128:
                return Code(at, _ALLOC_SMALL, op.amount // 8 - 1, source)
            return Code(at, _ALLOC_LARGE, 0, source, (op.amount // 8,))
        case "save", Phys("vec", number) if op.amount == 16 and op.offset % 16 == 0 and number < 16:
            return Code(at, _SAVE_XMM128, number, source, (op.offset // 16,))
    raise _refuse(
        function, op,
        "expected push of 8 bytes, alloc of a multiple of 8, or save of vector register 0 to 15 at a multiple of 16",
    )  # fmt: skip
