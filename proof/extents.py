# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""Each access of the recording is inside the extent that the contract gives, for all arguments that it allows.

The judgement goes by terms, and shares nothing with the extents check of the language. In a loop it needs facts about
the symbols of the cut (``facts.py``), unless a walk of its rounds knows the place (``walked.py``). z3 answers, over
whole numbers (``whole.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.lang.contract import Kernel
from proof.accesses import LOAD, STORE, Access, Account
from proof.facts import Facts
from proof.memory import Map, Pointer, Region, reach
from proof.terms import Term, add, band, bnot, const, linear, signed, sub, sym
from proof.walk import Place
from proof.walked import Walked
from proof.whole import Buffer, Question


@dataclass(frozen=True, slots=True)
class Inside:
    """``proved``: the number of different accesses that are inside. ``open``: the lines of the others."""

    proved: int
    open: tuple[str, ...]


def check(
    kernel: Kernel, memory: Map, account: Account, areas: Mapping[Region, int], tables: Sequence[bytes]
) -> Inside:
    """``areas``: the sizes of the script's own areas. ``tables``: those of the recording."""
    buffers = buffers_of(kernel, memory, areas)
    places = [(memory.data.find(one), len(one)) for one in tables]
    groups = {
        cut: list(_groups(one for one in mine.accesses if one.kind in (LOAD, STORE)))
        for cut, (mine, _) in zip(account.begins, account.runs)
    }
    facts = Facts(kernel, memory, account, buffers)
    stretches = {cut: Stretch(facts, cut, places) for cut in groups}
    walked = Walked(facts, groups, places, lambda cut, *place: stretches[cut].holds(*place))
    proved, left = 0, dict[str, None]()
    for cut, some in groups.items():
        for group in some:
            rest = [one for one in group if not walked.inside(cut, one)]
            bad = stretches[cut].outside(rest) if rest else []
            proved += len(group) - len(bad)
            left.update(dict.fromkeys(f"{one.where}: {one.kind} of {one.region}" for one in bad))
    return Inside(proved, tuple(left))


def buffers_of(kernel: Kernel, memory: Map, areas: Mapping[Region, int]) -> dict[Term, Buffer]:
    """Base → what begins there."""
    out = {sym(memory.word, region): Buffer(str(size)) for region, size in areas.items()}
    for param in kernel.params:
        arg = kernel.arg(param.name)
        if param.type != "ptr":
            continue
        own = Buffer(arg.size, arg.access != "r")
        out.update({sym(memory.word, Pointer(f"{arg.name}[{n}]")): own for n in range(arg.messages)})
        array = Buffer(str(memory.word // 8 * arg.messages), False)
        out[sym(memory.word, Pointer(arg.name))] = array if arg.messages else own
    return out


def _groups(given: Iterable[Access]) -> Iterable[list[Access]]:
    """Different accesses, in groups whose addresses differ by a constant."""
    groups: dict[tuple[Any, ...], list[Access]] = {}
    for one in {(one.kind, one.address, one.size, one.under): one for one in given}.values():
        groups.setdefault((one.kind, frozenset(linear(one.address).parts.items())), []).append(one)
    return groups.values()


def within(away: Term, size: int, extent: int) -> bool:
    """Whether bytes at a distance are inside, by the bounds of its parts alone."""
    found = reach(away)
    return found is not None and 0 <= found[0] and found[1] + size <= extent


def followed(under: Term) -> list[Term]:
    """The comparisons and their opposites that follow from a condition. A condition of many branches is more than z3
    can take in, and most accesses hang on few of them."""
    todo, found = [under], list[Term]()
    while todo:
        one = todo.pop()
        if one.op == "and":
            todo += one.args
        elif one.op == "anf":
            for part in one.args:
                if band(part, one) is one:
                    todo.append(part)
                elif band(bnot(part), one) is one:
                    found.append(bnot(part))
        else:
            found.append(one)
    return found


class Stretch:
    """The accesses of one run from a cut."""

    def __init__(self, facts: Facts, cut: tuple[int, int], tables: Sequence[tuple[int, int]]) -> None:
        self.facts, self.cut, self.tables = facts, cut, tables
        self._questions: dict[tuple[Term, bool], Question | None] = {}

    def outside(self, group: list[Access]) -> list[Access]:
        """The accesses of a group that are not proved inside."""
        base = self.facts.base(group[0].address)
        if base is None:
            return group
        own = self.facts.buffers.get(base)
        places = [(0, own)] if own else [(at, Buffer(str(n), False)) for at, n in self.tables]
        places = [(at, one) for at, one in places if one.writes or group[0].kind == LOAD]
        if own and places and own.size.isdigit():
            group = [one for one in group if not within(sub(one.address, base), one.size, int(own.size))]
            if not group:
                return []

        def all_inside(some: list[Access], under: Term) -> bool:
            return any(self._inside(some, base, at, to, under) for at, to in places)

        if all_inside(group, const(1, 1)):
            return []
        unders: dict[Term, list[Access]] = {}
        for one in group:
            unders.setdefault(one.under, []).append(one)
        return [
            one
            for under, some in unders.items()
            if (under.op == "const" and len(some) == len(group)) or not all_inside(some, under)
            for one in some
            if len(group) == 1 or not all_inside([one], under)
        ]

    def holds(self, place: Place, store: bool) -> bool:
        """Whether the bytes of a place at this cut are inside what begins at its base."""
        asking, to = self._question(const(1, 1)), self.facts.buffers.get(place.base)
        at = const(place.base.w, place.low)
        if place.symbol is not None:
            at = add(place.symbol, at)
        return (
            asking is not None
            and to is not None
            and (to.writes or not store)
            and asking.inside(at, place.high - place.low, to.size)
        )

    def _inside(self, group: list[Access], base: Term, begin: int, to: Buffer, under: Term) -> bool:
        """Whether the bytes from the first of a group to the last are inside."""
        w, first = base.w, sub(group[0].address, base)
        spots = [signed(sub(sub(one.address, base), first).val, w) for one in group]
        low = sub(add(first, const(w, min(spots))), const(w, begin))
        size = max(at + one.size for at, one in zip(spots, group)) - min(spots)
        if to.size.isdigit() and low.op == "const" and (low.val + size <= int(to.size) or under.op == "const"):
            return bool(low.val + size <= int(to.size))
        asking = self._question(under)
        if asking is None:
            return False
        parts = followed(under)
        few = self._question(under, parts) if under not in parts else None
        return bool(few is not None and few.inside(low, size, to.size)) or asking.inside(low, size, to.size)

    def _question(self, under: Term, parts: Sequence[Term] = ()) -> Question | None:
        """``parts``: what is asked under in place of the condition."""
        key = under, bool(parts)
        if key not in self._questions:
            facts = [one.made for one in self.facts.at(self.cut)]
            self._questions[key] = self.facts.asking([*facts, *(parts or [under])])
        return self._questions[key]
