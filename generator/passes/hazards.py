# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""May these streams be stitched? Whatever one of them changes, no other may touch: registers, flags, memory.

Memory is told apart by the contract: two arguments never overlap, unless one names the other as its ``alias``
(the very same buffer) or as ``apart`` from it (one buffer, at a distance); what a pointer was made of says which
argument it points into.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from generator.model import AnyReg, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Slot
from generator.passes.flow import accesses
from generator.passes.streams import Part, Stitch, clobbers, registers

if TYPE_CHECKING:
    from generator.lang.contract import Kernel

TABLE = "@table"
ENTRY = "@entry"
Owners = dict[AnyReg, frozenset[str]]
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Access:
    """One access to memory: to which arguments it may go (none: nobody knows), and where, if that is known: a base
    that the stitch leaves alone, and the bytes from there."""

    item: Instr
    write: bool
    owners: frozenset[str]
    base: AnyReg | None
    first: int
    end: int


def refuse_hazards(one: Stitch, items: list[Item], kernel: Kernel) -> None:
    """KernelError at the first place where two streams of a stitch, or a stream and what follows, collide."""
    _refuse_flags(one, items)
    known = [registers(part) for part in one.parts]
    owned = owners(items, kernel)
    changed = frozenset(reg for _, writes in known for reg in writes)
    memory = [_accesses(part, owned, changed) for part in one.parts]
    for a, b in combinations(range(len(one.parts)), 2):
        _refuse_registers(one, a, b, known)
        for x in memory[a]:
            for y in memory[b]:
                if x.write or y.write:
                    _refuse_overlap(one.parts[a], one.parts[b], x, y, kernel)


def _refuse_registers(
    one: Stitch, a: int, b: int, known: list[tuple[dict[object, Instr], dict[object, Instr]]]
) -> None:
    for writer, other in ((a, b), (b, a)):
        reads, writes = known[other]
        for reg, item in known[writer][1].items():
            if isinstance(reg, Phys) and reg.cls == "gp" and reg.num == 32:
                continue  # the register that is always zero
            touched = reads.get(reg) or writes.get(reg)
            if touched is not None:
                name = getattr(reg, "name", None) or f"{reg.cls} register {reg.num}"  # type: ignore[attr-defined]
                raise KernelError(
                    item.src,
                    f"stitch: {one.parts[writer].name} changes {name}, which {one.parts[other].name} "
                    f"{'reads' if reg in reads else 'changes'} at {touched.src}; expected streams that share nothing "
                    "they change",
                )


def _refuse_flags(one: Stitch, items: list[Item]) -> None:
    """Flags that are read after the stitch must not have been set before it, or by one of many."""
    lost = frozenset[str]().union(*(clobbers(part) for part in one.parts))
    for item in items[one.end :]:
        if not isinstance(item, Instr) or not lost:
            break
        if item.form.flags_read & lost:
            culprit = next(
                i for p in one.parts for i in p.instructions()
                if (i.form.flags_written | i.form.flags_undefined) & item.form.flags_read
            )  # fmt: skip
            raise KernelError(
                item.src,
                f"{item.mnem} reads flags that the stitch before it changes ({culprit.mnem} at {culprit.src}); "
                "expected a compare in between",
            )
        lost -= item.form.flags_written | item.form.flags_undefined
        if item.form.kind != "normal":
            break


def owners(items: list[Item], kernel: Kernel) -> Owners:
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
            if isinstance(op, Mem) and item.mnem != "lea" and "r" in spec.access
        ]  # fmt: skip
        fresh = frozenset(op.slot.name for op in loads if op.slot is not None and op.slot.incoming >= 0) & pointers
        fresh |= {_area(op.slot) for op in item.ops if isinstance(op, Mem) and op.slot is not None and op.slot.area}
        if any(isinstance(op, LabelRef) for op in item.ops) or any(
            isinstance(op, Mem) and op.symbol is not None and item.mnem == "lea" for op in item.ops
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
            made = frozenset[str]().union(*(out.get(reg, NOBODY) for reg in sources))
            for reg in goals:
                if not made <= out.get(reg, NOBODY):
                    out[reg] = out.get(reg, NOBODY) | made
                    changed = True
    return out


def _area(slot: Slot) -> str:
    return f"@frame {slot.name}"


def _accesses(part: Part, owned: Owners, changed: frozenset[object]) -> list[Access]:
    """What a stream does to memory, once for each kind of place; read-only data and arguments on the stack left out."""
    out: dict[object, Access] = {}
    for item in part.instructions():
        registers_ = sum(isinstance(op, R) for op in item.ops)
        count = registers_ if item.mnem in ("ldp", "stp", "ldnp", "stnp") or item.mnem.startswith(("ld1", "st1")) else 1
        for spec, op in zip(item.form.ops, item.ops):
            if not isinstance(op, Mem) or item.mnem in ("lea", "@address") or op.symbol is not None:
                continue
            if op.slot is not None and not op.slot.area:
                continue
            parts = [owned.get(reg, NOBODY) for reg in (op.base, op.index) if reg is not None]
            parts += [frozenset({_area(op.slot)})] if op.slot is not None else []
            who = frozenset[str]().union(*parts)
            if who == {TABLE}:
                continue
            fixed = op.base if op.index is None and op.mode == "offset" and op.base not in changed else None
            at = op.disp if fixed is not None else 0
            size = max(op.width, 8) // 8 * count if fixed is not None else 0
            made = Access(item, "w" in spec.access, who, fixed, at, at + size)
            out.setdefault((made.write, who, fixed, at, size), made)
    return list(out.values())


def _refuse_overlap(a: Part, b: Part, x: Access, y: Access, kernel: Kernel) -> None:
    if x.base is not None and x.base is y.base and (x.end <= y.first or y.end <= x.first):
        return
    if not x.write:
        a, b, x, y = b, a, y, x
    what = None
    if not x.owners or not y.owners:
        what = "memory that no argument is known for"
    for p in sorted(x.owners):
        for q in sorted(y.owners):
            what = what or _same(p, q, x, y, kernel)
    if what is not None:
        raise KernelError(
            x.item.src,
            f"stitch: {a.name} writes {what}, and {b.name} {'writes' if y.write else 'reads'} there at {y.item.src}; "
            "expected streams that share no memory they change",
        )


def _same(p: str, q: str, x: Access, y: Access, kernel: Kernel) -> str | None:
    """In words what two accesses may have in common, one to argument ``p`` and one to ``q``; None if nothing."""
    if p == q:
        return f"what {p} points to" if p[0] != "@" else f"area {p.removeprefix('@frame ')} of the frame"
    if p[0] == "@" or q[0] == "@":  # read-only data, or an area of the frame: memory of its own
        return None
    if kernel.class_of(p) == kernel.class_of(q):
        return f"what {p} points to, which may be {q}"
    distance = kernel.distance(p, q)
    if distance is None:
        return None
    if x.base is None or y.base is None:
        return f"what {p} points to, {distance} bytes from {q}, at places that change"
    reach = max(x.end - y.first, y.end - x.first)
    if reach > distance:
        return f"what {p} points to, {distance} bytes from {q}, but {reach} bytes from where the other stream is"
    return None
