# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse an aligned memory operand of ``asm`` if the contract does not promise the alignment."""

from __future__ import annotations

from collections.abc import Sequence

from generator.isa.machine import Machine
from generator.lang.contract import Kernel
from generator.lang.values import Op, Val, changeable
from generator.model import KernelError, Mem, R

MOST = 4096
TABLE = 64


def refuse_unaligned(ops: Sequence[Op], params: Sequence[Val], kernel: Kernel, on: Machine) -> None:
    """KernelError for an ``asm`` that demands an alignment which contract and arithmetic do not guarantee."""
    known: dict[int, int] | None = None
    for op in ops:
        for arg in op.args if op.name == "asm" else ():
            if isinstance(arg, Mem):
                width, ptr, offset = arg.width, None, arg.disp
            elif isinstance(arg, Op) and arg.name == "mem":
                width, ptr, offset = arg.attrs["width"], arg.args[0], arg.attrs["offset"]
            else:
                continue
            mnem = op.attrs["mnem"]
            need = on.alignment(mnem, width, _vectors(op))
            if need == 1 or isinstance(arg, Mem) and (arg.symbol is not None or arg.slot is not None):
                continue
            if known is None:
                known = alignments(ops, params, kernel, on.slot_align)
            have = 1 if ptr is None else min(known.get(ptr.id, 1), _of(offset))
            if ptr is not None and arg.args[1] is not None:
                have = min(have, known.get(arg.args[1].id, 1) * arg.attrs["scale"])
            if have < need:
                other = on.instead(mnem)
                raise KernelError(op.src, _message(mnem, other, need, have, ptr, offset, ops, params, kernel))


def _vectors(op: Op) -> bool:
    vals = [arg for arg in op.args if isinstance(arg, Val)]
    vals += [val for arg in op.args if isinstance(arg, Op) and arg.name == "only" for val in arg.args[:1]]
    return any(val.type.cls == "vec" for val in vals) or any(
        isinstance(arg, R) and arg.reg.cls == "vec" for arg in op.args
    )


def _message(
    mnem: str, other: str, need: int, have: int, ptr: Val | None, offset: int, ops: Sequence[Op], params: Sequence[Val],
    kernel: Kernel,
) -> str:  # fmt: skip
    """The argument at fault, and the contract that would be accepted."""
    where = "a register of its own choice" if ptr is None else ptr.name
    names = [] if ptr is None else [p.name for p in params if p.id in _origins(ptr, ops) and p.type.name == "ptr"]
    told = "".join(f", made of {name} with align={kernel.arg(name).align}" for name in names)
    at = f" + {offset}" if offset else ""
    more = "" if not names else f", or align={need} in the contract of {' and '.join(names)}"
    if names and _of(offset) < need:
        more += " and an offset that is a multiple of it"
    return (
        f"asm {mnem}: its memory must lie at a multiple of {need} bytes, and {where}{at}{told}, is known to be a "
        f"multiple of {have}; expected {other}{more}"
    )


def _origins(val: Val, ops: Sequence[Op]) -> set[int]:
    """Every value that a value is computed from."""
    found, grown = {val.id}, True
    while grown:
        before = len(found)
        for op in ops:
            if any(v.id in found for v in op.dst):
                found.update(v.id for v in op.args if isinstance(v, Val))
        grown = len(found) > before
    return found


def _of(number: int) -> int:
    """The largest power of two, up to a page, that divides a number."""
    return min(number & -number, MOST) if number else MOST


def alignments(ops: Sequence[Op], params: Sequence[Val], kernel: Kernel, frame: int) -> dict[int, int]:
    """For each value the power of two that divides the value everywhere in the function: the least of all assignments.

    ``frame``: the alignment of an area of the frame, in bytes.
    """
    known = {p.id: kernel.arg(p.name.rstrip("_")).align if p.type.name == "ptr" else 1 for p in params}
    fixed = dict(known)

    def of(arg: object) -> int:
        return _of(arg) if isinstance(arg, int) else known.get(arg.id, MOST) if isinstance(arg, Val) else 1

    def made(op: Op) -> int:
        if op.name in ("add", "sub", "or", "xor"):
            return min(map(of, op.args))
        if op.name == "and":
            return max(map(of, op.args))
        if op.name in ("copy", "zext", "const"):
            return of(op.args[0])
        if op.name == "select":
            return min(of(op.args[1]), of(op.args[2]))
        if op.name == "shl":
            bits: int = op.attrs["bits"]
            return min(of(op.args[0]) << bits, MOST)
        return frame if op.name == "frame" else TABLE if op.name == "table" else 1

    changed = True
    while changed:
        changed = False
        for op in ops:
            for val in changeable(op):
                new = min(made(op), known.get(val.id, MOST), fixed.get(val.id, MOST))
                if new != known.get(val.id):
                    known[val.id] = new
                    changed = True
    return known
