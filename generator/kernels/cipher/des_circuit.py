# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""S-boxes as circuits: gates over whole registers, made from truth tables.

A function of six bits is a number of 64 bits. The search for a function on the inputs that `care` has takes the first
of these that there is: a signal that has the function there; a gate of two signals; two gates, of which the second
reads another signal; a choice by an input bit, whose sides are found in the same way, each for half of the inputs that
count (Kwan, Reducing the Gate Count of Bitslice DES, 2000).

How a choice is made is free: the input bit, the side that is made first, and the form. A plan has a letter for each
choice in the order of their coming, after the order of the outputs. The plans are those with the fewest gates that a
climb from random plans found, a letter changed at a time. Any plan gives a correct circuit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from generator.kernels.cipher.des_standard import SELECTORS, S
from generator.lang import Builder, Val

ALL = 2**64 - 1
INPUTS = [sum(1 << n for n in range(64) if n >> (5 - bit) & 1) for bit in range(SELECTORS)]
Gate = tuple[str, int, int]  # an operation and its signals

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "xor": lambda x, y: x ^ y,
    "and_": lambda x, y: x & y,
    "or_": lambda x, y: x | y,
    "andn": lambda x, y: x & ~y,
}
# Of S-box 1 to 8.
PLANS = (
    "0213 kgralrmlgfakqwcnrf",
    "1320 evrixsgiodnkvrvf",
    "3201 npduvnjjfkevkf",
    "3120 ugqsaubeuwa",
    "2310 snorcoieguimbnookji",
    "0321 uqneqsnqqcqfsvwv",
    "3201 euporxagoqvugcccwv",
    "2130 toauoruawfsoegjrn",
)


class Circuit:
    """The circuit of an S-box. Signal n is input n, then one of `constants`, then a gate each."""

    constants: tuple[int, ...] = ()

    def __init__(self, box: int, plan: str) -> None:
        order, letters = plan.split()
        self.letters = iter(letters)
        self.values = [*INPUTS, *self.constants]
        self.gates: list[Gate] = []
        targets = [sum(1 << n for n in range(64) if S[box][n] >> (3 - bit) & 1) for bit in range(4)]
        found = {int(bit): self.find(targets[int(bit)], ALL) for bit in order}
        self.outputs = [found[bit] for bit in range(4)]

    def find(self, target: int, care: int) -> int:
        """The signal that is `target` on the inputs that `care` has."""
        raise NotImplementedError

    def same(self, target: int, care: int) -> int | None:
        target &= care
        return next((n for n, value in enumerate(self.values) if value & care == target), None)

    def choice(self, care: int) -> tuple[int, int, int]:
        """A letter's number, and an input bit on which `care` still depends, with its value."""
        letter = ord(next(self.letters)) - ord("a")
        free = [n for n in range(SELECTORS) if 0 != INPUTS[n] & care != care]
        bit = free[(letter >> 2) % len(free)]
        return letter & 3, bit, INPUTS[bit]


class OfTwo(Circuit):
    """Gates of two inputs. Negations read all ones."""

    constants = (ALL,)

    def add(self, operation: str, x: int, y: int) -> int:
        self.values.append(OPERATIONS[operation](self.values[x], self.values[y]))
        self.gates.append((operation, x, y))
        return len(self.values) - 1

    def pair(self, target: int, care: int) -> tuple[str, int, int] | None:
        """A gate of two signals."""
        target &= care
        values = [value & care for value in self.values]
        first: dict[int, int] = {}
        for n, value in enumerate(values):
            first.setdefault(value, n)
        for n, value in enumerate(values):
            other = first.get(target ^ value)
            if other is not None and other != n:
                return "xor", n, other
        above = [n for n, value in enumerate(values) if not target & ~value]
        below = [n for n, value in enumerate(values) if not value & ~target]
        for i, x in enumerate(above):
            for y in above[i + 1 :]:
                if values[x] & values[y] == target:
                    return "and_", x, y
        for i, x in enumerate(below):
            for y in below[i + 1 :]:
                if values[x] | values[y] == target:
                    return "or_", x, y
        apart = [n for n, value in enumerate(values) if not value & target]
        for x in above:
            for y in apart:
                if values[x] & ~values[y] == target:
                    return "andn", x, y
        return None

    def two(self, target: int, care: int) -> int | None:
        """Two gates: one of two signals, and one of its output and a signal."""
        for n, value in enumerate(self.values):
            if found := self.pair(target ^ value, care):
                return self.add("xor", self.add(*found), n)
        for n, value in enumerate(self.values):
            inside = value & care
            if not target & care & ~inside:
                if found := self.pair(target, inside):
                    return self.add("and_", self.add(*found), n)
                if found := self.pair(~target, inside):
                    return self.add("andn", n, self.add(*found))
            if not inside & ~target and (found := self.pair(target, care & ~value)):
                return self.add("or_", self.add(*found), n)
            if not inside & target and (found := self.pair(target, care & ~value)):
                return self.add("andn", self.add(*found), n)
        return None

    def find(self, target: int, care: int) -> int:
        if (held := self.same(target, care)) is not None:
            return held
        if found := self.pair(target, care):
            return self.add(*found)
        if (held := self.two(target, care)) is not None:
            return held
        form, bit, value = self.choice(care)
        inside, outside = care & value, care & ~value
        first, other = (outside, inside) if form in (0, 3) else (inside, outside)
        x = self.find(~target if form == 2 else target, first)
        if form != 2 and not (self.values[x] ^ target) & care:
            return x
        if form != 3:
            y = self.find(target ^ self.values[x], other)
            return self.add("xor", x, self.add(("and_", "andn", "or_")[form], y, bit))
        y = self.find(target, other)
        if not (self.values[y] ^ target) & care:
            return y
        return self.add("xor", x, self.add("and_", self.add("xor", x, y), bit))


@cache
def circuit(box: int) -> Circuit:
    """The circuit of an S-box in gates of two inputs."""
    return OfTwo(box, PLANS[box])


def substitute(k: Builder, box: int, x: Sequence[Val]) -> list[Val]:
    """The four outputs of an S-box. `x` are the six inputs."""
    made = circuit(box)
    signals: list[Val | None] = [*x, None]
    for gate in made.gates:
        signals.append(record(k, gate, signals))
    out = [signals[n] for n in made.outputs]
    return [one for one in out if one is not None]


def record(k: Builder, gate: Gate, signals: Sequence[Val | None]) -> Val:
    operation, *places = gate
    operands = [signals[n] for n in places]
    there = [one for one in operands if one is not None]
    if operation in ("xor", "andn") and len(there) == 1:  # and all ones
        out = k.not_(there[0])
    else:
        out = getattr(k, operation)(*there)
    k.cold(out)
    return out
