# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where several paths meet: which values are in registers there, and the moves on each path."""

from __future__ import annotations

from collections import Counter

from generator.model import Instr, RegClass, VReg
from generator.passes.allocate.evict_code import Made, State
from generator.passes.allocate.evict_state import Walker
from generator.passes.allocate.next_use import BEYOND, DEAD


class Joins(Walker):
    """The rules of Braun and Hack for joins and loops."""

    def _enter(self, n: int) -> State:
        """The state before block ``n``, and stores and loads on the paths there."""
        graph = self.code.graph
        live = self.entering[n]
        before = [p for p in graph[n].pred if p < n]
        for value in live:
            if value in self.forced[n]:
                for p in before:
                    if not self._is_clean(value, self.exits[p].clean):
                        self._store_at_end(p, value)
        if len(graph[n].pred) == 1 and before:
            end = self.exits[before[0]]
            return State(
                {value: end.regs[value] for value in live if value in end.regs},
                {value for value in live if value in end.clean},
                dict(end.copies),
            )
        state = State()
        kept = self._kept(n, live, before)
        for value in live:
            if value in kept:
                stays = [self.exits[p].regs[value] for p in before if value in self.exits[p].regs]
                stay = stays[0] if stays else self._stay(value)
                for other in stays[1:]:
                    self._same(stay, other)
                for p in before:
                    if value not in self.exits[p].regs:
                        self._load_at_end(p, n, value, stay)
                state.regs[value] = stay
            else:
                for p in before:
                    if not self._is_clean(value, self.exits[p].clean):
                        self._store_at_end(p, value)
                state.clean.add(value)
            if value not in self.dirty[n] and all(value in self.exits[p].clean for p in before):
                state.clean.add(value)
        return state

    def _kept(self, n: int, live: list[VReg], before: list[int]) -> set[VReg]:
        """The values that are in registers where several paths meet."""
        kept = {value for value in live if not value.cold}
        used = Counter(value.cls for value in kept)
        distance = self.code.uses.entry[n]
        looping = any(p >= n for p in self.code.graph[n].pred)
        through = self._spare(n, live) if looping else {}
        for value in sorted((v for v in live if v not in kept), key=lambda v: (distance.get(v, DEAD), v.id)):
            ends = [value in self.exits[p].regs for p in before]
            far = distance.get(value, DEAD) >= BEYOND
            if (
                value in self.exiles
                or value in self.dropped[n]
                or not ends
                or used[value.cls] >= self._limit(n, value.cls)
            ):
                continue
            if not all(ends) and (not looping or far or not self._can_load(n, value, before)):
                continue
            if looping and far:
                if through[value.cls] <= 0:
                    continue
                through[value.cls] -= 1
            kept.add(value)
            used[value.cls] += 1
        if looping:  # later walks try no others: one after the other would be tried in vain
            self.dropped[n].update(value for value in live if value not in kept)
        return kept

    def _limit(self, n: int, cls: RegClass) -> int:
        block = self.code.graph[n]
        return self.limits[cls][min(block.start, len(self.code.items) - 1)]

    def _can_load(self, n: int, value: VReg, before: list[int]) -> bool:
        """True if a load on each path that lacks the value runs on this path only."""
        graph = self.code.graph
        for p in before:
            if value not in self.exits[p].regs:
                lone = set(graph[p].succ) == {n}
                falls = p + 1 == n and graph[p].succ.count(n) == 1 and graph[p].succ[-1] == n
                if not lone and not falls:
                    return False
        return True

    def _spare(self, n: int, live: list[VReg]) -> dict[RegClass, int]:
        """For each class, how many values that a loop does not read keep their registers through the loop."""
        distance = self.code.uses.entry[n]
        idle = Counter(value.cls for value in live if distance.get(value, DEAD) >= BEYOND)
        graph = self.code.graph
        last = max(last for first, last in self.code.loops if first == n)
        inside = slice(graph[n].start, graph[last].end)
        return {cls: max(0, idle[cls] - max(self.excess[cls][inside])) for cls in self.limits}

    def _close(self, n: int, head: int) -> None:
        """Compare the end of a loop with its beginning."""
        entry, end = self.entries[head], self.exits[n]
        for value in self.entering[head]:
            if value in entry.regs:
                if value not in end.regs:
                    self.dropped[head].add(value)
                    self.again = True
                    continue
                self._same(entry.regs[value], end.regs[value])
                if value in entry.clean and value not in end.clean:
                    self.dirty[head].add(value)
                    self.again = True
            elif not self._is_clean(value, end.clean):
                self._store_at_end(n, value)

    def _store_at_end(self, p: int, value: VReg) -> None:
        """Store a value at the end of block ``p``. The store does no harm on other paths."""
        at = self._last(p)
        stay = self.exits[p].regs[value]
        self.before_end[p].append(Made("store", self.code.items[at], at, {value: stay}, value))
        self.exits[p].clean.add(value)

    def _load_at_end(self, p: int, n: int, value: VReg, stay: VReg) -> None:
        at = self._last(p)
        lone = set(self.code.graph[p].succ) == {n}
        moves = self.before_end[p] if lone else self.after_end[p]
        moves.append(Made("load", self.code.items[at], at, {value: stay}, value))

    def _last(self, p: int) -> int:
        """The place of the last instruction in or before a block. The first item of all takes the arguments."""
        items = self.code.items
        return next(i for i in reversed(range(self.code.graph[p].end)) if isinstance(items[i], Instr))
