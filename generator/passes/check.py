# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Replay an allocation against the virtual code: every read must find the value it means, in the place it looks.

Independent of how the allocator works: a forward dataflow over "which values does this register or slot hold".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from generator.model import Instr, Item, KernelError, Mem, Operand, Phys, R, VReg
from generator.passes.allocate import Allocation
from generator.passes.flow import accesses, blocks

Place = Union[Phys, int]  # a slot by identity
State = dict[Place, frozenset[VReg]]
NOTHING: frozenset[VReg] = frozenset()


def check(allocation: Allocation) -> None:
    """KernelError (a fault of the generator, not of the kernel) if a read would see another value."""
    body, origin = allocation.body, allocation.origin
    graph = blocks(body)
    before: list[State | None] = [None] * len(graph)
    before[0] = {}
    work = [0]
    while work:
        n = work.pop()
        state = dict(before[n] or {})
        for i in range(graph[n].start, graph[n].end):
            _step(state, body[i], origin[i])
        for succ in graph[n].succ:
            old = before[succ]
            new = state if old is None else _meet(old, state)
            if old is None or new != old:
                before[succ] = dict(new)
                work.append(succ)


def _meet(a: State, b: State) -> State:
    return {place: common for place in a.keys() & b.keys() if (common := a[place] & b[place])}


def _place(op: Operand) -> Place | None:
    if isinstance(op, R) and isinstance(op.reg, Phys):
        return op.reg
    if isinstance(op, Mem) and op.slot is not None:
        return id(op.slot)
    return None


def _set(state: State, place: Place, held: frozenset[VReg]) -> None:
    for value in held:  # a value that is made anew is stale everywhere else
        for other, values in list(state.items()):
            if value in values:
                state[other] = values - {value}
    state[place] = held


def _step(state: State, item: Item, source: Item | None) -> None:
    if not isinstance(item, Instr):
        return
    if source is None:  # a reload or a store put in by the spiller
        places = [_place(op) for op in item.ops]
        dst, src = places[0], places[1]
        if dst is not None and src is not None:
            if item.mnem in ("str",):
                dst, src = src, dst
            state[dst] = state.get(src, NOTHING)
        return
    assert isinstance(source, Instr)
    if item.mnem == "@fetched":
        first, *rest = source.ops
        assert isinstance(first, R) and isinstance(first.reg, VReg)
        slot = next(op.slot for op in rest if isinstance(op, Mem) and op.slot is not None)
        state[id(slot)] = frozenset({first.reg})
        return
    reads = set(accesses(source)[0])
    for virtual, place in _pairs(source, item):
        if virtual in reads and virtual not in state.get(place, NOTHING):
            held = ", ".join(v.name for v in state.get(place, NOTHING)) or "nothing known"
            raise KernelError(
                item.src, f"register allocation is wrong: {item.mnem} reads {virtual.name}, but its place holds {held}"
            )
    carried = NOTHING
    if source.copy:
        origin = _place(item.ops[1])
        carried = state.get(origin, NOTHING) if origin is not None else NOTHING
    for reg in item.form.implicit_write:
        state[reg] = NOTHING
    writes = accesses(source)[1]
    for index, op in enumerate(source.ops):
        if isinstance(op, R) and isinstance(op.reg, VReg) and "w" in source.form.ops[index].access and op.reg in writes:
            goal = _place(item.ops[index])
            assert goal is not None
            _set(state, goal, frozenset({op.reg}))
            if carried:
                state[goal] = carried | {op.reg}
        elif isinstance(op, R) and isinstance(op.reg, Phys) and "w" in source.form.ops[index].access:
            state[op.reg] = NOTHING  # a register that the code names itself
        elif isinstance(op, Mem) and op.mode != "offset" and isinstance(op.base, VReg):
            final = item.ops[index]
            assert isinstance(final, Mem) and isinstance(final.base, Phys)
            _set(state, final.base, frozenset({op.base}))


def _pairs(source: Instr, item: Instr) -> Iterator[tuple[VReg, Place]]:
    for virtual, final in zip(source.ops, item.ops):
        if isinstance(virtual, R) and isinstance(virtual.reg, VReg):
            place = _place(final)
            assert place is not None
            yield virtual.reg, place
        elif isinstance(virtual, Mem) and isinstance(final, Mem):
            for was, now in ((virtual.base, final.base), (virtual.index, final.index)):
                if isinstance(was, VReg):
                    assert isinstance(now, Phys)
                    yield was, now
    if source.mask is not None and item.mask is not None and isinstance(source.mask.reg, VReg):
        assert isinstance(item.mask.reg, Phys)
        yield source.mask.reg, item.mask.reg
