# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Leave out what an allocation does not need: reads of slots that a register holds, and copies whose readers could read
the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.model import AnyReg, Instr, Item, Mem, Operand, Phys, R, view
from generator.passes.allocate.spill import move
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks, forward, vanishes
from generator.passes.judges.waste_copies import Copies

_Pair = tuple[Phys, int]
NONE: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Held:
    """Register → the slots, by identity, of which the register holds all bytes."""

    slots: dict[AnyReg, frozenset[int]] = field(default_factory=dict)

    def copy(self) -> _Held:
        return _Held(dict(self.slots))


@dataclass(slots=True)
class _Effect:
    """The effect of an instruction. ``read``: the slot that the instruction reads, and 0 for none. ``pair``: the move
    of a register and a slot. ``copy``: the target, the source and the width of a copy."""

    writes: list[AnyReg]
    read: int = 0
    stored: frozenset[int] = NONE
    pair: _Pair | None = None
    copy: tuple[AnyReg, AnyReg, int] | None = None


def shorten(given: Allocation, abi: Abi) -> Allocation:
    """The allocation with registers in the place of slots, without such loads and copies."""
    while True:
        body, origin = _without_copies(*_from_registers(given, abi), abi)
        if all(a is b for a, b in zip(body, given.body)) and len(body) == len(given.body):
            return given
        given = Allocation(body, origin, given.where, given.slots)  # a copy less may show another needless load


# -- slots that a register holds -----------------------------------------------------------------------------------


def _from_registers(given: Allocation, abi: Abi) -> tuple[list[Item], list[Item | None]]:
    """Body and origins, with reads of registers in the place of reads of slots."""
    items = given.body
    sizes = {
        id(op.slot): 8 * op.slot.size
        for item in items
        if type(item) is Instr
        for op in item.ops
        if type(op) is Mem and op.slot is not None
    }
    if not sizes:
        return items, given.origin
    graph = blocks(items)
    effects = [_effect(item, source) if type(item) is Instr else None for item, source in zip(items, given.origin)]
    holders: dict[int, list[Phys]] = {}

    def step(n: int, state: _Held) -> None:
        slots = state.slots
        for i in range(graph[n].start, graph[n].end):
            effect = effects[i]
            if effect is None:
                continue
            if isinstance(effect, list):
                for reg in effect if slots else ():
                    if reg in slots:
                        del slots[reg]
                continue
            if effect.read:  # the last visit of the block decides
                found = [reg for reg, some in slots.items() if effect.read in some]
                holders[i] = sorted(reg for reg in found if type(reg) is Phys)
            copied = NONE
            if slots:
                if effect.copy is not None:
                    goal, source, width = effect.copy
                    copied = frozenset(slot for slot in slots.get(source, NONE) if sizes[slot] <= width)
                for reg in effect.writes:
                    if reg in slots:
                        del slots[reg]
                if effect.stored:
                    for reg, some in [*slots.items()]:
                        _put(slots, reg, some - effect.stored)
                if copied:
                    slots[goal] = copied
            if effect.pair is not None:
                reg, slot = effect.pair
                slots[reg] = slots.get(reg, NONE) | {slot}

    forward(graph, _Held(), step, _meet)
    body: list[Item] = []
    origin: list[Item | None] = []
    for i, (item, source) in enumerate(zip(items, given.origin)):
        there = holders.get(i)
        better = _better(item, source, there, abi) if there and type(item) is Instr else item
        if better is not None:
            body.append(better)
            origin.append(source)
    return body, origin


def _put(slots: dict[AnyReg, frozenset[int]], reg: AnyReg, some: frozenset[int]) -> None:
    if some:
        slots[reg] = some
    else:
        del slots[reg]


def _meet(a: _Held, b: _Held) -> _Held:
    met = {reg: both for reg, some in a.slots.items() if (both := some & b.slots.get(reg, NONE))}
    return a if met == a.slots else _Held(met)


def _effect(item: Instr, source: Item | None) -> _Effect | list[AnyReg]:
    """The effect of an instruction. Of most, this is the list of the registers that they write."""
    writes = (item.known_accesses or accesses(item))[1]
    memory = False
    for op in item.ops:
        memory = memory or type(op) is Mem
    if not memory and not item.copy:
        return writes
    effect = _Effect(writes)
    if memory:
        place = _reading_place(item)
        effect.read = 0 if place is None else _slot(item.ops[place])
        effect.stored = frozenset(_slot(op) for op in _written(item)) - {0}
        effect.pair = _moved(item, source)
    else:
        goal, origin = item.ops
        assert isinstance(goal, R) and isinstance(origin, R)
        effect.copy = goal.reg, origin.reg, goal.width
    return effect


def _reading_place(item: Instr) -> int | None:
    """The index of the operand that is a slot, and that the instruction only reads."""
    return next((n for n, op in enumerate(item.ops) if _slot(op) and item.form.ops[n].access == "r"), None)


