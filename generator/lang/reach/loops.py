# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How values change from one round of a loop to the next."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

from generator.lang.linear import ZERO, Lin, number, plus, ratio, replaced, shifted, symbol, times
from generator.lang.reach.knowledge import Knowledge
from generator.lang.reach.state import State, Store, Ways, Written, every_way, united
from generator.lang.values import INVERSE, Condition


@dataclass(eq=False, slots=True)
class Loop:
    """One loop. A value at the loop's head is its value before the loop, plus a factor times the sum that its class
    added in earlier rounds. Values that always change in proportion form one class. ``leaves``: the body has a way out
    of its own, so that no round is sure to come.
    """

    walk: Knowledge
    at: int
    back: int
    entry: State
    leaves: bool = False
    moving: dict[int, int] = field(default_factory=dict)  # value → its symbol in the first walk
    classes: dict[int, tuple[int, int]] = field(default_factory=dict)  # value → its class, its factor
    grows: set[int] = field(default_factory=set)  # classes that never add less than 0
    counts: set[int] = field(default_factory=set)  # classes that add 1 in each round
    stores: list[Store] = field(default_factory=list)  # of the first walk
    made: list[Store] = field(default_factory=list)  # of the last walk
    whole: set[str] = field(default_factory=set)  # places of which any byte may have been written
    closed: bool = True  # the meaning of the condition at a round's end is known
    end: State | None = None

    def cond(self) -> tuple[Condition, str]:
        """The condition under which the loop continues, and its kind."""
        op = self.walk.steps[self.back].op
        cond = op.args[0] if op.name == "branch" else Condition("ne", op.args[0], 0, op.src)
        return cond, cond.kind

    def guess(self) -> None:
        """Walk the body with unknown values, to find how the values change."""
        walk, entry = self.walk, self.entry
        changed = walk.modified(self.at + 1, self.back + 1)
        self.moving = {id_: walk.symbols.new() for id_ in entry.vals if id_ in changed}
        vals = {id_: plus(entry.vals[id_], symbol(sym)) for id_, sym in self.moving.items()}
        head = self.head(vals, dict(entry.written))
        end = self.body(head)
        self.stores = self.made
        keys: dict[Any, int] = {}
        units: dict[int, Lin] = {}
        for id_ in list(self.moving):
            after = end.vals.get(id_) if end is not None else None
            if after == vals[id_]:
                del self.moving[id_]
                continue
            unit, by = (ZERO, 1) if after is None else ratio(plus(after, vals[id_], -1))
            n = keys.setdefault(unit or id_, len(keys))
            self.classes[id_] = (n, by)
            if unit:
                units[n] = unit
        for n, unit in units.items():  # a class's sum should grow
            if end is not None and not walk.symbols.at_least(unit, 0, end.facts):
                if walk.symbols.at_least(times(unit, -1), 0, end.facts):
                    units[n] = times(unit, -1)
                    for id_, (m, by) in self.classes.items():
                        if m == n:
                            self.classes[id_] = (m, -by)
        self.note(units, end)

    def note(self, units: dict[int, Lin], end: State | None) -> None:
        """Note which classes grow and which count rounds."""
        at_least = self.walk.symbols.at_least
        self.counts = {n for n, unit in units.items() if unit == number(1)}
        self.grows = {n for n, unit in units.items() if end is not None and at_least(unit, 0, end.facts)}

    def give_up(self) -> None:
        """Treat every changing value as unknown."""
        self.classes = {id_: (n, 1) for n, id_ in enumerate(self.moving)}
        self.grows, self.counts, self.closed = set(), set(), False
        self.whole = {place.name for place in self.walk.places.values()}

    def settled(self) -> bool:
        """Walk the body from the assumed state at its head. True if the walk confirms the assumption."""
        walk, symbols = self.walk, self.walk.symbols
        sums = {n: symbols.new(0 if n in self.grows else None) for n in {n for n, _ in self.classes.values()}}
        symbols.exact.update(sums[n] for n in self.counts)
        vals = {id_: plus(self.entry.vals[id_], symbol(sums[n]), by) for id_, (n, by) in self.classes.items()}
        first = min(sums.values(), default=symbols.new())
        turned = {sym: symbol(sums[self.classes[id_][0]], self.classes[id_][1]) for id_, sym in self.moving.items()}
        counting = {sums[n] for n in self.counts}
        begun = self.begun(self.stores, turned, counting, min(self.moving.values(), default=first))
        head = self.head(vals, begun, counting)
        if not head.sure:
            symbols.exact.difference_update(sums.values())
        self.end = end = self.body(head)
        if end is None:
            return True
        if self.closed and head.facts is not self.entry.facts and walk.compared(end, self.cond()[0]) is None:
            self.closed = False
            return False
        keys: dict[Any, int] = {}
        classes: dict[int, tuple[int, int]] = {}
        units: dict[int, Lin] = {}
        for id_, (n, by) in self.classes.items():
            after = end.vals.get(id_)
            change = None if after is None else plus(after, vals[id_], -1)
            if change is None or any(factor % by for _, factor in change):
                key: Any = id_
                by = 1
            else:
                key = (n, tuple((sym, factor // by) for sym, factor in change))
            m = keys.setdefault(key, len(keys))
            classes[id_] = (m, by)
            if change is not None and key != id_:
                units[m] = key[1]
        same = len(keys) == len(sums) and all(classes[id_][1] == by for id_, (_, by) in self.classes.items())
        grows, counts = self.grows, self.counts
        names = {self.classes[id_][0]: classes[id_][0] for id_ in classes}
        self.classes = classes
        self.note(units, end)
        if not same:
            return False
        if not ({names[n] for n in grows} <= self.grows and {names[n] for n in counts} <= self.counts):
            return False
        again = self.begun(self.made, {}, counting, first)
        missing = {
            name for name, regions in again.items()
            if begun.get(name, ()) is not None and (regions is None or not set(regions) <= set(begun.get(name) or ()))
        }  # fmt: skip
        self.whole |= missing
        return not missing

    def begun(self, stores: list[Store], turned: dict[int, Lin], counting: set[int], first: int) -> Written:
        """The bytes that may have been written at the head, before the loop or by earlier rounds."""
        out = dict(self.entry.written)
        names = {place.name for place in self.walk.places.values() if place.fresh}
        for name, offset, size in stores:
            if offset is None:
                self.whole |= names
            if name not in names or offset is None:
                continue
            for sym, lin in turned.items():
                offset = replaced(offset, sym, lin)
            inner = [(sym, by) for sym, by in offset if sym in counting]
            if len(inner) > 1 or any(sym >= first and sym not in counting for sym, _ in offset):
                out[name] = None
                continue
            low, high = offset, shifted(offset, size)
            for sym, by in inner:  # the number of an earlier round: from 0 to 1 less than now
                start, last = replaced(offset, sym, ZERO), shifted(offset, -by)
                low, high = (start, shifted(last, size)) if by > 0 else (last, shifted(start, size))
            out[name] = united(out.get(name, ()), ((low, high),))
        for name in self.whole & names:
            out[name] = None
        return out

    def head(self, vals: dict[int, Lin], begun: Written, counting: Set[int] = frozenset()) -> State:
        """The state at the head. The loop's condition holds there if the condition holds before the first round."""
        walk = self.walk
        state = State({**self.entry.vals, **vals}, self.entry.facts, begun, self.entry.sure and not self.leaves)
        for id_, lin in vals.items():
            type_ = walk.types.get(id_)
            if type_ is not None and type_.name != "ptr":
                walk.symbols.hold(lin[-1][0], lin, shifted(times(lin, -1), (1 << type_.bits) - 1))
        cond, kind = self.cond()
        difference = walk.compared(self.entry, cond)
        if walk.hopeful or (self.closed and difference is not None and self.begins(kind, difference)):
            walk.hopeful += 1  # the last round's end has shown that the pointers may be compared
            ahead = self.ahead(state, cond, counting) if kind == "ne" else None
            state = walk.where(state, cond, kind, ahead) or state
            walk.hopeful -= 1
        else:
            state.sure = False
        return state

    def ahead(self, state: State, cond: Condition, counting: Set[int]) -> Ways | None:
        """For ``x != y`` at the head, with a difference that each round brings nearer to 0 by 1: the difference has not
        passed 0, and is on the side where it was before the first round."""
        before, now = self.walk.compared(self.entry, cond), self.walk.compared(state, cond)
        if before is None or now is None:
            return None
        change = plus(now, before, -1)
        if len(change) != 1 or change[0][0] not in counting or change[0][1] not in (1, -1):
            return None
        by = -change[0][1]  # by · difference is at least 1 at each head
        if not self.walk.symbols.at_least(times(before, by), 1, self.entry.facts):
            return None
        return ((shifted(times(now, by), -1),),)

    def begins(self, kind: str, difference: Lin) -> bool:
        """True if the loop's condition holds before the first round."""
        at_least, facts = self.walk.symbols.at_least, self.entry.facts
        return any(all(at_least(fact, 0, facts) for fact in way) for way in every_way(kind, difference))

    def body(self, head: State) -> State | None:
        """The state at the end of the body, the count of ``loop_end`` decreased."""
        walk = self.walk
        before, walk.stores = walk.stores, []
        end = walk.run(self.at + 1, self.back, head.copy())
        self.made, walk.stores = walk.stores, before
        op = walk.steps[self.back].op
        if end is not None and op.name == "loop_end":
            left = shifted(walk.value(end, op.args[0]), -1)
            fits = walk.fits(left, op.args[0].type.bits, end.facts)
            end.vals[op.args[0].id] = left if fits else walk.unknown(op.args[0].type)
        return end

    def behind(self) -> State | None:
        """The state behind the loop."""
        if self.end is None:
            return None
        cond, kind = self.cond()
        out = self.walk.where(self.end, cond, INVERSE[kind])
        if out is not None:
            out.sure = self.entry.sure and not self.leaves
            if INVERSE[kind] == "eq" and (zero := self.walk.compared(out, cond)) is not None:
                self.walk.substitute(out, zero)
        return out
