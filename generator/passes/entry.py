# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Put a convention's own entry before a body that was allocated for another convention (``Abi.body_of``).

The body expects each argument in a register or a slot. The own entry moves all arguments there at once: a move whose
goal still holds another argument waits for the moves of that one. Moves that wait for each other in a circle go through
a free register. An argument that the other convention passes on the stack, and that stays there, gets a slot of the
frame where the own convention passes the argument in a register.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Union

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import Machine, Spelled, machine
from generator.model import (
    ENTRY,
    FETCHED,
    Instr,
    Item,
    KernelError,
    Mem,
    Operand,
    Phys,
    R,
    RegClass,
    Slot,
    VReg,
    view,
)
from generator.passes.allocate import Allocation
from generator.passes.flow import accesses, blocks, liveness

Place = Union[Phys, Slot]


@dataclass(slots=True)
class _Argument:
    """An instruction that takes one argument. ``source``: the place of the convention. ``registers``, ``slots``: the
    places where the body expects the value."""

    item: Instr
    value: VReg
    source: Place
    registers: list[Phys] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)


def enter(allocation: Allocation, theirs: Sequence[Item], mine: Sequence[Item], abi: Abi) -> Allocation:
    """The allocation with another entry.

    ``theirs``: the virtual items that take the arguments in the allocation. ``mine``: those of ``abi``, which define
    the same virtual registers.
    """
    end = _end(allocation, theirs)
    held = _held(allocation, end)
    rest = allocation.body[end:]
    alive = frozenset(reg for reg in liveness(rest, blocks(rest)).live_in[0] if isinstance(reg, Phys))
    mentioned = {id(slot): slot for item in rest for slot in _slots_of(item)}
    entry, *takers = mine
    assert isinstance(entry, Instr)
    arguments = [_argument(item) for item in takers if isinstance(item, Instr)]
    homes: dict[int, Slot] = {}
    for one in arguments:
        places = [place for place, value in held if value is one.value]
        one.registers = [place for place in places if isinstance(place, Phys) and place in alive]
        for place in places:
            if isinstance(place, Slot) and id(place) in mentioned:
                one.slots.append(_home(place, one.source))
                homes[id(place)] = one.slots[-1]
    writer = _Writer(abi, alive)
    writer.put(entry.but(tuple(_own(op) for op in entry.ops), entry.form), entry)
    writer.take(arguments)
    known = {id(slot): homes.get(id(slot), slot) for slot in allocation.slots.values()}
    pinned = {reg for item in theirs[:1] if isinstance(item, Instr) for reg in accesses(item)[1]}
    where = {reg: place for reg, place in allocation.where.items() if reg not in pinned}
    where.update((reg, reg.pin) for reg in accesses(entry)[1] if isinstance(reg, VReg) and reg.pin is not None)
    return Allocation(
        [*writer.body, *(_moved(item, homes) for item in rest)],
        [*writer.origin, *allocation.origin[end:]],
        where,
        {reg: known[id(slot)] for reg, slot in allocation.slots.items()},
    )


def _end(allocation: Allocation, theirs: Sequence[Item]) -> int:
    """Index behind the entry: its last item, and the spills and reloads that follow it."""
    known = {id(item) for item in theirs}
    end = max(i for i, item in enumerate(allocation.origin) if id(item) in known) + 1
    for item, source in zip(allocation.body[:end], allocation.origin):
        if source is not None and id(source) not in known:
            src = item.src if isinstance(item, Instr) else None
            raise KernelError(src, "the generator put code of the body between the moves of arguments")
    while end < len(allocation.body) and allocation.origin[end] is None:
        end += 1
    return end


def _held(allocation: Allocation, end: int) -> list[tuple[Place, VReg]]:
    """The arguments' values at the end of the entry, each with a place that holds it."""
    held: dict[Union[Phys, int], tuple[Place, VReg]] = {}
    for item, source in zip(allocation.body[:end], allocation.origin):
        assert isinstance(item, Instr)
        if item.mnem == ENTRY:
            continue
        if source is None:
            first, second = _place(item.ops[0]), _place(item.ops[1])
            goal, origin = (second, first) if "w" in item.form.ops[1].access else (first, second)
            found = held.get(_key(origin))
            held.pop(_key(goal), None)
            if found is not None:
                held[_key(goal)] = goal, found[1]
            continue
        assert isinstance(source, Instr)
        taken = _argument(source)
        place = taken.source if item.mnem == FETCHED else _place(item.ops[0])
        held[_key(place)] = place, taken.value
    return list(held.values())


def _argument(item: Instr) -> _Argument:
    """The argument that an instruction of a virtual entry takes: its first operand is the value, the second the place
    of the convention."""
    goal, source = item.ops[0], item.ops[1]
    assert isinstance(goal, R) and isinstance(goal.reg, VReg)
    if isinstance(source, R):
        assert isinstance(source.reg, VReg) and source.reg.pin is not None
        return _Argument(item, goal.reg, source.reg.pin)
    return _Argument(item, goal.reg, _place(source))


def _place(op: Operand) -> Place:
    if isinstance(op, R):
        assert isinstance(op.reg, Phys)
        return op.reg
    assert isinstance(op, Mem) and op.slot is not None
    return op.slot


