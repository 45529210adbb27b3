# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Provenance: which memory each address may point into, by one analysis over the control-flow graph.

An owner is an argument that is a pointer, a part of the frame, or the function's tables. A register's owners are those
of the pointers that its value was made of; a number has none. UNKNOWN stands beside the owners where the register holds
a number on another path. Joins are unions.

The analysis reads code over virtual registers, whose slots have no place yet, and finished functions, whose slots lie
at known distances from sp. Virtual slots get places of the analysis's own.

Taken for granted: accesses stay inside the memory that their pointer was made for; numbers that the caller's memory
holds are not distances between arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.model import ENTRY, AnyReg, Imm, Instr, Item, LabelRef, Mem, Phys, R, Reach, Slot
from generator.passes.contract import Contract
from generator.passes.flow import accesses, blocks, values_read
from generator.passes.stack import touched

Owners = frozenset[str]
NOBODY: Owners = frozenset()
TABLE = "@table"  # read-only data of the function's own
AREA = "@area "  # begins the owner's name of an area of the frame; its place and its name follow
VALUE = "@value "  # begins the owner's name of a slot that holds a value, of which nobody has the address
FRAME = "@frame"  # the frame, where no area is known
UNKNOWN = "@unknown"  # memory that no argument is known for
LOST: Owners = frozenset((UNKNOWN,))
WORD = 4  # bytes: the frame is followed in pieces of this size
NOTHING = Reach()


def area_name(owner: str) -> str:
    """The name of the area that an owner is."""
    return owner.split(" ", 2)[2]


def unknown(owners: Owners) -> bool:
    """Whether an address may be of memory that no argument is known for."""
    return not owners or UNKNOWN in owners


def own(owners: Owners) -> bool:
    """Whether an address is in the frame or in a table, whatever path was taken."""
    return not unknown(owners) and all(owner[0] == "@" for owner in owners)


