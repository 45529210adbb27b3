# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Provenance: one dataflow analysis of the memory that each address may point into.

The analysis reads code over virtual registers, and finished functions. The slots of a finished function lie at known
distances from sp. The slots of virtual code have no place yet, and get places for the analysis alone.

Assumptions: accesses stay inside the memory that their pointer was made for; numbers in the caller's memory are not
distances between arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.model import ENTRY, AnyReg, Imm, Instr, Item, LabelRef, Mem, Phys, R, Reach, Slot
from generator.passes.contract import Contract
from generator.passes.flow import accesses, blocks, forward, values_read
from generator.passes.owners import (
    AREA,
    FRAME,
    NOBODY,
    POINTERS,
    TABLE,
    VALUE,
    WORD,
    Owners,
    State,
    argument,
    meet,
    own,
    unknown,
)
from generator.passes.stack import touched

NOTHING = Reach()


@dataclass(slots=True)
class Touch:
    """One access to memory.

    ``owners``: owners of the memory that the access may reach. ``place``: the first byte, from sp, and the number of
    bytes; None unless the operand names the frame. ``whole``: a store writes all bytes of ``place``.
    """

    mem: Mem
    reads: bool
    writes: bool
    owners: Owners
    place: tuple[int, int] | None
    whole: bool


@dataclass(slots=True)
class Step:
    """The flow of values through one instruction.

    ``memories``: operands that access memory, with ``r``, ``w`` or ``rw``. ``inputs``: registers that go into the
    result. ``outputs``: registers that take the result. ``moved``: pointers that the instruction advances, each with
    the register of the distance. ``made``: the owner of the address that the instruction makes. ``touches``: the
    accesses that the analysis found; None for unreachable code.
    """

    memories: tuple[tuple[Mem, str], ...]
    inputs: tuple[AnyReg, ...]
    outputs: tuple[AnyReg, ...]
    moved: tuple[tuple[AnyReg, AnyReg | None], ...]
    made: str | None
    touches: tuple[Touch, ...] | None = None


@dataclass(frozen=True)
class Layout:
    """The frame of a finished function.

    ``sp``: the register from which operands reach the frame. ``areas``: owner → the first byte and the number of bytes.
    ``size``: bytes of the frame. ``tables``: labels of tables.
    """

    sp: Phys | None
    areas: Mapping[str, tuple[int, int]]
    size: int
    tables: frozenset[str]

    def offset(self, mem: Mem) -> int | None:
        """The distance from sp of an operand that names the frame. None for any other operand."""
        return mem.disp if mem.base == self.sp else None

    def owner(self, mem: Mem, offset: int) -> str:
        """The owner of the memory at ``offset``, for an operand that names the frame."""
        return next((key for key, (start, size) in self.areas.items() if start <= offset < start + size), FRAME)

    def region(self, owner: str) -> tuple[int, int]:
        """The first byte and the number of bytes of a part of the frame."""
        return self.areas.get(owner, (0, self.size))

    def has_table(self, label: str | None) -> bool:
        return label in self.tables


def finished(sp: Phys, slots: Iterable[Slot], size: int, tables: Iterable[str]) -> Layout:
    """The layout of a finished function."""
    areas = {_owner(slot, slot.offset): (slot.offset, slot.size) for slot in slots if slot.area}
    return Layout(sp, areas, size, frozenset(tables))


@dataclass(frozen=True)
class Virtual(Layout):
    """The frame of virtual code, whose operands name slots. ``places``: identity of a slot → offset."""

    places: Mapping[int, int]

    def offset(self, mem: Mem) -> int | None:
        return None if mem.slot is None else self.places[id(mem.slot)] + mem.disp

    def owner(self, mem: Mem, offset: int) -> str:
        assert mem.slot is not None
        return _owner(mem.slot, self.places[id(mem.slot)])

    def has_table(self, label: str | None) -> bool:
        """Virtual code takes addresses of tables only."""
        return label is not None


