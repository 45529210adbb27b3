# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Memory as named regions. The address of an access is the base of one region plus a distance.

A region is a term: contents of a name, or a store over an older region. Stores that are known to be apart stand in the
order of their addresses, so that two orders of the same stores are one term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from proof.terms import Term, const, extract, ite, linear, node, sub

FRAME, DATA, AREA = "frame", "rodata", "area "


class NoProof(Exception):
    """The reason why a function cannot be proved."""


@dataclass(slots=True)
class Map:
    """What both sides know of memory: base symbol → region, and the bytes of read-only data. ``word``: bits of an
    address. ``aligned``: base symbol → a power of two, and the symbol's value modulo this."""

    regions: dict[Term, str] = field(default_factory=dict)
    data: bytes = b""
    word: int = 64
    arrays: Mapping[str, int] = field(default_factory=dict)  # region of an array of pointers → their number
    pointer: Callable[[str, int], Term] | None = None  # the base of a pointer in such an array
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
        if term.op != "anf" or len(term.args) != 1 or len(term.val) != 1:
            return False
        places, mask = term.val[0]
        low = (1 << term.w) - mask
        inner = linear(term.args[0]).parts
        if len(places) != 1 or low & (low - 1) or list(inner.values()) != [1]:
            return False
        region = self.regions.get(next(iter(inner)), "")
        if not region.startswith(AREA):
            return False
        self.regions[term] = region
        return True


def contents(name: str) -> Term:
    """A region's unknown contents."""
    return node("mem", 0, (), name)


def most(term: Term) -> int:
    """The largest value that a term may have."""
    if term.op == "const":
        return int(term.val)
    if term.op == "concat" and term.args[0].op == "const":
        low = term.w - term.args[0].w
        return (int(term.args[0].val) << low) + (1 << low) - 1
    return (1 << term.w) - 1


def distance(x: Term, y: Term) -> tuple[int, int] | None:
    """Bounds of x - y, if they are known."""
    given = linear(sub(x, y))
    low = high = given.const - (given.const >> (x.w - 1) << x.w)
    for term, times in given.parts.items():
        signed = times - (times >> (x.w - 1) << x.w)
        reach = signed * most(term)
        low, high = low + min(reach, 0), high + max(reach, 0)
    far = 1 << (x.w - 2)
    return (low, high) if -far < low and high < far else None


def apart(x: Term, x_size: int, y: Term, y_size: int) -> bool:
    """Whether x_size bytes at x and y_size bytes at y are known to share none."""
    found = distance(x, y)
    return found is not None and (found[0] >= y_size or found[1] <= -x_size)


def load(memory: Term, address: Term, size: int) -> Term:
    """``size`` bytes, little-endian."""
    while memory.op == "store":
        older, at, data = memory.args
        held = data.w // 8
        if not apart(address, size, at, held):
            gap = sub(address, at)
            if gap.op == "const" and gap.val + size <= held:
                return extract(8 * (gap.val + size) - 1, 8 * gap.val, data)
            memory = _telling(memory, address, size)
            break
        memory = older
    if memory.op == "ite":
        return ite(memory.args[0], load(memory.args[1], address, size), load(memory.args[2], address, size))
    return node("load", 8 * size, (memory, address))


def _telling(memory: Term, address: Term, size: int) -> Term:
    """The region with those stores alone that may write bytes of a load."""
    kept = []
    while memory.op == "store":
        older, at, data = memory.args
        if not apart(address, size, at, data.w // 8):
            kept.append((at, data))
        memory = older
    for at, data in reversed(kept):
        memory = node("store", 0, (memory, at, data))
    return memory


def store(memory: Term, address: Term, data: Term) -> Term:
    """The region after a store."""
    size = data.w // 8
    if memory.op == "store":
        older, at, held = memory.args
        if at is address and held.w == data.w:
            return store(older, address, data)
        if apart(address, size, at, held.w // 8) and (_hides(older, address, size) or _key(address) < _key(at)):
            return node("store", 0, (store(older, address, data), at, held))
    return node("store", 0, (memory, address, data))


def _hides(memory: Term, address: Term, size: int) -> bool:
    """Whether an older store writes the same bytes, and all stores since are apart from them."""
    while memory.op == "store":
        older, at, held = memory.args
        if at is address and held.w == 8 * size:
            return True
        if not apart(address, size, at, held.w // 8):
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
