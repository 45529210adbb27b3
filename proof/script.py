# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A recorded script as a program: what each recorded operation does to the values and to memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.lang.values import Op
from proof.conditions import eq
from proof.graph import EXIT, Cell, Goal, State
from proof.live import live
from proof.memory import DATA, Map, NoProof, area
from proof.script_vectors import Vectors
from proof.script_words import Words
from proof.shared import inserted
from proof.terms import (
    BLOCK,
    Term,
    add,
    bnot,
    bswap,
    concat,
    const,
    sext,
    sub,
    sym,
)

GO = const(1, 1)


def table(op: Op) -> bytes:
    """The contents of a table that a recording names."""
    size = op.attrs["element"]
    return b"".join((v & (1 << 8 * size) - 1).to_bytes(size, "little") for v in op.attrs["values"])


class Script(Words, Vectors):
    """One recording. ``map`` names the regions of memory."""

    name = "script"

    def __init__(self, ops: Sequence[Op], memory: Map, word: int, keys_first: bool) -> None:
        self.ops = [op for op in ops if op.name not in ("note", "seam")]
        super().__init__(memory, word, keys_first)
        self.labels = {op.args[0]: n for n, op in enumerate(self.ops) if op.name == "label"}
        self.live = live(self.ops, self.goals)
        self.now = self.ops[0]

    # -- flow ------------------------------------------------------------------------------------------------------

    def _next(self, place: int) -> int:
        return place + 1 if place + 1 < len(self.ops) else EXIT

    def goals(self, place: int) -> tuple[int, ...]:
        op = self.ops[place]
        if op.name == "jump":
            return (self.labels[op.args[0]],)
        if op.name in ("branch", "loop_end"):
            return self._next(place), self.labels[op.args[1]]
        return (self._next(place),)

    def step(self, place: int, state: State) -> list[Goal]:
        op = self.now = self.ops[place]
        if op.name == "jump":
            return [(GO, self.labels[op.args[0]])]
        if op.name == "branch":
            cond = self.condition(state, op.args[0])
            return [(bnot(cond), self._next(place)), (cond, self.labels[op.args[1]])]
        if op.name == "loop_end":
            left = sub(self.value(state, op.args[0]), const(op.args[0].type.bits, 1))
            self.put(state, op.dst[0], left)
            done = eq(left, const(left.w, 0))
            return [(done, self._next(place)), (bnot(done), self.labels[op.args[1]])]
        rule = self.rule(op)
        if rule is None:
            raise NoProof(f"{op.src}: no meaning of the operation {op.name} yet")
        rule(state, op)
        if self.log is not None and op.attrs.get("public"):
            self.log.declared += [self.value(state, val) for val in op.dst]
        return [(GO, self._next(place))]

    def about(self, place: int) -> tuple[str, str | None]:
        op = self.ops[place]
        return f"{op.src}: {op.name}", op.attrs.get("exempt")

    def rule(self, op: Op) -> Callable[[State, Op], None] | None:
        return getattr(self, f"w_{op.name}", None)

    def read(self, state: State, cell: Cell, w: int) -> Term | None:
        found = state.get(cell)
        return found if found is not None and found.w == w else None

    def kept(self, place: int, state: State) -> State:
        """The cells of a state that matter from a place on."""
        alive = self.live[place]
        return {cell: term for cell, term in state.items() if cell[0] != "s" or cell[1] in alive}

    # -- memory ------------------------------------------------------------------------------------------------------

    def w_load(self, state: State, op: Op) -> None:
        value = self.load(state, self.address(state, op), op.dst[0].type.bits)
        self.put(state, op.dst[0], bswap(value) if op.attrs["be"] else value)

    def w_load_signed(self, state: State, op: Op) -> None:
        value = self.load(state, self.address(state, op), op.attrs["bits"])
        self.put(state, op.dst[0], sext(op.dst[0].type.bits, bswap(value) if op.attrs["be"] else value))

    def w_store(self, state: State, op: Op) -> None:
        value = self.value(state, op.args[2])
        self.store(state, self.address(state, op), bswap(value) if op.attrs["be"] else value)

    def w_vload(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], self.load(state, self.address(state, op), op.dst[0].type.bits))

    def w_vstore(self, state: State, op: Op) -> None:
        self.store(state, self.address(state, op), self.value(state, op.args[2]))

    def w_vblock(self, state: State, op: Op) -> None:
        one = self.load(state, self.address(state, op), BLOCK)
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // BLOCK)))

    def w_vload_broadcast(self, state: State, op: Op) -> None:
        one = self.load(state, self.address(state, op), op.attrs["lane"])
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // one.w)))

    def w_vload_lane(self, state: State, op: Op) -> None:
        lane, number, x = op.attrs["lane"], op.attrs["number"], self.value(state, op.args[2])
        self.put(state, op.dst[0], inserted(x, number, self.load(state, self.address(state, op), lane)))

    def w_table(self, state: State, op: Op) -> None:
        at = self.map.data.find(table(op))
        if at < 0:
            raise NoProof(f"{op.src}: the object's read-only data does not hold the table {op.attrs['table']}")
        self.put(state, op.dst[0], add(sym(self.word, DATA), const(self.word, at)))

    def w_frame(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], sym(self.word, area(op.attrs["area"])))
