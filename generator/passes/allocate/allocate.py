# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Assign physical registers to virtual ones.

The result is deterministic. If all values fit, a linear scan places them (:mod:`generator.passes.allocate.assign`).
Otherwise cold values, and no others, go to the frame while registers are short
(:mod:`generator.passes.allocate.evict`), and the scan places the rest. If no cold value can leave, the error lists
the values that hold the registers.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.abi import Abi
from generator.isa.machine import machine
from generator.model import Instr, Item, KernelError, Mem, Operand, Phys, R, RegClass, Slot, Src, VReg, view
from generator.passes.allocate.assign import CLASSES, NoRegister, assign, out_of_registers
from generator.passes.allocate.coalesce import coalesced
from generator.passes.allocate.evict import Evict
from generator.passes.allocate.evict_code import Code, Split, TooFew
from generator.passes.allocate.live_ranges import Range, live_ranges
from generator.passes.allocate.shorten import shorten
from generator.passes.allocation import Allocation
from generator.passes.flow import Block, blocks, liveness

LOWERED = 2
TRIES = 64


def allocate(items: list[Item], abi: Abi, arg_slots: dict[VReg, Slot]) -> Allocation:
    """Give every virtual register a physical one. If these do not suffice, cold values are in the frame for a while.

    Raises KernelError naming the value that found no register, and all values live at the same point with their lines.
    """
    graph = blocks(items)
    joined = coalesced(items, graph)
    if joined is not items:
        try:
            return _allocate(items, joined, graph, abi, arg_slots)
        except KernelError:  # the kernel's own values tell the author more
            pass
    return _allocate(items, items, graph, abi, arg_slots)


def _allocate(
    given: list[Item], items: list[Item], graph: list[Block], abi: Abi, arg_slots: dict[VReg, Slot]
) -> Allocation:
    """``given``: the items of which ``items`` are the same with copies joined to their sources."""
    live = liveness(items, graph)
    ranges, fixed = live_ranges(items, graph, live, abi)
    short = _short(ranges, abi)
    first: NoRegister | None = None
    if not short:
        try:
            where = assign(ranges, fixed, abi)
            return shorten(Allocation(_rewritten(items, where), list(given), where, {}), abi)
        except NoRegister as refusal:
            first = refusal
            short = {refusal.failed.reg.cls}
    code = Code(items, graph, live, machine(abi.arch), arg_slots)
    evict = Evict(code, {cls: _limits(len(items), fixed, abi, cls, ranges) for cls in sorted(short)})
    for _ in range(TRIES):
        try:
            split = evict.run()
        except TooFew as none:
            failed, others = (first.failed, first.ranges) if first else (_last(ranges, none), ranges)
            raise _refusal(failed, others, items, ranges, fixed, abi) from None
        graph_now = blocks(split.items)
        ranges_now, fixed_now = live_ranges(split.items, graph_now, liveness(split.items, graph_now), abi)
        for reg, earlier in split.earlier.items():
            if reg in ranges_now:
                ranges_now[reg].hints += earlier
        try:
            where = assign(ranges_now, fixed_now, abi)
        except NoRegister as refusal:
            first = refusal
            if refusal.failed.reg.cls not in evict.limits or not _give_way(evict, refusal, split, ranges):
                break
            continue
        number = {id(item): i for i, item in enumerate(items)}
        origin = [None if item is None else given[number[id(item)]] for item in split.origin]
        made = Allocation(_rewritten(split.items, where), origin, where, split.slots)
        return shorten(made, abi)
    assert first is not None
    raise _refusal(first.failed, first.ranges, items, ranges, fixed, abi)


def _short(ranges: dict[VReg, Range], abi: Abi) -> set[RegClass]:
    """The classes of which more values are live somewhere than registers exist."""
    found: set[RegClass] = set()
    for cls in CLASSES:
        available = len(_usable(abi, cls, ranges))
        mine = [r for r in ranges.values() if r.reg.cls == cls]
        if len(mine) <= available:
            continue
        steps = sorted([(r.start - 1, r) for r in mine], key=lambda one: one[0])
        active: list[Range] = []
        for start, r in steps:
            active = [other for other in active if other.end > start]
            active.append(r)
            if len(active) > available and sum(other.there(start) for other in active) > available:
                found.add(cls)
                break
    return found


def _usable(abi: Abi, cls: RegClass, values: Iterable[VReg]) -> list[int]:
    """The numbers of the registers of a class that the variant's features allow."""
    order, more = abi.order(cls), machine(abi.arch).vectors_with
    if cls == "vec" and more is not None and not any(more[0] in value.features for value in values):
        return [number for number in order if number < more[1]]
    return list(order)