def _better(item: Instr, source: Item | None, holders: list[Phys], abi: Abi) -> Instr | None:
    """The instruction that reads a register instead of a slot; None if it changes nothing then. ``holders``: the
    registers that hold the slot."""
    place = _reading_place(item)
    assert place is not None
    if source is None:
        goal = item.ops[0]
        assert isinstance(goal, R) and isinstance(goal.reg, Phys)
        if goal.reg in holders:
            return None
        if goal.reg.cls != "gp":
            return item
        copied = move(machine(abi.arch).copy(goal.reg, holders[0], goal.width), item, abi.arch)
        return copied.but(copied.ops, copied.form, copy=True)
    assert isinstance(source, Instr)
    was = source.ops[place] if len(source.ops) == len(item.ops) else None
    return _on_register(item, source, place, was, holders, abi) if isinstance(was, R) else item


def _on_register(item: Instr, source: Instr, place: int, was: R, holders: list[Phys], abi: Abi) -> Instr:
    for reg in holders:
        ops = (*item.ops[:place], view(reg, was.width, was.arrangement), *item.ops[place + 1 :])
        form = forms.exists(abi.arch, source.mnem, ops, extended=source.form.extended)
        if form is None or form.extended != source.form.extended:
            continue
        limits = forms.limits(form, abi.arch)
        allowed = None if limits is None else limits[place]
        if reg.cls == was.reg.cls and (allowed is None or reg.num in allowed):
            return item.but(ops, form, mnem=source.mnem, copy=source.copy)
    return item


def _moved(item: Instr, source: Item | None) -> _Pair | None:
    """The register and the slot of a move that the allocation added or put in the place of a copy, or that takes an
    argument from the caller's place."""
    if len(item.ops) != 2 or {spec.access for spec in item.form.ops} != {"r", "w"}:
        return None
    one, other = item.ops
    reg, mem = (other, one) if isinstance(one, Mem) else (one, other)
    if not isinstance(reg, R) or not isinstance(mem, Mem) or mem.slot is None or not isinstance(reg.reg, Phys):
        return None
    if mem.disp or mem.slot.area or mem.slot.pc or mem.width != 8 * mem.slot.size or reg.width != mem.width:
        return None
    ours = source is None or (isinstance(source, Instr) and source.copy) or mem.slot.incoming >= 0
    return (reg.reg, id(mem.slot)) if ours else None


def _written(item: Instr) -> Iterator[Operand]:
    return (op for spec, op in zip(item.form.ops, item.ops) if "w" in spec.access)


def _slot(op: Operand) -> int:
    return id(op.slot) if isinstance(op, Mem) and op.slot is not None else 0


# -- copies that no reader needs -----------------------------------------------------------------------------------


def _without_copies(
    body: list[Item], origin: list[Item | None], abi: Abi
) -> tuple[list[Item], list[Item | None]]:  # fmt: skip
    while True:
        body = list(body)
        found = Copies(body, abi, range(len(body)))
        wasted = {i: source for i, source in found.wasted().items() if _removable(body[i])}
        # A copy of a copy waits for the next round.
        wasted = {i: source for i, source in wasted.items() if not any(i in found.readers.get(j, ()) for j in wasted)}
        if not wasted:
            return body, origin
        for i, source in wasted.items():
            for reader, reg in found.readers.get(i, {}).items():
                item = body[reader]
                assert isinstance(item, Instr)
                body[reader] = _reading(item, reg, source, abi)
        for i, source in wasted.items():
            item = body[i]
            assert isinstance(item, Instr)
            ops = tuple(view(source, op.width, op.arrangement) for op in item.ops if isinstance(op, R))
            body[i] = item.but(ops, item.form)  # a copy of a register to itself vanishes
        kept = [i for i in range(len(body)) if i not in wasted or origin[i] is not None]
        body, origin = [body[i] for i in kept], [origin[i] for i in kept]


def _removable(item: Item) -> bool:
    return isinstance(item, Instr) and item.copy and not vanishes(item)


def _reading(item: Instr, reg: AnyReg, source: Phys, abi: Abi) -> Instr:
    """The instruction with reads of ``source`` in the place of reads of ``reg``."""
    ops: list[Operand] = []
    whole = vanishes(item)  # a copy that is gone stays a copy of a register to itself
    for spec, op in zip(item.form.ops, item.ops):
        if isinstance(op, R) and op.reg == reg and (whole or spec.access == "r"):
            op = view(source, op.width, op.arrangement)
        elif isinstance(op, Mem) and reg in (op.base, op.index):
            base = source if op.base == reg else op.base
            op = replace(op, base=base, index=source if op.index == reg else op.index)
        ops.append(op)
    return item.but(tuple(ops), forms.find(abi.arch, item.mnem, tuple(ops), item.form.extended))
