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
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks, forward, vanishes
from generator.passes.spill import move
from generator.passes.waste_copies import Copies

_Pair = tuple[Phys, int]


@dataclass(slots=True)
class _Held:
    """(register, slot by identity): the register holds all bytes of the slot."""

    pairs: set[_Pair] = field(default_factory=set)

    def copy(self) -> _Held:
        return _Held(set(self.pairs))


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
    graph, items = blocks(given.body), given.body
    held: dict[int, set[_Pair]] = {}
    memory = (op for item in items if isinstance(item, Instr) for op in item.ops if isinstance(op, Mem))
    sizes = {id(op.slot): 8 * op.slot.size for op in memory if op.slot is not None}

    def step(n: int, state: _Held) -> None:
        for i in range(graph[n].start, graph[n].end):
            item = items[i]
            if isinstance(item, Instr):
                held[i] = set(state.pairs) if any(isinstance(op, Mem) for op in item.ops) else set()
                pair = _moved(item, given.origin[i])
                copied = _copied(item, state, sizes)
                _forget(item, state)
                state.pairs |= copied
                if pair is not None:
                    state.pairs.add(pair)

    forward(graph, _Held(), step, lambda a, b: a if a.pairs <= b.pairs else _Held(a.pairs & b.pairs))
    body: list[Item] = []
    origin: list[Item | None] = []
    for i, (item, source) in enumerate(zip(items, given.origin)):
        better = _better(item, source, held.get(i, set()), abi) if isinstance(item, Instr) else item
        if better is not None:
            body.append(better)
            origin.append(source)
    return body, origin


def _better(item: Instr, source: Item | None, held: set[_Pair], abi: Abi) -> Instr | None:
    """The instruction that reads a register instead of a slot; None if it changes nothing then."""
    place = next((n for n, op in enumerate(item.ops) if _slot(op) and item.form.ops[n].access == "r"), None)
    if place is None or not held:
        return item
    holders = sorted(reg for reg, slot in held if slot == _slot(item.ops[place]))
    if not holders:
        return item
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


def _copied(item: Instr, state: _Held, sizes: dict[int, int]) -> set[_Pair]:
    """The slots whose bytes the target of a copy holds then."""
    if not item.copy or not all(isinstance(op, R) for op in item.ops):
        return set()
    goal, origin = item.ops
    assert isinstance(goal, R) and isinstance(origin, R) and isinstance(goal.reg, Phys)
    return {(goal.reg, slot) for reg, slot in state.pairs if reg == origin.reg and sizes[slot] <= goal.width}


def _forget(item: Instr, state: _Held) -> None:
    """Forget what an instruction changes."""
    changed: set[AnyReg] = set(accesses(item)[1])
    slots = {_slot(op) for op in _written(item)} - {0}
    if changed or slots:
        state.pairs = {(reg, slot) for reg, slot in state.pairs if reg not in changed and slot not in slots}


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
