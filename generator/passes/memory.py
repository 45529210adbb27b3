# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decide whether two accesses to memory may touch the same bytes.

The contract separates arguments: two arguments never overlap, unless one names the other as its ``alias`` (the same
buffer) or as ``apart`` from it (one buffer, at a distance). :mod:`generator.passes.provenance` finds the argument that
a pointer points into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.model import AnyReg, Instr
from generator.passes.contract import Contract
from generator.passes.owners import TABLE, VALUE, unknown
from generator.passes.provenance import Provenance
from generator.passes.stack import touched


@dataclass(frozen=True, slots=True)
class Access:
    """One access to memory.

    ``owners``: owners of the memory that the access may reach (:mod:`generator.passes.owners`). ``base``: the address
    from which ``first`` and ``end`` (exclusive) count bytes, None if unknown. Equal bases are the same address.
    """

    item: Instr
    write: bool
    owners: frozenset[str]
    base: object | None
    first: int
    end: int


def memory_accesses(
    item: Instr, known: Provenance, anchor: Callable[[AnyReg], object | None]
) -> Iterator[Access]:  # fmt: skip
    """The memory accesses of an instruction, without those to read-only data.

    ``anchor`` returns a base for a register's present value, or None.
    """
    for touch in known.touches(item):
        mem = touch.mem
        if touch.owners == {TABLE}:
            continue
        fixed: object | None = None
        if mem.index is None and mem.mode == "offset" and mem.width:
            fixed = mem.slot if mem.base is None else anchor(mem.base)
        at, size = (mem.disp, touched(item, mem)) if fixed is not None else (0, 0)
        yield Access(item, touch.writes, touch.owners, fixed, at, at + size)


def apart(x: Access, y: Access) -> bool:
    """True if two accesses touch different bytes of one buffer, at known places."""
    return x.base is not None and x.base == y.base and (x.end <= y.first or y.end <= x.first)


def may_collide(x: Access, y: Access, kernel: Contract) -> bool:
    """True if the order of two accesses may matter."""
    if not (x.write or y.write) or apart(x, y):
        return False
    if unknown(x.owners) or unknown(y.owners):
        return not any(owner.startswith(VALUE) for owner in x.owners | y.owners)
    return any(p == q or _one_buffer(p, q, kernel) for p in x.owners for q in y.owners)


def _one_buffer(p: str, q: str, kernel: Contract) -> bool:
    """True if two arguments may be one buffer, or lie in one."""
    if p[0] == "@" or q[0] == "@":  # read-only data, or a part of the frame: memory of its own
        return False
    return kernel.class_of(p) == kernel.class_of(q) or kernel.distance(p, q) is not None
