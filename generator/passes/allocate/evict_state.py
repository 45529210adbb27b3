# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The state of the walk that evicts cold values, and the questions that each part of the walk asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from generator.model import AnyReg, Instr, RegClass, Slot, VReg
from generator.passes.allocate.evict_code import Code, Made, State
from generator.passes.allocate.spill import new_slot


class Walker:
    """``limits``: the registers of each class that values can have, at each item. ``banned``: item → the values that
    leave their registers there. ``exiles``: the values that are never in registers for long. ``lowered``: how often the
    limits were lowered for a value."""

    again: bool
    state: State
    out: list[Made]
    count: Counter[RegClass]
    excess: dict[RegClass, list[int]]
    fresh: int
    parent: dict[VReg, VReg]
    stays: dict[VReg, list[VReg]]
    made: list[list[Made]]
    before_end: list[list[Made]]
    after_end: list[list[Made]]
    entries: list[State]
    exits: list[State]

    def __init__(self, code: Code, limits: dict[RegClass, list[int]]) -> None:
        self.code, self.limits = code, limits
        self.most = {cls: list(numbers) for cls, numbers in limits.items()}
        every = len(limits) == len(get_args(RegClass))
        self.touched = code.touched if every else [(self._mine(r), self._mine(w)) for r, w in code.touched]
        self.entering = [
            self._mine(sorted(live, key=lambda reg: reg.id if isinstance(reg, VReg) else 0))
            for live in code.live.live_in
        ]
        self.banned: dict[int, list[VReg]] = {}
        self.exiles: set[VReg] = set()
        self.lowered: Counter[VReg] = Counter()
        self.slots: dict[VReg, Slot] = {}
        empty: list[set[VReg]] = [set() for _ in code.graph]
        self.dropped = empty  # values that a loop's end does not have in registers
        self.dirty: list[set[VReg]] = [set() for _ in code.graph]  # values that a loop changes
        self.forced: list[set[VReg]] = [set() for _ in code.graph]  # values that are stored before a loop

    def _excesses(self) -> dict[RegClass, list[int]]:
        """For each class, by how much the live values outnumber the registers, at each item."""
        code = self.code
        found = {cls: [-(1 << 20)] * len(code.items) for cls in self.limits}
        for n, block in enumerate(code.graph):
            live = set(self._mine(code.live.live_out[n]))
            count: dict[RegClass, int] = dict.fromkeys(self.limits, 0)
            for value in live:
                count[value.cls] += 1
            for i in range(block.end - 1, block.start - 1, -1):
                if type(code.items[i]) is not Instr:
                    continue
                reads, writes = self.touched[i]
                after = count.copy()
                for value in writes:
                    if value in live:
                        live.remove(value)
                        count[value.cls] -= 1
                for value in reads:
                    if value not in live:
                        live.add(value)
                        count[value.cls] += 1
                for cls, excess in found.items():
                    now, later = count[cls], after[cls]
                    excess[i] = (now if now > later else later) - self.limits[cls][i]
        return found

    def _mine(self, regs: Iterable[AnyReg]) -> list[VReg]:
        """The virtual registers of the classes in question, each once."""
        return [reg for reg in dict.fromkeys(regs) if isinstance(reg, VReg) and reg.cls in self.limits]

    def _is_clean(self, value: VReg, clean: set[VReg]) -> bool:
        """True if the value can be had again without a store."""
        return value in clean or value in self.code.constants

    def _equal(self, value: VReg) -> VReg | None:
        """A value in a register that equals a value in the frame."""
        regs, copies = self.state.regs, self.state.copies
        equal = copies.get(value)
        if equal in regs:
            return equal
        return next((one for one, other in copies.items() if other is value and one in regs), None)

    def _alone(self, value: VReg) -> None:
        """Forget what equals a value that changes."""
        copies = self.state.copies
        copies.pop(value, None)
        for one in [one for one, other in copies.items() if other is value]:
            del copies[one]

    def _slot(self, value: VReg) -> Slot:
        found = self.slots.get(value)
        if found is None:
            incoming = self.code.incoming.get(value)
            found = incoming or new_slot(value, self.code.widths.get(value, 0), self.code.known)
            self.slots[value] = found
        return found

    def _stay(self, value: VReg) -> VReg:
        """A name for a stay in a register that begins. Values that are not cold keep their own."""
        if not value.cold:
            return value
        self.fresh += 1
        made = VReg(self.fresh, value.name, value.cls, value.src, bits=value.bits, features=value.features)
        self.stays.setdefault(value, []).append(made)
        return made

    def _put(self, value: VReg, stay: VReg) -> None:
        if value not in self.state.regs:
            self.count[value.cls] += 1
        self.state.regs[value] = stay

    def _drop(self, value: VReg) -> None:
        if self.state.regs.pop(value, None) is not None:
            self.count[value.cls] -= 1

    def _root(self, stay: VReg) -> VReg:
        while stay in self.parent:
            stay = self.parent[stay]
        return stay

    def _same(self, one: VReg, other: VReg) -> None:
        one, other = self._root(one), self._root(other)
        if one is not other:
            self.parent[other] = one
