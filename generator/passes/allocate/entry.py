# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Put a convention's own entry before a body that was allocated for another convention (``Abi.body_of``).

The body expects each argument in a register or in a slot of the frame. The own entry moves all arguments there at once:
a move whose goal still holds another argument waits for the move of that argument. Moves that wait for each other in a
circle go through a free register.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Union

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import Machine, Spelled, machine
from generator.model import ENTRY, GeneratorFault, Instr, Item, Mem, Operand, Phys, R, Slot, VReg, view
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks, liveness

Place = Union[Phys, Slot]


@dataclass(slots=True)
class _Argument:
    """One argument.

    ``taker``: the virtual instruction that takes it. ``value``: the virtual register written. ``now``: the place of the
    convention, later the register with the value. ``registers``, ``slots``: the places where the body expects it.
    """

    taker: Instr
    value: VReg
    now: Place
    registers: list[Phys] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    taken: bool = False


def enter(allocation: Allocation, theirs: Sequence[Item], mine: Sequence[Item], abi: Abi) -> Allocation:
    """The allocation with another entry.

    ``theirs``: the virtual items that take the arguments in the allocation. ``mine``: those of ``abi``, which write the
    same virtual registers.
    """
    end = _end(allocation, theirs)
    rest = allocation.body[end:]
    held = _held(allocation, end)
    alive = frozenset(reg for reg in liveness(rest, blocks(rest)).live_in[0] if isinstance(reg, Phys))
    start, *takers = mine
    assert isinstance(start, Instr)
    arguments = [_argument(item) for item in takers]
    for one in arguments:
        places = [place for place, value in held if value is one.value]
        one.registers = [place for place in places if isinstance(place, Phys) and place in alive]
        one.slots = [place for place in places if isinstance(place, Slot)]
    writer = _Writer(abi)
    pins = {reg: reg.pin for reg in accesses(start)[1] if isinstance(reg, VReg) and reg.pin is not None}
    ops = [view(pins[op.reg], op.width) for op in start.ops if isinstance(op, R) and isinstance(op.reg, VReg)]
    writer.put(start.but(tuple(ops), start.form), start)
    writer.take(arguments, alive)
    gone = {reg for item in theirs if isinstance(item, Instr) and item.mnem == ENTRY for reg in accesses(item)[1]}
    where = {reg: place for reg, place in allocation.where.items() if reg not in gone}
    return Allocation(
        [*writer.body, *rest], [*writer.origin, *allocation.origin[end:]], {**where, **pins}, allocation.slots
    )


def _end(allocation: Allocation, theirs: Sequence[Item]) -> int:
    """Index after the entry: its last item, and the stores and reloads that follow it."""
    known = {id(item) for item in theirs}
    end = max(at for at, item in enumerate(allocation.origin) if id(item) in known) + 1
    for item, source in zip(allocation.body[:end], allocation.origin):
        if source is not None and id(source) not in known:
            src = item.src if isinstance(item, Instr) else None
            raise GeneratorFault(src, "the generator mixed the body with the moves of arguments")
    while end < len(allocation.body) and allocation.origin[end] is None:
        end += 1
    return end


def _held(allocation: Allocation, end: int) -> list[tuple[Place, VReg]]:
    """The places that hold arguments at the end of the entry, each with the argument's value.

    A register of the convention holds its argument from the beginning: an argument that goes to a slot at once may be
    read from there, in place of the slot.
    """
    held: dict[Union[Phys, int], tuple[Place, VReg]] = {}
    for source in allocation.origin[:end]:
        if isinstance(source, Instr) and source.mnem != ENTRY:
            one = _argument(source)
            if isinstance(one.now, Phys):
                held[_key(one.now)] = one.now, one.value
    for item, source in zip(allocation.body[:end], allocation.origin):
        assert isinstance(item, Instr)
        if item.mnem == ENTRY:
            continue
        first, second = _place(item.ops[0]), _place(item.ops[1])
        if source is not None:
            held[_key(first)] = first, _argument(source).value
            continue
        goal, origin = (second, first) if "w" in item.form.ops[1].access else (first, second)
        found = held.get(_key(origin))
        held.pop(_key(goal), None)
        if found is not None:
            held[_key(goal)] = goal, found[1]
    return list(held.values())


