# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Replay an order of instructions. Each instruction must see the same values as in the script's order, or in the order
of the streams one after the other.

The check does not depend on the scheduler or on the hazard check. No instruction is lost or doubled. Each stream keeps
its order. Every register and flag that is read comes from the same instruction, at the end of the code as well.
Accesses to memory that may overlap keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Union

from generator.model import AnyReg, Form, GeneratorFault, Instr, Item, LabelDef, Phys, VReg
from generator.passes.contract import Contract
from generator.passes.flow import accesses
from generator.passes.memory import Access, may_collide, memory_accesses
from generator.passes.owners import unknown
from generator.passes.provenance import Provenance
from generator.passes.streams import Part, Stitch

Seen = dict[int, list[object]]
Moved = Callable[[int, int, str, str], Union[tuple[int, int], None]]
"""(value, value, argument, argument) → bounds of the difference of two distances; see
:meth:`generator.passes.stitch.distances.Distances.between`."""


@cache
def _flags(form: Form) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The flags that a form reads and those that it changes, under names that no register has."""
    changed = form.flags_written | form.flags_undefined
    return tuple([f"flag {flag}" for flag in sorted(form.flags_read)]), tuple([f"flag {flag}" for flag in changed])


def check_merge(one: Stitch, merged: list[Item], known: Provenance, kernel: Contract, moved: Moved) -> None:
    """GeneratorFault unless the merged order computes the streams' results.

    ``known``: the arguments that pointers point into. ``moved``: the pointers' distances from these arguments at the
    beginning of the stitch.
    """
    home = {id(item): n for n, part in enumerate(one.parts) for item in part.items}
    if len(home) != len(merged) or len({id(item) for item in merged}) != len(merged):
        raise GeneratorFault(one.seam.src, f"stitching is wrong: {len(home)} items became {len(merged)}")
    for n, part in enumerate(one.parts):
        kept = [item for item in merged if home.get(id(item)) == n]
        if any(a is not b for a, b in zip(kept, part.items)) or len(kept) != len(part.items):
            raise GeneratorFault(one.seam.src, f"stitching is wrong: {part.name} is not in its own order")
    for item, after in zip(merged, merged[1:]):
        if isinstance(after, LabelDef) and home[id(item)] != home[id(after)]:
            raise GeneratorFault(one.seam.src, f"stitching is wrong: code is between a branch and {after.name}")
    rare = {key: code for part in one.parts for key, code in part.rare.items()}
    apart, left = _replay([item for part in one.parts for item in part.items], rare)
    together, left_too = _replay(merged, rare)
    for item in (item for part in one.parts for item in part.instructions()):
        if apart[id(item)] != together[id(item)]:
            raise GeneratorFault(item.src, f"stitching is wrong: {item.mnem} sees what another stream has left")
    if one.live is not None:  # a factor or a product may have passed through a register that nobody reads any more
        dead = {reg for reg in left if isinstance(reg, Phys)} - one.live
        left, left_too = (
            {reg: last for reg, last in writers.items() if reg not in dead} for writers in (left, left_too)
        )
    if left != left_too:
        raise GeneratorFault(
            one.seam.src, "stitching is wrong: the registers are left otherwise than by the streams apart"
        )
    _check_memory(one, merged, known, kernel, moved)


def _check_memory(one: Stitch, merged: list[Item], known: Provenance, kernel: Contract, moved: Moved) -> None:
    """GeneratorFault if an access of a later stream comes before one of an earlier stream that may overlap."""
    place = {id(item): n for n, item in enumerate(merged)}
    version: dict[AnyReg, int] = {}
    spans = [_spans(part, known, version, place) for part in one.parts]
    for n, earlier in enumerate(spans):
        for later in spans[n + 1 :]:
            for x, _, last in earlier:
                for y, first, _ in later:
                    if first < last and may_collide(x, y, kernel) and not _far(x, y, kernel, moved):
                        raise GeneratorFault(
                            y.item.src,
                            f"stitching is wrong: {y.item.mnem} comes before {x.item.mnem} of line {x.item.src.line}, "
                            "perhaps of the same memory",
                        )


def _spans(
    part: Part, known: Provenance, version: dict[AnyReg, int], place: dict[int, int]
) -> list[tuple[Access, int, int]]:  # fmt: skip
    """A stream's accesses to memory, each with its first and its last place in the merge. Equal accesses share a
    row."""
    out: dict[object, tuple[Access, int, int]] = {}

    def anchor(reg: AnyReg) -> object:
        return reg, version.get(reg, 0)

    for branch in part.items:
        if not isinstance(branch, Instr):
            continue
        at = place[id(branch)]
        for item in (branch, *part.rare.get(id(branch), ())):
            for access in memory_accesses(item, known, anchor):
                key = (access.write, access.owners, access.base, access.first, access.end)
                found = out.get(key)
                out[key] = (access, at, at) if found is None else (found[0], found[1], at)
            for reg in accesses(item)[1]:
                version[reg] = version.get(reg, 0) + 1
    return list(out.values())


def _far(x: Access, y: Access, kernel: Contract, moved: Moved) -> bool:
    """True if the contract keeps the arguments of two accesses apart at any addresses. The first access lies wholly
    above the second if its argument lies above the other's, else wholly below."""
    bases = []
    for access in (x, y):
        base = access.base
        if not isinstance(base, tuple) or not isinstance(base[0], VReg) or base[1]:
            return False  # a slot, or a register that the stitch has changed
        bases.append(base[0].id)
    for p in x.owners:
        for q in y.owners:
            if p[0] == "@" or q[0] == "@":
                continue
            distance = kernel.distance(p, q)
            if kernel.class_of(p) == kernel.class_of(q):
                return False
            if distance is None:
                continue
            bounds = moved(bases[0], bases[1], p, q)
            if bounds is None:
                return False
            low, high = x.first - distance + bounds[1], x.first + distance + bounds[0]
            if low + x.end - x.first > y.first or high < y.end:
                return False
    return not unknown(x.owners) and not unknown(y.owners)


