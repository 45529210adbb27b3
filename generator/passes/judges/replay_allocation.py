# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Replay an allocation against the virtual code: every read must find its value in the place that the code reads.

The check does not depend on the allocator. A forward dataflow follows the values that each register and slot holds. The
check also compares each instruction with its virtual one: name, widths and constants are equal, and a slot that
replaces a register is used whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Union

from generator.model import FETCHED, AnyReg, GeneratorFault, Imm, Instr, Item, Mem, Operand, Phys, R, Slot, VReg
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks, forward

Place = Union[Phys, int]  # a slot by identity
NOTHING: frozenset[AnyReg] = frozenset()


@dataclass(slots=True)
class _State:
    """``held``: place → the values in this place. ``places``: value → the places that may hold the value. A place in
    ``places`` that ``held`` contradicts does no harm."""

    held: dict[Place, frozenset[AnyReg]] = field(default_factory=dict)
    places: dict[AnyReg, set[Place]] = field(default_factory=dict, compare=False)

    def copy(self) -> _State:
        return _State(dict(self.held), {value: set(places) for value, places in self.places.items()})

    def put(self, place: Place, values: frozenset[AnyReg]) -> None:
        self.held[place] = values
        for value in values:
            self.places.setdefault(value, set()).add(place)

    def make(self, value: AnyReg, place: Place, more: frozenset[AnyReg]) -> None:
        """Record a new value in a place. Older copies of the value become stale. ``more``: other values of the
        place."""
        held, one = self.held, frozenset((value,))
        for other in self.places.get(value, ()):
            if other in held:
                held[other] -= one
        self.places[value] = {place}
        if more:
            self.put(place, more)
            one |= more
        held[place] = one

    def remake(self, constant: AnyReg, place: Place) -> None:
        """Record a constant that is made once more. Its other places keep it, and what these hold is here, too."""
        held = self.held
        known = [held.get(other, NOTHING) for other in self.places.get(constant, ())]
        self.put(place, frozenset((constant,)).union(*[values for values in known if constant in values]))


@dataclass(slots=True)
class _Step:
    """The effect of an instruction on places. ``move``: the first place takes all values of the second. ``also``:
    further places of a value that ``makes`` makes. ``of``: the value that a copy copies. ``constant``: the made value
    is the same each time."""

    move: tuple[Place, Place] | None = None
    reads: Sequence[tuple[AnyReg, Place]] = ()
    source: Place | None = None  # the source of a copy: the result has its values, too
    spoils: Sequence[Place] = ()
    makes: Sequence[tuple[AnyReg, Place]] = ()
    also: Sequence[tuple[AnyReg, Place]] = ()
    of: VReg | None = None
    constant: bool = False


def check_all(allocation: Allocation, given: list[Item]) -> None:
    """GeneratorFault if an item of ``given`` is lost, doubled or elsewhere.

    A constant may be made again. Its value has one maker, which reads nothing.
    """
    makers = _makers(given)
    seen = 0
    for source in allocation.origin:
        if seen < len(given) and source is given[seen]:
            seen += 1
        elif source is not None and not _constant(source, makers):
            src = source.src if isinstance(source, Instr) else None
            raise GeneratorFault(src, "register allocation is wrong: an item is elsewhere or made twice")
    if seen < len(given):
        lost = given[seen]
        raise GeneratorFault(
            lost.src if isinstance(lost, Instr) else None, "register allocation is wrong: an item is lost"
        )


def _makers(items: Iterable[Item | None]) -> Counter[AnyReg]:
    return Counter(reg for item in items if isinstance(item, Instr) for reg in accesses(item)[1])


def _constant(source: Item, makers: Counter[AnyReg]) -> bool:
    """True if an instruction writes a value that has no other maker, and sees nothing but immediate operands."""
    if type(source) is not Instr or source.form.kind != "normal":
        return False
    kinds = {type(op) for op in source.ops}
    if kinds != {R, Imm} or source.form.flags_clobbered or source.form.flags_read:
        return False
    reads, writes = accesses(source)
    return not reads and len(writes) == 1 and isinstance(writes[0], VReg) and makers[writes[0]] == 1


def _constants(origin: Sequence[Item | None]) -> frozenset[AnyReg]:
    """The values that are constants. Each instruction counts once, however often the allocation repeats it."""
    given = list({id(item): item for item in origin}.values())
    makers = _makers(given)
    return frozenset(accesses(item)[1][0] for item in given if isinstance(item, Instr) and _constant(item, makers))


def check(allocation: Allocation) -> None:
    """GeneratorFault if a read would see another value."""
    body = allocation.body
    fixed, constants = _named(allocation.origin), _constants(allocation.origin)
    steps = [_step(item, source, fixed, constants) for item, source in zip(body, allocation.origin)]
    graph = blocks(body)

    def block(n: int, state: _State) -> None:
        for i in range(graph[n].start, graph[n].end):
            step = steps[i]
            if step is not None:
                _run(state, step, body[i])
        state.held = {place: values for place, values in state.held.items() if values}

    forward(graph, _State(), block, _meet)


