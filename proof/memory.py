# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Memory as named regions. The address of an access is the base of one region plus a distance.

A region is a term: contents of a name, or a store over an older region. Stores that are known to be apart stand in the
order of their addresses, so that two orders of the same stores are one term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from proof.nodes import Linear
from proof.terms import Term, add, const, extract, ite, linear, node, sub

Distances = Mapping[frozenset[Term], int]
"""Two bases of one region → the least distance of what begins there, where both lie in one buffer."""
NOWHERE: Distances = {}


@dataclass(frozen=True, slots=True)
class Region:
    """Memory of its own, which overlaps no other region. Regions of different kinds differ whatever their names are: a
    script's author chooses the names of arguments and areas."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        return self.name if self.kind == ARGUMENT else f"{self.kind} {self.name}".rstrip()


@dataclass(frozen=True, slots=True)
class Pointer:
    """The name of an argument's base: the value of the argument, or of a pointer in an array."""

    argument: str

    def __str__(self) -> str:
        return f"ptr {self.argument}"


ARGUMENT, AREA = "argument", "area"
FRAME, DATA = Region("frame"), Region("rodata")


def argument(name: str) -> Region:
    """The memory at an argument."""
    return Region(ARGUMENT, name)


def area(name: str) -> Region:
    """An area of the frame that is the script's own. ``name``: that of its operation, which no other has."""
    return Region(AREA, name)


class NoProof(Exception):
    """The reason why a function cannot be proved."""


@dataclass(slots=True)
class Map:
    """What both sides know of memory: base symbol → region, and the bytes of read-only data. ``word``: bits of an
    address. ``aligned``: base symbol → a power of two, and the symbol's value modulo this."""

    regions: dict[Term, Region] = field(default_factory=dict)
    data: bytes = b""
    word: int = 64
    arrays: Mapping[Region, int] = field(default_factory=dict)  # an array of pointers → their number
    pointer: Callable[[Region, int], Term] | None = None  # the base of a pointer in such an array
    distances: Distances = field(default_factory=dict)
    aligned: dict[Term, tuple[int, int]] = field(default_factory=dict)

    def base(self, address: Term) -> Term:
        """The one base of an address: a region, or a place in an area that was aligned. NoProof without one."""
        found = [t for t, c in linear(address).parts.items() if c == 1 and self.is_base(t)]
        if len(found) != 1:
            raise NoProof(f"an address without a region: {address}")
        return found[0]

    def is_base(self, term: Term) -> bool:
        return term in self.regions or self._aligned(term)

    def _aligned(self, term: Term) -> bool:
        """Whether a term is a place in an area of the script's own, with its lowest bits cleared. Such a term becomes a
        base of its area: how far it is from the area's begin is not known, so accesses by both may overlap."""
        inner = uncleared(term)
        if inner is None or list(linear(inner[0]).parts.values()) != [1]:
            return False
        region = self.regions.get(next(iter(linear(inner[0]).parts)))
        if region is None or region.kind != AREA:
            return False
        self.regions[term] = region
        return True


def uncleared(term: Term) -> tuple[Term, int] | None:
    """For a term whose lowest bits were cleared: the term before, and the greatest number that they may have been."""
    if term.op != "anf" or len(term.args) != 1 or len(term.val) != 1:
        return None
    places, mask = term.val[0]
    low = (1 << term.w) - mask
    return (term.args[0], low - 1) if len(places) == 1 and not low & (low - 1) else None


def contents(name: Region | str) -> Term:
    """The unknown contents of a region, or of what has a name."""
    return node("mem", 0, (), name)


def reach(away: Term) -> tuple[int, int] | None:
    """Bounds of a distance from the begin of an area, if they are known."""
    cleared = 0
    for term, times in linear(away).parts.items():
        inner = uncleared(term)
        if inner is not None and times == 1:
            away, cleared = add(sub(away, term), inner[0]), cleared + inner[1]
    found = distance(linear(away), away.w)
    return None if found is None else (found[0] - cleared, found[1])


