# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where streams are woven: the distances of pointers from the arguments that the pointers were computed from.

A word-level value is a sum of arguments, constants and symbols. One symbol is the number of rounds that a loop
has run; others are unknown values between bounds. Two pointers that a loop moves together keep their distance in
every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from generator.passes.contract import Operation, Word

Bounds = Union[tuple[int, int], None]
_FLOW = ("branch", "jump", "loop_end")


@dataclass(eq=False, slots=True)
class Symbol:
    """An unknown value. ``bounds``: its least and greatest value, if known. ``argument``: the name of the pointer, if
    the value is one."""

    bounds: Bounds = None
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """``constant`` plus each symbol times its count. No count is 0."""

    constant: int = 0
    terms: tuple[tuple[Symbol, int], ...] = ()

    def plus(self, other: Sum, times: int = 1) -> Sum:
        counts = dict(self.terms)
        for symbol, count in other.terms:
            counts[symbol] = counts.get(symbol, 0) + times * count
        terms = tuple(sorted(((s, n) for s, n in counts.items() if n), key=lambda term: id(term[0])))
        return Sum(self.constant + times * other.constant, terms)

    def put(self, symbol: Symbol, value: Sum) -> Sum:
        """The sum with ``value`` in the symbol's place."""
        count = dict(self.terms).get(symbol, 0)
        return self.plus(Sum(0, ((symbol, 1),)), -count).plus(value, count) if count else self

    def bounds(self) -> Bounds:
        low = high = self.constant
        for symbol, count in self.terms:
            if symbol.bounds is None:
                return None
            ends = sorted(count * end for end in symbol.bounds)
            low, high = low + ends[0], high + ends[1]
        return low, high


State = dict[int, Sum]
_Edge = tuple[int, int]


@dataclass(slots=True)
class _Block:
    """Operations ``start`` to ``end`` (exclusive), and the blocks that may follow: the adjacent one first."""

    start: int
    end: int
    succ: list[int] = field(default_factory=list)


