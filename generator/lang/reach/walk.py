# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The walk over a recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.lang.linear import Lin, plus, shifted
from generator.lang.reach.knowledge import Knowledge
from generator.lang.reach.loops import Loop
from generator.lang.reach.rules import FOLLOWED, RULES, SEVERAL
from generator.lang.reach.state import State, Step, united
from generator.lang.values import INVERSE, Condition, Op, Val

ATTEMPTS = 6  # walks of a loop's body before its values count as unknown
MEMORY = ("load", "load_signed", "store", "vload", "vblock", "vload_broadcast", "vload_lane", "vstore", "asm")
CONTROL = ("label", "branch", "loop_end", "jump")


def relevant(ops: list[Op]) -> set[int]:
    """Ids of the values that addresses and conditions depend on."""
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
    """The relevant operations, with loops, rare parts and alternatives marked."""
    out = [Step(op) for op in ops if op.name in MEMORY or op.name in CONTROL or any(val.id in wanted for val in op.dst)]
    labels = places(out)
    jumps = {step.op.args[0]: n for n, step in enumerate(out) if step.op.name == "jump"}
    rare: list[tuple[int, int]] = []
    for n, step in enumerate(out):
        if step.op.name == "branch" and n + 1 < len(out) and out[n + 1].op.name == "label":
            at, end = labels.get(step.op.args[1], -1), jumps.get(out[n + 1].op.args[0], -1)
            if n < at < end:
                step.rare = (at + 1, end)
                rare.append(step.rare)
    for n, step in enumerate(out):
        if step.op.name in ("branch", "loop_end") and step.rare is None:
            at = labels.get(step.op.args[1], -1)
            if 0 <= at < n and not any(at < first <= n < end for first, end in rare):  # rare code may leave a loop
                out[at].back = n
            elif at > n and out[at - 1].op.name == "jump" and labels.get(out[at - 1].op.args[0], -1) > at:
                step.join = out[at - 1].op.args[0]
    return out


def places(made: list[Step]) -> dict[str, int]:
    """The place of each label."""
    return {step.op.args[0]: n for n, step in enumerate(made) if step.op.name == "label"}


class Walk(Knowledge):
    """One walk over a recording. The walk calls ``access`` with each access to memory, and ``turns`` with the count of
    each loop before its first round."""

    def __init__(
        self, ops: list[Op], bits: int, access: Callable[[Op, State, Lin, Val, int, bool], None],
        turns: Callable[[Op, State, Lin], None], operands: Callable[[Op], list[tuple[Op, int, bool]]],
        changed: Callable[[Op], list[Val]], thorough: bool,
    ) -> None:  # fmt: skip
        super().__init__(thorough)
        self.bits, self.access, self.turns = bits, access, turns
        self.operands, self.changed = operands, changed
        self.wanted = relevant(ops)
        self.steps = steps(ops, self.wanted)
        self.labels = places(self.steps)
        self.pending: dict[str, list[State]] = {}
        self.waits: dict[str, tuple[bool, int]] = {}
        self.quiet = 0  # above 0: the walk only finds how values change
        self.found: list[Any] = []  # the findings of ``access``, in order
        self.types = {val.id: val.type for op in ops for val in op.dst}
        self.each: dict[int, list[Lin]] = {}  # id of an array of pointers → the memory at each of its pointers
        self._modified: dict[tuple[int, int], set[int]] = {}

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
                at += 1  # the label where both paths meet
            elif name == "branch":
                for label in filter(None, (op.args[1], step.join)):
                    self.waits.setdefault(label, (state.sure, self.symbols.count))
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
        """Walk a loop. Returns the state behind the loop."""
        left = self.left(range(at, back + 1), range(at, back + 1))
        end = self.steps[back].op
        if end.name == "loop_end" and not self.quiet:
            self.turns(end, entry, self.value(entry, end.args[0]))
        rounds = Loop(self, at, back, entry, bool(left))
        for label in left:
            self.waits.setdefault(label, (entry.sure, self.symbols.count))
        pending, waits, found = self.pending, dict(self.waits), len(self.found)
        self.pending = {}
        self.quiet += 1
        self.hopeful += 1
        rounds.guess()
        self.hopeful -= 1
        self.quiet -= 1
        for attempt in range(ATTEMPTS):
            self.pending, self.waits = {label: list(states) for label, states in pending.items()}, dict(waits)
            del self.found[found:]
            if attempt == ATTEMPTS - 1:
                rounds.give_up()
            if rounds.settled():
                break
        self.stores += rounds.made
        return rounds.behind()

    def left(self, part: range, whole: range) -> list[str]:
        """The labels outside of ``whole`` that steps of ``part``, rare code included, go to."""
        out: list[str] = []
        for step in (self.steps[n] for n in part):
            if step.rare is not None:
                out += [one for one in self.left(range(*step.rare), range(*step.rare)) if self.labels[one] not in whole]
            elif step.op.name in ("branch", "jump") and self.labels.get(step.op.args[-1], whole[0]) not in whole:
                out.append(step.op.args[-1])
        return out

    # -- operations ------------------------------------------------------------------------------------------------

    def do(self, op: Op, state: State) -> None:
        if op.name in MEMORY:
            self.memory(op, state)
            return
        if op.name in SEVERAL:
            for dst, made in zip(op.dst, SEVERAL[op.name](self, op, state)):
                state.vals[dst.id] = made
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
        size = op.attrs.get("lane", 128 if op.name == "vblock" else op.attrs.get("bits", kind.bits)) // 8
        self.touch(op, state, op.args, op.attrs["offset"], op.attrs.get("scale", 1), size, write)
        if "pointer" in op.attrs:
            state.vals[op.dst[0].id] = self.each[op.args[0].id][op.attrs["pointer"]]
        elif not write and op.dst[0].id in self.wanted:
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