def _key(place: Place) -> Union[Phys, int]:
    return id(place) if isinstance(place, Slot) else place


def _home(theirs: Slot, source: Place) -> Slot:
    """The slot that stands for one of the other convention: the caller's place if there is one, else a slot of the
    frame."""
    if theirs.incoming < 0:
        return theirs
    return source if isinstance(source, Slot) else replace(theirs, incoming=-1)


def _own(op: Operand) -> Operand:
    """An operand of the entry with the register to which it is pinned."""
    assert isinstance(op, R) and isinstance(op.reg, VReg) and op.reg.pin is not None
    return view(op.reg.pin, op.width)


def _slots_of(item: Item) -> Iterable[Slot]:
    for op in item.ops if isinstance(item, Instr) else ():
        if isinstance(op, Mem) and op.slot is not None:
            yield op.slot


def _moved(item: Item, homes: dict[int, Slot]) -> Item:
    """An item with other slots."""
    if not homes or not isinstance(item, Instr) or not any(id(slot) in homes for slot in _slots_of(item)):
        return item
    ops = tuple(
        replace(op, slot=homes.get(id(op.slot), op.slot)) if isinstance(op, Mem) and op.slot is not None else op
        for op in item.ops
    )
    return item.but(ops, item.form)


class _Writer:
    """The items of an entry. ``alive``: the registers that hold arguments for the body. ``taken``: those that hold them
    already."""

    def __init__(self, abi: Abi, alive: frozenset[Phys]) -> None:
        self.abi, self.alive = abi, alive
        self.taken: set[Phys] = set()
        self.known: Machine = machine(abi.arch)
        self.body: list[Item] = []
        self.origin: list[Item | None] = []

    def take(self, arguments: Sequence[_Argument]) -> None:
        """All moves. Stores of passed registers come first, because they free registers. Loads come last, because their
        goals may hold other arguments before."""
        passed = [one for one in arguments if isinstance(one.source, Phys)]
        loaded = [one for one in arguments if isinstance(one.source, Slot)]
        for one in passed:
            if one.slots and not one.registers:
                assert isinstance(one.source, Phys)
                self.land(one, one.source if one.value.cls == "gp" else self.free("vec", self.alive), one.source)
        self.together([one for one in passed if one.registers])
        for one in sorted(loaded, key=lambda one: bool(one.registers)):
            if one.source in one.slots:
                self.fetch(one)
            elif one.registers or one.slots:
                goal = one.registers[0] if one.registers else self.free(one.value.cls, self.taken)
                self.land(one, goal, one.source)

    def together(self, pending: list[_Argument]) -> None:
        """Moves between registers, of which none may overwrite the source of another."""
        left = [(one, one.source) for one in pending]
        while left:
            sources = [source for _, source in left]
            ready = next((n for n, (one, own) in enumerate(left) if one.registers[0] not in {*sources} - {own}), None)
            if ready is None:  # the sources of circles are registers
                one, stuck = left[0]
                assert isinstance(stuck, Phys)
                spare = self.free("gp", {*self.taken, *sources})
                self.add(self.known.copy(spare, stuck, self.abi.bits), one.item)
                left[0] = one, spare
            else:
                one, source = left.pop(ready)
                self.land(one, one.registers[0], source)

    def free(self, cls: RegClass, busy: Container[Place]) -> Phys:
        """A volatile register that holds nothing needed."""
        return next(reg for reg in (Phys(cls, n) for n in self.abi.volatile[cls]) if reg not in busy)

    def land(self, one: _Argument, goal: Phys, source: Place) -> None:
        """Take an argument into a register, and from there to all places where the body expects it."""
        into, out_of = one.item.ops[0], one.item.ops[1]
        assert isinstance(into, R)
        if isinstance(source, Phys):
            assert isinstance(out_of, R)
            out_of = view(source, out_of.width)
        self.put(one.item.but((view(goal, into.width, into.arrangement), out_of), one.item.form), one.item)
        for slot in one.slots:
            self.add(self.known.store(goal, self.memory(one, slot)), one.item)
        for more in one.registers:
            if more != goal:
                self.add(self.known.copy(more, goal, self.abi.bits), one.item)
        self.taken.update(one.registers)

    def fetch(self, one: _Argument) -> None:
        """Leave an argument in the caller's place."""
        form = replace(one.item.form, ops=())
        self.put(one.item.but((), form, mnem=FETCHED, copy=False), one.item)
        for reg in one.registers:
            assert isinstance(one.source, Slot)
            self.add(self.known.load(reg, self.memory(one, one.source)), one.item)
        self.taken.update(one.registers)

    def memory(self, one: _Argument, slot: Slot) -> Mem:
        return Mem(None, width=self.known.slot_bits(one.value), slot=slot)

    def add(self, spelled: Spelled, at: Instr) -> None:
        """A move that no item of the virtual code stands for."""
        mnem, ops = spelled
        self.put(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), at.src), None)

    def put(self, item: Instr, origin: Item | None) -> None:
        self.body.append(item)
        self.origin.append(origin)