def most(term: Term) -> int:
    """The largest value that a term may have."""
    if term.op == "const":
        return int(term.val)
    if term.op == "concat" and term.args[0].op == "const":
        low = term.w - term.args[0].w
        return (int(term.args[0].val) << low) + (1 << low) - 1
    return (1 << term.w) - 1


def distance(given: Linear, w: int) -> tuple[int, int] | None:
    """Bounds of a sum, if they are known."""
    low = high = given.const - (given.const >> (w - 1) << w)
    for term, times in given.parts.items():
        signed = times - (times >> (w - 1) << w)
        reach = signed * most(term)
        low, high = low + min(reach, 0), high + max(reach, 0)
    far = 1 << (w - 2)
    return (low, high) if -far < low and high < far else None


def apart(x: Term, x_size: int, y: Term, y_size: int, distances: Distances = NOWHERE) -> bool:
    """Whether x_size bytes at x and y_size bytes at y are known to share none.

    Two arguments with a distance either lie in one buffer, where they begin so far from each other, or never overlap.
    """
    given = linear(sub(x, y))
    for pair, least in distances.items():
        if {given.parts.get(base) for base in pair} == {1, (1 << x.w) - 1}:
            rest = {term: times for term, times in given.parts.items() if term not in pair}
            more = distance(Linear(given.const, rest), x.w)
            return more is not None and more[0] >= y_size - least and more[1] <= least - x_size
    found = distance(given, x.w)
    return found is not None and (found[0] >= y_size or found[1] <= -x_size)


def load(memory: Term, address: Term, size: int, distances: Distances = NOWHERE) -> Term:
    """``size`` bytes, little-endian."""
    while memory.op == "store":
        older, at, data = memory.args
        held = data.w // 8
        if not apart(address, size, at, held, distances):
            gap = sub(address, at)
            if gap.op == "const" and gap.val + size <= held:
                return extract(8 * (gap.val + size) - 1, 8 * gap.val, data)
            memory = _telling(memory, address, size, distances)
            break
        memory = older
    if memory.op == "ite":
        yes, no = (load(one, address, size, distances) for one in memory.args[1:])
        return ite(memory.args[0], yes, no)
    return node("load", 8 * size, (memory, address))


def _telling(memory: Term, address: Term, size: int, distances: Distances) -> Term:
    """The region with those stores alone that may write bytes of a load."""
    kept = []
    while memory.op == "store":
        older, at, data = memory.args
        if not apart(address, size, at, data.w // 8, distances):
            kept.append((at, data))
        memory = older
    for at, data in reversed(kept):
        memory = node("store", 0, (memory, at, data))
    return memory


def store(memory: Term, address: Term, data: Term, distances: Distances = NOWHERE) -> Term:
    """The region after a store."""
    size = data.w // 8
    if memory.op == "store":
        older, at, held = memory.args
        if at is address and held.w == data.w:
            return store(older, address, data, distances)
        if apart(address, size, at, held.w // 8, distances) and (
            _hides(older, address, size, distances) or _key(address) < _key(at)
        ):
            return node("store", 0, (store(older, address, data, distances), at, held))
    return node("store", 0, (memory, address, data))


def _hides(memory: Term, address: Term, size: int, distances: Distances) -> bool:
    """Whether an older store writes the same bytes, and all stores since are apart from them."""
    while memory.op == "store":
        older, at, held = memory.args
        if at is address and held.w == 8 * size:
            return True
        if not apart(address, size, at, held.w // 8, distances):
            return False
        memory = older
    return False


def _key(address: Term) -> tuple[tuple[tuple[int, int], ...], int]:
    given = linear(address)
    signed = given.const - (given.const >> (address.w - 1) << address.w)
    return tuple(sorted((t.id, c) for t, c in given.parts.items())), signed


def read_data(data: bytes, at: int, size: int) -> Term:
    """Constant bytes of read-only data."""
    if at < 0 or at + size > len(data):
        raise NoProof(f"a read of {size} bytes at {at} of read-only data, which has {len(data)} bytes")
    return const(8 * size, int.from_bytes(data[at : at + size], "little"))
