# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Assign physical registers to virtual ones, by a linear scan over live ranges with holes.

The result is deterministic. Volatile registers are used first. A copy's ends share a register if possible. Only values
that the kernel ranked cold go to memory, the least used first. If these do not suffice, the error lists the values that
hold the registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import AnyReg, Instr, Item, KernelError, Mem, Operand, Phys, R, RegClass, Slot, VReg, view
from generator.passes.allocation import Allocation
from generator.passes.coalesce import coalesced
from generator.passes.evict import Code, Evict, NoRoom, Split
from generator.passes.flow import Block, Liveness, accesses, blocks, liveness
from generator.passes.shorten import shorten

EVERYTHING = frozenset(range(64))
FEW = 8
RETRIES = 8
LOWERED = 2
TRIES = 64
_CLASSES: tuple[RegClass, ...] = ("gp", "vec", "mask")


@dataclass(slots=True)
class _Range:
    reg: VReg
    mask: int = 0  # two bits for each item: even = read, odd = written
    price: float = 0.0  # cold values only: uses, weighted by loops, for the length of life
    allowed: frozenset[int] = EVERYTHING
    hints: list[AnyReg] = field(default_factory=list)
    start: int = 0  # the first position, from 1, and the last
    end: int = 0
    narrow: bool = False  # instructions accept some registers only

    @property
    def free(self) -> bool:
        return not self.narrow and self.reg.pin is None


class NoRegister(Exception):
    """A value found no register. ``blocked``: the positions at which another value has the best register for it."""

    def __init__(self, failed: _Range, ranges: dict[VReg, _Range], blocked: int) -> None:
        super().__init__(failed.reg.name)
        self.failed, self.ranges, self.blocked = failed, ranges, blocked