class Distances:
    """The pointers of a recording, at the beginning of each of its stitches."""

    def __init__(self, ops: Sequence[Operation], params: Sequence[Word]) -> None:
        self.bits = next((p.type.bits for p in params if p.type.name in ("ptr", "usize")), 64)
        self.ops, self.params = ops, params
        self.arguments = {p.id: Symbol(None, p.name) for p in params if p.type.name == "ptr"}
        self.joined: dict[object, Symbol] = {}
        self._known: dict[frozenset[int], list[State] | None] = {}

    def between(self, stitch: int, x: int, y: int, p: str, q: str) -> Bounds:
        """The distance of value ``x`` from argument ``p`` minus the distance of ``y`` from ``q``, at the beginning of a
        stitch: least and greatest, in bytes. None if unknown. Stitches count from 0."""
        states = self.states(frozenset((x, y)))
        if states is None or stitch >= len(states):
            return None
        at = states[stitch]
        if x not in at or y not in at:
            return None
        moved: list[Sum] = []
        for val, name in ((x, p), (y, q)):
            symbol = next((s for s in self.arguments.values() if s.argument == name), None)
            if symbol is None or dict(at[val].terms).get(symbol) != 1:
                return None
            moved.append(at[val].plus(Sum(0, ((symbol, 1),)), -1))
        return moved[0].plus(moved[1], -1).bounds()

    def states(self, wanted: frozenset[int]) -> list[State] | None:
        """The known sums of the wanted values at each stitch. None if the author branches by ``asm``."""
        if wanted not in self._known:
            self._known[wanted] = self._run(wanted)
        return self._known[wanted]

    # -- operations that count -------------------------------------------------------------------------------------

    def _run(self, wanted: frozenset[int]) -> list[State] | None:
        ops = self._slice(wanted)
        if ops is None:
            return None
        graph = _blocks(ops)
        if graph is None:
            return None
        walk = _Walk(self, ops, graph)
        return walk.run() if walk.sound else None

    def _slice(self, wanted: frozenset[int]) -> list[Operation] | None:
        """The operations that make the wanted values, with control flow and seams. None if an ``asm`` branches."""
        makes: dict[int, list[Operation]] = {}
        wanted = wanted | {op.args[0].id for op in self.ops if op.name == "loop_end"}
        for op in self.ops:
            if op.name == "asm" and any(isinstance(arg, str) for arg in op.args):
                return None
            for val in _changed(op):
                makes.setdefault(val.id, []).append(op)
        work, needed, kept = [*wanted], set(wanted), set[int]()
        while work:
            for op in makes.get(work.pop(), ()):
                kept.add(id(op))
                for val in _read(op):
                    if val.id not in needed:
                        needed.add(val.id)
                        work.append(val.id)
        control = (*_FLOW, "label", "seam")
        return [op for op in self.ops if op.name in control or id(op) in kept]

    # -- effects of operations -------------------------------------------------------------------------------------

    def unknown(self, val: Word) -> Sum:
        bits = val.type.bits
        return Sum(0, ((Symbol((0, (1 << bits) - 1) if bits < self.bits else None), 1),))

    def joint(self, x: Sum, y: Sum, where: object) -> Sum:
        """One of two values: the shorter sum, plus a symbol for the distance to the other. Equal distances share a
        symbol."""
        if len(y.terms) < len(x.terms):
            x, y = y, x
        apart = y.plus(x, -1)
        bounds = apart.bounds()
        hull = None if bounds is None else (min(0, bounds[0]), max(0, bounds[1]))
        made = self.joined.setdefault((where, apart), Symbol(hull))
        return x.plus(Sum(0, ((made, 1),)))

    def step(self, state: State, op: Operation) -> None:
        """Follow one operation."""
        made = self.made(state, op) if len(op.dst) == 1 else None
        for val in _changed(op):
            state[val.id] = made or self.unknown(val)

    def value(self, state: State, arg: Any) -> Sum:
        if isinstance(arg, int):
            signed = arg & ((1 << self.bits) - 1)
            return Sum(signed - (1 << self.bits) if signed >> (self.bits - 1) else signed)
        if arg.id not in state:
            state[arg.id] = self.unknown(arg)
        return state[arg.id]

    def made(self, state: State, op: Operation) -> Sum | None:
        """The result, if the result is a sum or has bounds."""
        dst, args = op.dst[0], op.args
        if op.name == "loop_end":
            return self.value(state, args[0]).plus(Sum(-1)) if dst.type.bits == self.bits else None
        if op.name in ("copy", "zext"):
            return self.value(state, args[0])
        if op.name == "const":
            return self.value(state, args[0]) if dst.type.bits == self.bits else Sum(args[0] % (1 << dst.type.bits))
        if op.name == "and":
            masks = [arg for arg in args if isinstance(arg, int) and arg >= 0]
            return Sum(0, ((Symbol((0, min(masks))), 1),)) if masks else None
        if op.name == "shr" and op.attrs["bits"]:
            return Sum(0, ((Symbol((0, (1 << dst.type.bits - op.attrs["bits"]) - 1)), 1),))
        if op.name == "select" and (dst.type.bits == self.bits or not any(isinstance(arg, int) for arg in args)):
            return self.joint(self.value(state, args[1]), self.value(state, args[2]), op)
        if op.name in ("add", "sub") and dst.type.bits == self.bits:
            out = self.value(state, args[0])
            for arg in args[1:]:
                out = out.plus(self.value(state, arg), 1 if op.name == "add" else -1)
            return out
        return None


