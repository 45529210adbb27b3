# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The walk over a recording, and the places where ways meet."""

from __future__ import annotations

from collections.abc import Callable
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
from generator.lang.reach.loops import Loop
from generator.lang.reach.rules import FOLLOWED, RULES
from generator.lang.reach.state import Place, State, Step, Store, Ways, every_way, united
from generator.lang.values import INVERSE, Condition, Op, Type, Val

PAGE = 4096
"""No buffer lies so near to the ends of the address space: pointers that near to a buffer compare as their offsets."""
ATTEMPTS = 6  # walks of a loop's body until its values' steps must be settled
MEMORY = ("load", "store", "vload", "vblock", "vstore", "asm")
CONTROL = ("label", "branch", "loop_end", "jump")


def relevant(ops: list[Op]) -> set[int]:
    """Ids of the values that addresses and conditions are made of."""
    out: set[int] = set()
    makes: dict[int, list[Op]] = {}
    for op in ops:
        for val in op.dst:
            makes.setdefault(val.id, []).append(op)
        if op.name in MEMORY:
            for arg in op.args if op.name == "asm" else (op,):
                if isinstance(arg, Op) and arg.name != "view" and arg.args:
                    out.update(val.id for val in arg.args[:2] if isinstance(val, Val))
        elif op.name == "branch":
            out.update(_of(op.args[0]))
        elif op.name == "loop_end":
            out.add(op.args[0].id)
    todo = list(out)
    while todo:
        for op in makes.get(todo.pop(), ()):
            if op.name in FOLLOWED:
                for arg in op.args:
                    ids = _of(arg) if isinstance(arg, Condition) else [arg.id] if isinstance(arg, Val) else []
                    fresh = [id_ for id_ in ids if id_ not in out]
                    out.update(fresh)
                    todo.extend(fresh)
    return out


def _of(cond: Condition) -> list[int]:
    return [val.id for val in (cond.x, cond.y) if isinstance(val, Val)]


def steps(ops: list[Op], wanted: set[int]) -> list[Step]:
    """The operations that matter, loops and rare parts found."""
    out = [Step(op) for op in ops if op.name in MEMORY or op.name in CONTROL or any(val.id in wanted for val in op.dst)]
    labels = {step.op.args[0]: n for n, step in enumerate(out) if step.op.name == "label"}
    for n, step in enumerate(out):
        if step.op.name in ("branch", "loop_end"):
            at = labels.get(step.op.args[1], -1)
            if 0 <= at < n:
                out[at].back = n
            elif at > n and n + 1 < len(out) and out[n + 1].op.name == "label":
                end = next((m for m in range(at, len(out)) if out[m].op.name == "jump"), -1)
                if end > 0 and out[end].op.args[0] == out[n + 1].op.args[0]:
                    step.rare = (at + 1, end)
    return out