def allocate(items: list[Item], abi: Abi, arg_slots: dict[VReg, Slot]) -> Allocation:
    """Give every virtual register a physical one. If these do not suffice, cold values are in the frame for a while.

    Raises KernelError naming the value that found no register, and all values live beside this value with their lines.
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
    ranges, fixed = _ranges(items, graph, live, abi)
    short = _short(ranges, abi)
    first: NoRegister | None = None
    if not short:
        try:
            where = _assign(ranges, fixed, abi, rest=True)
            return shorten(Allocation(_rewritten(items, where), list(given), where, {}), abi)
        except NoRegister as refusal:
            first = refusal
            short = {refusal.failed.reg.cls}
    code = Code(items, graph, live, machine(abi.arch), arg_slots)
    evict = Evict(code, {cls: _limits(len(items), fixed, abi, cls) for cls in sorted(short)})
    for _ in range(TRIES):
        try:
            split = evict.run()
        except NoRoom as none:
            raise _out_of_registers(first.failed, first.ranges) if first else _crowd(ranges, none) from None
        graph_now = blocks(split.items)
        ranges_now, fixed_now = _ranges(split.items, graph_now, liveness(split.items, graph_now), abi)
        for reg, earlier in split.earlier.items():
            if reg in ranges_now:
                ranges_now[reg].hints += earlier
        try:
            where = _assign(ranges_now, fixed_now, abi, rest=False)
        except NoRegister as refusal:
            first = refusal
            if refusal.failed.reg.cls not in evict.limits or not _give_way(evict, refusal, split, ranges):
                break
            continue
        number = {id(item): i for i, item in enumerate(items)}
        origin = [None if item is None else given[number[id(item)]] for item in split.origin]
        made = Allocation(_rewritten(split.items, where), origin, where, split.slots, frozenset(split.again))
        return shorten(made, abi)
    assert first is not None
    raise _out_of_registers(first.failed, first.ranges)


def _short(ranges: dict[VReg, _Range], abi: Abi) -> set[RegClass]:
    """The classes of which more values are live somewhere than registers exist."""
    found: set[RegClass] = set()
    for cls in _CLASSES:
        available = len(abi.order(cls))
        mine = [r for r in ranges.values() if r.reg.cls == cls]
        if len(mine) <= available:
            continue
        steps = sorted([(r.start - 1, r) for r in mine], key=lambda one: one[0])
        active: list[_Range] = []
        for start, r in steps:
            active = [other for other in active if other.end > start]
            active.append(r)
            if len(active) > available and sum(other.mask >> start & 1 for other in active) > available:
                found.add(cls)
                break
    return found


def _limits(count: int, fixed: dict[Phys, int], abi: Abi, cls: RegClass) -> list[int]:
    """The registers of a class that values can have, at each item: those that the code names itself are taken."""
    order = abi.order(cls)
    out = [len(order)] * count
    for reg, mask in fixed.items():
        if reg.cls == cls and reg.num in order:
            while mask:
                place = ((mask & -mask).bit_length() - 1) // 2
                out[place] -= 1
                mask &= ~(3 << 2 * place)
    return out


def _give_way(evict: Evict, refusal: NoRegister, split: Split, ranges: dict[VReg, _Range]) -> bool:
    """Let a cold value leave its register where a value found none. False if no cold value is left.

    A cold value that found none leaves where others have the register that suits it best. Otherwise fewer values are in
    registers during the life of the one that found none. If that does not help, the cold value with the least cost for
    the room that it frees has no register any more.
    """
    failed, last = refusal.failed, len(split.place) - 1
    value = split.values.get(failed.reg, failed.reg)
    places = [split.place[min(i, last)] for i in _items(refusal.blocked)]
    if value.cold and places and value not in evict.banned.get(places[0], ()):
        evict.banned.setdefault(places[0], []).append(value)
        return True
    life = {split.place[min(i, last)] for i in _items(failed.mask)}
    if evict.lowered[value] < LOWERED:
        evict.lowered[value] += 1
        for place in life:
            evict.limits[value.cls][place] -= 1
        return True
    mask = sum(3 << 2 * place for place in life)
    rivals = [r for r in ranges.values() if r.reg.cls == value.cls and r.reg.cold and r.mask & mask]
    rivals = [r for r in rivals if r.reg not in evict.exiles]
    if not rivals:
        return False
    evict.exiles.add(min(rivals, key=lambda r: (r.price, r.reg.id)).reg)
    return True


def _items(mask: int) -> list[int]:
    """The items at the positions of a live range."""
    out: list[int] = []
    while mask:
        i = ((mask & -mask).bit_length() - 1) // 2
        out.append(i)
        mask &= ~(3 << 2 * i)
    return out


def _rewritten(items: list[Item], where: dict[VReg, Phys]) -> list[Item]:
    views: dict[int, R] = {}
    return [_rewrite(item, where, views) for item in items]


def _ranges(
    items: list[Item], graph: list[Block], live: Liveness, abi: Abi
) -> tuple[dict[VReg, _Range], dict[Phys, int]]:
    """Live ranges as bit masks over positions, of virtual registers and of registers that the code names."""
    _refuse_undefined(items, live.live_in[0], abi)
    spans: dict[AnyReg, list[tuple[int, int]]] = {}  # first and last position, in which no two overlap
    weights: dict[AnyReg, int] = {}
    for n, block in enumerate(graph):
        ends: dict[AnyReg, int] = dict.fromkeys(live.live_out[n], 2 * block.end - 1)
        used: list[AnyReg] = []
        for i in range(block.end - 1, block.start - 1, -1):
            item = items[i]
            if not isinstance(item, Instr):
                continue
            reads, writes = accesses(item)
            for reg in writes:
                last = ends.pop(reg, 2 * i + 1)
                parts = spans.setdefault(reg, [])
                if parts and parts[-1][0] == last + 1:  # changed in place
                    parts[-1] = 2 * i + 1, parts[-1][1]
                else:
                    parts.append((2 * i + 1, last))
            for reg in reads:
                if reg not in ends:
                    ends[reg] = 2 * i
            used += {*reads, *writes}
        for reg, end in ends.items():
            spans.setdefault(reg, []).append((2 * block.start, end))
        cost = 10 ** min(block.depth, 4)
        for reg, times in Counter(used).items():
            weights[reg] = weights.get(reg, 0) + cost * times
    ranges: dict[VReg, _Range] = {}
    fixed: dict[Phys, int] = {}
    for reg, parts in spans.items():
        low = min(parts)[0]
        mask = 0
        for first, last in parts:
            mask |= ((1 << (last - first + 1)) - 1) << (first - low)
        if isinstance(reg, VReg):
            price = weights.get(reg, 0) / mask.bit_count() if reg.cold else 0.0
            ranges[reg] = _Range(reg, mask << low, price, start=low + 1, end=low + mask.bit_length())
        else:
            fixed[reg] = mask << low
    for block in graph:
        for item in reversed(items[block.start : block.end]):  # the hint of the latest copy is tried first
            if isinstance(item, Instr):
                _constrain(item, ranges, abi.arch)
    return ranges, fixed


def _constrain(item: Instr, ranges: dict[VReg, _Range], arch: str) -> None:
    limits = forms.limits(item.form, arch) if item.mnem[0] != "@" else None
    if limits is not None:
        for op, allowed in zip(item.ops, limits):
            if allowed is not None and isinstance(op, R) and isinstance(op.reg, VReg):
                mine = ranges[op.reg]
                mine.allowed = allowed if mine.allowed is EVERYTHING else mine.allowed & allowed
                mine.narrow = True
    if item.copy:
        dst, src = item.ops[0], item.ops[1]
        if isinstance(dst, R) and isinstance(src, R):
            if isinstance(dst.reg, VReg):
                ranges[dst.reg].hints.append(src.reg)
            if isinstance(src.reg, VReg):
                ranges[src.reg].hints.append(dst.reg)


def _refuse_undefined(items: list[Item], live_in: set[AnyReg], abi: Abi) -> None:
    """Refuse a value that is live at the function's entry: a read comes before every write."""
    for item in items if live_in else ():
        if isinstance(item, Instr):
            for reg in accesses(item)[0]:
                if reg in live_in:
                    if reg == Phys("gp", abi.sp):
                        raise KernelError(
                            item.src, f"{item.mnem} uses the stack pointer; kernels may not, use k.home(…)"
                        )
                    name = reg.name if isinstance(reg, VReg) else reg_name(abi.arch, reg)
                    if reg in abi.forbidden:
                        raise KernelError(item.src, f"{item.mnem} touches {name}, which {abi.name} reserves")
                    raise KernelError(item.src, f"{item.mnem} reads {name} before it is set on some path to here")


