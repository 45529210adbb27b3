# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Facts about sp and the frame that single instructions give: how far sp moves, which bytes an access touches.

The verifier and the analysis of provenance read them. Nothing here knows a decision of the frame pass but the places
of slots.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.model import Imm, Instr, Mem, Phys, R, Slot


def touched(item: Instr, mem: Mem) -> int:
    """The bytes that a memory operand stands for, of all the registers that share the operand."""
    widest = max([op.width for op in item.ops if isinstance(op, R)], default=0)
    return item.form.facts.touched_bits(max(mem.width, 8), widest) // 8


def descent(item: Instr, sp: Phys, word: int) -> int:
    """How many bytes lower sp is after an instruction; 0 where no known distance says so.

    ``word``: the bytes that a push, a pop and a call move sp by.
    """
    known, ops = item.form.facts, item.ops
    if known.stack == "push" or item.form.kind == "call":
        return word
    if known.stack == "pop":
        return -word
    if known.adds and isinstance(ops[-1], Imm) and {getattr(op, "reg", None) for op in ops[:-1]} == {sp}:
        return -known.adds * ops[-1].value
    mem = framed(item, sp)
    return 0 if mem is None or mem.mode == "offset" else -mem.disp


def framed(item: Instr, sp: Phys) -> Mem | None:
    """The operand that accesses memory relative to sp; None for an address that is only computed."""
    if item.form.facts.address_only:
        return None
    return next((op for op in item.ops if isinstance(op, Mem) and op.base == sp), None)


def first_byte(mem: Mem) -> int:
    """The first byte that an operand relative to sp accesses, from sp before the instruction."""
    return 0 if mem.mode == "post" else mem.disp


def area_at(slots: Iterable[Slot], offset: int, size: int) -> Slot | None:
    """The area of the frame that holds ``size`` bytes at ``offset`` from sp in the body."""
    areas = (slot for slot in slots if slot.area)
    return next((s for s in areas if s.offset <= offset and offset + size <= s.offset + s.size), None)
