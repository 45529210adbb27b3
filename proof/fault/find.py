# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Inputs for which a function's code and its recording differ, and the first operation and instruction that do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from generator.lang.contract import Kernel
from generator.lang.sizes import evaluate
from proof.fault.trace import Step, Trace, lost, pieces, run
from proof.graph import State
from proof.memory import Map, NoProof, Pointer, argument
from proof.objects import Object
from proof.prove import Sides, Task, at_return, sides
from proof.start import region_of
from proof.terms import fresh, sym
from proof.values import Image, draw_byte, value

TURN = 0
"""The turn of random values that gives the inputs: all are large."""
SIZES, OTHERS = (2, 0, 1, 4, 16, 5), (10, 2, 12, 8, 14)
"""Values of the argument that tells the amount of work, and of others. Rounds of AES are among the latter."""
TRIES = 18
"""The most inputs that are tried."""


@dataclass(slots=True)
class Buffer:
    """The memory at a pointer: its bytes before the call, after it by the script, and after it by the code."""

    name: str
    before: bytes
    script: bytes
    code: bytes


@dataclass(slots=True)
class Counterexample:
    """``numbers``: the arguments that are no pointers. ``differences``: what differs at the return, in words.
    ``script``: where the recording goes another way, with its values, and ``machine``: the same of the code."""

    numbers: dict[str, int]
    buffers: list[Buffer] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    script: str = ""
    machine: str = ""

    def lines(self) -> list[str]:
        given = [f"{name} = {number}" for name, number in self.numbers.items()]
        given += [f"{one.name} = {_hex(one.before)}" for one in self.buffers]
        out = [f"for {', '.join(given)}:"]
        out += [f"  {one}" for one in (self.script, self.machine) if one]
        return out + [f"  {one}" for one in self.differences]


def find(task: Task, made: Object) -> Counterexample | None:
    """The first inputs for which the sides differ, or None."""
    for numbers in islice(choices(task.kernel), TRIES):
        fresh()
        try:
            found = _tried(task, made, numbers)
        except (NoProof, RecursionError, StopIteration, KeyError):
            continue
        if found is not None:
            return found
    return None


def choices(kernel: Kernel) -> Iterator[dict[str, int]]:
    """Values of the arguments that are no pointers, for which no extent is negative."""
    names = [param.name for param in kernel.params if param.type != "ptr"]
    for values in product(*(SIZES if name == kernel.size_arg else OTHERS for name in names)):
        numbers = dict(zip(names, values))
        if all(not arg.access or evaluate(arg.size, numbers) >= 0 for arg in kernel.args):
            yield numbers


def _tried(task: Task, made: Object, numbers: Mapping[str, int]) -> Counterexample | None:
    both = sides(task, made, numbers)
    start = both.states[1]
    mine = run(both.script, both.states[0], TURN)
    if mine.reason:
        return None
    longest = 4 * len(mine.steps) + 1000
    theirs = run(both.machine, start, TURN, getattr(both.machine, "sp_cell", None), longest)
    found = Counterexample(dict(numbers))
    if theirs.reason:
        found.differences.append(f"the code: {theirs.reason}")
    else:
        for what, x, y in at_return(task, start, mine.end, theirs.end):
            one, other = value(x, TURN), value(y, TURN)
            if isinstance(one, int) and one != other:
                found.differences.append(f"{what}: {one:#x} is wanted, {other:#x} is found")
            elif one != other:
                found.differences.append(f"{what} differs")
        if not found.differences:
            return None
        found.buffers = buffers(task.kernel, both.memory, numbers, (mine.end, theirs.end))
        found.differences = [*_bytes(found.buffers), *found.differences]
    _point(found, both, mine, theirs)
    return found


def _bytes(given: list[Buffer]) -> Iterator[str]:
    for one in given:
        at = next((n for n, (x, y) in enumerate(zip(one.script, one.code)) if x != y), None)
        if at is not None:
            at -= at % 4
            x, y = (side[at : at + 16].hex(" ", 4) for side in (one.script, one.code))
            yield f"{one.name} from byte {at} on: {x} by the script, {y} by the code"


def _point(found: Counterexample, both: Sides, mine: Trace, theirs: Trace) -> None:
    """Say where the sides part."""
    known = [piece for state in both.states for term in state.values() if term.w for piece in pieces(term, TURN)]
    seen = [
        {piece for step in trace.steps for term in step.terms() for piece in pieces(term, TURN)} | set(known)
        for trace in (mine, theirs)
    ]
    missing = next(lost(mine, seen[1], TURN), None)
    wrong = list(lost(theirs, seen[0], TURN))
    # The code may prepare other operations between. Its own of this one reads what this one reads.
    given = {piece for term in missing.read for piece in pieces(term, TURN)} if missing is not None else set()
    near = [one for one in wrong if given & {piece for term in one.read for piece in pieces(term, TURN)}]
    found.script = "" if missing is None else f"{_shown(missing)}, which the code has nowhere"
    found.machine = "".join(f"{_shown(one)}, which the script has nowhere" for one in (near or wrong)[:1])


def _shown(step: Step) -> str:
    given, made = (
        ", ".join(f"{value(term, TURN):#x}" for term in terms if term.w) for terms in (step.read, step.terms())
    )
    return f"{step.where} makes {made}{f' of {given}' if given else ''}"


def buffers(kernel: Kernel, memory: Map, numbers: Mapping[str, int], ends: tuple[State, State]) -> list[Buffer]:
    """The memory at each pointer of the contract, but for the arrays of pointers themselves."""
    out = []
    for arg in kernel.buffers:
        if not arg.access or argument(arg.name) in memory.arrays:
            continue
        region = region_of(kernel, arg.name)
        base = value(sym(memory.word, Pointer(arg.name)), TURN)
        size = kernel.arg(arg.name).bytes(numbers)
        places = [base + n & (1 << memory.word) - 1 for n in range(size)]
        before = bytes(draw_byte(region, at, TURN) for at in places)
        after = []
        for end in ends:
            image: Any = value(end["m", region], TURN)
            assert isinstance(image, Image)
            held = dict(image.bytes)
            after.append(bytes(held.get(at, old) for at, old in zip(places, before)))
        out.append(Buffer(arg.name, before, *after))
    return out


def _hex(raw: bytes) -> str:
    return raw[:16].hex(" ", 4) + (f" … ({len(raw)} bytes)" if len(raw) > 16 else "")
