# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One pass that proves a proposed relation inductive, and what holds at the return.

Claim at each pair of cuts: for some values of the cut's symbols both states are the relation's terms. From each pair
both sides run to the next cuts. There the values of the symbols are read off, and every cell is proved equal to its
term. A cell that the relation leaves out has an unknown value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from proof import step
from proof.accesses import Account, Log, Segment
from proof.equal import Judge
from proof.graph import ENTRY, EXIT, Graph, State
from proof.memory import Map, NoProof
from proof.relation import Cut, Ends, Pair, Relation, View, matched, runs
from proof.terms import Term, add, concat, extract, node, scaled, sub

AtReturn = Callable[[State, State], list[tuple[str, Term, Term]]]
"""Both states at the return → what must be equal there: name, the script's value, the machine's."""


@dataclass(slots=True)
class Difference(Exception):
    """Two values that must be equal. ``turn``: the random values for which they differ, or None. ``held``: the parts
    of cells of which the relation says values, if these are in question."""

    what: str
    expected: Term
    found: Term
    turn: int | None
    held: tuple[tuple[Pair, View], ...] = ()


def check(graphs: tuple[Graph, Graph], relation: Relation, at_return: AtReturn, judge: Judge, memory: Map) -> Account:
    """What both sides do, if the relation holds. Difference or NoProof otherwise."""
    todo, done, account = [(ENTRY, ENTRY)], set(), Account()
    while todo:
        pair = todo.pop()
        if pair in done:
            continue
        done.add(pair)
        cut = relation[pair]
        logs = Log(), Log()
        for graph, log in zip(graphs, logs):
            graph.side.log = log
        ends = runs(graphs, pair, cut.states)
        for graph in graphs:
            graph.side.log = None
        account.runs.append(logs)
        account.begins.append(pair)
        conditions(ends, judge)
        for goal, under, way in matched(ends):
            if goal == (EXIT, EXIT):
                for what, x, y in at_return(*way):
                    equal(judge, f"at the return: {what}", x, y)
                continue
            if goal not in relation:
                raise NoProof(f"no relation at {goal}")
            account.ways.append(Segment(pair, goal, under))
            account.arrivals.append(arrive(graphs, relation[goal], goal, under, way, judge, memory))
            todo.append(goal)
    return account


def conditions(ends: Ends, judge: Judge) -> None:
    """Both sides go to partners under equal conditions."""
    for (goal, partner), _, _ in matched(ends):
        equal(judge, f"the condition to reach place {goal} of the script", ends[0][goal][0], ends[1][partner][0])


def arrive(
    graphs: tuple[Graph, Graph], cut: Cut, goal: Pair, under: Term, way: tuple[State, State], judge: Judge, memory: Map
) -> dict[Term, Term]:
    """The values of the cut's symbols for which the states of a way are the cut's terms. ``under``: the condition to go
    that way."""
    values: dict[Term, Term] = {}
    for symbol, leader in cut.leaders.items():
        side, cell, low, w = leader.view
        whole = cut.states[side][cell]
        found = graphs[side].side.read(way[side], cell, whole.w)
        if found is None:
            raise NoProof(f"no value of {cell} on a way to {goal}")
        value = found if w == whole.w else extract(low + w - 1, low, found)
        values[symbol] = value if leader.base is None else sub(value, leader.base)
        region = memory.regions.get(symbol)  # a pointer with different bases of one region
        if region is not None and memory.regions[memory.base(value)] != region:
            raise NoProof(f"{cell} at {goal} is no address in {region}")
    memo, first, held = dict(values), None, list[tuple[Pair, View]]()
    for side in (0, 1):
        for cell, term in cut.states[side].items():
            if cell == ("bytes below",):
                continue  # an unknown of the cut's own
            found = graphs[side].side.read(way[side], cell, term.w)
            if found is None:
                raise NoProof(f"no value of {cell} on a way to {goal}")
            high = term.w
            for part in term.args if term.op == "concat" else (term,):
                piece = extract(high - 1, high - part.w, found) if part is not term else found
                high -= part.w
                wanted = substituted(part, memo)
                if not step.same(wanted, piece, under):
                    what = f"{graphs[side].side.name}'s {cell} at {goal}"
                    try:
                        equal(judge, what, wanted, piece)
                    except Difference as error:
                        if error.turn is not None:
                            raise
                        first = first or error
                        held.append((goal, (side, cell, high, part.w)))
    if first is not None:
        raise replace(first, held=tuple(held))
    return values


def equal(judge: Judge, what: str, x: Term, y: Term) -> None:
    if not judge.equal(x, y):
        raise Difference(what, x, y, judge.differ(x, y))


def substituted(term: Term, memo: dict[Term, Term]) -> Term:
    """A term of a relation with values for its symbols."""
    found = memo.get(term)
    if found is not None:
        return found
    if not term.args:
        return term
    args = [substituted(arg, memo) for arg in term.args]
    if all(a is b for a, b in zip(args, term.args)):
        made = term
    elif term.op == "concat":
        made = concat(*args)
    elif term.op == "sum":
        made = add(node("const", term.w, (), term.val[0]), *(scaled(a, c) for a, c in zip(args, term.val[1])))
    elif term.op == "ext":
        made = extract(term.val + term.w - 1, term.val, args[0])
    else:
        raise NoProof(f"a relation with {term.op} of a symbol")
    memo[term] = made
    return made
