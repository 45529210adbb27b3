# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Which memory an instruction touches, and whether two of them may touch the same.

Memory is told apart by the contract: two arguments never overlap, unless one names the other as its ``alias``
(the very same buffer) or as ``apart`` from it (one buffer, at a distance); what a pointer was made of says which
argument it points into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.model import ENTRY, AnyReg, Instr, Item, LabelRef, Mem, R, Slot
from generator.passes.contract import Contract
from generator.passes.flow import accesses

TABLE = "@table"
VALUE = "@value"  # begins the owner's name where a slot holds a value, of which nobody has the address
Owners = dict[AnyReg, frozenset[str]]
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Access:
    """One access to memory: to which arguments it may go (none: nobody knows), and where, if that is known: the bytes
    from ``first`` to ``end`` (exclusive) from a base; accesses whose bases are equal are from the same address."""

    item: Instr
    write: bool
    owners: frozenset[str]
    base: object | None
    first: int
    end: int


def memory_accesses(item: Instr, owned: Owners, anchor: Callable[[AnyReg], object | None]) -> Iterator[Access]:
    """What an instruction does to memory, read-only data left out. ``anchor`` says what stands for a register's present
    value among bases, None if nothing does."""
    facts = item.form.facts
    widest = max([op.width for op in item.ops if isinstance(op, R)], default=0) if facts.transfers > 1 else 0
    for spec, op in zip(item.form.ops, item.ops):
        if not isinstance(op, Mem) or facts.address_only or op.symbol is not None:
            continue
        parts = [owned.get(reg, NOBODY) for reg in (op.base, op.index) if reg is not None]
        parts += [frozenset({_slot(op.slot)})] if op.slot is not None else []
        who = frozenset[str]().union(*parts)
        if who == {TABLE}:
            continue
        fixed: object | None = None
        if op.index is None and op.mode == "offset":
            fixed = op.slot if op.base is None else anchor(op.base)
        at = op.disp if fixed is not None else 0
        size = facts.touched_bits(max(op.width, 8), widest) // 8 if fixed is not None else 0
        yield Access(item, "w" in spec.access, who, fixed, at, at + size)


def apart(x: Access, y: Access) -> bool:
    """Whether two accesses are to different bytes of one buffer, at known places in it."""
    return x.base is not None and x.base == y.base and (x.end <= y.first or y.end <= x.first)


def may_collide(x: Access, y: Access, kernel: Contract) -> bool:
    """Whether the order of two accesses may matter."""
    if not (x.write or y.write) or apart(x, y):
        return False
    if not x.owners or not y.owners:
        return not any(owner.startswith(VALUE) for owner in x.owners | y.owners)
    return any(p == q or _one_buffer(p, q, kernel) for p in x.owners for q in y.owners)


def _one_buffer(p: str, q: str, kernel: Contract) -> bool:
    """Whether two arguments may be one buffer, or lie in one."""
    if p[0] == "@" or q[0] == "@":  # read-only data, or a part of the frame: memory of its own
        return False
    return kernel.class_of(p) == kernel.class_of(q) or kernel.distance(p, q) is not None


def owners(items: list[Item], kernel: Contract) -> Owners:
    """Which arguments each register's value may point into: whatever it was made of, wherever in the function."""
    pointers = {param.name for param in kernel.params if param.type == "ptr"}
    out: Owners = {}
    edges: list[tuple[list[AnyReg], list[AnyReg]]] = []
    for item in items:
        if not isinstance(item, Instr):
            continue
        if item.mnem == ENTRY:
            for op, param in zip(item.ops, kernel.params):
                assert isinstance(op, R)
                out[op.reg] = frozenset({param.name}) & pointers
            continue
        reads, writes = accesses(item)
        loads = [
            op for spec, op in zip(item.form.ops, item.ops)
            if isinstance(op, Mem) and "r" in spec.access
        ]  # fmt: skip
        fresh = frozenset(op.slot.name for op in loads if op.slot is not None and op.slot.incoming >= 0) & pointers
        fresh |= {_slot(op.slot) for op in item.ops if isinstance(op, Mem) and op.slot is not None and op.slot.area}
        if any(isinstance(op, LabelRef) for op in item.ops) or any(
            isinstance(op, Mem) and op.symbol is not None and item.form.facts.address_only for op in item.ops
        ):
            fresh |= {TABLE}
        stepped = [op.base for op in item.ops if isinstance(op, Mem) and op.mode != "offset"]
        if loads:  # what comes from memory points nowhere; the operands beside it may
            data = {op.reg for op in item.ops if isinstance(op, R)}
            reads = [reg for reg in reads if reg in data]
        for reg in writes:
            out[reg] = out.get(reg, NOBODY) | fresh
        edges.append((reads, [reg for reg in writes if reg not in stepped]))
    changed = True
    while changed:
        changed = False
        for sources, goals in edges:
            for source in sources:
                made = out.get(source)
                if made:
                    for reg in goals:
                        if not made <= out[reg]:
                            out[reg] |= made
                            changed = True
    return out


def _slot(slot: Slot) -> str:
    return f"@frame {slot.name}" if slot.area else f"{VALUE} {slot.name} {id(slot)}"
