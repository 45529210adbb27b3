# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Replay an allocation against the virtual code: every read must find its value in the place that the code reads.

The check does not depend on the allocator. A forward dataflow follows the values that each register and slot holds. The
check also compares each instruction with its virtual one: name, widths and constants are equal, and a slot that
replaces a register is used whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Union

from generator.model import FETCHED, AnyReg, Instr, Item, KernelError, Mem, Operand, Phys, R, VReg
from generator.passes.allocate import Allocation
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

    def make(self, value: AnyReg, place: Place, beside: frozenset[AnyReg]) -> None:
        """Record a new value in a place. Older copies of the value become stale. ``beside``: other values of the
        place."""
        for other in self.places.get(value, ()):
            self.held[other] = self.held.get(other, NOTHING) - {value}
        self.places[value] = {place}
        if beside:
            self.put(place, beside)
        self.held[place] = beside | {value}


@dataclass(slots=True)
class _Step:
    """The effect of an instruction on places. ``move``: the first place takes all values of the second."""

    move: tuple[Place, Place] | None = None
    reads: Sequence[tuple[AnyReg, Place]] = ()
    source: Place | None = None  # the source of a copy: the result has its values, too
    spoils: Sequence[Place] = ()
    makes: Sequence[tuple[AnyReg, Place]] = ()


def check(allocation: Allocation) -> None:
    """KernelError (a fault of the generator, not of the kernel) if a read would see another value."""
    body = allocation.body
    fixed = _named(allocation.origin)
    steps = [_step(item, source, fixed) for item, source in zip(body, allocation.origin)]
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
            raise KernelError(
                item.src, f"register allocation is wrong: {item.mnem} reads {_name(value)}, but its place holds {found}"
            )
    if step.move is not None:
        goal, origin = step.move
        state.put(goal, held.get(origin, NOTHING))
    carried = held.get(step.source, NOTHING) if step.source is not None else NOTHING
    for place in step.spoils:
        held[place] = NOTHING
    for value, place in step.makes:
        state.make(value, place, carried)


def _place(op: Operand) -> Place | None:
    if isinstance(op, R) and isinstance(op.reg, Phys):
        return op.reg
    if isinstance(op, Mem) and op.slot is not None:
        return id(op.slot)
    return None


def _named(virtual: Sequence[Item | None]) -> frozenset[Phys]:
    """The physical registers that the virtual code itself writes: its factors and products, for example. Each holds a
    value under the register's own name."""
    instrs = [item for item in virtual if isinstance(item, Instr)]
    return frozenset(reg for item in instrs for reg in accesses(item)[1] if isinstance(reg, Phys))


def _step(item: Item, source: Item | None, fixed: frozenset[Phys]) -> _Step | None:
    """The effect of ``item``. ``source``: the virtual item before allocation (None: the spiller inserted the item).
    ``fixed``: the registers that the virtual code writes by their names."""
    if not isinstance(item, Instr):
        return None
    if source is None:  # a reload or a store
        first, second = _place(item.ops[0]), _place(item.ops[1])
        if first is None or second is None:
            return None
        return _Step(move=(second, first) if "w" in item.form.ops[1].access else (first, second))
    assert isinstance(source, Instr)
    if item.mnem == FETCHED:
        goal, *rest = source.ops
        assert isinstance(goal, R) and isinstance(goal.reg, VReg)
        slot = next(op.slot for op in rest if isinstance(op, Mem) and op.slot is not None)
        return _Step(makes=((goal.reg, id(slot)),))
    _refuse_another(item, source)
    reads, writes = accesses(source)
    needs: list[tuple[AnyReg, Place]] = []
    needs += [(reg, reg) for reg in reads if isinstance(reg, Phys) and reg in fixed]
    spoils: list[Place] = list(item.form.implicit_write)
    makes: list[tuple[AnyReg, Place]] = [(reg, reg) for reg in writes if isinstance(reg, Phys)]
    for spec, was, now in zip(source.form.ops, source.ops, item.ops):
        if isinstance(was, R):
            reg = was.reg
            if isinstance(reg, VReg):
                place = _place(now)
                if place is None or not _as_wide(was, now, spec.access):
                    raise _another(item, source)
                if reg in reads:
                    needs.append((reg, place))
                if reg in writes and "w" in spec.access:
                    makes.append((reg, place))
            elif "w" in spec.access:
                spoils.append(reg)  # the code names this register itself
            if not isinstance(reg, VReg) and was != now:
                raise _another(item, source)
        elif isinstance(was, Mem):
            if not isinstance(now, Mem) or _rest(was) != _rest(now):
                raise _another(item, source)
            for inside, final in ((was.base, now.base), (was.index, now.index)):
                if isinstance(inside, VReg):
                    assert isinstance(final, Phys)
                    needs.append((inside, final))
                    if was.mode != "offset" and inside is was.base:
                        makes.append((inside, final))
        elif was is not now and was != now:
            raise _another(item, source)
    if source.mask is not None and item.mask is not None and isinstance(source.mask.reg, VReg):
        assert isinstance(item.mask.reg, Phys)
        needs.append((source.mask.reg, item.mask.reg))
    return _Step(None, needs, _place(item.ops[1]) if source.copy else None, spoils, makes)


def _refuse_another(item: Instr, source: Instr) -> None:
    """KernelError if an instruction became another one, apart from its operands."""
    if item.mnem not in (source.mnem, source.form.facts.unaligned):
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
    if isinstance(now, R):
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


def _another(item: Instr, source: Instr) -> KernelError:
    return KernelError(
        item.src,
        f"register allocation is wrong: {source.mnem} became another instruction, {item.mnem}, or another width",
    )
