# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What holds at the cuts of a recording: a pointer in step with a counter, a counter that stays between bounds. Such
facts are guessed from what the ways to a cut do, and kept if every way to the cut proves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.lang.contract import Kernel
from proof.accesses import Account, Segment
from proof.conditions import eq, ult
from proof.memory import DATA, Map, contents
from proof.nodes import is_open
from proof.step import without
from proof.terms import Term, add, band, bnot, concat, const, extract, linear, scaled, signed, sub, sym, zext
from proof.whole import Buffer, Numbers, Question

QUESTIONS = 250
"""The most questions for z3 in one function."""
TIES = 40
"""The most steps in the search for values that are in step."""
BEGINS = 4
"""The most values of the entry that are tried for two values in step."""
FACTS = 250
"""The most facts that are guessed of one cut."""


def parts_of(term: Term) -> Iterable[Term]:
    """A term and all terms of which it is made. Their order does not hang on where they lie: z3's answers do on it."""
    seen, todo = {term: None}, [term]
    while todo:
        for arg in todo.pop().args:
            if arg not in seen:
                seen[arg] = None
                todo.append(arg)
    return seen


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition on symbols of a cut. ``make``: the condition, for values of these symbols."""

    symbols: tuple[Term, ...]
    made: Term
    make: Callable[[Sequence[Term]], Term]

    def term(self, values: Mapping[Term, Term]) -> Term:
        return self.make([values[one] for one in self.symbols])


def fact(symbols: Sequence[Term], make: Callable[[Sequence[Term]], Term]) -> Fact:
    return Fact(tuple(symbols), make(symbols), make)


def tie(x: Term, y: Term, times: int, begin: Term) -> Fact:
    """x is always so many times y, plus a value of the entry."""
    return fact((x, y), lambda v: eq(apart(v[0], v[1], times), begin))


def apart(x: Term, y: Term, times: int) -> Term:
    """x less so many times y, modulo 2^w of x."""
    return sub(x, scaled(zext(x.w, y) if y.w <= x.w else extract(x.w - 1, 0, y), times))


def least(x: Term, bound: Term) -> Fact:
    return fact((x,), lambda v: bnot(ult(v[0], bound)))


def most(x: Term, bound: Term) -> Fact:
    return fact((x,), lambda v: bnot(ult(bound, v[0])))


def multiple(x: Term, bits: int) -> Fact:
    return fact((x,), lambda v: eq(extract(bits - 1, 0, v[0]), const(bits, 0)))


def given(condition: Term) -> Fact:
    return fact((), lambda _: condition)


class Facts:
    """What holds at the cuts of one account."""

    def __init__(self, kernel: Kernel, memory: Map, account: Account, buffers: Mapping[Term, Buffer]) -> None:
        self.kernel, self.memory, self.account, self.buffers = kernel, memory, account, buffers
        self.data = sym(memory.word, DATA)
        self.numbers = Numbers(kernel, memory.word, buffers)
        self.asked = 0
        self._local: dict[Term, bool] = {}
        self._known: dict[Any, list[Fact]] | None = None
        self.needed: list[Term] | None = None
        """The terms about which facts are wanted, or None for all addresses and conditions."""
        self.varied: set[Term] | None = None
        """The symbols about which facts are wanted, or None for all."""
        self.symbols = {one for values in account.arrivals for one in values}

    def base(self, address: Term) -> Term | None:
        """The only base that an address has: that of a buffer, or of the tables."""
        parts = linear(address).parts.items()
        bases = [one for one, times in parts if times == 1 and (one in self.buffers or one is self.data)]
        return bases[0] if len(bases) == 1 else None

    def at(self, cut: tuple[int, int]) -> list[Fact]:
        """The facts at a cut. They are found when they are first needed."""
        if self._known is None:
            self._known = Guesses(self).settled()
        return self._known.get(cut, [])

    def asking(self, conditions: Sequence[Term]) -> Question | None:
        self.asked += 1
        return None if self.asked > QUESTIONS else Question(self.numbers, conditions)

    def local(self, term: Term) -> bool:
        """Whether a term hangs on a symbol of a cut."""
        if term not in self._local:
            self._local[term] = term in self.symbols or any(self.local(arg) for arg in term.args)
        return self._local[term]


def wanted(facts: Facts) -> set[Term]:
    """The words on which addresses and conditions depend. Those that ``facts.needed`` tells, if it does."""
    account, word = facts.account, facts.memory.word
    if facts.needed is not None:
        todo = list(facts.needed)
    else:
        todo = [way.under for way in account.ways]
        todo += [one for mine, _ in account.runs for access in mine.accesses for one in (access.address, access.under)]
    seen, out = set[Term](), set[Term]()
    while todo:
        one = todo.pop()
        if one in seen or (one.op == "load" and one.args[0] is not contents(DATA)):
            continue
        seen.add(one)
        todo += one.args
        if one in facts.symbols and 1 < one.w <= word and (facts.varied is None or one in facts.varied):
            out.add(one)
            todo += [values[one] for values in account.arrivals if one in values]
    return out


def _split(
    facts: Facts, way: Segment, values: dict[Term, Term], needed: set[Term], depth: int = 2
) -> Iterator[tuple[Segment, dict[Term, Term]]]:
    """A way with values that a condition chooses is two ways."""
    found = [
        one for x, value in values.items() if x in needed for one in _conditions(value, x.w < 32) if facts.local(one)
    ]
    if not found or not depth:
        yield way, values
        return
    for yes in (True, False):
        under = band(way.under, found[0] if yes else bnot(found[0]))
        if is_open(under):
            made = {x: _chosen(one, found[0], yes) if x in needed else one for x, one in values.items()}
            yield from _split(facts, Segment(way.begin, way.goal, under), made, needed, depth - 1)


def _conditions(value: Term, plain: bool) -> Iterator[Term]:
    """The conditions that choose parts of a sum. ``plain``: only between constants."""
    if value.op == "ite" and (not plain or value.args[1].op == value.args[2].op == "const"):
        yield value.args[0]
    elif value.op in ("sum", "concat"):
        for one in value.args:
            yield from _conditions(one, plain)


def _chosen(value: Term, condition: Term, yes: bool) -> Term:
    """A value where a condition holds, or where not."""
    if value.op == "ite" and value.args[0] is condition:
        return value.args[1 if yes else 2]
    if value.op not in ("sum", "concat"):
        return value
    args = [_chosen(one, condition, yes) for one in value.args]
    if value.op == "concat":
        return concat(*args)
    return add(const(value.w, value.val[0]), *(scaled(one, times) for one, times in zip(args, value.val[1])))


class Guesses:
    """Facts that may hold at the cuts, and those that do."""

    def __init__(self, facts: Facts) -> None:
        self.facts, account = facts, facts.account
        self.cuts: dict[Any, list[Term]] = {}
        needed = wanted(facts)
        self.ways = [
            one for way, values in zip(account.ways, account.arrivals) for one in _split(facts, way, values, needed)
        ]
        for way, values in self.ways:
            self.cuts.setdefault(way.goal, sorted((one for one in values if one in needed), key=lambda t: t.id))
        self.leads: dict[Term, Term] = {}
        self.steps: dict[Term, set[int]] = {}
        self.ratios: dict[tuple[Term, Term], set[int]] = {}
        self._moves()
        self.ties: dict[Any, dict[tuple[Term, Term, int, Term], None]] = {cut: {} for cut in self.cuts}

    # -- guesses ---------------------------------------------------------------------------------------------------

    def _moves(self) -> None:
        """What rounds add to symbols, and to two of them at once. A symbol of an inner loop moves as that of the outer
        loop that it takes its value from."""
        moves: list[dict[Term, int]] = []
        for _, values in self.ways:
            moved: dict[Term, int] = {}
            at = {value: symbol for symbol, value in values.items() if value.op != "const"}
            for symbol, value in values.items():
                found = linear(value)
                for part, times in found.parts.items() if len(found.parts) == 1 else ():
                    narrow = (
                        at.get(part.args[-1]) if part.op == "concat" and part is zext(part.w, part.args[-1]) else None
                    )
                    if narrow is not None:
                        self.ratios.setdefault((self._lead(symbol), self._lead(narrow)), set()).add(
                            signed(times, symbol.w)
                        )
                if symbol.w and list(found.parts.values()) == [1]:
                    (of,) = found.parts
                    if of in self.facts.symbols:
                        self.leads[self._lead(symbol)] = self._lead(of)
                        moved[symbol] = signed(found.const, symbol.w)
            moves.append(moved)
        for moved in moves:
            steps = {self._lead(symbol): step for symbol, step in moved.items() if step}
            for x, step in steps.items():
                self.steps.setdefault(x, set()).add(step)
                for y, other in steps.items():
                    if step % other == 0:
                        self.ratios.setdefault((x, y), set()).add(step // other)

    def _lead(self, symbol: Term) -> Term:
        """One for all symbols that take their values from each other."""
        while symbol in self.leads and self.leads[symbol] is not symbol:
            symbol = self.leads[symbol]
        return symbol

    def _find_ties(self) -> None:
        todo = [way.goal for way, _ in self.ways if way.begin not in self.cuts] + list(self.cuts)
        for _ in range(TIES):
            if not todo:
                return
            begin = todo.pop(0)
            for way, values in self.ways:
                found = self.ties[way.goal]
                before = len(found)
                for x in self.cuts[way.goal] if begin in (way.begin, way.goal) else ():
                    for y in self.cuts[way.goal]:
                        for times in self._times(x, y):
                            away = apart(values[x], values[y], times)
                            known = sum(1 for one in found if one[:3] == (x, y, times))
                            if known < BEGINS and (times or self.facts.local(away)):
                                found.update(((x, y, times, one), None) for one in self._begins(way, away))
                if len(found) > before and way.goal not in todo:
                    todo.append(way.goal)

    def _times(self, x: Term, y: Term) -> set[int]:
        if x is y:
            return {0}  # a value that stays
        return self.ratios.get((self._lead(x), self._lead(y)), set())

    def _begins(self, way: Segment, away: Term) -> list[Term]:
        """Values of the entry that a term of a way may be, by the ties where the way began."""
        found = without(away, way.under, self.facts.local)
        if not self.facts.local(found):
            return [found]
        out = dict[Term, None]()
        for x, y, times, first in self.ties.get(way.begin, ()):
            by = linear(found).parts.get(x, 0)
            if by and x.w == found.w and times:
                moved = sub(found, scaled(sub(apart(x, y, times), first), by))
                moved = without(moved, way.under, self.facts.local)
                if not self.facts.local(moved):
                    out[moved] = None
        return list(out)

    def _bounds(self) -> dict[Term, dict[Term, None]]:
        """Values of the entry that a symbol may be at most."""
        out: dict[Term, dict[Term, None]] = {}
        for way, _ in self.ways:
            for atom in _atoms(way.under):
                for x in parts_of(atom):
                    if x in self.facts.symbols:
                        out.setdefault(x, {}).update(dict.fromkeys(self._ends(atom, x)))
        for _ in range(len(self.cuts) + 1):
            for _, values in self.ways:
                for x, value in values.items():
                    found = linear(value)
                    if not self.facts.local(value):
                        out.setdefault(x, {})[value] = None
                    elif list(found.parts.values()) == [1]:
                        out.setdefault(x, {}).update(dict(out.get(next(iter(found.parts)), {})))
        return out

    def _ends(self, atom: Term, x: Term) -> Iterator[Term]:
        """Values at which a condition on a symbol changes, and one step before or after."""
        if atom.op == "ult":
            away = sub(*atom.args)
        else:
            away = zext(x.w, atom.args[0]) if atom.args[0].w < x.w else atom.args[0]
        by = linear(away).parts.get(x, 0) if away.w == x.w else 0
        if by & 1 and atom.op in ("ult", "zero"):
            end = sub(x, scaled(away, pow(by, -1, 1 << x.w)))
            if not self.facts.local(end):
                for step in (0, *self.steps.get(self._lead(x), ())):
                    for less in (0, 1) if atom.op == "ult" else (0,):
                        yield add(end, const(x.w, -less - step))
                        yield add(end, const(x.w, -less + step))

    def settled(self) -> dict[Any, list[Fact]]:
        """The facts that every way to their cut proves."""
        self._find_ties()
        bounds = self._bounds()
        numbers = {1, *(abs(step) for steps in self.steps.values() for step in steps)}
        for way, _ in self.ways:
            numbers |= {
                arg.val for atom in _atoms(way.under) if atom.op == "ult" for arg in atom.args if arg.op == "const"
            }
        atoms = dict.fromkeys(atom for way, _ in self.ways for atom in _atoms(way.under) if not self.facts.local(atom))
        always = [given(one) for atom in atoms for one in (atom, bnot(atom))]
        found: dict[Any, dict[Term, Fact]] = {}
        for cut, symbols in self.cuts.items():
            made = [tie(*one) for one in self.ties[cut]] + always
            for x in symbols:
                made += [least(x, const(x.w, one)) for one in sorted(numbers) if one < 1 << x.w]
                lows = max(((step & -step).bit_length() for step in self.steps.get(self._lead(x), ())), default=0)
                made += [multiple(x, low) for low in range(1, min(lows, x.w))]
            made += [most(x, one) for x in symbols for one in bounds.get(x, ()) if one.w == x.w]
            found[cut] = {one.made: one for one in made[:FACTS] if one.made.op != "const"}
        return self._kept({cut: list(some.values()) for cut, some in found.items()})

    def _kept(self, found: dict[Any, list[Fact]]) -> dict[Any, list[Fact]]:
        """The facts that follow on each way from those where it began. A way is tried anew when these become fewer."""
        todo = list(range(len(self.ways)))
        while todo:
            way, values = self.ways[todo.pop(0)]
            wanted = [(one, one.term(values)) for one in found[way.goal]]
            asking = self.facts.asking([*(one.made for one in found.get(way.begin, ())), way.under]) if wanted else None
            held = set(asking.held([term for _, term in wanted])) if asking is not None else set()
            kept = [one for one, term in wanted if term in held]
            if len(kept) < len(wanted):
                found[way.goal] = kept
                todo += [n for n, (one, _) in enumerate(self.ways) if one.begin == way.goal and n not in todo]
        return found


def _atoms(under: Term) -> Iterator[Term]:
    """The comparisons in a condition."""
    for one in parts_of(under):
        if one.op in ("zero", "ult", "slt") and one.w == 1:
            yield one
