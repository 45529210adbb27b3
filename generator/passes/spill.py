# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Keep cold values in memory. Each use becomes a memory operand if a form takes one, else a reload or a store."""

from __future__ import annotations

from dataclasses import replace

from generator.isa import forms
from generator.isa.machine import Machine, Spelled, machine
from generator.model import FETCHED, Instr, Item, Mem, Operand, R, Slot, VReg
from generator.passes.flow import accesses

_counter_base = 1 << 24


def spill(
    items: list[Item], origin: list[Item | None], homes: dict[VReg, Slot], arch: str, incoming: frozenset[VReg]
) -> tuple[list[Item], list[Item | None]]:
    """Items and their origins, with the values of ``homes`` in slots.

    ``incoming``: values whose slot is the caller's place. The load of such a value at the entry goes away.
    """
    out: list[Item] = []
    out_origin: list[Item | None] = []
    fresh = _counter_base + 4096 * len(origin)
    rank = {victim: number for number, victim in enumerate(homes)}
    known = machine(arch)
    for victim, slot in homes.items():
        slot.align = slot.align or min(known.slot_bits(victim) // 8, 16)
    near = known.reload_serves
    loaded: dict[VReg, tuple[int, VReg]] = {}  # place of the last reload or store, and the register with the value
    for item, source in zip(items, origin):
        if not isinstance(item, Instr) or item.form.kind != "normal":
            loaded.clear()
        touched = _touched(item, rank) if isinstance(item, Instr) else ()
        if not touched or not isinstance(item, Instr):
            out.append(item)
            out_origin.append(source)
            continue
        before: list[Item] = []
        after: list[Item] = []
        for victim in touched:
            slot = homes[victim]
            if victim in incoming and _fetches(item, victim, slot):
                item = item.but((), replace(item.form, ops=()), mnem=FETCHED, copy=False)
                break
            folded = _fold(item, victim, slot, known)
            if folded is not None:
                item = folded
                continue
            reads, writes = accesses(item)
            place, temp = loaded.get(victim, (-near, victim))
            if len(out) - place < near and victim not in writes:
                item = item.but(tuple([_replace(op, victim, temp) for op in item.ops]), item.form)
                continue
            fresh += 1
            temp = VReg(
                fresh, f"{victim.name}_reload", victim.cls, item.src, bits=victim.bits, features=victim.features
            )
            loaded[victim] = len(out), temp
            mem = Mem(None, width=known.slot_bits(victim), slot=slot)
            if victim in reads:
                before.append(_move(known.load(temp, mem), item, arch))
            if victim in writes:
                after.append(_move(known.store(temp, mem), item, arch))
            item = item.but(tuple([_replace(op, victim, temp) for op in item.ops]), item.form)
        out += [*before, item, *after]
        out_origin += [*[None] * len(before), source, *[None] * len(after)]
    return out, out_origin


def _move(spelled: Spelled, at: Instr, arch: str) -> Instr:
    mnem, ops = spelled
    # A reload takes the flag group of its instruction, because a reload writes no flags and may stand in a flag chain.
    return Instr(mnem, ops, forms.find(arch, mnem, ops), at.src, None, at.group)


def _touched(item: Instr, rank: dict[VReg, int]) -> list[VReg]:
    """The values of ``rank`` that an instruction mentions, in that order."""
    found: list[VReg] = []
    for op in item.ops:
        for reg in (op.reg,) if isinstance(op, R) else (op.base, op.index) if isinstance(op, Mem) else ():
            if reg in rank and reg not in found:
                assert isinstance(reg, VReg)
                found.append(reg)
    return sorted(found, key=rank.__getitem__) if len(found) > 1 else found


def _fetches(item: Instr, victim: VReg, slot: Slot) -> bool:
    first, *rest = item.ops
    return isinstance(first, R) and first.reg is victim and any(isinstance(op, Mem) and op.slot is slot for op in rest)


def _replace(op: Operand, victim: VReg, temp: VReg) -> Operand:
    if isinstance(op, R) and op.reg is victim:
        return R(temp, op.width, op.arrangement)
    if isinstance(op, Mem) and (op.base is victim or op.index is victim):
        return replace(op, base=temp if op.base is victim else op.base, index=temp if op.index is victim else op.index)
    return op


def _fold(item: Instr, victim: VReg, slot: Slot, known: Machine) -> Instr | None:
    """The same instruction on the slot itself, or None without such a form. An instruction has at most one memory
    operand. A write that clears the register's upper half needs the register."""
    if not item.form.facts.foldable or item.mnem[0] == "@" or any(isinstance(op, Mem) for op in item.ops):
        return None
    places = [i for i, op in enumerate(item.ops) if isinstance(op, R) and op.reg is victim]
    if len(places) != 1:
        return None
    place = places[0]
    op = item.ops[place]
    assert isinstance(op, R)
    if op.reg.cls == "vec" and op.width != victim.bits:
        return None  # a narrower view is not the whole value
    if op.reg.cls == "gp" and 32 <= op.width < known.bits and "w" in item.form.ops[place].access:
        return None
    ops = (*item.ops[:place], Mem(None, width=op.width, slot=slot), *item.ops[place + 1 :])
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