def _assign(ranges: dict[VReg, _Range], fixed: dict[Phys, int], abi: Abi, *, rest: bool) -> dict[VReg, Phys]:
    """First fit in order of start. A value without a register is tried again earlier. NoRegister if that helps none.

    ``rest``: if the order pass follows, a second scan lets registers rest before their next use, unless a rest costs a
    register. A function that needs no rare register gets none, unless more registers rest with them.
    """
    pinned = [r.reg for r in ranges.values() if r.reg.pin is not None]
    urgent = list(pinned)
    longest = sorted(ranges.values(), key=lambda r: (-r.mask.bit_count(), r.start, r.reg.id))
    retries = len(urgent) + RETRIES
    ordered = sorted(ranges.values(), key=lambda r: (r.start, r.reg.id))
    refusal: NoRegister | None = None
    while True:
        busy = dict(fixed)
        where, stuck = _scan(ranges, ordered, busy, abi, urgent)
        if stuck is None:
            break
        if refusal is None:  # the first one tells most: later ones lack what earlier ones were given
            refusal = NoRegister(ranges[stuck], ranges, _blocked(ranges[stuck], busy, abi))
        if _send_away(ranges[stuck], ranges, where):
            continue
        if len(urgent) == retries or stuck in urgent:
            where, stuck = _scan(ranges, longest, dict(fixed), abi, pinned)
            if stuck is not None:
                raise refusal
            break
        urgent.append(stuck)
    model = machine(abi.arch).core
    if model is not None and rest:
        used, pause = frozenset(where.values()), 2 * model.pause
        free = used | {Phys(cls, number) for cls, numbers in abi.volatile.items() for number in numbers}
        hasty = len(ranges) + 1
        for among in (free - abi.rare, free) if abi.rare.isdisjoint(used) else (free,):
            rested, stuck = _scan(ranges, ordered, dict(fixed), abi, urgent, pause, among)
            if stuck is None and (found := _hasty(ranges, rested, pause)) < hasty:
                where, hasty = rested, found
    return where


