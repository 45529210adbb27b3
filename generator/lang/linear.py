# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Sums of symbols and lower bounds of sums, by Fourier-Motzkin elimination over integers.

A symbol is named by a number greater than 0; the name 0 stands for the constant 1. A sum is a sorted tuple of (symbol,
coefficient).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from math import gcd

Lin = tuple[tuple[int, int], ...]
ZERO: Lin = ()
MOST_ROWS = 60  # inequalities in one elimination; with more the answer is "unknown"
MOST_CASES = 3  # choices by which one question is split
GOAL = 1 << 60  # in an elimination: a symbol whose value is at least the goal
BIG = 1 << 30
EVERY = 1 << 200  # the bound of a sum under facts that contradict each other


def number(value: int) -> Lin:
    return ((0, value),) if value else ZERO


def symbol(sym: int, factor: int = 1) -> Lin:
    return ((sym, factor),) if factor else ZERO


def plus(x: Lin, y: Lin, factor: int = 1) -> Lin:
    """x + factor * y."""
    if not y or not factor:
        return x
    if not x:
        return y if factor == 1 else times(y, factor)
    out = dict(x)
    for sym, by in y:
        out[sym] = out.get(sym, 0) + factor * by
    return tuple(sorted([pair for pair in out.items() if pair[1]]))


def shifted(x: Lin, value: int) -> Lin:
    """x + a constant."""
    if not value:
        return x
    if x and x[0][0] == 0:
        rest, value = x[1:], value + x[0][1]
        return ((0, value), *rest) if value else rest
    return ((0, value), *x)


def times(x: Lin, factor: int) -> Lin:
    return tuple((sym, by * factor) for sym, by in x) if factor else ZERO


def split(x: Lin) -> tuple[int, Lin]:
    """The constant and the other terms."""
    return (x[0][1], x[1:]) if x and x[0][0] == 0 else (0, x)


def constant(x: Lin) -> int | None:
    """The value of a sum without symbols."""
    return 0 if not x else x[0][1] if len(x) == 1 and x[0][0] == 0 else None


def replaced(x: Lin, sym: int, by: Lin) -> Lin:
    """``x`` with the symbol ``sym`` replaced by a sum."""
    for found, factor in x:
        if found == sym:
            return plus(tuple(pair for pair in x if pair[0] != sym), by, factor)
    return x


