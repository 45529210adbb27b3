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
from generator.passes.flow import Block, accesses, blocks, liveness
from generator.passes.spill import spill

EVERYTHING = frozenset(range(64))
FEW = 8
_CLASSES: tuple[RegClass, ...] = ("gp", "vec", "mask")


@dataclass(slots=True)
class Allocation:
    """``body`` with physical registers. ``origin[i]``: the virtual item of ``body[i]`` (None: a spill inserted the
    item). ``where``, ``slots``: the register or the slot of each virtual register."""

    body: list[Item]
    origin: list[Item | None]
    where: dict[VReg, Phys]
    slots: dict[VReg, Slot]


@dataclass(slots=True)
class _Range:
    reg: VReg
    mask: int = 0  # two bits for each item: even = read, odd = written
    price: float = 0.0  # cold values only: uses, weighted by loops, for the length of life
    allowed: frozenset[int] = EVERYTHING
    hints: list[AnyReg] = field(default_factory=list)
    start: int = 0  # the first position, from 1, and the last
    end: int = 0


def allocate(items: list[Item], abi: Abi, arg_slots: dict[VReg, Slot]) -> Allocation:
    """Give every virtual register a physical one, or a slot if the value is cold.

    Raises KernelError naming the value that found no register, and all values live beside this value with their lines.
    """
    origin: list[Item | None] = list(items)
    slots: dict[VReg, Slot] = {}
    while True:
        graph = blocks(items)
        ranges, fixed = _ranges(items, graph, abi)
        # Find all values that must go to memory before rewriting the code: rewriting and a new scan are slow.
        victims: list[VReg] = []
        where = _assign(ranges, fixed, abi, victims)
        if not victims:
            views: dict[int, R] = {}
            return Allocation([_rewrite(item, where, views) for item in items], origin, where, slots)
        homes: dict[VReg, Slot] = {}
        for victim in victims:
            size = abi.pointer_bytes if victim.cls == "gp" else victim.bits // 8
            homes[victim] = arg_slots.get(victim) or Slot(victim.name, size, 0)
        slots.update(homes)
        items, origin = spill(items, origin, homes, abi.arch, frozenset(arg_slots))


def _ranges(items: list[Item], graph: list[Block], abi: Abi) -> tuple[dict[VReg, _Range], dict[Phys, int]]:
    """Live ranges as bit masks over positions, of virtual registers and of registers that the code names."""
    live = liveness(items, graph)
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


def _assign(
    ranges: dict[VReg, _Range], fixed: dict[Phys, int], abi: Abi, victims: list[VReg]
) -> dict[VReg, Phys]:  # fmt: skip
    """First fit in order of start. A value without a register is tried again earlier, if an earlier try can help.
    Otherwise cold values make room and move from ``ranges`` to ``victims``. KernelError if no cold value is left.

    If the order pass follows, a second scan lets registers rest before their next use, unless a rest costs a register.
    A function that needs no rare register gets none, unless more registers rest with them.
    """
    urgent: list[VReg] = [r.reg for r in ranges.values() if r.reg.pin is not None]
    retries = len(urgent) + 8
    ordered = sorted(ranges.values(), key=lambda r: (r.start, r.reg.id))
    while True:
        where, stuck = _scan(ranges, ordered, fixed, abi, urgent, victims, len(urgent) < retries)
        if stuck is None:
            break
        urgent.append(stuck)
    model = machine(abi.arch).core
    if model is not None and not victims:
        used, pause = frozenset(where.values()), 2 * model.pause
        free = used | {Phys(cls, number) for cls, numbers in abi.volatile.items() for number in numbers}
        hasty = len(ranges) + 1
        for among in (free - abi.rare, free) if abi.rare.isdisjoint(used) else (free,):
            rested, stuck = _scan(ranges, ordered, fixed, abi, urgent, victims, True, pause, among)
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
    ranges: dict[VReg, _Range], ordered: list[_Range], fixed: dict[Phys, int], abi: Abi, urgent: list[VReg],
    victims: list[VReg], retry: bool, pause: int = 0, among: frozenset[Phys] = frozenset(),
) -> tuple[dict[VReg, Phys], VReg | None]:  # fmt: skip
    """One pass over all values. The second result is a value that should be tried again earlier. ``ordered``: by start.

    ``pause``: registers rest for this number of positions if possible. Only registers in ``among`` are used, and no
    value makes room for another.
    """
    busy = dict(fixed)
    where: dict[VReg, Phys] = {}
    first = [ranges[reg] for reg in urgent if reg in ranges]
    hasty = set(urgent)
    rest = [r for r in ordered if r.reg not in hasty]
    wanted: dict[RegClass, set[frozenset[int]]] = {cls: set() for cls in _CLASSES}
    for r in ranges.values():
        if r.allowed is not EVERYTHING:
            wanted[r.reg.cls].add(r.allowed)
    orders = {cls: _order(abi, cls, frozenset[int]().union(*sets)) for cls, sets in wanted.items()}
    if pause:
        for cls, (one, other) in orders.items():
            few, many = ([reg for reg in order if reg in among] for order in (one, other))
            orders[cls] = few, many
    for item in (*first, *rest):
        while item.reg in ranges:
            chosen = _choose(item, busy, where, orders[item.reg.cls])
            if pause and chosen is not None and chosen != item.reg.pin and not item.hints:
                chosen = _rested(item, busy, orders[item.reg.cls][1], pause)
            if chosen is not None:
                where[item.reg] = chosen
                busy[chosen] = busy.get(chosen, 0) | item.mask
                break
            if pause:
                return where, item.reg
            rivals = _rivals(item, ranges)
            if retry and item.reg not in urgent and not _crowded(item, rivals, abi):
                return where, item.reg
            victim = _victim(rivals)
            if victim is None:
                raise _out_of_registers(item, ranges)
            victims.append(victim)
            gone = ranges.pop(victim)
            held = where.pop(victim, None)
            if held is not None:
                busy[held] ^= gone.mask
    return where, None


def _rivals(failed: _Range, ranges: dict[VReg, _Range]) -> list[_Range]:
    """The values of the same class whose lives overlap with a value's, and the value itself."""
    start, end, mask, cls = failed.start, failed.end, failed.mask, failed.reg.cls
    return [r for r in ranges.values() if r.start <= end and r.end >= start and r.mask & mask and r.reg.cls == cls]


def _crowded(failed: _Range, rivals: list[_Range], abi: Abi) -> bool:
    """True if more values are live than registers exist, at some point of a value's life. No order of choice helps
    then."""
    available = len(abi.order(failed.reg.cls))
    looked = set()
    for rival in rivals if len(rivals) > available else ():
        point = max(rival.start, failed.start) - 1
        if point not in looked and failed.mask >> point & 1:
            looked.add(point)
            if sum([r.mask >> point & 1 for r in rivals if r.start <= point + 1]) > available:
                return True
    return False


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
    order = orders[item.allowed is EVERYTHING]
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


def _victim(rivals: list[_Range]) -> VReg | None:
    """The cold value with the least cost for the room that it frees."""
    cold = [r for r in rivals if r.reg.cold]
    return min(cold, key=lambda r: (r.price, r.reg.id)).reg if cold else None


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
    among = "" if failed.allowed is EVERYTHING else f" among {len(failed.allowed)} that its instructions accept"
    return KernelError(
        failed.reg.src,
        f"no {failed.reg.cls} register{among} is left for {failed.reg.name}; live beside it: {shown}; "
        "rank one of them cold with k.cold(…), or keep it in k.home(…)",
    )


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