def _argument(taker: Item) -> _Argument:
    """The argument that a virtual instruction takes. Its first operand is the value, the second the place of the
    convention."""
    assert isinstance(taker, Instr)
    value, source = taker.ops[0], taker.ops[1]
    assert isinstance(value, R) and isinstance(value.reg, VReg)
    if isinstance(source, R):
        assert isinstance(source.reg, VReg) and source.reg.pin is not None
        return _Argument(taker, value.reg, source.reg.pin)
    return _Argument(taker, value.reg, _place(source))


def _place(op: Operand) -> Place:
    if isinstance(op, R):
        assert isinstance(op.reg, Phys)
        return op.reg
    assert isinstance(op, Mem) and op.slot is not None
    return op.slot


def _key(place: Place) -> Union[Phys, int]:
    return id(place) if isinstance(place, Slot) else place


class _Writer:
    """The items of an entry. ``taken``: the registers that hold arguments for the body already."""

    def __init__(self, abi: Abi) -> None:
        self.abi = abi
        self.known: Machine = machine(abi.arch)
        self.taken: set[Phys] = set()
        self.body: list[Item] = []
        self.origin: list[Item | None] = []

    def take(self, arguments: Sequence[_Argument], alive: Container[Phys]) -> None:
        """All moves. ``alive``: the registers that hold something for the body.

        Stores come first and in the order of the arguments, as in the other convention's entry: the frames are laid out
        alike. Loads come last, because their goals may hold other arguments before.
        """
        passed = [one for one in arguments if isinstance(one.now, Phys)]
        for one in passed:
            if one.slots:
                if one.value.cls == "gp":
                    self.move(one, one.now)
                else:
                    self.move(one, one.registers[0] if one.registers else self.free(one, alive))
                self.store(one)
        self.together([one for one in passed if one.registers])
        for one in passed:
            if one.registers:
                self.spread(one)
        loaded = [one for one in arguments if isinstance(one.now, Slot) and (one.slots or one.registers)]
        for one in sorted(loaded, key=lambda one: not one.slots):
            self.move(one, one.registers[0] if one.registers else self.free(one, self.taken))
            self.store(one)
            self.spread(one)

    def together(self, left: list[_Argument]) -> None:
        """Moves to the first register of each argument, of which none may overwrite the source of another."""
        while left:
            sources = [one.now for one in left]
            ready = next((one for one in left if one.registers[0] not in {*sources} - {one.now}), None)
            if ready is None:
                one = left[0]
                assert isinstance(one.now, Phys)
                spare = self.free(one, {*self.taken, *sources})
                self.add(self.known.copy(spare, one.now, self.abi.bits), one)
                one.now = spare
                continue
            left.remove(ready)
            self.move(ready, ready.registers[0])
            self.taken.add(ready.registers[0])

    def free(self, one: _Argument, busy: Container[Place]) -> Phys:
        """A volatile register that holds nothing needed."""
        for number in self.abi.volatile[one.value.cls]:
            if (reg := Phys(one.value.cls, number)) not in busy:
                return reg
        raise GeneratorFault(
            one.value.src, f"{self.abi.name}: no register is free to take the argument {one.value.name}"
        )

    def move(self, one: _Argument, goal: Place) -> None:
        """Take an argument into a register, or move an argument that was taken before."""
        assert isinstance(goal, Phys)
        if one.taken:
            assert isinstance(one.now, Phys)
            if goal != one.now:
                self.add(self.known.copy(goal, one.now, self.abi.bits), one)
        else:
            into, source = one.taker.ops[0], one.taker.ops[1]
            assert isinstance(into, R)
            if isinstance(source, R):
                assert isinstance(one.now, Phys)
                source = view(one.now, source.width)
            self.put(one.taker.but((view(goal, into.width, into.arrangement), source), one.taker.form), one.taker)
        one.now, one.taken = goal, True

    def store(self, one: _Argument) -> None:
        assert isinstance(one.now, Phys)
        for slot in one.slots:
            memory = Mem(None, width=8 * slot.size, slot=slot)
            self.add(self.known.store(one.now, memory), one)

    def spread(self, one: _Argument) -> None:
        """Copy an argument to all its registers."""
        assert isinstance(one.now, Phys)
        for reg in one.registers:
            if reg != one.now:
                self.add(self.known.copy(reg, one.now, self.abi.bits), one)
        self.taken.update(one.registers)

    def add(self, spelled: Spelled, one: _Argument) -> None:
        """A move without an item in the virtual code."""
        mnem, ops = spelled
        self.put(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), one.taker.src), None)

    def put(self, item: Instr, origin: Item | None) -> None:
        self.body.append(item)
        self.origin.append(origin)
