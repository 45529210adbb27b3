# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One function: the object of one variant against the recording of its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from proof import alignment, clearing, extents, inside, secrecy
from proof.call import Convention
from proof.checker import Difference, check
from proof.code import DEEPEST, fault
from proof.equal import Judge
from proof.extents import Inside
from proof.graph import ENTRY, Cell, Graph, Side, State
from proof.memory import AREA, DATA, Map, NoProof, Pointer, Region, area
from proof.objects import Object
from proof.relation import Finder
from proof.script import Script, table
from proof.script_base import RESULT
from proof.script_pairs import Pairs
from proof.start import begin
from proof.terms import Term, fresh
from proof.values import value

PROVED, DIFFERS, OPEN = "proved", "differs", "not proved"


@dataclass(slots=True)
class Area:
    """Bytes of the frame that the script itself loads and stores. ``at``: their distance from sp at the entry."""

    name: str
    at: int
    size: int


@dataclass(slots=True)
class Task:
    kernel: Kernel
    ops: Sequence[Op]
    params: Sequence[Val]
    convention: Convention
    areas: Sequence[Area] = ()


@dataclass(slots=True)
class Verdict:
    state: str
    reason: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    inside: Inside | None = None


def prove(task: Task, made: Object) -> Verdict:
    fresh()
    judge = Judge()
    try:
        found = _prove(task, made, judge)
    except Difference as error:
        return Verdict(DIFFERS if error.turn is not None else OPEN, _shown(error), judge.counts)
    except NoProof as error:
        return Verdict(OPEN, str(error), judge.counts)
    except RecursionError:
        return Verdict(OPEN, "terms that are too deep for the comparison", judge.counts)
    except Exception as error:  # a traceback would hide the verdicts of other functions
        return Verdict(OPEN, fault(error), judge.counts)
    if found.open:
        lines = [f"an access is not proved to be inside its extent: {one}" for one in found.open]
        return Verdict(OPEN, "\n  ".join(lines), judge.counts, found)
    return Verdict(PROVED, counts=judge.counts, inside=found)


def _shown(error: Difference) -> str:
    if error.turn is None:
        return f"{error.what}: z3 does not prove {error.expected} = {error.found}"
    x, y = value(error.expected, error.turn), value(error.found, error.turn)
    inputs = sorted(_symbols(error.expected) | _symbols(error.found), key=lambda t: str(t.val))[:6]
    shown = ", ".join(f"{t.val}={value(t, error.turn):#x}" for t in inputs if isinstance(t.val, Pointer))
    if isinstance(x, int) and isinstance(y, int):
        return f"{error.what}: {x:#x} by the script, {y:#x} by the code{f', for {shown}' if shown else ''}"
    return f"{error.what}: memory differs, at {_first(x, y)}"


def _first(x: object, y: object) -> str:
    mine, theirs = dict(getattr(x, "bytes", ())), dict(getattr(y, "bytes", ()))
    for at in sorted(mine.keys() | theirs.keys()):
        if mine.get(at) != theirs.get(at):
            return f"address {at:#x}: {mine.get(at)} by the script, {theirs.get(at)} by the code"
    return "its contents before"


def _symbols(term: Term) -> set[Term]:
    seen, todo = set(), [term]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += one.args
    return {t for t in seen if t.op == "sym"}


@dataclass(slots=True)
class Sides:
    """Both sides of a function and their states at the entry. ``areas``: the sizes of the script's own areas."""

    script: Script
    machine: Side
    states: tuple[State, State]
    memory: Map
    areas: dict[Region, int]


def sides(task: Task, made: Object, numbers: Mapping[str, int] | None = None) -> Sides:
    """``numbers``: arguments that have one value; all others may have any."""
    kernel, call = task.kernel, task.convention
    memory, script_state, given = begin(kernel, task.ops, task.params, made.data, call.word, numbers)
    names = [param.name for param in kernel.params]
    areas = placed(task)
    machine, start = call.begin(made, memory, areas, list(zip(names, given)))
    start.update({cell: term for cell, term in script_state.items() if cell[0] == "m"})
    script_state["m", DATA] = start["m", DATA]
    script = (Pairs if call.word == 32 else Script)(task.ops, memory, call.word, call.keys_first)
    return Sides(script, machine, (script_state, start), memory, dict(areas.values()))


def placed(task: Task) -> dict[int, tuple[Region, int]]:
    """Distance from sp at the entry → area and size. NoProof unless the areas are those of the recording's operations,
    one for each, below the entry's sp and apart from each other."""
    wanted = {op.attrs["area"]: op.attrs["size"] for op in task.ops if op.name == "frame"}
    if sorted((one.name, one.size) for one in task.areas) != sorted(wanted.items()):
        given = [f"{one.name} of {one.size} bytes" for one in task.areas]
        raise NoProof(f"areas in the frame: {', '.join(given) or 'none'}; the recording has {wanted}")
    end = -DEEPEST
    for one in sorted(task.areas, key=lambda one: one.at):
        if one.at < end or one.at + one.size > 0:
            raise NoProof(f"area {one.name} at sp of the entry{one.at:+}: outside the frame, or in another area")
        end = one.at + one.size
    return {one.at: (area(one.name), one.size) for one in task.areas}


def _prove(task: Task, made: Object, judge: Judge) -> Inside:
    both = sides(task, made)
    memory = both.memory
    graphs = Graph(both.script), Graph(both.machine)
    if any(ENTRY in graph.cuts for graph in graphs):
        raise NoProof("a loop begins at the entry")
    finder = Finder(graphs, both.states, memory)
    relation = finder.find()
    ends: list[tuple[State, Mapping[Cell, int]]] = []

    def wanted(mine: State, theirs: State) -> list[tuple[str, Term, Term]]:
        ends.append((theirs, task.convention.results(mine[RESULT].w) if RESULT in mine else {}))
        return at_return(task, both.states[1], mine, theirs)

    while True:
        try:
            account = check(graphs, relation, wanted, judge, memory)
            break
        except Difference as error:
            # Values that were equal in all rounds by chance: registers that nobody reads any more, say.
            for pair, view in error.held:
                finder.part(pair, view)
            if (error.turn is None and not error.held) or not finder.again():
                raise
            relation = finder.find()
            ends.clear()
    inside.check(account, judge, both.areas)
    secrecy.check(task.kernel, memory, account, judge)
    alignment.check(account, memory.aligned)
    if task.kernel.wipe:
        left = clearing.Left(both.states[1], ends, both.areas)
        clearing.check(task.kernel, task.convention, memory, account, left)
    task.convention.abides(both.machine)
    tables = [table(op) for op in task.ops if op.name == "table"]
    return extents.check(task.kernel, memory, account, both.areas, tables)


def at_return(task: Task, start: State, mine: State, theirs: State) -> list[tuple[str, Term, Term]]:
    """What must be equal at the return: name, the script's value and the machine's. ``start``: the machine's state at
    the entry."""
    call = task.convention
    out = [(f"memory of {cell[1]}", term, theirs[cell]) for cell, term in mine.items() if _kept(cell)]
    out += call.kept(start, theirs)
    if task.kernel.result:
        result = mine.get(RESULT)
        if result is None:
            raise NoProof("the script returns no value on some way")
        out.append(("the result", result, call.result(theirs, result.w)))
    return out


def _kept(cell: Cell) -> bool:
    """Whether a cell of the script's is memory that outlives the call."""
    return bool(cell[0] == "m" and cell[1].kind != AREA)
