# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finding the relation of both sides at each cut. The checker trusts nothing of this module.

All cells begin as one class. Random values on the ways to a cut split the classes until they stay. A cell that has one
term over the arguments on every way is constant; a pointer keeps its base, and the distance from it is a class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from proof import step
from proof.graph import ENTRY, EXIT, Cell, Graph, State
from proof.memory import FRAME, Map, NoProof, Region, contents
from proof.terms import Term, add, concat, const, extract, linear, scaled, sub, sym
from proof.values import signature

Pair = tuple[int, int]
View = tuple[int, Cell, int, int]
"""Side (0 script, 1 machine), cell, first bit, width."""
WIDTHS = (128, 64, 32, 16, 8)
ROUNDS = 60


@dataclass(slots=True)
class Leader:
    """Where the checker reads the value of a symbol: a view of a cell, minus a base."""

    view: View
    base: Term | None


@dataclass(slots=True)
class Cut:
    """Both states at a cut as terms over symbols, and the symbols' leaders."""

    states: tuple[State, State]
    leaders: dict[Term, Leader] = field(default_factory=dict)


Relation = dict[Pair, Cut]
Way = tuple[State, State]
Arrival = tuple[Pair, Term, Way]
"""The cuts where a way began, the condition to go it, and the states at its end."""
Tie = tuple[int, View, Term]
"""A value is a number times the value of a view, plus a value of the entry."""
Ends = tuple[dict[int, tuple[Term, State]], dict[int, tuple[Term, State]]]
"""For each side the cuts that come next, each with the condition to come there and the state there."""


def views(side: int, cell: Cell, w: int, word: int) -> Iterator[View]:
    """The parts of a cell that may equal others. A script's word of two registers has two."""
    if side == 0 and w == 2 * word < 128:
        yield from ((side, cell, first, word) for first in (0, word))
        return
    if w <= 128:
        sizes = [w, *(size for size in WIDTHS if size < w)] if side else [w]
        yield from ((side, cell, 0, size) for size in sizes)
        return
    yield from ((side, cell, first, 128) for first in range(0, w, 128))


