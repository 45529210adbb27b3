# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Bytes by number out of one block, where a number above 15 gives zero: AArch64's tbl.

Scripts leave open what a number from 16 to 127 gives. The lookup is a script's where such numbers cannot occur.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from proof.lanes import lanewise
from proof.memory import DATA, contents
from proof.shared import lookup
from proof.terms import Term, linear, permuted, sym

OPEN = int.from_bytes(bytes([0x70]) * 16, "little")
PLACES = 64
"""The most places of read-only data at which a load is looked into."""


def table_lookup(table: Term, index: Term, data: bytes) -> Term:
    """``data``: the read-only data."""
    if index.op == "const":
        numbers = index.val.to_bytes(16, "little")
        return permuted([table], [(0, n) if n < 16 else None for n in numbers])
    return lanewise("tbl", 8, table, index) if Possible(data).bits(index) & OPEN else lookup(table, index)


@dataclass(slots=True)
class Possible:
    """The bits of terms that may be one."""

    data: bytes
    known: dict[Term, int] = field(default_factory=dict)

    def bits(self, x: Term) -> int:
        if x not in self.known:
            self.known[x] = self._bits(x)
        return self.known[x]

    def _bits(self, x: Term) -> int:
        out = 0
        if x.op == "const":
            return int(x.val)
        if x.op == "anf":
            for places, mask in x.val:
                for n in places:
                    mask &= self.bits(x.args[n])
                out |= mask
            return out
        if x.op in ("pshufb", "tbl"):
            for byte in self.bits(x.args[0]).to_bytes(16, "little"):
                out |= byte
            return int.from_bytes(bytes([out]) * 16, "little")
        if x.op == "perm":
            whole = [self.bits(arg) for arg in x.args]
            given = bytes(0 if one is None else whole[one[0]] >> 8 * one[1] & 255 for one in x.val)
            return int.from_bytes(given, "little")
        if x.op == "ite":
            return self.bits(x.args[1]) | self.bits(x.args[2])
        if x.op == "concat":
            for part in x.args:
                out = out << part.w | self.bits(part)
            return out
        if x.op == "load" and x.args[0] is contents(DATA):
            return self._loaded(x)
        return (1 << x.w) - 1

    def _loaded(self, x: Term) -> int:
        """A load from read-only data at one of a few places."""
        given = linear(x.args[1])
        offsets = {given.const}
        for term, times in given.parts.items():
            if term is sym(64, DATA) and times == 1:
                continue
            may = self.bits(term)
            for bit in range(term.w):
                if may >> bit & 1 and len(offsets) <= PLACES:
                    offsets |= {at + (times << bit) for at in offsets}
        size, out = x.w // 8, 0
        if len(offsets) > PLACES or any(at + size > len(self.data) for at in offsets):
            return (1 << x.w) - 1
        for at in offsets:
            out |= int.from_bytes(self.data[at : at + size], "little")
        return out