def _meet(a: _State, b: _State) -> _State:
    held = {place: common for place in a.held.keys() & b.held.keys() if (common := a.held[place] & b.held[place])}
    if held == a.held:
        return a
    met = _State()
    for place, values in held.items():
        met.put(place, values)
    return met


def _name(value: AnyReg) -> str:
    return value.name if isinstance(value, VReg) else f"{value.cls} register {value.num}"


def _run(state: _State, step: _Step, item: Item) -> None:
    held = state.held
    for value, place in step.reads:
        if value not in held.get(place, NOTHING):
            assert isinstance(item, Instr)
            found = ", ".join(map(_name, held.get(place, NOTHING))) or "nothing known"
            raise GeneratorFault(
                item.src, f"register allocation is wrong: {item.mnem} reads {_name(value)}, but its place holds {found}"
            )
    if step.move is not None:
        goal, origin = step.move
        state.put(goal, held.get(origin, NOTHING))
    carried = held.get(step.source, NOTHING) if step.source is not None else NOTHING
    for place in step.spoils:
        held[place] = NOTHING
    for value, place in step.makes:
        if step.constant:
            state.remake(value, place)
            continue
        state.make(value, place, carried)
        if step.source is not None and step.source not in step.spoils:  # both ends of a copy hold the value
            state.put(step.source, carried - {value} | {value})
        if step.of is not None:  # every other place of the copied value holds the copy, too
            for other in [one for one in state.places.get(step.of, ()) if step.of in held.get(one, NOTHING)]:
                state.put(other, held[other] | {value})
    for value, place in step.also:
        state.put(place, frozenset({value}))


def _place(op: Operand) -> Place | None:
    if type(op) is R:
        return op.reg if type(op.reg) is Phys else None
    if type(op) is Mem and op.slot is not None:
        return id(op.slot)
    return None


def _named(virtual: Sequence[Item | None]) -> frozenset[Phys]:
    """The physical registers that the virtual code itself writes: its factors and products, for example. Each holds a
    value under the register's own name."""
    instrs = [item for item in virtual if type(item) is Instr]
    return frozenset(reg for item in instrs for reg in accesses(item)[1] if isinstance(reg, Phys))


def _step(
    item: Item, source: Item | None, fixed: frozenset[Phys], constants: frozenset[AnyReg] = NOTHING
) -> _Step | None:
    """The effect of ``item``. ``source``: the virtual item before allocation (None: the spiller inserted the item).
    ``fixed``: the registers that the virtual code writes by their names. ``constants``: values that never change."""
    if type(item) is not Instr:
        return None
    if source is None:  # a load or a store of a slot, or a copy in the place of a load
        first, second = _place(item.ops[0]), _place(item.ops[1])
        if first is None or second is None:
            return None
        if not item.form.facts.moves_whole:
            raise GeneratorFault(
                item.src, f"register allocation is wrong: {item.mnem} moves no value to or from a slot"
            )
        return _Step(move=(second, first) if "w" in item.form.ops[1].access else (first, second))
    assert isinstance(source, Instr)
    if item.mnem == FETCHED:
        goal, *rest = source.ops
        assert isinstance(goal, R) and isinstance(goal.reg, VReg)
        slot = next(op.slot for op in rest if isinstance(op, Mem) and op.slot is not None)
        return _Step(makes=((goal.reg, id(slot)),))
    if source.copy and isinstance(item.ops[0] if "w" in item.form.ops[0].access else item.ops[1], Mem):
        return _stored_copy(item, source)
    _refuse_another(item, source)
    reads, writes = source.known_accesses or accesses(source)
    needs: list[tuple[AnyReg, Place]] = [(reg, reg) for reg in sorted(fixed.intersection(reads))]
    spoils: list[Place] = list(item.form.implicit_write)
    makes: list[tuple[AnyReg, Place]] = [(reg, reg) for reg in writes if type(reg) is Phys]
    also: list[tuple[AnyReg, Place]] = []
    for spec, was, now in zip(source.form.ops, source.ops, item.ops):
        kind, access = type(was), spec.access
        if kind is R:
            assert isinstance(was, R)
            reg = was.reg
            if type(reg) is VReg:
                place = _place(now)
                if place is None or not _as_wide(was, now, access):
                    raise _another(item, source)
                if access == "r":
                    if reg in reads:
                        needs.append((reg, place))
                    continue
                if reg in reads:
                    kept = (was.width < 32 and reg.cls == "gp") or (source.mask is not None and not source.zero)
                    if kept or "r" in access:
                        needs.append((reg, place))
                if "w" in access:
                    makes.append((reg, place))
                    also += [(reg, id(slot)) for slot in _caller_places(source)]
            else:
                if "w" in access:
                    assert type(reg) is Phys
                    spoils.append(reg)  # the code names this register itself
                if was != now:
                    raise _another(item, source)
        elif kind is Mem:
            assert isinstance(was, Mem)
            if not isinstance(now, Mem) or _rest(was) != _rest(now):
                raise _another(item, source)
            for inside, final in ((was.base, now.base), (was.index, now.index)):
                if isinstance(inside, VReg):
                    assert isinstance(final, Phys)
                    needs.append((inside, final))
                    if was.mode != "offset" and inside is was.base:
                        makes.append((inside, final))
        elif was != now:
            raise _another(item, source)
    if source.mask is not None and isinstance(source.mask.reg, VReg):
        assert item.mask is not None and isinstance(item.mask.reg, Phys)
        needs.append((source.mask.reg, item.mask.reg))
    if not source.copy:
        return _Step(None, needs, None, spoils, makes, also, constant=not constants.isdisjoint(writes))
    was = source.ops[1]
    of = was.reg if isinstance(was, R) and isinstance(was.reg, VReg) else None
    return _Step(None, needs, _place(item.ops[1]), spoils, makes, also, of)