class _Walk:
    """One analysis. Each block comes after its predecessors. A loop counts by the amount that one round adds."""

    def __init__(self, known: Distances, ops: list[Operation], graph: list[_Block]) -> None:
        self.known, self.ops, self.graph = known, ops, graph
        self.order = _order(graph)
        place = {n: i for i, n in enumerate(self.order)}
        self.back = [(n, s) for n in self.order for s in graph[n].succ if place[s] <= place[n]]
        self.pred: dict[int, list[int]] = {}
        for n in self.order:
            for s in graph[n].succ:
                self.pred.setdefault(s, []).append(n)
        self.loops = {head: self._loop(head) for _, head in self.back}
        # The analysis handles no loop with a second entry.
        self.sound = all(
            n != self.order[0] and (n == head or set(self.pred[n]) <= body)
            for head, body in self.loops.items()
            for n in body
        )
        self.seams: dict[int, State] = {}

    def _loop(self, head: int) -> set[int]:
        body = {head}
        work = [n for n, goal in self.back if goal == head]
        while work:
            n = work.pop()
            if n not in body:
                body.add(n)
                work += self.pred.get(n, ())
        return body

    def run(self) -> list[State]:
        entry = {id_: Sum(0, ((symbol, 1),)) for id_, symbol in self.known.arguments.items()}
        self.through(self.order, {(-1, self.order[0]): entry})
        return [self.seams.get(n, {}) for n, op in enumerate(self.ops) if op.name == "seam" and op.args[0] == "begin"]

    def through(self, order: list[int], edges: dict[_Edge, State]) -> dict[_Edge, State]:
        """The states on all edges out of the blocks of ``order``. ``edges``: the states on the edges into them."""
        done = set[int]()
        for n in order:
            if n in done:
                continue
            if n in self.loops and order[0] != n:
                inner = [m for m in order if m in self.loops[n]]
                self.rounds(n, inner, edges)
                done.update(inner)
                continue
            arrived = [state for edge, state in edges.items() if edge[1] == n and edge not in self.back]
            if arrived:
                self.block(n, self.meet(n, arrived), edges)
        return edges

    def rounds(self, head: int, inner: list[int], edges: dict[_Edge, State]) -> None:
        """A loop, in two walks. The first starts from unknown values and finds the amount that a round adds. The second
        starts from the loop's values."""
        entry = self.meet(head, [state for edge, state in edges.items() if edge[1] == head])
        changed = {val.id: val for n in inner for op in self.part(n) for val in _changed(op)}
        start = {id_: Sum(0, ((Symbol(), 1),)) for id_ in changed}
        first = self.through(inner, {(-1, head): {**entry, **start}})
        ends = [first[edge] for edge in self.back if edge[1] == head and edge in first]
        count = Symbol()
        state = dict(entry)
        for id_, val in changed.items():
            steps = {end[id_].plus(start[id_], -1) for end in ends if id_ in end}
            if id_ in entry and len(steps) == 1 and not next(iter(steps)).terms:
                state[id_] = entry[id_].plus(Sum(0, ((count, 1),)), next(iter(steps)).constant)
            else:
                state[id_] = self.known.unknown(val)
        last = self.through(inner, {(-1, head): state})
        for (n, goal), left in last.items():
            if goal in self.loops[head] or n not in self.loops[head]:
                continue
            ending = self.ops[self.graph[n].end - 1]
            times = left.get(ending.args[0].id) if ending.name == "loop_end" else None
            if times is not None and dict(times.terms).get(count) == -1:  # 0 at the exit: tells the number of rounds
                rounds = times.plus(Sum(0, ((count, 1),)))
                left = {id_: value.put(count, rounds) for id_, value in left.items()}
            edges[n, goal] = left

    def part(self, n: int) -> list[Operation]:
        return self.ops[self.graph[n].start : self.graph[n].end]

    def block(self, n: int, state: State, edges: dict[_Edge, State]) -> None:
        for i in range(self.graph[n].start, self.graph[n].end):
            op = self.ops[i]
            if op.name == "seam":
                self.seams[i] = dict(state)
            elif op.name != "label":
                self.known.step(state, op)
        for goal in self.graph[n].succ:
            edges[n, goal] = dict(state)

    def meet(self, n: int, states: list[State]) -> State:
        out = dict(states[0])
        for state in states[1:]:
            for id_ in list(out):
                if id_ not in state:
                    del out[id_]
                elif out[id_] != state[id_]:
                    out[id_] = self.known.joint(out[id_], state[id_], n)
        return out


def _read(op: Operation) -> Iterator[Word]:
    """Values among the operands, including those of an ``asm``'s views."""
    for arg in op.args:
        if hasattr(arg, "type"):
            yield arg
        elif hasattr(arg, "args") and arg.name != "mem":
            yield from _read(arg)


def _changed(op: Operation) -> list[Word]:
    """Values that an operation may change. An ``asm`` may change any of its operands."""
    return [*op.dst, *(_read(op) if op.name == "asm" else ())]


def _blocks(ops: list[Operation]) -> list[_Block] | None:
    """Basic blocks. None for a branch to a missing label."""
    starts = {0, *(n for n, op in enumerate(ops) if op.name == "label"), *(
        n + 1 for n, op in enumerate(ops) if op.name in _FLOW
    )}  # fmt: skip
    cuts = [*sorted(n for n in starts if n < len(ops)), len(ops)]
    graph = [_Block(a, b) for a, b in zip(cuts, cuts[1:])]
    where = {ops[block.start].args[0]: n for n, block in enumerate(graph) if ops[block.start].name == "label"}
    for n, block in enumerate(graph):
        last = ops[block.end - 1]
        if last.name != "jump" and n + 1 < len(graph):
            block.succ.append(n + 1)
        if last.name in _FLOW:
            if last.args[-1] not in where:
                return None
            block.succ.append(where[last.args[-1]])
    return graph


def _order(graph: list[_Block]) -> list[int]:
    """The reachable blocks. Each comes after its predecessors, apart from the ends of loops."""
    seen, out = {0}, []
    stack = [(0, iter(graph[0].succ if graph else ()))]
    while stack:
        n, rest = stack[-1]
        following = next((s for s in rest if s not in seen), None)
        if following is None:
            out.append(n)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(graph[following].succ)))
    return out[::-1]
