# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Let a copy share the register of its source, where neither changes as long as the copy is read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from generator.model import Instr, Item, R, VReg
from generator.passes.allocate.spill import renamed
from generator.passes.flow import Block, accesses, forward

Pair = tuple[VReg, VReg]


@dataclass(slots=True)
class _Equal:
    """The copies that equal their sources."""

    pairs: set[Pair] = field(default_factory=set)

    def copy(self) -> _Equal:
        return _Equal(set(self.pairs))


def coalesced(items: list[Item], graph: list[Block]) -> list[Item]:
    """The items, with sources in the place of copies that equal them at every read."""
    names: dict[VReg, VReg] = {}
    found = _found(items, graph)
    for copy, source in found.items():
        while source in found:
            source = found[source]
        names[copy] = source
    if not names:
        return items
    return [renamed(item, names) if isinstance(item, Instr) and _mentions(item, names) else item for item in items]


def _mentions(item: Instr, names: dict[VReg, VReg]) -> bool:
    reads, writes = accesses(item)
    return not (names.keys().isdisjoint(reads) and names.keys().isdisjoint(writes))


def _found(items: list[Item], graph: list[Block]) -> dict[VReg, VReg]:
    """Copy → source, for each copy that the source can replace."""
    made = Counter(reg for item in items if isinstance(item, Instr) for reg in accesses(item)[1])
    candidates: dict[int, Pair] = {}
    for i, item in enumerate(items):
        pair = _pair(item)
        if pair is not None and made[pair[0]] == 1:
            candidates[i] = pair
    if not candidates:
        return {}
    concerned: dict[VReg, list[Pair]] = {}
    for pair in candidates.values():
        for reg in pair:
            concerned.setdefault(reg, []).append(pair)
    copies = {copy: source for copy, source in candidates.values()}
    bad: set[VReg] = set()

    def step(n: int, state: _Equal) -> None:
        for i in range(graph[n].start, graph[n].end):
            item = items[i]
            if not isinstance(item, Instr):
                continue
            reads, writes = accesses(item)
            for reg in reads:
                if reg in copies and (reg, copies[reg]) not in state.pairs:
                    bad.add(reg)
            for reg in writes:
                if isinstance(reg, VReg):
                    state.pairs.difference_update(concerned.get(reg, ()))
            if i in candidates:
                state.pairs.add(candidates[i])

    forward(graph, _Equal(), step, lambda a, b: a if a.pairs <= b.pairs else _Equal(a.pairs & b.pairs))
    return {copy: source for copy, source in copies.items() if copy not in bad}


def _pair(item: Item) -> Pair | None:
    if not isinstance(item, Instr) or not item.copy:
        return None
    copy, source = item.ops
    if not (isinstance(copy, R) and isinstance(source, R)):
        return None
    to, of = copy.reg, source.reg
    if (
        not (isinstance(to, VReg) and isinstance(of, VReg))
        or to is of
        or to.cls != of.cls
        or copy.width != source.width
    ):
        return None
    if to.pin is not None or of.pin is not None or to.cold != of.cold or to.bits != of.bits:
        return None
    return to, of
