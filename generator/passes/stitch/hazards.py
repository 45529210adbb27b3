# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse streams that cannot be stitched. No stream may touch a register, a flag or memory that another changes.

:mod:`generator.passes.memory` tells places in memory apart.
"""

from __future__ import annotations

from itertools import combinations

from generator.model import Instr, Item, KernelError, Phys, VReg
from generator.passes.contract import Contract
from generator.passes.judges.replay_order import Moved
from generator.passes.memory import Access, memory_accesses
from generator.passes.owners import VALUE, area_name, unknown
from generator.passes.provenance import Provenance
from generator.passes.streams import Part, Stitch, clobbers, registers


def refuse_hazards(
    one: Stitch, items: list[Item], known: Provenance, kernel: Contract, moved: Moved, zero: Phys | None
) -> None:
    """KernelError at the first collision of two streams of a stitch, or of a stream and the code after the stitch.

    ``known``: the arguments that pointers point into. ``moved``: the pointers' distances from these arguments at the
    beginning of the stitch.
    ``zero``: the register that always reads as zero.
    """
    _refuse_flags(one, items)
    used = [registers(part) for part in one.parts]
    changed = frozenset(reg for _, writes in used for reg in writes)
    memory = [_accesses(part, known, changed) for part in one.parts]
    free = one.free
    for a, b in combinations(range(len(one.parts)), 2):
        _refuse_registers(one, a, b, used, zero, free)
        for x in memory[a]:
            for y in memory[b]:
                if x.write or y.write:
                    _refuse_overlap(one.parts[a], one.parts[b], x, y, kernel, moved)


def _refuse_registers(
    one: Stitch, a: int, b: int, used: list[tuple[dict[object, Instr], dict[object, Instr]]], zero: Phys | None,
    free: frozenset[Phys],
) -> None:  # fmt: skip
    for writer, other in ((a, b), (b, a)):
        reads, writes = used[other]
        for reg, item in used[writer][1].items():
            if zero is not None and reg == zero or reg in free:
                continue
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
    """Refuse a read, after the stitch, of flags set before the stitch or by one of several streams."""
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


def _accesses(part: Part, known: Provenance, changed: frozenset[object]) -> list[Access]:
    """A stream's accesses to memory, one per kind of place. Values without a register are left out: no other stream can
    name them."""
    out: dict[object, Access] = {}
    for item in part.instructions():
        for made in memory_accesses(item, known, lambda reg: None if reg in changed else reg):
            if not (made.owners and next(iter(made.owners)).startswith(VALUE)):
                out.setdefault((made.write, made.owners, made.base, made.first, made.end), made)
    return list(out.values())


def _refuse_overlap(
    a: Part, b: Part, x: Access, y: Access, kernel: Contract, moved: Moved
) -> None:  # fmt: skip
    if x.base is not None and x.base is y.base and (x.end <= y.first or y.end <= x.first):
        return
    if not x.write:
        a, b, x, y = b, a, y, x
    what = None
    if unknown(x.owners) or unknown(y.owners):
        what = "memory of no known argument"
    for p in sorted(x.owners):
        for q in sorted(y.owners):
            what = what or _same(p, q, x, y, kernel, moved)
    if what is not None:
        raise KernelError(
            x.item.src,
            f"stitch: {a.name} writes {what}, and {b.name} {'writes' if y.write else 'reads'} there at {y.item.src}; "
            "expected streams that share no memory they change",
        )


def _same(p: str, q: str, x: Access, y: Access, kernel: Contract, moved: Moved) -> str | None:
    """The overlap of two accesses, one to argument ``p`` and one to ``q``, in words. None if there is none."""
    if p == q:
        return f"the memory at {p}" if p[0] != "@" else f"area {area_name(p)} of the frame"
    if p[0] == "@" or q[0] == "@":  # memory of its own: read-only data, or an area of the frame
        return None
    if kernel.class_of(p) == kernel.class_of(q):
        return f"the memory at {p}, which may be {q}"
    distance = kernel.distance(p, q)
    if distance is None:
        return None
    if x.base is None or y.base is None:
        return f"the memory at {p}, {distance} bytes from {q}, at places that change"
    bounds = moved(x.base.id, y.base.id, p, q) if isinstance(x.base, VReg) and isinstance(y.base, VReg) else None
    if bounds is None:
        return (
            f"the memory at {p}, {distance} bytes from {q}, by pointers that have moved by unknown "
            f"distances from {p} and {q} (a loop may move them in step, other operations by constants only)"
        )
    reach = max(x.end - y.first + bounds[1], y.end - x.first - bounds[0])
    if reach > distance:
        return f"the memory at {p}, {distance} bytes from {q}, but {reach} bytes from where the other stream is"
    return None
