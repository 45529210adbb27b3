# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One function: the object of one variant against the recording of its script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import proof.x86_vectors  # noqa: F401  # registers its rules
import proof.x86_wide  # noqa: F401
import proof.x86_words  # noqa: F401
from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from proof.checker import Difference, check
from proof.equal import Judge
from proof.graph import ENTRY, Cell, Graph, State
from proof.memory import Map, NoProof, contents
from proof.objects import Object
from proof.relation import Finder
from proof.script import Script
from proof.script_base import RESULT
from proof.terms import Term, add, concat, const, extract, sym
from proof.values import value
from proof.x86_64 import GP, Machine, entry

PROVED, DIFFERS, OPEN = "proved", "differs", "not proved"


@dataclass(frozen=True, slots=True)
class Convention:
    """Where arguments come, and what a function keeps. ``shadow``: bytes above the return address that are its own."""

    arguments: tuple[str, ...]
    saved: tuple[str, ...]
    vectors: tuple[int, ...] = ()
    shadow: int = 0


SYSV = Convention(("rdi", "rsi", "rdx", "rcx", "r8", "r9"), ("rbx", "rbp", "r12", "r13", "r14", "r15"))
WIN64 = Convention(
    ("rcx", "rdx", "r8", "r9"), ("rbx", "rbp", "rsi", "rdi", "r12", "r13", "r14", "r15"), tuple(range(6, 16)), 32
)


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


def prove(task: Task, made: Object) -> Verdict:
    judge = Judge()
    try:
        _prove(task, made, judge)
    except Difference as error:
        return Verdict(DIFFERS if error.turn is not None else OPEN, _shown(error), judge.counts)
    except NoProof as error:
        return Verdict(OPEN, str(error), judge.counts)
    except RecursionError:
        return Verdict(OPEN, "terms that are too deep for the comparison", judge.counts)
    return Verdict(PROVED, counts=judge.counts)


def _shown(error: Difference) -> str:
    if error.turn is None:
        return f"{error.what}: z3 does not prove {error.expected} = {error.found}"
    x, y = value(error.expected, error.turn), value(error.found, error.turn)
    inputs = sorted({t.val for t in _symbols(error.expected) | _symbols(error.found)})[:6]
    shown = ", ".join(f"{name}={value(sym(64, name), error.turn):#x}" for name in inputs if name.startswith("ptr"))
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


def _prove(task: Task, made: Object, judge: Judge) -> None:
    memory = Map(data=made.data)
    kernel = task.kernel
    script_state: State = {}
    placed: dict[Cell, Term] = {}
    for n, (param, val) in enumerate(zip(kernel.params, task.params)):
        bits = val.type.bits
        if param.type == "ptr":
            base = sym(64, f"ptr {kernel.class_of(param.name)} {param.name}")
            region = kernel.class_of(param.name)
            memory.regions[base] = region
            script_state["m", region] = contents(region)
            given = base
        else:
            given = sym(bits, f"argument {param.name}")
        script_state["s", val.id] = given
        whole = given if bits == 64 else concat(sym(64 - bits, f"above {param.name}"), given)
        if n < len(task.convention.arguments):
            placed["r", GP.index(task.convention.arguments[n])] = whole
        else:
            placed["f", 8 + task.convention.shadow + 8 * (n - len(task.convention.arguments))] = whole
    _arrays(kernel, memory, script_state)
    for op in task.ops:
        if op.name == "frame":
            region = f"area {op.dst[0].name}"
            memory.regions[sym(64, region)] = region
            script_state["m", region] = contents(region)
    areas = {one.at: (f"area {one.name}", one.size) for one in task.areas}
    machine = Machine(made, memory, areas, range(8, 8 + task.convention.shadow))
    text = " ".join(one.op_str for one in machine.code)
    wide = "zmm" in text or any(f"mm{n}" in text for n in range(16, 32))
    start = entry(memory, 32 if wide else 16, 4 if wide else 2, placed)
    start.update({cell: term for cell, term in script_state.items() if cell[0] == "m"})
    script_state["m", "rodata"] = start["m", "rodata"]
    script = Script(task.ops, memory, 64, keys_first=False)
    graphs = Graph(script), Graph(machine)
    if any(ENTRY in graph.cuts for graph in graphs):
        raise NoProof("a loop begins at the entry")
    relation = Finder(graphs, (script_state, start), memory).find()

    def at_return(mine: State, theirs: State) -> list[tuple[str, Term, Term]]:
        out = [(f"memory of {cell[1]}", term, theirs[cell]) for cell, term in mine.items() if _kept(cell)]
        out += [(name, start["r", GP.index(name)], theirs["r", GP.index(name)]) for name in task.convention.saved]
        out += [(f"xmm{n}", start["v", n, 0], theirs["v", n, 0]) for n in task.convention.vectors]
        out += [("rsp", add(sym(64, "sp"), const(64, 8)), theirs["r", 4])]
        out += [("the place that ret goes to", sym(64, "return address"), theirs["went to",])]
        if kernel.result:
            result = mine.get(RESULT)
            if result is None:
                raise NoProof("the script returns no value on some way")
            out.append(("the result", result, extract(result.w - 1, 0, theirs["r", 0])))
        return out

    check(graphs, relation, at_return, judge, memory)


def _kept(cell: Cell) -> bool:
    """Whether a cell of the script's is memory that outlives the call."""
    return cell[0] == "m" and not cell[1].startswith("area ")


def _arrays(kernel: Kernel, memory: Map, state: State) -> None:
    """Arguments that are arrays of pointers: each pointer is the base of a region."""
    arrays = {one.name: one.lanes for one in kernel.args if one.lanes}
    memory.arrays = arrays
    if not arrays:
        return
    for name, lanes in arrays.items():
        for n in range(lanes):
            region = f"{name}[{n}]"
            memory.regions[sym(64, f"ptr {region}")] = region
            state["m", region] = contents(region)

    def pointer(region: str, at: int) -> Term:
        if at % 8 or at // 8 >= arrays[region]:
            raise NoProof(f"a load at {at} of the array {region}")
        return sym(64, f"ptr {region}[{at // 8}]")

    memory.pointer = pointer
