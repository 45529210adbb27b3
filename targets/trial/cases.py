# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All calls of a kernel, derived from its contract.

Every amount of work meets an inaccessible page behind every buffer and one before every buffer. Every amount is done
once at some alignment, and in place if the contract has ``alias``. Some amounts meet every alignment of the contract.
If the contract has ``apart``, the two arguments lie in one buffer at the least distance, at slightly larger distances
and at random ones, in both directions. Arguments that are read and written carry state from call to call, for one
message in pieces. Numbers other than the amount of work take turns. The calls are the same each time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from generator.lang.contract import Kernel
from targets.trial.batch import Call, Placement
from targets.trial.layout import ALIGNMENTS, Layout, Layouts
from targets.trial.plan import Given, Numbers, Plan

GUARDS = (Placement.END, Placement.START)
_EVERY = (*GUARDS, Placement.MIDDLE)
_USUAL = range(10)  # amounts of work, unless the plan names others
_OFFSETS = 16  # bytes of a vector register: relative alignments of input and output count modulo this
_BESIDE = 13  # amounts of work for which input and output touch
_FAR = 10  # the greatest random distance, in least distances
_SPLITS = 6  # messages in pieces
_PIECES = (1, 2, 3, 8)


def derive(kernel: Kernel, plan: Plan, function: str) -> list[Call]:
    """The calls of a kernel's function."""
    return list(each(kernel, plan, function))


def each(kernel: Kernel, plan: Plan, function: str) -> Iterator[Call]:
    """The calls of :func:`derive`, one by one."""
    return Cases(kernel, plan, function).every()