def _caller_places(source: Instr) -> list[Slot]:
    """The caller's place from which an instruction takes an argument whole. The place goes on to hold the value."""
    if len(source.ops) != 2:
        return []
    into, at = source.ops
    if type(at) is not Mem or at.slot is None or at.slot.incoming < 0 or at.width != 8 * at.slot.size:
        return []
    if source.form.ops[0].access != "w" or not isinstance(into, R):
        return []
    return [at.slot] if into.width == at.width else []


def _stored_copy(item: Instr, source: Instr) -> _Step:
    """The effect of a copy that became a store of its source."""
    goal, origin = source.ops
    assert isinstance(goal, R) and isinstance(origin, R) and isinstance(goal.reg, VReg)
    at = next(op for op in item.ops if isinstance(op, Mem))
    found = next((op for op in item.ops if isinstance(op, R)), None)
    whole = at.width == (goal.reg.bits if goal.reg.cls == "vec" else goal.width)
    if found is None or len(item.ops) != 2 or not whole or at.slot is None:
        raise _another(item, source)
    if _rest(at) != _rest(Mem(None, width=8 * at.slot.size, slot=at.slot)) or item.mask is not None:
        raise _another(item, source)
    if found.width != at.width or origin.width != goal.width or not item.form.facts.moves_whole:
        raise _another(item, source)
    was = origin.reg
    assert isinstance(found.reg, Phys)
    if not isinstance(was, VReg) and was != found.reg:
        raise _another(item, source)
    of = was if isinstance(was, VReg) else None
    return _Step(None, [(was, found.reg)] if of is not None else [], found.reg, (), [(goal.reg, id(at.slot))], (), of)


def _refuse_another(item: Instr, source: Instr) -> None:
    """GeneratorFault if an instruction became another one, apart from its operands."""
    if item.mnem != source.mnem and item.mnem != source.form.facts.unaligned:
        raise _another(item, source)
    if len(item.ops) != len(source.ops) or item.zero != source.zero or item.idiom != source.idiom:
        raise _another(item, source)
    if (item.mask is None) != (source.mask is None):
        raise _another(item, source)
    one, other = item.form, source.form
    if one is not other and (
        [spec.access for spec in one.ops] != [spec.access for spec in other.ops]
        or one.flags_read != other.flags_read
        or one.flags_written != other.flags_written
        or one.implicit_write != other.implicit_write
    ):
        raise _another(item, source)


def _as_wide(was: R, now: Operand, access: str) -> bool:
    """True if an operand is a register of the same width, or the slot that replaces the register.

    A write to a slot must change as many bits as the write to the register would.
    """
    if type(now) is R:
        return now.width == was.width and now.arrangement == was.arrangement
    if not isinstance(now, Mem) or now.slot is None or _rest(now) != _rest(Mem(None, width=now.width, slot=now.slot)):
        return False
    whole = 8 * now.slot.size
    part = was.width < whole and (was.reg.cls == "vec" or was.width >= 32)
    return now.width == was.width <= whole and not (part and "w" in access)


def _rest(mem: Mem) -> tuple[object, ...]:
    """A memory operand without its registers."""
    return (
        mem.disp, mem.scale, mem.width, mem.slot, mem.symbol, mem.mode, mem.broadcast, mem.base is None,
        mem.index is None,
    )  # fmt: skip


def _another(item: Instr, source: Instr) -> GeneratorFault:
    return GeneratorFault(
        item.src,
        f"register allocation is wrong: {source.mnem} became another instruction, {item.mnem}, or another width",
    )