def _limits(
    count: int, fixed: dict[Phys, int], abi: Abi, cls: RegClass, values: Iterable[VReg]
) -> list[int]:  # fmt: skip
    """The registers of a class that values can have, at each item: those that the code names itself are taken."""
    order = _usable(abi, cls, values)
    out = [len(order)] * count
    for reg, mask in fixed.items():
        if reg.cls == cls and reg.num in order:
            while mask:
                place = ((mask & -mask).bit_length() - 1) // 2
                out[place] -= 1
                mask &= ~(3 << 2 * place)
    return out


def _give_way(evict: Evict, refusal: NoRegister, split: Split, ranges: dict[VReg, Range]) -> bool:
    """Let a cold value leave its register where a value found none. False if no cold value is left.

    A cold value that found none leaves where others have the register that suits it best. Otherwise fewer values are in
    registers during the life of the one that found none. If that does not help, the cold value with the least cost for
    the room that it frees has no register any more.
    """
    failed, last = refusal.failed, len(split.place) - 1
    value = split.values.get(failed.reg, failed.reg)
    places = [split.place[min(i, last)] for i in refusal.blocked]
    if value.cold and places and value not in evict.banned.get(places[0], ()):
        evict.banned.setdefault(places[0], []).append(value)
        return True
    life = {split.place[min(i, last)] for i in failed.items(failed.mask)}
    if evict.lowered[value] < LOWERED:
        evict.lowered[value] += 1
        for place in life:
            evict.limits[value.cls][place] -= 1
        return True
    mask = sum(3 << 2 * place for place in life)
    rivals = [r for r in ranges.values() if r.reg.cls == value.cls and r.reg.cold and r.among(mask)]
    rivals = [r for r in rivals if r.reg not in evict.exiles]
    if not rivals:
        return False
    evict.exiles.add(min(rivals, key=lambda r: (r.price, r.reg.id)).reg)
    return True


def _rewritten(items: list[Item], where: dict[VReg, Phys]) -> list[Item]:
    views: dict[int, R] = {}
    return [_rewrite(item, where, views) for item in items]


def _last(ranges: dict[VReg, Range], none: TooFew) -> Range:
    """The last value made at a place at which the values that are not cold need all registers."""
    there = 3 << 2 * none.place
    here = [r for r in ranges.values() if r.reg.cls == none.cls and r.among(there)]
    return max(here, key=lambda r: (r.start, r.reg.id))


def _refusal(
    failed: Range, others: dict[VReg, Range], items: list[Item], ranges: dict[VReg, Range], fixed: dict[Phys, int],
    abi: Abi,
) -> KernelError:  # fmt: skip
    """The refusal of ``failed``, with all places that have too few registers for the values that are not cold."""
    cls = failed.reg.cls
    live = [0] * (2 * len(items) + 2)
    for r in ranges.values():
        if r.reg.cls == cls and not r.reg.cold:
            for position in range(r.start - 1, r.end):
                live[position] += r.there(position)
    short: dict[Src, int] = {}
    for n, (item, limit) in enumerate(zip(items, _limits(len(items), fixed, abi, cls, ranges))):
        over = max(live[2 * n : 2 * n + 2]) - limit
        if over > 0 and type(item) is Instr:
            place = Src(item.src.file, item.src.line)
            short[place] = max(over, short.get(place, 0))
    return out_of_registers(failed, others, len(_usable(abi, cls, ranges)), [*short.items()])


def _physical(op: Operand, where: dict[VReg, Phys]) -> Operand:
    if isinstance(op, R):
        return view(where[op.reg], op.width, op.arrangement) if isinstance(op.reg, VReg) else op
    if isinstance(op, Mem) and (isinstance(op.base, VReg) or isinstance(op.index, VReg)):
        base = where[op.base] if isinstance(op.base, VReg) else op.base
        index = where[op.index] if isinstance(op.index, VReg) else op.index
        return Mem(base, op.disp, index, op.scale, op.width, op.slot, op.symbol, op.mode, op.broadcast)
    return op


def _rewrite(item: Item, where: dict[VReg, Phys], views: dict[int, R]) -> Item:
    """An operand with physical registers. ``views``: earlier results, by the operand's identity."""
    if type(item) is not Instr:
        return item
    ops: list[Operand] = []
    for op in item.ops:
        kind = type(op)
        if kind is R:
            made: Operand | None = views.get(id(op))
            if made is None:
                made = _physical(op, where)
                assert isinstance(made, R)
                views[id(op)] = made
            ops.append(made)
        else:
            ops.append(_physical(op, where) if kind is Mem else op)
    mask = _physical(item.mask, where) if item.mask is not None else None
    assert mask is None or isinstance(mask, R)
    return item.but(tuple(ops), item.form, mask=mask)
