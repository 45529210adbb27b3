# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decide where cold values are in registers and where in the frame, so that registers suffice at every point.

The walk follows the code. A value stays in its register until the register is needed for another value; then the cold
value goes whose next read is furthest. The rule is Belady's; at joins and loops the walk follows Braun and Hack,
"Register Spilling and Live-Range Splitting for SSA-Form Programs" (2009). Each stay in a register becomes a virtual
register of its own. A value is stored once for each change, when it first leaves its register.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from generator.model import FETCHED, Instr, RegClass, VReg
from generator.passes.allocate.evict_code import Made, Split, TooFew
from generator.passes.allocate.evict_result import Result
from generator.passes.allocate.next_use import DEAD
from generator.passes.allocate.spill import fetches, fold_slot, store_copy

NEAR = 6
"""A read so near brings a value into a register that is free, where the instruction could read the slot as well."""
FAR = 30
"""Only a value whose next read is further goes to its slot at once."""
STORED = 6
"""Values that need no store leave registers as if their next reads were so many times as far."""


class Evict(Result):
    """The walk, repeated until the ends of loops agree with their beginnings."""

    def run(self) -> Split:
        """Raises TooFew."""
        self.excess = self._excesses()
        while self._walk():
            pass
        return self._result()

    def _walk(self) -> bool:
        """One walk over all blocks. True if another must follow, because a loop's end contradicts its beginning."""
        graph = self.code.graph
        self.again = False
        self.fresh = 1 << 24
        self.parent = {}
        self.stays = {}
        self.made = [[] for _ in graph]
        self.before_end = [[] for _ in graph]
        self.after_end = [[] for _ in graph]
        self.entries = []
        self.exits = []
        for n, block in enumerate(graph):
            self.state = self._enter(n)
            self.entries.append(self.state.copy())
            self.count = Counter(value.cls for value in self.state.regs)
            self.out = self.made[n]
            for i in range(block.start, block.end):
                item = self.code.items[i]
                if type(item) is Instr:
                    self._instruction(n, i, item)
                else:
                    self.out.append(Made("item", item, i, {}))
            self.exits.append(self.state)
            for succ in block.succ:
                if succ <= n:
                    self._close(n, succ)
        return self.again

    def _instruction(self, n: int, i: int, item: Instr) -> None:
        state = self.state
        regs = state.regs
        read, written = self.touched[i]
        if i in self.banned:
            self._leave(n, i, self.banned[i], read)
        if self.exiles:
            self._leave(n, i, [value for value in regs if value in self.exiles], read)
        if not read and not written:
            self.out.append(Made("item", item, i, {}))
            return
        current = item
        loads: list[VReg] = []
        folded: set[VReg] = set()
        shared: dict[VReg, VReg] = {}
        for value in read:
            if value in regs:
                continue
            equal = self._equal(value) if value not in written else None
            if equal is not None:
                shared[value] = equal
                continue
            if not self._wanted(n, i, value, value in written, len(loads), read):
                shorter = (
                    fold_slot(current, value, self._slot(value), self.code.known)
                    if value not in self.code.constants
                    else None
                )
                if shorter is not None:
                    current = shorter
                    folded.add(value)
                    continue
            loads.append(value)
        count = self.count
        for cls, limits in self.limits.items():
            more = sum([value.cls == cls for value in loads]) if loads else 0
            if count[cls] + more > limits[i]:
                self._free(n, i, cls, more, {*read, *written, *shared.values()})
        for value in loads:
            self._put(value, self._stay(value))
            self.out.append(Made("load", item, i, {}, value))
            self.out[-1].names[value] = regs[value]
        if folded or shared:
            names = {value: regs[shared.get(value, value)] for value in read if value not in folded}
        else:
            names = {value: regs[value] for value in read}
        distance = self.code.uses.ahead[i]
        for value in read:
            if distance[value] >= DEAD and value not in written:
                self._drop(value)
                state.copies.pop(value, None)
        for value in written:
            if state.copies:
                self._alone(value)
            if value in folded:
                continue
            if value not in read or value not in regs:
                if value not in regs:
                    count[value.cls] += 1
                regs[value] = self._stay(value) if value.cold else value
            names[value] = regs[value]
            state.clean.discard(value)
            if value.cold and value in self.code.incoming and fetches(item, value, self.code.incoming[value]):
                self.slots[value] = self.code.incoming[value]
                state.clean.add(value)
        current = self._home(n, i, item, current, read, written, distance)
        if item.copy and len(read) == len(written) == 1 and read != written:
            state.copies[written[0]] = read[0]
        for value in written:
            if distance[value] >= DEAD and value in regs:
                self._drop(value)
        self.out.append(Made("item", current, i, names))

    def _leave(self, n: int, i: int, values: list[VReg], read: list[VReg]) -> None:
        """Values leave their registers, unless the instruction reads them."""
        for value in values:
            if value in self.state.regs and value not in read:
                if not self._is_clean(value, self.state.clean):
                    self._store(n, i, value)
                self._drop(value)

    def _home(
        self, n: int, i: int, item: Instr, current: Instr, read: list[VReg], written: list[VReg],
        distance: dict[VReg, int],
    ) -> Instr:  # fmt: skip
        """Free registers for results. A result whose next read is far goes to its slot at once, if a form can."""
        state = self.state
        if len(written) == 1 and written[0].cold and written[0] not in read:
            value = written[0]
            far = self._full_before(n, i, value, distance[value])
            if far and value in self.code.incoming and fetches(item, value, self.code.incoming[value]):
                self._drop(value)
                state.clean.add(value)
                self.slots[value] = self.code.incoming[value]
                return item.but((), replace(item.form, ops=()), mnem=FETCHED, copy=False)
            if far and value not in self.code.constants:
                folded = store_copy(current, value, self._slot(value), self.code.known) or fold_slot(
                    current, value, self._slot(value), self.code.known
                )
                if folded is not None:
                    self._drop(value)
                    state.clean.add(value)
                    return folded
        for cls, limits in self.limits.items():
            if self.count[cls] > limits[i]:
                self._free(n, i, cls, 0, set(written))
        return current

    def _full_before(self, n: int, i: int, value: VReg, distance: int) -> bool:
        """True if a value just made would leave before its next read: where registers lack most, it is among those read
        last."""
        cls = value.cls
        if distance >= DEAD or distance <= FAR or value in self.exiles:
            return distance < DEAD and value in self.exiles
        lacking = max(self.excess[cls][i : min(i + distance, self.code.graph[n].end)])
        if lacking <= 0:
            return False
        later = sum(
            self.code.uses.after(n, i, other) > distance for other in self.state.regs if other.cls == cls and other.cold
        )
        return later < lacking

    def _wanted(self, n: int, i: int, value: VReg, changed: bool, loads: int, read: list[VReg]) -> bool:
        """True if a value that an instruction reads is worth a register from here on."""
        distance = self.code.uses.ahead[i][value]
        if distance >= DEAD or value in self.exiles:
            return False
        room = self.limits[value.cls][i] - self.count[value.cls] - loads > 0
        if room:
            return changed or distance <= NEAR
        if not changed:
            return False
        furthest = self._victim(n, i, value.cls, set(read))
        return furthest is not None and self.code.uses.after(n, i, furthest) > distance

    def _free(self, n: int, i: int, cls: RegClass, more: int, keep: set[VReg]) -> None:
        """Let cold values leave until ``more`` registers are free at an instruction."""
        while self.count[cls] + more > self.limits[cls][i]:
            victim = self._victim(n, i, cls, keep)
            if victim is None:
                if self.count[cls] + more > self.most[cls][i]:
                    raise TooFew(i, cls)
                return
            if not self._is_clean(victim, self.state.clean):
                self._store(n, i, victim)
            self._drop(victim)

    def _victim(self, n: int, i: int, cls: RegClass, keep: set[VReg]) -> VReg | None:
        best, most = None, -1
        after, clean, constants = self.code.uses.after, self.state.clean, self.code.constants
        for value in self.state.regs:
            if value.cold and value.cls == cls and value not in keep:
                distance = after(n, i, value)
                if value in clean or value in constants:
                    distance *= STORED
                if distance > most:
                    best, most = value, distance
        return best

    def _store(self, n: int, i: int, value: VReg) -> None:
        at = self.code.items[i]
        self.out.append(Made("store", at, i, {value: self.state.regs[value]}, value))
        self.state.clean.add(value)
        for first, last in self.code.loops:  # a value that the loop does not change is stored before the loop
            if first <= n <= last and value not in self.forced[first]:
                if not self.code.changes(value, first, last):
                    self.forced[first].add(value)
                    self.again = True