def _hasty(ranges: dict[VReg, _Range], where: dict[VReg, Phys], pause: int) -> int:
    """The number of values whose registers did not rest."""
    busy: dict[Phys, int] = {}
    for reg, phys in where.items():
        busy[phys] = busy.get(phys, 0) | ranges[reg].mask
    before = ((1 << ranges[reg].start - 1) - 1 & busy[phys] for reg, phys in where.items())
    return sum(r.start - held.bit_length() < pause for r, held in zip(map(ranges.__getitem__, where), before))


def _scan(
    ranges: dict[VReg, _Range], ordered: list[_Range], busy: dict[Phys, int], abi: Abi, urgent: list[VReg],
    pause: int = 0, among: frozenset[Phys] = frozenset(),
) -> tuple[dict[VReg, Phys], VReg | None]:  # fmt: skip
    """One pass over all values. The second result is a value without a register. ``ordered``: by start.
    ``busy``: the positions at which each register is taken, changed in place.

    ``pause``: registers rest for this number of positions if possible. Only registers in ``among`` are used.
    """
    where: dict[VReg, Phys] = {}
    first = [ranges[reg] for reg in urgent]
    hasty = set(urgent)
    others = [r for r in ordered if r.reg not in hasty]
    wanted: dict[RegClass, set[frozenset[int]]] = {cls: set() for cls in _CLASSES}
    for r in ranges.values():
        if r.narrow:
            wanted[r.reg.cls].add(r.allowed)
    orders = {cls: _order(abi, cls, frozenset[int]().union(*sets)) for cls, sets in wanted.items()}
    if pause:
        for cls, (one, other) in orders.items():
            few, many = ([reg for reg in order if reg in among] for order in (one, other))
            orders[cls] = few, many
    for item in (*first, *others):
        chosen = _choose(item, busy, where, orders[item.reg.cls])
        if pause and chosen is not None and chosen != item.reg.pin and not item.hints:
            chosen = _rested(item, busy, orders[item.reg.cls][1], pause)
        if chosen is None:
            return where, item.reg
        where[item.reg] = chosen
        busy[chosen] = busy.get(chosen, 0) | item.mask
    return where, None


def _send_away(failed: _Range, ranges: dict[VReg, _Range], where: dict[VReg, Phys]) -> bool:
    """Values that fit any register leave one of the few that a value fits alone. False if there is no such register."""
    if not failed.narrow:
        return False
    there: dict[int, list[_Range]] = {number: [] for number in failed.allowed}
    for reg, phys in where.items():
        if phys.cls == failed.reg.cls and phys.num in there and ranges[reg].mask & failed.mask:
            there[phys.num].append(ranges[reg])
    movable = [number for number, found in there.items() if found and all(r.free for r in found)]
    if not movable:
        return False
    number = min(movable, key=lambda number: (len(there[number]), number))
    for other in there[number]:
        other.allowed -= {number}
    return True


