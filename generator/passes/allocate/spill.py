# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code that keeps a value in the frame: its slot, moves to and from the slot, and instructions on the slot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generator.isa import forms
from generator.isa.machine import Machine, Spelled
from generator.model import Imm, Instr, Item, Mem, Operand, R, Slot, VReg, view
from generator.passes.flow import accesses

WORD = 32


def widths(items: Iterable[Item], bits: int) -> dict[VReg, int]:
    """The bits of each general register value that some instruction reads or writes. ``bits``: the width of an
    address."""
    found: dict[VReg, int] = {}
    for item in items:
        if type(item) is not Instr:
            continue
        for op in item.ops:
            if type(op) is R:
                if type(op.reg) is VReg and op.width > found.get(op.reg, 0):
                    found[op.reg] = op.width
            elif type(op) is Mem:
                for reg in (op.base, op.index):
                    if isinstance(reg, VReg):
                        found[reg] = max(bits, found.get(reg, 0))
    return found


def new_slot(value: VReg, width: int, known: Machine) -> Slot:
    """A slot as wide as the widest use of the value, and at least a word."""
    size = (value.bits if value.cls == "vec" else max(width, WORD) if value.cls == "gp" else known.bits) // 8
    return Slot(value.name, size, min(size, 16))


def move(spelled: Spelled, at: Instr, arch: str) -> Instr:
    """A move to or from a slot, next to the instruction ``at``."""
    mnem, ops = spelled
    # The move takes the flag group of its instruction, because it writes no flags and may be in a flag chain.
    return Instr(mnem, ops, forms.find(arch, mnem, ops), at.src, None, at.group)


def fetches(item: Instr, value: VReg, slot: Slot) -> bool:
    """True if an instruction loads the value from the caller's place for it."""
    if not item.ops:
        return False
    first, *rest = item.ops
    return isinstance(first, R) and first.reg is value and any(isinstance(op, Mem) and op.slot is slot for op in rest)


def remade(item: Instr) -> bool:
    """True if an instruction makes a constant out of nothing but its operands, so that it can make the value again."""
    if len(item.ops) != 2 or item.form.kind != "normal" or item.mask is not None or item.idiom:
        return False
    first, second = item.ops
    if not isinstance(first, R) or first.reg.cls != "gp" or first.width < WORD or not isinstance(second, Imm):
        return False
    reads, writes = accesses(item)
    return not reads and writes == [first.reg] and not item.form.flags_clobbered and not item.form.flags_read


def renamed(item: Instr, names: Mapping[VReg, VReg]) -> Instr:
    """The instruction with other virtual registers."""
    mask = item.mask
    if mask is not None and mask.reg in names:
        assert isinstance(mask.reg, VReg)
        mask = view(names[mask.reg], mask.width)
    return item.but(tuple([_renamed(op, names) for op in item.ops]), item.form, mask=mask)


def _renamed(op: Operand, names: Mapping[VReg, VReg]) -> Operand:
    if isinstance(op, R):
        return view(names[op.reg], op.width, op.arrangement) if op.reg in names else op  # type: ignore[index]
    if isinstance(op, Mem) and (op.base in names or op.index in names):
        base = names.get(op.base, op.base) if isinstance(op.base, VReg) else op.base
        index = names.get(op.index, op.index) if isinstance(op.index, VReg) else op.index
        return replace(op, base=base, index=index)
    return op


def fold_slot(item: Instr, value: VReg, slot: Slot, known: Machine) -> Instr | None:
    """The same instruction on the slot itself, or None without such a form. An instruction has at most one memory
    operand. A write that clears the register's upper half needs the register, unless the slot ends there."""
    if not item.form.facts.foldable:
        return None
    found = -1
    for i, op in enumerate(item.ops):
        if isinstance(op, Mem):
            return None
        if isinstance(op, R) and op.reg is value:
            if found >= 0:
                return None
            found = i
    if found < 0 or (item.mask is not None and item.mask.reg is value):
        return None
    op = item.ops[found]
    assert isinstance(op, R)
    if op.reg.cls == "vec" and op.width != value.bits:
        return None  # a narrower view is not the whole value
    if op.reg.cls == "gp" and WORD <= op.width < 8 * slot.size and "w" in item.form.ops[found].access:
        return None
    ops = (*item.ops[:found], Mem(None, width=op.width, slot=slot), *item.ops[found + 1 :])
    mnem = item.mnem
    if op.reg.cls == "vec" and op.width // 8 > known.slot_align:
        mnem = item.form.facts.unaligned or mnem
    form = forms.exists(known.arch, mnem, ops, extended=item.form.extended)
    if form is None:
        return None
    if form.extended != item.form.extended:  # the form with memory needs features that the variant may lack
        return None
    if form.facts.aligned and not item.copy:  # a slot need not be aligned
        return None
    return item.but(ops, form, mnem=mnem, copy=False)


def store_copy(item: Instr, value: VReg, slot: Slot, known: Machine) -> Instr | None:
    """A store of a copy's source to the slot of ``value``, which the copy makes, or None if the copy is not whole."""
    if not item.copy:
        return None
    goal, source = item.ops
    if not (isinstance(goal, R) and isinstance(source, R)) or goal.reg is not value:
        return None
    width = value.bits if value.cls == "vec" else goal.width
    if width != 8 * slot.size or source.width != goal.width or source.reg.cls != value.cls:
        return None
    mnem, ops = known.store(source.reg, Mem(None, width=width, slot=slot))
    return item.but(ops, forms.find(known.arch, mnem, ops), mnem=mnem, copy=False)
