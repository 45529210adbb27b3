# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Keep one cold value in memory: each use becomes a memory operand where a form takes one, else a reload or a store."""

from __future__ import annotations

from dataclasses import replace

from generator.isa import forms, moves
from generator.isa.forms import NoSuchForm
from generator.model import Instr, Item, Mem, Operand, R, Slot, VReg
from generator.passes.flow import accesses

_counter_base = 1 << 24


def spill(
    items: list[Item], origin: list[Item | None], victim: VReg, slot: Slot, arch: str, incoming: bool
) -> tuple[list[Item], list[Item | None]]:
    """Items and their origins, with ``victim`` living in ``slot``.

    ``incoming``: the slot is where the caller put the value, so that the load which fetched it at entry goes away.
    """
    bits = moves.slot_bits(arch, victim.cls)
    slot.align = slot.align or bits // 8
    out: list[Item] = []
    out_origin: list[Item | None] = []
    fresh = _counter_base + 1024 * victim.id

    def put(item: Item, source: Item | None) -> None:
        out.append(item)
        out_origin.append(source)

    for item, source in zip(items, origin):
        if not isinstance(item, Instr) or not _touches(item, victim):
            put(item, source)
            continue
        if incoming and _fetches(item, victim, slot):
            put(replace(item, ops=(), copy=False, mnem="@fetched", form=replace(item.form, ops=())), source)
            continue
        folded = _fold(item, victim, slot, arch)
        if folded is not None:
            put(folded, source)
            continue
        fresh += 1
        temp = VReg(fresh, f"{victim.name}_reload", victim.cls, item.src)
        reads, writes = accesses(item)
        mem = Mem(None, width=bits, slot=slot)
        if victim in reads:
            put(_move(*moves.load(arch, temp, mem), item, arch), None)
        put(replace(item, ops=tuple(_replace(op, victim, temp) for op in item.ops)), source)
        if victim in writes:
            put(_move(*moves.store(arch, temp, mem), item, arch), None)
    return out, out_origin


def _move(mnem: str, ops: tuple[Operand, ...], at: Instr, arch: str) -> Instr:
    # A reload keeps the flag group of what it serves: it writes no flags and may stand inside.
    return Instr(mnem, ops, forms.find(arch, mnem, ops), at.src, "cold value", at.group)


def _touches(item: Instr, victim: VReg) -> bool:
    return any(
        (isinstance(op, R) and op.reg is victim) or (isinstance(op, Mem) and (op.base is victim or op.index is victim))
        for op in item.ops
    )


def _fetches(item: Instr, victim: VReg, slot: Slot) -> bool:
    first, *rest = item.ops
    return isinstance(first, R) and first.reg is victim and any(isinstance(op, Mem) and op.slot is slot for op in rest)


def _replace(op: Operand, victim: VReg, temp: VReg) -> Operand:
    if isinstance(op, R) and op.reg is victim:
        return R(temp, op.width, op.arrangement)
    if isinstance(op, Mem) and (op.base is victim or op.index is victim):
        return replace(op, base=temp if op.base is victim else op.base, index=temp if op.index is victim else op.index)
    return op


def _fold(item: Instr, victim: VReg, slot: Slot, arch: str) -> Instr | None:
    """The same instruction on the slot itself, where there is such a form: x86 only, one memory operand at most, and
    not where the register's upper half is cleared by the write."""
    if arch == "aarch64" or item.mnem[0] == "@" or any(isinstance(op, Mem) for op in item.ops):
        return None
    places = [i for i, op in enumerate(item.ops) if isinstance(op, R) and op.reg is victim]
    if len(places) != 1:
        return None
    place = places[0]
    op = item.ops[place]
    assert isinstance(op, R)
    if arch == "x86_64" and op.width == 32 and "w" in item.form.ops[place].access:
        return None
    ops = (*item.ops[:place], Mem(None, width=op.width, slot=slot), *item.ops[place + 1 :])
    try:
        form = forms.find(arch, item.mnem, ops)
    except NoSuchForm:
        return None
    return replace(item, ops=ops, form=form, copy=False)