def ratio(x: Lin) -> tuple[Lin, int]:
    """A sum as a unit and a factor. The unit's coefficients have no common divisor, and the last one is positive."""
    if not x:
        return x, 0
    common = reduce(gcd, (by for _, by in x), 0)
    common = common if x[-1][1] > 0 else -common
    return tuple((sym, by // common) for sym, by in x), common


@dataclass(frozen=True, slots=True)
class Case:
    """One of several ways in which a symbol got its value: the facts (each sum is >= 0), and the value."""

    facts: tuple[Lin, ...]
    value: Lin


@dataclass(eq=False, slots=True)
class Facts:
    """Sums that are >= 0 at one place of the code. ``known``: sum without its constant → the bound found, and the
    effort: 1 for elimination, 2 with cases, 0 if more may be found."""

    items: tuple[Lin, ...] = ()
    parent: Facts | None = None
    known: dict[tuple[Lin, bool], tuple[int | None, int]] = field(default_factory=dict)
    tied: frozenset[int] = frozenset()  # the symbols in the sums

    def with_(self, more: Iterable[Lin]) -> Facts:
        """These facts and ``more``."""
        fresh = tuple(fact for fact in more if fact not in self.items and constant(fact) is None)
        if not fresh:
            return self
        return Facts(self.items + fresh, self, {}, self.tied | {sym for fact in fresh for sym, _ in fact})

    def bound(self, x: tuple[Lin, bool]) -> tuple[int | None, int]:
        """The bound known for a sum. A bound found with fewer facts still holds."""
        found = self.known.get(x)
        if found is not None:
            return found
        before = self.parent
        while before is not None:
            bound, _ = before.known.get(x, (None, 0))
            if bound is not None:
                return bound, 0
            before = before.parent
        return None, 0


class Symbols:
    """All symbols of one analysis: their bounds, the facts that always hold of each, and the cases of a choice.

    ``exact``: symbols whose every value within the facts occurs in some call. ``free``: exact symbols that the caller
    chooses. ``bases``: the addresses of buffers. ``chosen``: choices by a comparison of exact symbols.
    """

    def __init__(self, thorough: bool = True) -> None:
        self.thorough = thorough
        self.low: list[int | None] = [1]
        self.high: list[int | None] = [1]
        self.always: dict[int, list[Lin]] = {}
        self.cases: dict[int, tuple[Case, ...]] = {}
        self.exact: set[int] = set()
        self.chosen: set[int] = set()
        self.free: dict[int, str] = {}
        self.bases: dict[int, str] = {}

    def new(self, low: int | None = None, high: int | None = None) -> int:
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def hold(self, sym: int, *sums: Lin) -> None:
        """Add sums that are >= 0 for every value of ``sym``."""
        self.always.setdefault(sym, []).extend(sums)

    @property
    def count(self) -> int:
        """The next symbol's number."""
        return len(self.low)

    # -- bounds ----------------------------------------------------------------------------------------------------

    def interval(self, x: Lin) -> int | None:
        """A lower bound from the symbols' own bounds."""
        total = 0
        for sym, by in x:
            bound = self.low[sym] if by > 0 else self.high[sym]
            if bound is None:
                return None
            total += by * bound
        return total

    def at_least(self, x: Lin, need: int, facts: Facts, deep: bool = True) -> bool:
        """True if x >= need is proved. ``deep``: the proof may split cases."""
        offset, rest = split(x)
        if not rest:
            return offset >= need
        wide = abs(need - offset) >= BIG
        key = (rest, wide)
        bound, effort = facts.bound(key)
        if bound is not None and bound + offset >= need:
            return True
        if effort > deep:
            return False
        bound = self.interval(rest)
        if bound is not None and bound + offset >= need:
            return True
        if all(sym not in self.always and sym not in self.cases and sym not in facts.tied for sym, _ in rest):
            return False  # no fact has the symbols: the interval is the only bound
        bound = self.direct(rest, facts.items, wide)
        if bound is not None and bound + offset >= need or not self.thorough:
            facts.known[key] = (bound, 0 if self.thorough else 2)
            return bound is not None and bound + offset >= need
        bound = self.least(rest, facts.items, need - offset, wide=wide, cases=MOST_CASES if deep else 0)
        facts.known[key] = (bound, 1 + deep if bound is None or bound + offset < need else 0)
        return bound is not None and bound + offset >= need

    def direct(self, x: Lin, facts: tuple[Lin, ...], wide: bool, again: bool = True) -> int | None:
        """A lower bound: subtract multiples of one or two facts from x, and take the interval of the rest."""
        best: int | None = None
        for sym, by in x:
            for fact in (*facts, *self.always.get(sym, ())):
                factor = next((factor for other, factor in fact if other == sym), 0)
                if factor * by > 0 and (wide or fact[0][0] or fact[0][1] < BIG):
                    common = gcd(by, factor)
                    scale = abs(factor) // common  # of x, so that a whole multiple of the fact cancels the symbol
                    rest = plus(times(x, scale), fact, -(abs(by) // common))
                    bound = self.interval(rest)
                    if again and (bound is None or bound < -BIG):
                        further = self.direct(rest, facts, wide, False)
                        bound = bound if further is None else further
                    if bound is not None and (best is None or -(-bound // scale) > best):
                        best = -(-bound // scale)
        return best

    def zero(self, x: Lin, facts: Facts) -> bool:
        return not x or self.at_least(x, 0, facts) and self.at_least(times(x, -1), 0, facts)

    def least(
        self, x: Lin, facts: tuple[Lin, ...], need: int, known: tuple[int, ...] = (), *, wide: bool = False,
        cases: int = MOST_CASES,
    ) -> int | None:  # fmt: skip
        """The greatest lower bound of x by elimination. If the bound is below ``need``, the proof splits cases.
        ``known``: the symbols that were split already. ``wide``: the bounds of types count."""
        rows, syms = self.cone(x, facts, wide)
        bound = _minimum(x, rows)
        if bound is not None and bound >= need or len(known) >= cases:
            return bound
        chosen = max((sym for sym in syms if sym in self.cases and sym not in known), default=0)
        if not chosen:
            return bound
        found = EVERY
        for case in self.cases[chosen]:
            same = plus(case.value, symbol(chosen), -1)
            inner = self.least(
                x, (*facts, *case.facts, same, times(same, -1)), need, (*known, chosen), wide=wide, cases=cases
            )
            if inner is None:
                return bound
            found = min(found, inner)
        return found if bound is None else max(found, bound)

    def cone(self, x: Lin, facts: tuple[Lin, ...], wide: bool = True) -> tuple[list[Lin], set[int]]:
        """All facts about the symbols of x and about the symbols tied to these. Without ``wide``, bounds of types are
        left out."""
        rows: dict[Lin, None] = {}
        seen = {0}
        todo = [sym for sym, _ in x]
        left = list(facts)
        while todo:
            sym = todo.pop()
            if sym in seen:
                continue
            seen.add(sym)
            low, high = self.low[sym], self.high[sym]
            if low is not None:
                rows[shifted(symbol(sym), -low)] = None
            if high is not None and (wide or high < BIG):
                rows[shifted(symbol(sym, -1), high)] = None
            touching = [fact for fact in left if any(found == sym for found, _ in fact)]
            if touching:
                left = [fact for fact in left if fact not in touching]
            for fact in (*touching, *self.always.get(sym, ())):
                if fact not in rows and (wide or not fact or fact[0][0] or fact[0][1] < BIG):
                    rows[fact] = None
                    todo.extend(found for found, _ in fact if found not in seen)
        return list(rows), seen


def _minimum(x: Lin, rows: list[Lin]) -> int | None:
    """A lower bound of ``x`` under the condition that all rows are >= 0.

    None if no bound is found, EVERY if the rows contradict each other.
    """
    work = {_tight(row) for row in rows}
    work.add((*times(x, -1), (GOAL, 1)))
    while True:
        if any(not rest and offset < 0 for offset, rest in map(split, work)):
            return EVERY
        uses: dict[int, tuple[int, int]] = {}
        for row in work:
            for sym, by in row:
                if 0 < sym < GOAL:
                    up, down = uses.get(sym, (0, 0))
                    uses[sym] = (up + 1, down) if by > 0 else (up, down + 1)
        if not uses:
            break
        chosen = min(uses, key=lambda sym: (uses[sym][0] * uses[sym][1] - sum(uses[sym]), sym))
        ups: list[tuple[int, Lin]] = []
        downs: list[tuple[int, Lin]] = []
        rest_: set[Lin] = set()
        for row in work:
            by = next((by for sym, by in row if sym == chosen), 0)
            if not by:
                rest_.add(row)
            else:
                (ups if by > 0 else downs).append((by, row))
        if len(rest_) + len(ups) * len(downs) > MOST_ROWS:
            return None
        for a, over in ups:
            for b, under in downs:
                common = gcd(a, -b)
                rest_.add(_tight(plus(times(over, -b // common), under, a // common)))
        rest_.discard(ZERO)
        work = rest_
    bound: int | None = None
    for row in work:
        parts = dict(row)
        by, offset = parts.get(GOAL, 0), parts.get(0, 0)
        if by > 0:
            found = -(offset // by)
            bound = found if bound is None else max(bound, found)
        elif not by and offset < 0:
            return EVERY
    return bound


def _tight(row: Lin) -> Lin:
    """The same inequality over integers: divided by the coefficients' greatest common divisor, the constant rounded."""
    common = reduce(gcd, (by for sym, by in row if sym), 0)
    if common > 1:
        row = tuple((sym, by // common) for sym, by in row if by // common)
    return row
