# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a walk of the recording proves to be inside extents."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.lang.sizes import evaluate
from proof.accesses import STORE, Access
from proof.facts import Facts, wanted
from proof.memory import uncleared
from proof.terms import Term, add, linear, signed, sub, sym
from proof.walk import Cut, Endless, Fits, Part, Place, Walk

CASES = 100
"""The most cases of arguments."""


class Walked:
    """What a walk of the recording proves inside."""

    def __init__(
        self,
        facts: Facts,
        groups: Mapping[Cut, Sequence[list[Access]]],
        tables: Sequence[tuple[int, int]],
        holds: Callable[[Cut, Place, bool], bool],
    ) -> None:
        self.facts, self.tables, self.holds = facts, tables, holds
        self.parts: dict[Cut, list[Part]] = {cut: [] for cut in groups}
        self.of: dict[Cut, dict[int, int]] = {cut: {} for cut in groups}
        self._answers: dict[tuple[Cut, int], bool] = {}
        for cut, some in groups.items():
            for group in some:
                self._part(cut, group)
        self.walk = Walk(facts.account, self.parts, wanted(facts), facts.memory.data)
        self.fits: list[dict[Cut, Fits]] = []
        entry = facts.account.begins[0]
        try:
            for fixed, extents in self._cases():
                fits = {cut: Fits(extents, self.walk.cuts) for cut in groups}
                self.walk.run(entry, fixed, fits)
                self.fits.append(fits)
        except (Endless, RecursionError):
            self.fits = []
            return
        asked = [
            one
            for cut, parts in self.parts.items()
            for n, part in enumerate(parts)
            for one in self._asked(cut, n, part)
        ]
        unsure = [way.under for way in facts.account.ways if (way.begin, way.goal) in self.walk.unsure]
        facts.needed, facts.varied = asked + unsure, self.walk.varied

    def _asked(self, cut: Cut, number: int, part: Part) -> Iterator[Term]:
        """What a question about a part would be about: nothing if the walk knows all its places."""
        for fits in self.fits:
            symbols = [symbol for _, symbol in fits[cut].places.get(number, ())]
            yield from filter(None, symbols)
            if number in fits[cut].bad or None in symbols:
                yield from (part.first, part.under)

    def _part(self, cut: Cut, group: list[Access]) -> None:
        """Accesses of a group under one condition are one part, but for those of tables."""
        w, away = group[0].address.w, group[0].address
        cleared = 0  # an address with its lowest bits cleared is so much lower at most
        for term, times in linear(away).parts.items():
            inner = uncleared(term)
            if inner is not None and times == 1:
                away, cleared = add(sub(away, term), inner[0]), cleared + inner[1]
        base = self.facts.base(away)
        unders: dict[Any, list[Access]] = {}
        for one in group:
            unders.setdefault((one.under, one if base is self.facts.data else None), []).append(one)
        for (under, _), some in unders.items():
            spots = [signed(sub(one.address, group[0].address).val, w) for one in some]
            low, high = min(spots), max(at + one.size for at, one in zip(spots, some))
            self.of[cut].update((id(one), len(self.parts[cut])) for one in some)
            first = away if base is None else sub(away, base)
            self.parts[cut].append(
                Part(base, first, low - cleared, high - low + cleared, group[0].kind == STORE, under)
            )

    def _cases(self) -> Iterator[tuple[dict[Term, int], dict[tuple[Term, bool], list[tuple[int, int]]]]]:
        """Values of arguments, and what begins where for them: for a base, and whether it is written."""
        kernel, buffers, word = self.facts.kernel, self.facts.buffers, self.facts.memory.word
        names = {base: set(re.findall(r"[a-zA-Z_]\w*", one.size)) for base, one in buffers.items()}
        some: dict[str, list[int]] = {}
        for param in kernel.params:
            cases = kernel.cases.get(param.name)
            if cases is not None and not callable(cases) and any(param.name in one for one in names.values()):
                some[param.name] = [int(one) for one in cases]
        if math.prod(map(len, some.values())) > CASES:
            some = {}
        for values in itertools.product(*some.values()):
            numbers = dict(zip(some, values))
            extents: dict[tuple[Term, bool], list[tuple[int, int]]] = {}
            for base, buffer in buffers.items():
                size = evaluate(buffer.size, numbers) if names[base] <= numbers.keys() else 0
                extents[base, False] = [(0, size)]
                if buffer.writes:
                    extents[base, True] = [(0, size)]
            extents[self.facts.data, False] = [(at, at + n) for at, n in self.tables]
            fixed = {}
            for param in kernel.params:
                if param.name in numbers:
                    bits = word if param.type == "usize" else int(param.type[1:])
                    fixed[sym(bits, f"argument {param.name}")] = numbers[param.name] & ((1 << bits) - 1)
            yield fixed, extents

    def inside(self, cut: Cut, one: Access) -> bool:
        key = cut, self.of[cut][id(one)]
        if key not in self._answers:
            self._answers[key] = bool(self.fits) and all(self._fits(fits[cut], *key) for fits in self.fits)
        return self._answers[key]

    def _fits(self, fits: Fits, cut: Cut, number: int) -> bool:
        part = self.parts[cut][number]
        return number not in fits.bad and all(
            self.holds(self.walk.cuts[symbol] if symbol else cut, Place(base, symbol, low, high), part.store)
            for (base, symbol), (low, high) in fits.places.get(number, {}).items()
        )