def virtual(slots: Iterable[Slot]) -> Virtual:
    """A layout that places the slots of virtual code one after the other."""
    places: dict[int, int] = {}
    areas: dict[str, tuple[int, int]] = {}
    end = 0
    for slot in slots:
        places[id(slot)] = end
        if slot.area:
            areas[_owner(slot, end)] = (end, slot.size)
        end += -(-slot.size // WORD) * WORD
    return Virtual(None, areas, end, frozenset(), places)


def _owner(slot: Slot, offset: int) -> str:
    return f"{AREA if slot.area else VALUE}{offset} {slot.name}"


class Provenance:
    """The analysis of one function.

    ``steps``: the flow through each item; None for plain operations on registers, and for items that are no
    instructions. ``graph``: the basic blocks.
    """

    def __init__(self, items: Sequence[Item], first: int, layout: Layout, entry: State, zero: Phys | None) -> None:
        """``first``: index of the body's first item. ``entry``: the state before this item. ``zero``: the register that
        reads as zero."""
        self.layout = layout
        self.aside = {layout.sp, zero}  # results there are ignored
        self.steps = [self.step(item) if isinstance(item, Instr) else None for item in items]
        self.graph = blocks(list(items))
        self._known = {id(item): step for item, step in zip(items, self.steps) if step is not None}
        self._items, self._first = items, first
        forward(self.graph, entry, self._block, meet)

    def touches(self, item: Instr) -> tuple[Touch, ...]:
        """The accesses to memory of one of the analysed instructions. Accesses of unreachable code have no owners."""
        step = self._known.get(id(item))
        if step is None:
            return ()
        return self._touches(State(), item, step) if step.touches is None else step.touches

    def _block(self, n: int, state: State) -> None:
        block = self.graph[n]
        for i in range(max(block.start, self._first), block.end):
            item = self._items[i]
            if type(item) is Instr:
                known = self.steps[i]
                if known is None:
                    _plain(state, item)
                else:
                    self.follow(state, item, known)

    # -- one instruction -------------------------------------------------------------------------------------------

    def step(self, item: Instr) -> Step | None:
        """The flow through an instruction; None if every register read goes into every register written."""
        if item.form.facts.reach is not None:
            return self.full_step(item)
        for op in item.ops:
            if isinstance(op, (Mem, LabelRef)) or isinstance(op, R) and op.reg in self.aside:
                return self.full_step(item)
        return None

    def full_step(self, item: Instr) -> Step:
        """The flow through any instruction."""
        form, seen = item.form, item.form.facts.reach or NOTHING
        reads, writes = accesses(item)
        memories: list[tuple[Mem, str]] = []
        moved: list[tuple[AnyReg, AnyReg | None]] = [(reg, seen.count) for reg in seen.moves]
        hidden: set[AnyReg | None] = set()  # registers that serve an address only
        for spec, op in zip(form.ops, item.ops):
            if isinstance(op, Mem) and not form.facts.address_only:
                memories.append((op, spec.access))
                hidden.add(op.base)
                hidden.add(op.index)
                if op.mode != "offset":
                    assert op.base is not None
                    moved.append((op.base, op.index))
        hidden -= values_read(item)
        for reg, access in ((seen.loads, "r"), (seen.stores, "w"), (seen.count, "")):
            if reg is not None:
                hidden.add(reg)
                if access:
                    memories.append((Mem(reg), access))
        unset = {*self.aside, *(reg for reg, _ in moved)}
        return Step(
            tuple(memories),
            tuple([reg for reg in reads if reg not in hidden]),
            tuple([reg for reg in writes if reg not in unset]),
            tuple(moved),
            self._made(item),
        )

    def _made(self, item: Instr) -> str | None:
        """The owner of an address of the frame or of a table that an instruction makes, whole or in part."""
        for op in item.ops:
            if isinstance(op, Mem):
                if item.form.facts.address_only:
                    offset = self.layout.offset(op)
                    if self.layout.has_table(op.symbol):
                        return TABLE
                    if offset is not None:
                        return self.layout.owner(op, offset)
            elif isinstance(op, LabelRef):
                if self.layout.has_table(op.name):
                    return TABLE
            elif isinstance(op, R) and op.reg == self.layout.sp:
                last = item.ops[-1]
                if item.form.facts.adds == 1 and isinstance(last, Imm):
                    return self.layout.owner(Mem(op.reg), last.value)
                return FRAME
        return None

    def follow(self, state: State, item: Instr, step: Step) -> None:
        """Turn the state before an instruction into the state after the instruction."""
        touches = step.touches = self._touches(state, item, step)
        inputs = NOBODY
        for touch in touches:
            if touch.reads:
                inputs |= self._loaded(state, touch)
        for reg in step.inputs:
            inputs |= state.of(reg)
        result = inputs if step.made is None else inputs | {step.made}
        for reg in step.outputs:
            state.put(reg, result)
        for touch in touches:
            if touch.writes:
                self._store(state, touch, inputs)
        for moves, by in step.moved:
            state.put(moves, state.of(moves) | state.of(by))

    def _touches(self, state: State, item: Instr, step: Step) -> tuple[Touch, ...]:
        if step.touches is not None and all(touch.place is not None for touch in step.touches):
            return step.touches  # the same in every state
        return tuple([self._touch(state, item, mem, access) for mem, access in step.memories])

    def _touch(self, state: State, item: Instr, mem: Mem, access: str) -> Touch:
        offset = self.layout.offset(mem)
        if offset is None:
            owners = frozenset((TABLE,)) if mem.symbol is not None else state.of(mem.base) | state.of(mem.index)
            return Touch(mem, "r" in access, "w" in access, owners, None, False)
        owner, exact = self.layout.owner(mem, offset), mem.index is None and mem.width != 0
        if mem.mode != "offset":
            owner, exact = FRAME, False
        place = (offset, touched(item, mem)) if exact else self.layout.region(owner)
        whole = exact and item.mask is None and not item.form.facts.partial
        return Touch(mem, "r" in access, "w" in access, frozenset((owner,)), place, whole)

    def parts(self, touch: Touch) -> list[tuple[int, int]]:
        """The parts of the frame that an access may reach, each as first byte and number of bytes. An access to memory
        of no known argument may reach every area."""
        if touch.place is not None:
            return [touch.place]
        owners = {*touch.owners, *self.layout.areas} if unknown(touch.owners) else touch.owners
        return [self.layout.region(one) for one in sorted(owners) if one == FRAME or one.startswith(AREA)]

    def _loaded(self, state: State, touch: Touch) -> Owners:
        found = NOBODY if own(touch.owners) else state.escaped
        found |= {owner.removeprefix(POINTERS) for owner in touch.owners if owner.startswith(POINTERS)}
        if not state.stack:
            return found
        return found.union(*(state.load(*part) for part in self.parts(touch)))

    def _store(self, state: State, touch: Touch, what: Owners) -> None:
        if what or state.stack:
            for part in self.parts(touch):
                state.store(*part, what, whole=touch.whole)
        if not own(touch.owners):
            state.escaped |= what


def _plain(state: State, item: Instr) -> None:
    """:meth:`Provenance.follow` for a plain operation on registers."""
    reads, writes = accesses(item)
    regs = state.regs
    inputs = NOBODY
    for reg in reads:
        if reg in regs:
            inputs |= regs[reg]
    for reg in writes:
        if inputs:
            regs[reg] = inputs
        elif reg in regs:
            del regs[reg]


def of_virtual(items: Sequence[Item], kernel: Contract, zero: Phys | None) -> Provenance:
    """The provenance of pointers in code over virtual registers."""
    pointers = {param.name: argument(param.name, param.messages) for param in kernel.params if param.type == "ptr"}
    slots: dict[int, Slot] = {}
    state, first = State(), 0
    for i, item in enumerate(items):
        if isinstance(item, Instr):
            slots.update((id(op.slot), op.slot) for op in item.ops if isinstance(op, Mem) and op.slot is not None)
            if item.mnem == ENTRY:
                first = i + 1
                for op, param in zip(item.ops, kernel.params):
                    if isinstance(op, R) and param.name in pointers:
                        state.put(op.reg, pointers[param.name])
    layout = virtual(slots.values())
    for slot in slots.values():
        if slot.pc or slot.incoming >= 0 and slot.name in pointers:
            owners = frozenset((TABLE,)) if slot.pc else pointers[slot.name]
            state.store(layout.places[id(slot)], slot.size, owners, whole=True)
    return Provenance(items, first, layout, state, zero)