def words(start: int, size: int) -> range:
    """Numbers of the words of the frame that hold ``size`` bytes from ``start``."""
    return range(start // WORD, -(-(start + size) // WORD))


def covers(start: int, size: int, word: int) -> bool:
    """Whether ``size`` bytes from ``start`` hold the whole of a word."""
    return start <= word * WORD and (word + 1) * WORD <= start + size


@dataclass(slots=True)
class Touch:
    """One access to memory. ``owners``: to which memory it may go. ``place``: the first byte and the number of bytes,
    from sp, if the operand says that it is in the frame. ``whole``: a store writes all bytes of ``place``."""

    mem: Mem
    reads: bool
    writes: bool
    owners: Owners
    place: tuple[int, int] | None
    whole: bool


@dataclass(slots=True)
class Step:
    """How values flow through one instruction.

    ``memories``: operands that access memory, and how. ``inputs``: registers that go into the result. ``outputs``:
    registers that take the result. ``moved``: registers that are moved along, each with the one that says how far.
    ``made``: the owner of the address that the instruction makes. ``touches``: the accesses as the analysis found
    them; None for code that nothing reaches.
    """

    memories: tuple[tuple[Mem, str], ...]
    inputs: tuple[AnyReg, ...]
    outputs: tuple[AnyReg, ...]
    moved: tuple[tuple[AnyReg, AnyReg | None], ...]
    made: str | None
    touches: tuple[Touch, ...] | None = None


@dataclass(slots=True)
class State:
    """Owners of the pointers that registers and words of the frame hold, where there are any. ``escaped``: owners of
    the pointers that were stored to where loads from outside the frame may find them."""

    regs: dict[AnyReg, Owners] = field(default_factory=dict)
    stack: dict[int, Owners] = field(default_factory=dict)
    escaped: Owners = NOBODY

    def copy(self) -> State:
        return State(dict(self.regs), dict(self.stack), self.escaped)

    def of(self, reg: AnyReg | None) -> Owners:
        """A register's owners; none for an operand that is not there."""
        return self.regs.get(reg, NOBODY)  # type: ignore[arg-type]

    def put(self, reg: AnyReg, owners: Owners) -> None:
        if owners:
            self.regs[reg] = owners
        else:
            self.regs.pop(reg, None)

    def load(self, start: int, size: int) -> Owners:
        return NOBODY.union(*(self.stack.get(word, NOBODY) for word in words(start, size)))

    def store(self, start: int, size: int, owners: Owners, *, whole: bool) -> None:
        """A store of ``size`` bytes, or, unless it is ``whole``, of some of these."""
        for word in words(start, size):
            if whole and covers(start, size, word):
                self.stack.pop(word, None)
            if owners:
                self.stack[word] = owners | self.stack.get(word, NOBODY)


def meet(a: State, b: State) -> State:
    """The state where two paths come together."""
    regs = a.regs
    if regs != b.regs:
        regs = {reg: a.regs.get(reg, LOST) | b.regs.get(reg, LOST) for reg in {**a.regs, **b.regs}}
    stack = a.stack
    if stack != b.stack:
        stack = {word: a.stack.get(word, NOBODY) | b.stack.get(word, NOBODY) for word in {**a.stack, **b.stack}}
    return State(regs, stack, a.escaped | b.escaped)


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
        """How far from sp an operand is that says so itself."""
        return mem.disp if mem.base == self.sp else None

    def owner(self, mem: Mem, offset: int) -> str:
        """The owner of the memory at ``offset``, where an operand of the frame is."""
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
    """A frame for virtual code, whose operands name slots. ``places``: offsets of slots by their identity."""

    places: Mapping[int, int]

    def offset(self, mem: Mem) -> int | None:
        return None if mem.slot is None else self.places[id(mem.slot)] + mem.disp

    def owner(self, mem: Mem, offset: int) -> str:
        assert mem.slot is not None
        return _owner(mem.slot, self.places[id(mem.slot)])

    def has_table(self, label: str | None) -> bool:
        """Every label that virtual code makes an address of is a table's."""
        return label is not None


def virtual(slots: Iterable[Slot]) -> Virtual:
    """A frame for the slots of virtual code, one after the other."""
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
    """The analysis of one function. ``steps``: how values flow through each item that is more than an operation on
    registers, None for the others. ``graph``: the basic blocks."""

    def __init__(self, items: Sequence[Item], first: int, layout: Layout, entry: State, zero: Phys | None) -> None:
        """``first``: where the body starts, at which ``entry`` holds. ``zero``: the register that reads as zero."""
        self.layout = layout
        self.aside = {layout.sp, zero}  # no result is followed there
        self.steps = [self.step(item) if isinstance(item, Instr) else None for item in items]
        self.graph = blocks(list(items))
        self._known = {id(item): step for item, step in zip(items, self.steps) if step is not None}
        self._run(items, first, entry)

    def touches(self, item: Instr) -> tuple[Touch, ...]:
        """The accesses to memory of one of the analysed instructions. Nothing is known of code that nothing reaches."""
        step = self._known.get(id(item))
        if step is None:
            return ()
        return self._touches(State(), item, step) if step.touches is None else step.touches

    def _run(self, items: Sequence[Item], first: int, entry: State) -> None:
        graph = self.graph
        before: list[State | None] = [None] * len(graph)
        before[0] = entry
        work = [0]
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            for i in range(max(graph[n].start, first), graph[n].end):
                item = items[i]
                if isinstance(item, Instr):
                    known = self.steps[i]
                    if known is None:
                        _plain(state, item)
                    else:
                        self.follow(state, item, known)
            for succ in graph[n].succ:
                old = before[succ]
                new = state if old is None else meet(old, state)
                if new != old:
                    before[succ] = new.copy()
                    work.append(succ)

    # -- one instruction -------------------------------------------------------------------------------------------

    def step(self, item: Instr) -> Step | None:
        """How values flow through an instruction; None where every register that is read goes into every register that
        is written."""
        if item.form.facts.reach is not None:
            return self.full_step(item)
        for op in item.ops:
            if isinstance(op, (Mem, LabelRef)) or isinstance(op, R) and op.reg in self.aside:
                return self.full_step(item)
        return None

    def full_step(self, item: Instr) -> Step:
        """How values flow through any instruction."""
        form, seen = item.form, item.form.facts.reach or NOTHING
        reads, writes = accesses(item)
        memories: list[tuple[Mem, str]] = []
        moved: list[tuple[AnyReg, AnyReg | None]] = [(reg, seen.count) for reg in seen.moves]
        hidden: set[AnyReg | None] = set()  # what only says where memory is
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
        """The owner of the address that an instruction makes of the frame or of a table (or of half of it)."""
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
        """The state behind an instruction."""
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
        """The parts of the frame that an access may be in: first bytes, and numbers of bytes. An access to memory that
        no argument is known for may be in every area."""
        if touch.place is not None:
            return [touch.place]
        owners = {*touch.owners, *self.layout.areas} if unknown(touch.owners) else touch.owners
        return [self.layout.region(one) for one in sorted(owners) if one == FRAME or one.startswith(AREA)]

    def _loaded(self, state: State, touch: Touch) -> Owners:
        found = NOBODY if own(touch.owners) else state.escaped
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
    """What :meth:`Provenance.follow` does, for an operation on registers."""
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
    pointers = {param.name for param in kernel.params if param.type == "ptr"}
    slots: dict[int, Slot] = {}
    state, first = State(), 0
    for i, item in enumerate(items):
        if isinstance(item, Instr):
            slots.update((id(op.slot), op.slot) for op in item.ops if isinstance(op, Mem) and op.slot is not None)
            if item.mnem == ENTRY:
                first = i + 1
                for op, param in zip(item.ops, kernel.params):
                    if isinstance(op, R) and param.name in pointers:
                        state.put(op.reg, frozenset((param.name,)))
    layout = virtual(slots.values())
    for slot in slots.values():
        if slot.pc or slot.incoming >= 0 and slot.name in pointers:
            owners = frozenset((TABLE if slot.pc else slot.name,))
            state.store(layout.places[id(slot)], slot.size, owners, whole=True)
    return Provenance(items, first, layout, state, zero)
