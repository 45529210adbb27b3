# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The knowledge of a walk over a recording: sums for values, places for addresses, one state where paths meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from generator.lang.linear import (
    ZERO,
    Case,
    Facts,
    Lin,
    Symbols,
    number,
    plus,
    ratio,
    replaced,
    shifted,
    symbol,
    times,
)  # fmt: skip
from generator.lang.reach.state import Place, State, Step, Store, Ways, every_way, united
from generator.lang.values import SIGNED, Condition, Type, Val
from generator.model import Src

PAGE = 4096
"""No buffer lies this close to the ends of the address space. Pointers this close to a buffer compare as their
offsets."""


class Knowledge(ABC):
    """The symbols and places of one walk, and the questions that rules and loops ask about them."""

    steps: list[Step]

    def __init__(self, thorough: bool) -> None:
        self.symbols = Symbols(thorough)
        self.places: dict[int, Place] = {}
        self.hopeful = 0  # above 0: the walk assumes that no sum wraps
        self.stores: list[Store] = []
        self.data: set[int] = set()  # symbols of loaded values: any number
        self.types: dict[int, Type] = {}
        self.shared: dict[Any, int] = {}
        self.mute: dict[Src, None] = {}  # signed conditions that say nothing

    @abstractmethod
    def run(self, at: int, end: int, state: State | None) -> State | None:
        """Walk steps ``at`` to ``end`` (exclusive)."""

    @abstractmethod
    def modified(self, at: int, end: int) -> set[int]:
        """Ids of the values that steps change, rare parts included."""

    # -- values ----------------------------------------------------------------------------------------------------

    def place(self, place: Place) -> Lin:
        """The address of a new place, apart from all others."""
        place.base = self.symbols.new()
        self.symbols.bases[place.base] = place.name
        self.places[place.base] = place
        return symbol(place.base)

    def named(self, name: str | None) -> Place:
        """The place with a name."""
        return next(place for place in self.places.values() if place.name == name)

    def unknown(self, type: Type, high: int | None = None) -> Lin:
        if type.name == "ptr":
            return symbol(self.symbols.new())
        return symbol(self.symbols.new(0, (1 << type.bits) - 1 if high is None else high))

    def value(self, state: State, x: Val | int) -> Lin:
        if isinstance(x, int):
            return number(x)
        found = state.vals.get(x.id)
        if found is None:
            found = state.vals[x.id] = self.unknown(x.type)
        return found

    def fits(self, x: Lin, bits: int, facts: Facts) -> bool:
        """True if the sum does not wrap in an integer of ``bits`` bits."""
        low, high = self.symbols.interval(x), self.symbols.interval(times(x, -1))
        if low is not None and low >= 0 and high is not None and -high < 1 << bits:
            return True
        if self.hopeful:
            return True
        if bits == 8:  # bytes wrap all the time; a proof would seldom succeed
            return False
        at_least = self.symbols.at_least
        return at_least(x, 0, facts) and at_least(times(x, -1), 1 - (1 << bits), facts)

    def resolve(self, x: Lin, facts: Facts) -> list[tuple[Place | None, Lin, Facts]]:
        """The places that an address may belong to, each with the offset from the place's start and the facts that hold
        in this case."""
        choice = next((sym for sym, _ in x if sym in self.symbols.cases and self._moves(sym)), 0)
        if choice:
            return [
                found
                for case in self.symbols.cases[choice]
                for found in self.resolve(replaced(x, choice, case.value), facts.with_(case.facts))
            ]
        bases = [(sym, by) for sym, by in x if sym in self.places]
        if len(bases) != 1 or bases[0][1] != 1:
            return [(None, x, facts)]
        return [(self.places[bases[0][0]], plus(x, symbol(bases[0][0]), -1), facts)]

    def _moves(self, choice: int) -> bool:
        """True if a choice selects between buffers."""
        return any(
            sym in self.places or sym in self.symbols.cases and self._moves(sym)
            for case in self.symbols.cases[choice]
            for sym, _ in case.value
        )

    # -- conditions ------------------------------------------------------------------------------------------------

    def compared(self, state: State, cond: Condition) -> Lin | None:
        """x - y of a comparison. None if the difference is unknown, or says nothing: numbers count as unsigned."""
        if cond.kind in SIGNED:
            return None
        x, y = self.value(state, cond.x), cond.y
        other = self.value(state, y) if isinstance(y, Val) else number(y & ((1 << cond.x.type.bits) - 1))
        if cond.x.type.cls != "gp":
            return None
        if cond.x.type.name != "ptr":
            return plus(x, other, -1)
        if not isinstance(y, Val):
            return None
        found = []
        for one in (x, other):
            reached = self.resolve(one, state.facts)
            if len(reached) != 1 or reached[0][0] is None:
                return None
            place, offset, facts = reached[0]
            assert place is not None
            room = plus(shifted(place.size, PAGE), offset, -1)
            at_least = self.symbols.at_least
            if not self.hopeful and not (at_least(offset, -PAGE, facts) and at_least(room, 0, facts)):
                return None
            found.append((place, offset))
        return plus(found[0][1], found[1][1], -1) if found[0][0] is found[1][0] else None

    def unsigned(self, state: State, cond: Condition, kind: str) -> tuple[Condition, str]:
        """A signed comparison as an unsigned one with the same result, if there is one: the sign of a number is that of
        a comparison with 2^(n-1), and two numbers without a sign compare as they are."""
        type, half = cond.x.type, 1 << cond.x.type.bits - 1
        if type.cls != "gp" or type.name == "ptr":
            return cond, kind
        if not isinstance(cond.y, Val) and cond.y % (2 * half) == 0:
            other = "lt" if kind == "sge" else "ge"
            return Condition(other, cond.x, half, cond.src), other
        y = self.value(state, cond.y) if isinstance(cond.y, Val) else number(cond.y & (2 * half - 1))
        if all(self.symbols.at_least(times(one, -1), 1 - half, state.facts) for one in (self.value(state, cond.x), y)):
            return Condition(kind[1:], cond.x, cond.y, cond.src), kind[1:]
        return cond, kind

    def ways(self, kind: str, difference: Lin, facts: Facts) -> Ways:
        """The results of :func:`every_way` without those that visibly contradict the facts."""
        every = every_way(kind, difference)
        if kind == "ne":  # counts and offsets are rarely below the compared value
            over, under = every
            if self.never(under[0], facts, True):
                return (over,)
            return (under,) if self.never(over[0], facts, True) else every
        return tuple(way for way in every if not any(self.never(fact, facts, False) for fact in way))

    def never(self, fact: Lin, facts: Facts, eager: bool) -> bool:
        """True if a sum is visibly below 0. ``eager``: facts count too."""
        against = times(fact, -1)
        if eager:
            return self.symbols.at_least(against, 1, facts, deep=False)
        bound = self.symbols.interval(against)
        return bound is not None and bound >= 1

    def where(self, state: State, cond: Condition, kind: str, ways: Ways | None = None) -> State | None:
        """The state after a comparison with the result ``kind``. None if the comparison never has this result.
        ``ways``: the ways that are left, if the caller knows more of them."""
        if kind in SIGNED:
            told, (cond, kind) = cond.src, self.unsigned(state, cond, kind)
            self.mute.pop(told, None)
            if kind in SIGNED:
                self.mute[told] = None
        difference = self.compared(state, cond)
        out = state.copy()
        if difference is None:
            out.sure = False
            return out
        out.sure &= all(sym in self.symbols.exact or not sym for sym, _ in difference)
        if ways is None:
            ways = self.ways(kind, difference, state.facts)
            if kind == "ne" and not isinstance(cond.y, Val) and cond.y == 0:
                ways = ways[:1]  # a number is never below 0
        if not ways:
            return None
        if len(ways) > 1:
            out.sure = False
            return out
        out.facts = state.facts.with_(ways[0])
        return out

    def substitute(self, state: State, zero: Lin) -> None:
        """Use an equation to eliminate its newest symbol that no place and no caller needs."""
        for sym, by in reversed(zero):
            if by in (1, -1) and sym and sym not in self.symbols.free and sym not in self.places:
                rest = times(plus(zero, symbol(sym, by), -1), -by)
                state.vals = {id_: replaced(lin, sym, rest) for id_, lin in state.vals.items()}
                state.written = {
                    name: regions and tuple((replaced(a, sym, rest), replaced(b, sym, rest)) for a, b in regions)
                    for name, regions in state.written.items()
                }
                return

    # -- where ways meet -------------------------------------------------------------------------------------------

    def join(self, states: list[State], sure: bool, since: int) -> State | None:
        """One state of several. Symbols from ``since`` on are not known to all of these."""
        if not states:
            return None
        out = states[0]
        for other in states[1:]:
            out = self._join(out, other, since)
        out.sure = sure
        return out

    def _join(self, x: State, y: State, since: int) -> State:
        theirs = set(y.facts.items)
        shared = Facts(tuple(fact for fact in x.facts.items if fact in theirs))
        mine = tuple(fact for fact in x.facts.items if fact not in shared.items)
        others = tuple(fact for fact in y.facts.items if fact not in shared.items)
        vals: dict[int, Lin] = {}
        apart: dict[Lin, list[tuple[int, int, Lin, Lin]]] = {}
        for id_, a in x.vals.items():
            b = y.vals.get(id_)
            if b is None:
                continue
            if a == b:
                vals[id_] = a
            else:
                unit, by = ratio(plus(b, a, -1))
                apart.setdefault(unit, []).append((abs(by), id_, a, b))
        for unit, group in apart.items():
            known_a, known_b = all(_old(row[2], since) for row in group), all(_old(row[3], since) for row in group)
            if known_a and self.symbols.zero(unit, y.facts):
                vals.update((id_, a) for _, id_, a, _ in group)
            elif known_b and self.symbols.zero(unit, x.facts):
                vals.update((id_, b) for _, id_, _, b in group)
            elif len(group) == 1 and self.loose(group[0][2], group[0][3]):
                vals[group[0][1]] = self.either(group[0][2], group[0][3])
            elif known_a:
                made = self.choice((Case(mine, ZERO), Case(others, unit)))
                vals.update((id_, plus(a, symbol(made), ratio(plus(b, a, -1))[1])) for _, id_, a, b in group)
            elif known_b:
                made = self.choice((Case(mine, unit), Case(others, ZERO)))
                vals.update((id_, plus(b, symbol(made), ratio(plus(a, b, -1))[1])) for _, id_, a, b in group)
            else:
                self._meet(group, mine, others, since, vals)
        written = dict(x.written)
        for name, regions in y.written.items():
            written[name] = united(written.get(name, ()), regions)
        return State(vals, shared, written)

    def _meet(
        self, group: list[tuple[int, int, Lin, Lin]], mine: tuple[Lin, ...], others: tuple[Lin, ...], since: int,
        vals: dict[int, Lin],
    ) -> None:  # fmt: skip
        """Join values whose sums are known on one path each. The first value becomes a choice. The others keep their
        tie to the first, if both paths know the tie."""
        first: tuple[int, Lin, int] | None = None
        for _, id_, a, b in sorted(group, key=lambda row: row[:2]):
            base = tuple(pair for pair in a if pair[0] in self.places)
            base = base if base == tuple(pair for pair in b if pair[0] in self.places) else ZERO
            a, b = plus(a, base, -1), plus(b, base, -1)
            if first is not None:
                made, start, unit = first
                factor = ratio(plus(b, a, -1))[1]
                rest = plus(a, start, -(factor // unit))
                if factor % unit == 0 and _old(rest, since):
                    vals[id_] = plus(plus(base, rest), symbol(made), factor // unit)
                    continue
            made = self.choice((Case(mine, a), Case(others, b)))
            vals[id_] = plus(base, symbol(made))
            if first is None:
                first = (made, a, ratio(plus(b, a, -1))[1])

    def loose(self, *sums: Lin) -> bool:
        """True if all sums are unknown data."""
        return all(len(lin) == 1 and lin[0][1] == 1 and lin[0][0] in self.data for lin in sums)

    def either(self, x: Lin, y: Lin) -> Lin:
        """Data that is one of two data."""
        low, high = self.symbols.low, self.symbols.high
        a, b = x[0][0], y[0][0]
        made = self.symbols.new(0, max(high[a] or 0, high[b] or 0) if low[a] == low[b] == 0 else None)
        self.data.add(made)
        return symbol(made)

    def choice(self, cases: tuple[Case, ...]) -> int:
        """A symbol that is one of several sums."""
        lows = [self.symbols.interval(case.value) for case in cases]
        highs = [self.symbols.interval(times(case.value, -1)) for case in cases]
        low = None if None in lows else min(low for low in lows if low is not None)
        high = None if None in highs else max(-high for high in highs if high is not None)
        made = self.symbols.new(low, high)
        self.symbols.cases[made] = cases
        return made


def _old(x: Lin, since: int) -> bool:
    """True if all symbols of a sum are older than ``since``."""
    return not since or not x or x[-1][0] < since