class Cases:
    """The calls of a kernel's function, by what they are about."""

    def __init__(self, kernel: Kernel, plan: Plan, function: str) -> None:
        self.kernel, self.plan = kernel, plan
        self.lay = Layouts(kernel, plan, function)
        self.random = random.Random(f"{plan.seed} {kernel.name}")
        self.numbers = [arg.name for arg in kernel.args if not arg.access]
        self.amount = kernel.size_arg
        self.amounts: Sequence[int] = plan.counts.get(self.amount, _USUAL) if self.amount else (0,)
        missing = [name for name in self.numbers if name not in plan.counts and name != self.amount]
        strange = [name for name in plan.counts if name not in self.numbers]
        if missing or strange:
            raise ValueError(
                f"{kernel.name}: the plan's counts name {[*plan.counts]}; expected {', '.join(self.numbers)} of the "
                f"contract{f', where only {self.amount} may be left out' if self.amount else ''}"
            )
        others = [name for name in self.numbers if name != self.amount]
        self.shapes = [dict(zip(others, values)) for values in product(*(plan.counts[name] for name in others))]
        self.shared = len(self.lay.in_place({})) < len(self.lay.pointers)
        self.turn = 0

    def every(self) -> Iterator[Call]:
        yield from self.guards()
        yield from self.alignments()
        if self.shared:
            yield from self.pairs()
        for arg in self.kernel.args:
            if arg.apart is not None:
                yield from self.distances(arg.name, *arg.apart)
        yield from self.special()
        if self.amount and self.plan.pieces and self.states():
            yield from self.pieces()

    def given(self, amount: int, shape: Numbers | None = None) -> dict[str, int]:
        """The numbers of the next call, in the order of the contract."""
        self.turn += 1
        chosen = {**(self.shapes[self.turn % len(self.shapes)] if shape is None else shape), self.amount: amount}
        return {name: chosen[name] for name in self.numbers}

    def guards(self) -> Iterator[Call]:
        for n, amount in enumerate((*self.amounts, *self.plan.long)):
            for shape in self.shapes:
                yield self.lay.call(self.lay.apart, self.given(amount, shape), Placement.END, self.turn)
            yield self.lay.call(self.lay.apart, self.given(amount), Placement.START, self.turn)
            if self.shared:
                yield self.lay.call(self.lay.in_place, self.given(amount), GUARDS[n % 2], self.turn)
            if n < len(self.amounts):
                yield self.aligned(self.given(amount), 7 * n + 1, _EVERY[n % 3], n % 4 == 3)

    def aligned(self, given: Given, align: int, where: Placement, in_place: bool = False) -> Call:
        layout = self.lay.in_place if in_place and self.shared else self.lay.apart
        return self.lay.call(layout, given, where, self.turn, align % ALIGNMENTS)

    def alignments(self) -> Iterator[Call]:
        shapes = [None] if self.amount else self.shapes
        for amount, shape in product(self.plan.aligned if self.amount else self.amounts, shapes):
            for align in range(ALIGNMENTS):
                yield self.aligned(self.given(amount, shape), align, _EVERY[align % 3])
                yield self.aligned(self.given(amount, shape), align + 17, _EVERY[(align + 1) % 3], True)

    def pairs(self) -> Iterator[Call]:
        """Calls with input and output: one at a multiple of a vector and the other not; and one right behind the
        other."""
        areas = len(self.lay.pointers)
        some = [*self.amounts[1 : _OFFSETS + 1]] or [*self.amounts]
        writes = ["w" in arg.access for arg in self.lay.pointers]
        for n in range(_OFFSETS):
            for moved in (False, True):
                align = [n if writes[area] == moved else 0 for area in range(areas)]
                where = GUARDS[n % 2]
                yield self.lay.call(self.lay.apart, self.given(some[n % len(some)]), where, self.turn, align)
        for n, amount in enumerate(self.amounts[:: -(-len(self.amounts) // _BESIDE)]):
            beside = partial(self.lay.beside, before=n % 2 == 1)
            yield self.lay.call(beside, self.given(amount), GUARDS[n // 2 % 2], self.turn)

    def distances(self, name: str, to: str, least: int) -> Iterator[Call]:
        amounts = [amount for amount in self.amounts if 0 < amount < _OFFSETS] or [*self.amounts]
        nearest = self.lay.distance(name, to, least)
        wanted = [nearest] * (2 * len(amounts))
        wanted += [nearest + more for more in (1, 7, 8, 15, 16, 51, nearest - 1, nearest, nearest + 1, 8 * nearest)]
        wanted += [self.random.randrange(nearest, _FAR * nearest) for _ in range(20)]
        for n, least in enumerate(wanted):
            distance = self.lay.distance(name, to, least)
            for sign in (1, -1):
                # Mostly in place, as records are encrypted.
                layout = partial(self.lay.near, name=name, to=to, distance=sign * distance, in_place=n % 4 != 3)
                amount = amounts[n // 2 % len(amounts)]
                yield self.lay.call(layout, self.given(amount), GUARDS[n % 2], self.turn)
        # Arguments that are only read may overlap in any way.
        for other in self.lay.pointers:
            if self.kernel.class_of(other.name) == self.kernel.class_of(to) and other.access == "r":
                for n, amount in enumerate(self.amounts):
                    for where in GUARDS:
                        shift = self.lay.distance(name, other.name, self.random.randrange(ALIGNMENTS))
                        layout = partial(self.lay.near, name=name, to=other.name, distance=shift, in_place=False)
                        yield self.lay.call(layout, self.given(amount), where, self.turn)
                    align = 11 * n % ALIGNMENTS
                    yield self.lay.call(layout, self.given(amount), Placement.MIDDLE, self.turn, align)

    def special(self) -> Iterator[Call]:
        layouts: list[Layout] = [self.lay.apart, *([self.lay.in_place] if self.shared else [])]
        for arg in self.kernel.args:
            if arg.apart is not None:
                nearest = self.lay.distance(arg.name, *arg.apart)
                for distance in (nearest, -nearest):
                    near = partial(self.lay.near, name=arg.name, to=arg.apart[0], distance=distance, in_place=True)
                    layouts.append(near)
        for n, given in enumerate(self.plan.special(self.random)):
            numbers = self.given(self.amounts[-1])
            whole = {**numbers, **given}
            note = " ".join(f"{name}=..{value[-4:].hex()}" for name, value in given.items() if isinstance(value, bytes))
            yield self.lay.call(layouts[n % len(layouts)], whole, GUARDS[n % 2], self.turn, note=note)

    def states(self) -> list[str]:
        """The arguments that a call leaves for the next: read and written, of one size for every amount of work."""
        one, none = self.given(max(self.amounts)), self.given(0)
        sizes = {arg.name: self.lay.size(arg.name, one) - self.lay.size(arg.name, none) for arg in self.lay.pointers}
        return [arg.name for arg in self.lay.pointers if arg.access == "rw" and sizes[arg.name] == 0]

    def pieces(self) -> Iterator[Call]:
        """One message in pieces of random sizes."""
        carried = self.states()
        whole = max(self.amounts)
        for split in range(_SPLITS):
            kept: dict[str, bytes] = {}
            shape, at = self.shapes[split % len(self.shapes)], 0
            numbers, none = self.given(whole, shape), self.given(0, shape)
            first = self.lay.contents(numbers, split, {})  # a schedule, for instance, stays the same
            constant = {
                arg.name: first[arg.name]
                for arg in self.lay.pointers
                if arg.access == "r" and self.lay.size(arg.name, numbers) == self.lay.size(arg.name, none)
            }
            while at < whole:
                size = min(self.random.choice((*_PIECES, self.random.randint(0, whole // 5 + 1))), whole - at)
                given: Given = {**self.given(size, shape), **constant, **kept}
                layout: Layout = self.lay.in_place if self.shared and split % 3 == 0 else self.lay.apart
                note = f"split={split} at={at}"
                yield self.lay.call(layout, given, GUARDS[(at + split) % 2], self.turn, note=note)
                results = self.lay.results(given, self.turn)
                kept = {name: results[name] for name in carried}
                at += size
