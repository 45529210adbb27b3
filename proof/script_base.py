# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What all meanings of recorded operations need: values, conditions and memory."""

from __future__ import annotations

from typing import Any

from generator.lang.values import Condition, Op, Val
from proof.accesses import LOAD, STORE, Log
from proof.conditions import eq, slt, ult
from proof.graph import Cell, State
from proof.memory import DATA, Map, NoProof, Region, load, read_data, store
from proof.shared import pointers
from proof.terms import (
    Term,
    add,
    bnot,
    const,
    scaled,
    sub,
    zext,
)

RESULT: Cell = ("result",)


class Recording:
    """Values and memory of one recording. ``map`` names the regions of memory. ``now``: the operation that runs."""

    now: Op

    def __init__(self, memory: Map, word: int, keys_first: bool) -> None:
        self.map, self.word, self.keys_first = memory, word, keys_first
        self.log: Log | None = None

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, state: State, arg: Any, bits: int = 0) -> Term:
        if isinstance(arg, int):
            return const(bits, arg)
        assert isinstance(arg, Val)
        found = state.get(("s", arg.id))
        if found is None:
            raise NoProof(f"the script reads {arg.name}, which has no value on some way")
        return found

    def put(self, state: State, dst: Val, value: Term) -> None:
        assert value.w == dst.type.bits, (dst, value.w)
        state["s", dst.id] = value

    def args(self, state: State, op: Op) -> list[Term]:
        return [self.value(state, arg, op.dst[0].type.bits) for arg in op.args]

    def condition(self, state: State, cond: Condition) -> Term:
        x = self.value(state, cond.x)
        y = self.value(state, cond.y, x.w)
        made = {"eq": eq, "ne": eq, "slt": slt, "sge": slt, "lt": ult, "ge": ult}[cond.kind](x, y)
        return bnot(made) if cond.kind in ("ne", "sge", "ge") else made

    # -- memory ----------------------------------------------------------------------------------------------------

    def address(self, state: State, op: Op) -> Term:
        ptr, index = op.args[:2]
        at = add(self.value(state, ptr), const(self.word, op.attrs["offset"]))
        if index is not None:
            at = add(at, scaled(zext(self.word, self.value(state, index)), op.attrs.get("scale") or 1))
        return at

    def load(self, state: State, address: Term, bits: int) -> Term:
        base = self.map.base(address)
        region = self.map.regions[base]
        away = sub(address, base)
        if region == DATA and away.op == "const":
            return read_data(self.map.data, away.val, bits // 8)
        self._note(LOAD, region, address, bits // 8)
        found = load(state["m", region], address, bits // 8, self.map.distances)
        return pointers(self.map, region, base, address, found)

    def store(self, state: State, address: Term, data: Term) -> None:
        region = self.map.regions[self.map.base(address)]
        self._note(STORE, region, address, data.w // 8, data)
        state["m", region] = store(state["m", region], address, data, self.map.distances)

    def _note(self, kind: str, region: Region, address: Term, size: int, data: Term | None = None) -> None:
        if self.log is not None:
            where, exempt = f"{self.now.src}: {self.now.name}", self.now.attrs.get("exempt")
            self.log.note(kind, region, address, size, where, data, exempt)