class Finder:
    def __init__(self, graphs: tuple[Graph, Graph], starts: tuple[State, State], memory: Map) -> None:
        self.graphs, self.memory = graphs, memory
        self.relation: Relation = {(ENTRY, ENTRY): Cut(starts)}
        self.classes: dict[Pair, dict[View, int]] = {}
        self.fixed: dict[Pair, dict[View, Term]] = {}
        self.based: dict[Pair, dict[View, Term | None]] = {}
        self.wanders: dict[Pair, dict[View, Region]] = {}
        self.ties: dict[Pair, dict[View, Tie]] = {}
        self.loose: set[tuple[Pair, View, View]] = set()  # values that were in step until another way was seen
        self.parted: dict[tuple[Pair, View], int] = {}  # views that are not proved equal to others → a number
        self.left = ROUNDS
        self._local: dict[Term, bool] = {}
        self._numbers: dict[tuple[object, ...], int] = {}

    def find(self) -> Relation:
        while self.again():
            pass
        return self.relation

    def part(self, pair: Pair, view: View) -> None:
        """Take a part of a cell out of its class: random values do not tell it from the others."""
        side, cell, low, w = view
        for one in self.classes[pair]:
            if one[:2] == (side, cell) and one[2] < low + w and low < one[2] + one[3]:
                self.parted[pair, one] = len(self.parted) + 1

    def again(self) -> bool:
        """Whether one more round finds that values of a class differ. Its symbols have new names, and random values
        that no round before has drawn."""
        if self.left == 0:
            raise NoProof(f"no relation of the loops after {ROUNDS} rounds")
        self.left -= 1
        return self._round()

    def _round(self) -> bool:
        """Run every pair of cuts. True if a class changed."""
        ways: dict[Pair, list[Arrival]] = {}
        todo, done, changed = [(ENTRY, ENTRY)], set(), False
        while todo:
            pair = todo.pop(0)
            if pair in done:
                continue
            done.add(pair)
            cut = self.relation[pair]
            for goal, under, way in matched(runs(self.graphs, pair, cut.states)):
                if goal == (EXIT, EXIT):
                    continue
                ways.setdefault(goal, []).append((pair, under, way))
                if goal not in self.relation:
                    self._refine(goal, ways[goal])
                if goal not in done:
                    todo.append(goal)
        for goal, found in ways.items():
            changed |= self._refine(goal, found)
        return changed

    def local(self, term: Term) -> bool:
        """Whether a term hangs on a symbol of a cut."""
        todo = [term]
        while todo:
            one = todo[-1]
            if one in self._local:
                todo.pop()
                continue
            missing = [arg for arg in one.args if arg not in self._local]
            if missing:
                todo += missing
                continue
            own = isinstance(one.val, str) and one.val.startswith("@")
            self._local[one] = own or any(self._local[arg] for arg in one.args)
            todo.pop()
        return self._local[term]

    def _refine(self, pair: Pair, arrivals: list[Arrival]) -> bool:
        ways = [way for _, _, way in arrivals]
        first = pair not in self.classes
        classes, fixed = self.classes.setdefault(pair, {}), self.fixed.setdefault(pair, {})
        based, wanders = self.based.setdefault(pair, {}), self.wanders.setdefault(pair, {})
        before, ties = (dict(classes), dict(fixed)), dict(self.ties.get(pair, {}))
        words: dict[View, list[Term]] = {}
        cells: list[tuple[int, Cell, list[Term]]] = []
        for side in (0, 1):
            for cell, one in ways[0][side].items():
                if cell[0] in ("flag", "bytes below", "went to"):
                    continue
                found = [self.graphs[side].side.read(way[side], cell, one.w) for way in ways]
                terms = [t for t in found if t is not None]
                if len(terms) == len(ways):
                    cells.append((side, cell, terms))
        present: set[View] = set()
        for side, cell, terms in cells:
            for view in views(side, cell, terms[0].w, self.memory.word):
                _, _, low, w = view
                present.add(view)
                whole = w == terms[0].w or w == 128 or not side
                values = terms if w == terms[0].w or not whole else [extract(low + w - 1, low, t) for t in terms]
                base = None
                if whole:
                    constant = all(t is values[0] for t in values) and not self.local(values[0])
                    if first and constant:
                        fixed[view] = values[0]
                    elif not constant or fixed.get(view) is not values[0]:
                        fixed.pop(view, None)
                    base = self._base(values)
                    if not first and based.get(view) is not base:
                        base = None
                    based[view] = base
                    region = self._wanders(values)
                    if base is None and region:
                        wanders[view] = region
                    else:
                        wanders.pop(view, None)
                numbers = [sub(t, base) if base is not None else t for t in values]
                if not side and w == self.memory.word and view not in fixed:
                    words[view] = numbers
                shown = [signature(t) for t in numbers]
                if not whole:
                    shown = [tuple(x & (1 << w) - 1 for x in one) for one in shown]
                key = (
                    pair, w, classes.get(view, -1), base.id if base is not None else -1, tuple(shown),
                    self.parted.get((pair, view), 0),
                )  # fmt: skip
                classes[view] = self._numbers.setdefault(key, len(self._numbers))
        for view in [one for one in classes if one not in present]:
            del classes[view]
            fixed.pop(view, None)
        self._tie(pair, arrivals, words)
        self.relation[pair] = self._cut(pair, cells)
        return self._partition(before) != self._partition((classes, fixed)) or ties != self.ties[pair]

    def _tie(self, pair: Pair, arrivals: list[Arrival], words: dict[View, list[Term]]) -> None:
        """Find the pointers in step with another value. Where no argument has a distance, nothing needs to know."""
        based, found = self.based[pair], dict[View, Tie]()
        old = self.relation[pair].states[0] if pair in self.relation else {}

        def before(view: View) -> Term:
            base, term = based.get(view), old[view[1]]
            return sub(term, base) if base is not None else term

        for view in [one for one in words if based.get(one) is not None] if self.memory.distances else ():
            if any(view == to for _, to, _ in found.values()):
                continue
            for other in sorted(words, key=lambda one: (based.get(one) is not None, one)):
                if other == view or other in found or (pair, view, other) in self.loose:
                    continue
                ways = [
                    step.Reached(under, (x, y), (before(view), before(other)) if of == pair and old else None)
                    for (of, under, _), x, y in zip(arrivals, words[view], words[other])
                ]
                made = step.tied(ways, self.local)
                if made is not None:
                    found[view] = made[0], other, made[1]
                    break
        for view, (_, other, _) in self.ties.get(pair, {}).items():
            if found.get(view, (0, view))[1] != other:
                self.loose.add((pair, view, other))
        self.ties[pair] = found

    @staticmethod
    def _partition(given: tuple[dict[View, int], dict[View, Term]]) -> object:
        classes, fixed = given
        groups: dict[int, set[View]] = {}
        for view, number in classes.items():
            if view not in fixed:
                groups.setdefault(number, set()).add(view)
        return frozenset(frozenset(group) for group in groups.values()), frozenset(fixed), len(classes)

    def _base(self, values: list[Term]) -> Term | None:
        if values[0].w != self.memory.word:
            return None
        found = [{t for t, c in linear(v).parts.items() if c == 1 and self.memory.is_base(t)} for v in values]
        same = set.intersection(*found)
        one = next(iter(same)) if len(same) == 1 else None
        return None if one is None or self.memory.regions[one] == FRAME else one

    def _wanders(self, values: list[Term]) -> Region | None:
        """The region of a pointer that has different bases of one region on different ways."""
        if values[0].w != self.memory.word:
            return None
        found = {region for value in values for region in [self._region(value)]}
        region = next(iter(found)) if len(found) == 1 else None
        return None if region == FRAME else region

    def _region(self, value: Term) -> Region | None:
        bases = [t for t, c in linear(value).parts.items() if c == 1 and self.memory.is_base(t)]
        return self.memory.regions[bases[0]] if len(bases) == 1 else None

    def _cut(self, pair: Pair, cells: list[tuple[int, Cell, list[Term]]]) -> Cut:
        classes, fixed, based, wanders = self.classes[pair], self.fixed[pair], self.based[pair], self.wanders[pair]
        cut, ties = Cut(({}, {})), {classes[view]: tie for view, tie in self.ties[pair].items()}
        of_script = {classes[v] for v in classes if v[0] == 0 and v not in fixed}
        tag = f"@{pair[0]}.{pair[1]}"

        def symbol(view: View) -> Term:
            base = based.get(view)
            if classes[view] in ties and base is not None:
                times, other, begin = ties[classes[view]]
                return add(base, begin, scaled(alone(other), times))
            made = alone(view)
            return made if base is None else add(base, made)

        def alone(view: View) -> Term:
            """The value of a view without its base."""
            w, name = view[3], f"{tag}.{classes[view]}"
            made = contents(name) if w == 0 else sym(w, name)
            if view in wanders:
                self.memory.regions[made] = wanders[view]
            cut.leaders.setdefault(made, Leader(view, based.get(view)))
            return made

        def part(side: int, cell: Cell, low: int, w: int) -> Term:
            """Bits of a cell: the widest view that is constant or that the script shares, and unknown bits above."""
            options = [
                v for v in views(side, cell, low + w, self.memory.word) if v[2] == low and v in classes and v[3] <= w
            ]
            for view in options:
                if view in fixed:
                    made = fixed[view]
                elif side == 0 or w == 0 or classes[view] in of_script:
                    made = symbol(view)
                else:
                    continue
                if view[3] == w:
                    return made
                above = [t[3] for t in cells_of[side, cell]]
                assert above is not None
                return concat(self._above(cut, tag, (side, cell, low + view[3], w - view[3]), highs), made)
            return symbol((side, cell, low, w))

        cells_of: dict[tuple[int, Cell], list[View]] = {}
        for view in classes:
            cells_of.setdefault((view[0], view[1]), []).append(view)
        for side, cell, terms in cells:
            w = terms[0].w
            highs = terms
            pieces = sorted({v[2:] for v in views(side, cell, w, self.memory.word) if side == 0 or w > 128}) or [(0, w)]
            made = [part(side, cell, *piece) for piece in pieces]
            cut.states[side][cell] = concat(*reversed(made)) if len(made) > 1 else made[0]
        for cell in [("bytes below",)]:
            cut.states[1][cell] = contents(f"{tag} frame")
        return cut

    @staticmethod
    def _above(cut: Cut, tag: str, view: View, terms: list[Term]) -> Term:
        """The bits above a shared view: zero if they are zero on every way, else unknown."""
        _, cell, low, w = view
        if all(extract(low + w - 1, low, t) is const(w, 0) for t in terms):
            return const(w, 0)
        made = sym(w, f"{tag} above {cell} {low}")
        cut.leaders.setdefault(made, Leader(view, None))
        return made


def runs(graphs: tuple[Graph, Graph], pair: Pair, states: tuple[State, State]) -> Ends:
    """Both sides run from a pair of cuts."""
    one, other = (graph.run(start, state) for graph, start, state in zip(graphs, pair, states))
    return one, other


def matched(ends: Ends) -> Iterator[Arrival]:
    """The pairs of cuts that come next, with the script's condition to come there. The partners' conditions agree on
    random values. The checker proves that they agree."""
    left = dict(ends[1])
    for goal, (cond, state) in sorted(ends[0].items()):
        fits = [g for g, (other, _) in left.items() if other is cond and (g == EXIT) == (goal == EXIT)]
        fits += [g for g, (o, _) in left.items() if signature(o) == signature(cond) and (g == EXIT) == (goal == EXIT)]
        if not fits:
            raise NoProof(f"the machine has no loop for that of the script's place {goal}: {cond}")
        yield (goal, fits[0]), cond, (state, left.pop(fits[0])[1])
    if left:
        raise NoProof(f"the script has no loop for that of the instruction {min(left)}")
