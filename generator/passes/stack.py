# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Facts about sp and the frame that single instructions give: the movement of sp, and the bytes that an access touches.

The verifier and the analysis of provenance read these facts. The places of slots are the only product of the frame pass
that this module uses.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.model import Imm, Instr, Mem, Phys, Slot


def touched(item: Instr, mem: Mem) -> int:
    """The number of bytes that a memory operand covers, for all the registers that share the operand."""
    return item.form.facts.touched(mem.width, item.ops)


def descent(item: Instr, sp: Phys, word: int) -> int:
    """The number of bytes by which an instruction lowers sp. 0 if the instruction gives no constant distance.

    ``word``: the bytes by which a push, a pop and a call move sp.
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
    """The operand that accesses memory relative to sp. None if the instruction only computes an address."""
    if item.form.facts.address_only:
        return None
    return next((op for op in item.ops if isinstance(op, Mem) and op.base == sp), None)


def first_byte(mem: Mem) -> int:
    """The first byte that an operand relative to sp accesses, counted from sp before the instruction."""
    return 0 if mem.mode == "post" else mem.disp


def area_at(slots: Iterable[Slot], offset: int, size: int) -> Slot | None:
    """The area of the frame that holds ``size`` bytes at ``offset`` from sp in the body."""
    areas = (slot for slot in slots if slot.area)
    return next((s for s in areas if s.offset <= offset and offset + size <= s.offset + s.size), None)
