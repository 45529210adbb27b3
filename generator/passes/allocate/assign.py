# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Physical registers for live ranges: a linear scan over ranges with holes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.abi import Abi
from generator.isa.machine import machine
from generator.model import KernelError, Phys, RegClass, Src, VReg
from generator.passes.allocate.live_ranges import Range

FEW = 8
RETRIES = 8
PLACES = 12
WHOLE = (
    "; inside of one operation of the language nothing can be ranked: make {} in parts, or give the variant a without= "
    "for the architecture"
)
CLASSES: tuple[RegClass, ...] = ("gp", "vec", "mask")


class NoRegister(Exception):
    """A value found no register. ``blocked``: the items at which another value has the best register for it."""

    def __init__(self, failed: Range, ranges: dict[VReg, Range], blocked: list[int]) -> None:
        super().__init__(failed.reg.name)
        self.failed, self.ranges, self.blocked = failed, ranges, blocked


def assign(ranges: dict[VReg, Range], fixed: dict[Phys, int], abi: Abi) -> dict[VReg, Phys]:
    """First fit in order of start. A value without a register is tried again earlier. NoRegister if that helps none.

    If the order pass follows, a second scan lets registers rest before their next use, unless a rest costs a register.
    A function that needs no rare register gets none, unless more registers rest with them.
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
    if model is not None:
        used, pause = frozenset(where.values()), 2 * model.pause
        free = used | {Phys(cls, number) for cls, numbers in abi.volatile.items() for number in numbers}
        hasty = len(ranges) + 1
        for among in (free - abi.rare, free) if abi.rare.isdisjoint(used) else (free,):
            rested, stuck = _scan(ranges, ordered, dict(fixed), abi, urgent, pause, among)
            if stuck is None and (found := _hasty(ranges, rested, pause)) < hasty:
                where, hasty = rested, found
    return where


def _hasty(ranges: dict[VReg, Range], where: dict[VReg, Phys], pause: int) -> int:
    """The number of values whose registers did not rest."""
    busy: dict[Phys, int] = {}
    for reg, phys in where.items():
        busy[phys] = busy.get(phys, 0) | ranges[reg].mask << ranges[reg].start - 1
    return sum(_before(busy[phys], ranges[reg].start, pause, 1) < pause for reg, phys in where.items())


def _before(held: int, start: int, pause: int, last: int = 0) -> int:
    """The distance from the last position before ``start - last`` at which a register is taken to ``start``. Distances
    from ``pause`` on count as ``pause``: a look at all positions would take most of the time of a long function."""
    first = max(0, start - pause)
    return start - first - (held >> first & (1 << start - last - first) - 1).bit_length()


def _scan(
    ranges: dict[VReg, Range], ordered: list[Range], busy: dict[Phys, int], abi: Abi, urgent: list[VReg],
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
    wanted: dict[RegClass, set[frozenset[int]]] = {cls: set() for cls in CLASSES}
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
        busy[chosen] = busy.get(chosen, 0) | item.mask << item.start - 1
    return where, None


def _send_away(failed: Range, ranges: dict[VReg, Range], where: dict[VReg, Phys]) -> bool:
    """Values that fit more registers leave one of the few that a value fits alone. False if there is no such one."""
    if not failed.narrow:
        return False
    few = len(failed.allowed)
    there: dict[int, list[Range]] = {number: [] for number in failed.allowed}
    for reg, phys in where.items():
        if phys.cls == failed.reg.cls and phys.num in there and ranges[reg].overlaps(failed):
            there[phys.num].append(ranges[reg])
    movable = [
        number
        for number, found in there.items()
        if found and all(r.reg.pin is None and len(r.allowed) > few for r in found)
    ]
    if not movable:
        return False
    number = min(movable, key=lambda number: (len(there[number]), number))
    for other in there[number]:
        other.allowed -= {number}
    return True


def _blocked(failed: Range, busy: dict[Phys, int], abi: Abi) -> list[int]:
    """The items at which the register that suits a value best is taken."""
    masks = [
        failed.among(busy.get(Phys(failed.reg.cls, number), 0))
        for number in abi.order(failed.reg.cls)
        if number in failed.allowed
    ]
    return failed.items(min(masks, key=lambda mask: mask.bit_count(), default=0))


def _order(abi: Abi, cls: RegClass, scarce: frozenset[int]) -> tuple[list[Phys], list[Phys]]:
    """The registers of a class in the order of choice, for values that fit some registers only, and for other
    values."""
    order = [Phys(cls, number) for number in abi.order(cls)]
    # Two kinds of registers come last: those with byte views, if these are few, and those that every encoding reaches.
    if (cls == "gp" and len(order) < FEW) or cls == "vec":
        return order, sorted(order, key=lambda reg: reg.num in scarce)
    return order, order


def _choose(
    item: Range, busy: dict[Phys, int], where: dict[VReg, Phys], orders: tuple[list[Phys], list[Phys]]
) -> Phys | None:
    order = orders[not item.narrow]
    candidates: Iterable[Phys] = order
    if item.reg.pin is not None:
        candidates = (item.reg.pin,)
    elif item.hints:
        hinted = [hint if isinstance(hint, Phys) else hint.pin or where.get(hint) for hint in item.hints]
        candidates = [*(reg for reg in hinted if reg in order), *order]
    first, mask = item.start - 1, item.mask
    for phys in candidates:
        if phys.num in item.allowed and not busy.get(phys, 0) >> first & mask:
            return phys
    return None


def _rested(item: Range, busy: dict[Phys, int], order: list[Phys], pause: int) -> Phys | None:
    """The first register that was free for ``pause`` positions, or the register that rested longest. The order pass may
    then move the next user before the last one."""
    best, most = None, -1
    for phys in order:
        held = busy.get(phys, 0)
        if phys.num in item.allowed and not held >> item.start - 1 & item.mask:
            before = _before(held, item.start, pause)
            if before > most:
                best, most = phys, before
                if before >= pause:
                    break
    return best


def out_of_registers(
    failed: Range, ranges: dict[VReg, Range], registers: int = 0, short: Sequence[tuple[Src, int]] = ()
) -> KernelError:
    """The refusal. ``registers``: those of the class. ``short``: all places with too few, and by how many."""
    worst = failed.start - 1
    best = 0
    near = [r for r in ranges.values() if r.reg.cls == failed.reg.cls and r.overlaps(failed)]
    for position in range(failed.start - 1, failed.end):  # the most crowded place of the value's life explains most
        crowd = sum(r.there(position) for r in near) if failed.there(position) else 0
        if crowd > best:
            best, worst = crowd, position
    live = [r for r in near if r.there(worst) and r is not failed]
    told = [r for r in live if not r.reg.cold] or live  # a cold value is where its author can have it already
    src = failed.reg.src
    shown = ", ".join(f"{r.reg.name} ({_line(r.reg.src, src)})" for r in sorted(told, key=lambda r: r.start))
    shown += f", and {len(live) - len(told)} cold already" if len(told) < len(live) else ""
    few = failed.narrow and len(failed.allowed) != registers
    among = f" among {len(failed.allowed)} that its instructions accept" if few else ""
    places = [f"{_line(place, src)} (by {over})" for place, over in short[:PLACES]]
    places += [f"{len(short) - PLACES} lines more"] * (len(short) > PLACES)
    all_of_them = f"; of {registers} registers there are too few at {', '.join(places)}" if len(short) > 1 else ""
    whole = failed.reg.cls == "vec" and any(r.reg.src == src for r in told)
    return KernelError(
        src,
        f"no {failed.reg.cls} register{among} is left for {failed.reg.name}; live at the same point, {len(told)} "
        f"values: {shown}{all_of_them}; rank one of them cold with k.cold(…), keep it in k.home(…), or make it later "
        f"or read it earlier{WHOLE.format(_line(src, src)) if whole else ''}",
    )


def _line(src: Src, near: Src) -> str:
    """A place, without the file of ``near``."""
    return f"line {src.line}" if src.file == near.file else str(src)