def check_order(before: list[Instr], after: list[Instr], memory: list[tuple[Access, ...]], kernel: Contract) -> None:
    """GeneratorFault if the new order of straight code changes the results.

    ``memory``: the memory accesses of each instruction, in the order of ``before``.
    """
    if sorted(map(id, before)) != sorted(map(id, after)):
        raise GeneratorFault(before[0].src, f"ordering is wrong: {len(before)} instructions became {len(after)}")
    seen, left = _replay(before, {})
    seen_too, left_too = _replay(after, {})
    for item in after:
        if seen[id(item)] != seen_too[id(item)]:
            raise GeneratorFault(item.src, f"ordering is wrong: {item.mnem} sees what others have left")
    if left != left_too:
        raise GeneratorFault(before[0].src, "ordering is wrong: the registers are left otherwise than by the script")
    place = {id(item): n for n, item in enumerate(after)}
    made = [(place[id(item)], access) for item, accesses_ in zip(before, memory) for access in accesses_]
    for n, (at, access) in enumerate(made):
        for later, other in made[n + 1 :]:
            if later < at and may_collide(access, other, kernel):
                raise GeneratorFault(
                    other.item.src,
                    f"ordering is wrong: {other.item.mnem} comes before {access.item.mnem} of line "
                    f"{access.item.src.line}, perhaps of the same memory",
                )


def _replay(items: Iterable[Item], rare: dict[int, list[Instr]]) -> tuple[Seen, dict[object, object]]:
    """For each instruction, the writers of all its operands; and the last writer of each register at the end.

    Out-of-line code runs in its branch's place and sees its own writes. Code after the branch sees both these writes
    and the earlier ones, because the out-of-line code may not have run.
    """
    last: dict[object, object] = {}
    seen: Seen = {}

    def step(item: Instr, before: dict[object, object] | None) -> None:
        reads, writes = item.known_accesses or accesses(item)
        tested, changed = _flags(item.form)
        me = id(item)
        seen[me] = [last.get(key) for key in (*reads, *tested)]
        for key in (*writes, *changed):
            if before is not None:
                before.setdefault(key, last.get(key))
            last[key] = me

    for item in items:
        if type(item) is Instr:
            step(item, None)
            inside = rare.get(id(item))
            if inside:
                before: dict[object, object] = {}
                for inner in inside:
                    step(inner, before)
                for key, old in before.items():
                    last[key] = (last[key], old)
    return seen, {key: value for key, value in last.items() if not isinstance(key, str)}