def _blocked(failed: _Range, busy: dict[Phys, int], abi: Abi) -> int:
    """The positions at which the register that suits a value best is taken."""
    masks = [
        busy.get(Phys(failed.reg.cls, number), 0) & failed.mask
        for number in abi.order(failed.reg.cls)
        if number in failed.allowed
    ]
    return min(masks, key=lambda mask: mask.bit_count(), default=0)


def _order(abi: Abi, cls: RegClass, scarce: frozenset[int]) -> tuple[list[Phys], list[Phys]]:
    """The registers of a class in the order of choice, for values that fit some registers only, and for other
    values."""
    order = [Phys(cls, number) for number in abi.order(cls)]
    # Two kinds of registers come last: those with byte views, if these are few, and those that every encoding reaches.
    if (cls == "gp" and len(order) < FEW) or cls == "vec":
        return order, sorted(order, key=lambda reg: reg.num in scarce)
    return order, order


def _choose(
    item: _Range, busy: dict[Phys, int], where: dict[VReg, Phys], orders: tuple[list[Phys], list[Phys]]
) -> Phys | None:
    order = orders[not item.narrow]
    candidates: Iterable[Phys] = order
    if item.reg.pin is not None:
        candidates = (item.reg.pin,)
    elif item.hints:
        hinted = [hint if isinstance(hint, Phys) else hint.pin or where.get(hint) for hint in item.hints]
        candidates = [*(reg for reg in hinted if reg in order), *order]
    for phys in candidates:
        if phys.num in item.allowed and not busy.get(phys, 0) & item.mask:
            return phys
    return None


def _rested(item: _Range, busy: dict[Phys, int], order: list[Phys], pause: int) -> Phys | None:
    """The first register that was free for ``pause`` positions, or the register that rested longest. The order pass may
    then move the next user before the last one."""
    best, most = None, -1
    for phys in order:
        held = busy.get(phys, 0)
        if phys.num in item.allowed and not held & item.mask:
            before = item.start - (held & ((1 << item.start) - 1)).bit_length()
            if before > most:
                best, most = phys, before
                if before >= pause:
                    break
    return best


def _out_of_registers(failed: _Range, ranges: dict[VReg, _Range]) -> KernelError:
    point = failed.mask & -failed.mask
    worst = point
    best = 0
    probe = failed.mask
    while probe:  # the most crowded place of the value's life explains most
        bit = probe & -probe
        probe ^= bit
        crowd = sum(1 for r in ranges.values() if r.mask & bit and r.reg.cls == failed.reg.cls)
        if crowd > best:
            best, worst = crowd, bit
    live = [r for r in ranges.values() if r.mask & worst and r.reg.cls == failed.reg.cls and r is not failed]
    shown = ", ".join(f"{r.reg.name} (line {r.reg.src.line})" for r in sorted(live, key=lambda r: r.start))
    among = "" if not failed.narrow else f" among {len(failed.allowed)} that its instructions accept"
    return KernelError(
        failed.reg.src,
        f"no {failed.reg.cls} register{among} is left for {failed.reg.name}; live beside it: {shown}; "
        "rank one of them cold with k.cold(…), or keep it in k.home(…)",
    )


def _crowd(ranges: dict[VReg, _Range], none: NoRoom) -> KernelError:
    """The refusal for a place at which the values that are not cold need all registers."""
    there = 3 << 2 * none.place
    here = [r for r in ranges.values() if r.reg.cls == none.cls and r.mask & there]
    return _out_of_registers(max(here, key=lambda r: (r.start, r.reg.id)), ranges)


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
    if not isinstance(item, Instr):
        return item
    ops: list[Operand] = []
    for op in item.ops:
        made: Operand | None = views.get(id(op))
        if made is None:
            made = _physical(op, where)
            if isinstance(made, R):
                views[id(op)] = made
        ops.append(made)
    mask = _physical(item.mask, where) if item.mask is not None else None
    assert mask is None or isinstance(mask, R)
    return item.but(tuple(ops), item.form, mask=mask)
