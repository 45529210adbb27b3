# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the eviction of cold values (:mod:`generator.passes.allocate.evict`) works on, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.isa.machine import Machine
from generator.model import AnyReg, Instr, Item, RegClass, Slot, VReg
from generator.passes.allocate.next_use import NextUses
from generator.passes.allocate.spill import remade, widths
from generator.passes.flow import Block, Liveness, accesses


@dataclass(slots=True)
class Split:
    """The rewritten items.

    ``origin[i]``: the given item of ``items[i]`` (None: a move to or from a slot). ``place[i]``: the place
    of this item, or of the item that the move serves. ``slots``: the slots of the values that are in the frame
    somewhere. ``values``: the value of each stay in a register. ``earlier``: the stays before each stay.
    """

    items: list[Item] = field(default_factory=list)
    origin: list[Item | None] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    slots: dict[VReg, Slot] = field(default_factory=dict)
    values: dict[VReg, VReg] = field(default_factory=dict)
    earlier: dict[VReg, list[AnyReg]] = field(default_factory=dict)


class TooFew(Exception):
    """No cold value can leave. ``place``: the index of the item that needs more registers of ``cls``."""

    def __init__(self, place: int, cls: RegClass) -> None:
        super().__init__(place)
        self.place, self.cls = place, cls


@dataclass(slots=True)
class Made:
    """One item of the result. ``value``: what a move moves; ``kind``: ``item``, ``load``, ``store``."""

    kind: str
    item: Item
    place: int
    names: dict[VReg, VReg]
    value: VReg | None = None


@dataclass(slots=True)
class State:
    """``regs``: the values in registers, each with the name of its stay. ``clean``: the values whose slots hold them.
    ``copies``: values that copies made, and the values that they still equal."""

    regs: dict[VReg, VReg] = field(default_factory=dict)
    clean: set[VReg] = field(default_factory=set)
    copies: dict[VReg, VReg] = field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.regs), set(self.clean), dict(self.copies))


@dataclass(slots=True)
class Code:
    """Code and what is known of it. ``incoming``: the values that the caller leaves in memory, and their places."""

    items: list[Item]
    graph: list[Block]
    live: Liveness
    known: Machine
    incoming: dict[VReg, Slot]
    uses: NextUses = field(init=False)
    widths: dict[VReg, int] = field(init=False)
    constants: dict[VReg, Instr] = field(init=False)
    changed: dict[VReg, list[int]] = field(init=False)
    loops: list[tuple[int, int]] = field(init=False)
    touched: list[tuple[list[VReg], list[VReg]]] = field(init=False)

    def __post_init__(self) -> None:
        self.widths = widths(self.items, self.known.bits)
        self.changed = {}
        self.touched = []
        for i, item in enumerate(self.items):
            reads, writes = accesses(item) if isinstance(item, Instr) else ([], [])
            self.touched.append((virtual(reads), virtual(writes)))
            for reg in self.touched[-1][1]:
                self.changed.setdefault(reg, []).append(i)
        self.uses = NextUses(self.graph, self.touched)
        self.constants = {}
        for reg, places in self.changed.items():
            maker = self.items[places[0]]
            if len(places) == 1 and isinstance(maker, Instr) and remade(maker):
                self.constants[reg] = maker
        self.loops = sorted({(succ, n) for n, block in enumerate(self.graph) for succ in block.succ if succ <= n})

    def changes(self, value: VReg, first: int, last: int) -> bool:
        """True if an instruction of the blocks ``first`` to ``last`` changes the value."""
        start, end = self.graph[first].start, self.graph[last].end
        return any(start <= place < end for place in self.changed.get(value, ()))


def virtual(regs: Sequence[AnyReg]) -> list[VReg]:
    """The virtual registers, each once."""
    if len(regs) < 2:
        return [reg for reg in regs if type(reg) is VReg]
    return [reg for reg in dict.fromkeys(regs) if type(reg) is VReg]
