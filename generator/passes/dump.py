# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Any stage of the pipeline as text, with the script's line before each instruction."""

from __future__ import annotations

from typing import Any

from generator.isa.names import reg_name
from generator.model import (
    Cond,
    FrameOp,
    Function,
    Imm,
    Instr,
    Item,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Operand,
    Phys,
    R,
    Seam,
    Shift,
)
from generator.passes.allocation import Allocation


def dump(product: Any, arch: str) -> str:
    """Text of a list of items, an allocation or a function; one instruction a line."""
    if isinstance(product, Allocation):
        lines = [
            f"       ; {v.name} -> {reg_name(arch, p)}"
            for v, p in sorted(product.where.items(), key=lambda pair: pair[0].id)
            if v.id > 0
        ]
        lines += [f"       ; {v.name} -> slot {s.name}" for v, s in product.slots.items()]
        return "\n".join([*lines, dump(product.body, arch)])
    if isinstance(product, Function):
        return dump(product.body, arch)
    return "\n".join(item_text(item, arch) for item in product)


def item_text(item: Item, arch: str) -> str:
    """One line for one item."""
    if isinstance(item, LabelDef):
        return f"       {item.name}:"
    if isinstance(item, Note):
        return f"       ; {item.text}"
    if isinstance(item, FrameOp):
        regs = " ".join(reg_name(arch, r) for r in (item.reg, item.reg2) if r)
        return f"       . {item.kind} {regs} {item.amount or ''} {item.offset or ''}".rstrip()
    if isinstance(item, Seam):
        return f"       ~ {item.kind} {' + '.join(item.names)}".rstrip()
    assert isinstance(item, Instr)
    marks = "".join([" copy" * item.copy, f" flags#{item.group}" if item.group else ""])
    ops = ", ".join(operand_text(op, arch) for op in item.ops)
    return f"{item.src.line:5}  {item.mnem:<10} {ops}{'  ;' + marks if marks else ''}"


def _reg(reg: Any, arch: str) -> str:
    return reg_name(arch, reg) if isinstance(reg, Phys) else f"%{reg.name}"


def operand_text(op: Operand, arch: str) -> str:
    """One operand; virtual registers as ``%name``."""
    if isinstance(op, R):
        if isinstance(op.reg, Phys):
            return reg_name(arch, op.reg, op.width, op.arrangement)
        return f"%{op.reg.name}:{op.arrangement or op.width}"
    if isinstance(op, Imm):
        return str(op.value) if -10 < op.value < 10 else hex(op.value)
    if isinstance(op, Mem):
        parts = [f"slot {op.slot.name}"] if op.slot else [op.symbol] if op.symbol else []
        parts += [_reg(op.base, arch)] if op.base is not None else []
        parts += [_reg(op.index, arch) + (f"*{op.scale}" if op.scale > 1 else "")] if op.index is not None else []
        parts += [str(op.disp)] if op.disp or not parts else []
        return f"m{op.width}[{' + '.join(parts)}]{'' if op.mode == 'offset' else ' ' + op.mode}"
    if isinstance(op, Shift):
        return f"{op.kind} {op.amount}"
    assert isinstance(op, (LabelRef, Cond))
    return op.name