class Walk:
    """One walk over a recording. ``access`` is called with each access to memory that the walk is sure of."""

    def __init__(
        self, ops: list[Op], bits: int, access: Callable[[Op, State, Lin, Val, int, bool], None],
        operands: Callable[[Op], list[tuple[Op, int, bool]]], changed: Callable[[Op], list[Val]],
        thorough: bool,
    ) -> None:  # fmt: skip
        self.bits, self.access, self.operands, self.changed = bits, access, operands, changed
        self.symbols = Symbols(thorough)
        self.places: dict[int, Place] = {}
        self.wanted = relevant(ops)
        self.steps = steps(ops, self.wanted)
        self.pending: dict[str, list[State]] = {}
        self.waits: dict[str, tuple[bool, int]] = {}
        self.quiet = 0  # walks that only find out how values change
        self.hopeful = 0  # walks in which no sum wraps
        self.found: list[Any] = []  # what ``access`` has found, in order
        self.stores: list[Store] = []
        self.data: set[int] = set()  # symbols of what was loaded: any value
        self.types = {val.id: val.type for op in ops for val in op.dst}
        self.shared: dict[Any, int] = {}
        self._modified: dict[tuple[int, int], set[int]] = {}

    # -- values ----------------------------------------------------------------------------------------------------

    def place(self, place: Place) -> Lin:
        """The address of memory of its own."""
        place.base = self.symbols.new()
        self.symbols.bases[place.base] = place.name
        self.places[place.base] = place
        return symbol(place.base)

    def named(self, name: str | None) -> Place:
        """The memory of a name."""
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
        """Whether an integer is what the sum says, that is, whether the sum does not wrap."""
        low, high = self.symbols.interval(x), self.symbols.interval(times(x, -1))
        if low is not None and low >= 0 and high is not None and -high < 1 << bits:
            return True
        if self.hopeful:
            return True
        if bits == 8:  # bytes wrap all the time; proofs would cost more than they give
            return False
        at_least = self.symbols.at_least
        return at_least(x, 0, facts) and at_least(times(x, -1), 1 - (1 << bits), facts)

    def resolve(self, x: Lin, facts: Facts) -> list[tuple[Place | None, Lin, Facts]]:
        """To which memory an address may belong, the offset from its begin, and what then holds besides."""
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
        """Whether a choice is one of different buffers."""
        return any(
            sym in self.places or sym in self.symbols.cases and self._moves(sym)
            for case in self.symbols.cases[choice]
            for sym, _ in case.value
        )

    # -- conditions ------------------------------------------------------------------------------------------------

    def compared(self, state: State, cond: Condition) -> Lin | None:
        """x - y of a comparison, None if nothing is known of it."""
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

    def ways(self, kind: str, difference: Lin, facts: Facts) -> Ways:
        """Those of :func:`every_way` that are not seen to contradict the facts."""
        every = every_way(kind, difference)
        if kind == "ne":  # counts and offsets are rarely below what they are compared with
            over, under = every
            if self.never(under[0], facts, True):
                return (over,)
            return (under,) if self.never(over[0], facts, True) else every
        return tuple(way for way in every if not any(self.never(fact, facts, False) for fact in way))

    def never(self, fact: Lin, facts: Facts, eager: bool) -> bool:
        """Whether a sum is below 0, as far as is seen at once."""
        against = times(fact, -1)
        if eager:
            return self.symbols.at_least(against, 1, facts, deep=False)
        bound = self.symbols.interval(against)
        return bound is not None and bound >= 1

    def where(self, state: State, cond: Condition, kind: str) -> State | None:
        """The state in which a comparison has come out as ``kind``; None if it never does."""
        difference = self.compared(state, cond)
        out = state.copy()
        if difference is None:
            out.sure = False
            return out
        out.sure &= all(sym in self.symbols.exact or not sym for sym, _ in difference)
        ways = self.ways(kind, difference, state.facts)
        if not ways:
            return None
        if len(ways) > 1:
            out.sure = False
            return out
        out.facts = state.facts.with_(ways[0])
        return out

    def substitute(self, state: State, zero: Lin) -> None:
        """Use an equation to be rid of the newest symbol in it that nobody else has."""
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
        """One state of several; symbols from ``since`` on are not known to all of them."""
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
        """Values of which each is a sum that only one of the ways knows: the first is a choice, the others keep their
        tie to it, if that is known to both."""
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
        """Whether these are data of which nothing is known."""
        return all(len(lin) == 1 and lin[0][1] == 1 and lin[0][0] in self.data for lin in sums)

    def either(self, x: Lin, y: Lin) -> Lin:
        """One of two data: data again."""
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

    # -- control ---------------------------------------------------------------------------------------------------

    def run(self, at: int, end: int, state: State | None) -> State | None:
        """Walk steps ``at`` to ``end`` (exclusive)."""
        while at < end:
            step = self.steps[at]
            op = step.op
            name = op.name
            if name == "label":
                if step.back and state is not None:
                    state = self.loop(at, step.back, state)
                    at = step.back
                else:
                    came = self.pending.pop(op.args[0], [])
                    sure, since = self.waits.pop(op.args[0], (state is not None and state.sure, 0))
                    state = self.join(([] if state is None else [state]) + came, sure, since)
            elif state is None:
                pass
            elif name == "branch" and step.rare is not None:
                since = self.symbols.count
                taken = self.where(state, op.args[0], op.args[0].kind)
                passed = self.where(state, op.args[0], INVERSE[op.args[0].kind])
                if taken is not None:
                    taken = self.run(*step.rare, taken)
                state = self.join([one for one in (passed, taken) if one is not None], state.sure, since)
                at += 1  # the label where both meet
            elif name == "branch":
                self.waits.setdefault(op.args[1], (state.sure, self.symbols.count))
                taken = self.where(state, op.args[0], op.args[0].kind)
                if taken is not None:
                    self.pending.setdefault(op.args[1], []).append(taken)
                state = self.where(state, op.args[0], INVERSE[op.args[0].kind])
            elif name == "jump":
                self.waits.setdefault(op.args[0], (state.sure, self.symbols.count))
                self.pending.setdefault(op.args[0], []).append(state)
                state = None
            else:
                self.do(op, state)
            at += 1
        return state

    def modified(self, at: int, end: int) -> set[int]:
        """Ids of the values that steps change, rare parts included."""
        found = self._modified.get((at, end))
        if found is None:
            found = set()
            for step in self.steps[at:end]:
                found.update(val.id for val in step.op.dst)
                if step.op.name == "asm":
                    found.update(val.id for val in self.changed(step.op))
                if step.rare is not None:
                    found |= self.modified(*step.rare)
            self._modified[at, end] = found
        return found

    def loop(self, at: int, back: int, entry: State) -> State | None:
        """Walk a loop; the state behind it."""
        rounds = Loop(self, at, back, entry)
        pending, waits, found = dict(self.pending), dict(self.waits), len(self.found)
        self.quiet += 1
        self.hopeful += 1
        rounds.guess()
        self.hopeful -= 1
        self.quiet -= 1
        for attempt in range(ATTEMPTS):
            self.pending, self.waits = dict(pending), dict(waits)
            del self.found[found:]
            if attempt == ATTEMPTS - 1:
                rounds.give_up()
            if rounds.settled():
                break
        self.stores += rounds.made
        return rounds.behind()

    # -- operations ------------------------------------------------------------------------------------------------

    def do(self, op: Op, state: State) -> None:
        if op.name in MEMORY:
            self.memory(op, state)
            return
        dst = op.dst[0]
        rule = RULES.get(op.name)
        if dst.type.cls != "gp":
            return
        state.vals[dst.id] = self.unknown(dst.type) if rule is None else rule(self, op, state)

    def memory(self, op: Op, state: State) -> None:
        if op.name == "asm":
            for mem, size, write in self.operands(op):
                self.touch(op, state, mem.args, mem.attrs["offset"], mem.attrs["scale"], size, write)
            for val in self.changed(op):
                if val.id in self.wanted:
                    state.vals[val.id] = self.unknown(val.type)
            return
        write = op.name in ("store", "vstore")
        kind = op.args[2].type if write else op.dst[0].type
        size = 16 if op.name == "vblock" else kind.bits // 8
        self.touch(op, state, op.args, op.attrs["offset"], 1, size, write)
        if not write and op.dst[0].id in self.wanted:
            state.vals[op.dst[0].id] = made = self.unknown(op.dst[0].type)
            self.data.add(made[0][0])

    def touch(
        self, op: Op, state: State, args: tuple[Any, ...], offset: int, scale: int, size: int, write: bool
    ) -> None:
        if self.quiet and not write:
            return
        ptr, index = args[0], args[1]
        address = self.value(state, ptr)
        if index is not None:
            address = plus(address, self.value(state, index), scale)
        address = shifted(address, offset)
        if not self.quiet:
            self.access(op, state, address, ptr, size, write)
        if write:
            for place, at, _ in self.resolve(address, state.facts):
                name = place.name if place is not None else ""
                self.stores.append((name, at if place is not None else None, size))
                if place is None:
                    for known in self.places.values():
                        state.written[known.name] = None
                elif place.fresh:
                    state.written[name] = united(state.written.get(name, ()), ((at, shifted(at, size)),))


def _old(x: Lin, since: int) -> bool:
    """Whether all symbols of a sum were there before ``since``."""
    return not since or not x or x[-1][0] < since
