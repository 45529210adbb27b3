# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check an order by replaying it: every instruction must see what it saw when the streams ran one after the other, or
in the order of the script.

Independent of how the order was made and of what the hazard check thought: nothing lost or doubled, each stream in its
own order, every register and flag that is read comes from the same instruction, and so does what is left at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from generator.isa.table import Form
from generator.model import Instr, Item, KernelError, LabelDef
from generator.passes.flow import accesses
from generator.passes.memory import Access, may_collide
from generator.passes.streams import Stitch

if TYPE_CHECKING:
    from generator.lang.contract import Kernel

Seen = dict[int, list[object]]


@cache
def _flags(form: Form) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names, unlike any register, of the flags that a form reads and of those that it changes."""
    changed = form.flags_written | form.flags_undefined
    return tuple([f"flag {flag}" for flag in sorted(form.flags_read)]), tuple([f"flag {flag}" for flag in changed])


def check_merge(one: Stitch, merged: list[Item]) -> None:
    """KernelError (a fault of the generator, not of the kernel) if the merged order is not as good as the streams'."""
    home = {id(item): n for n, part in enumerate(one.parts) for item in part.items}
    if len(home) != len(merged) or len({id(item) for item in merged}) != len(merged):
        raise KernelError(one.seam.src, f"stitching is wrong: {len(home)} items became {len(merged)}")
    for n, part in enumerate(one.parts):
        kept = [item for item in merged if home.get(id(item)) == n]
        if any(a is not b for a, b in zip(kept, part.items)) or len(kept) != len(part.items):
            raise KernelError(one.seam.src, f"stitching is wrong: {part.name} is not in its own order")
    for item, after in zip(merged, merged[1:]):
        if isinstance(after, LabelDef) and home[id(item)] != home[id(after)]:
            raise KernelError(one.seam.src, f"stitching is wrong: code stands between a branch and {after.name}")
    rare = {key: code for part in one.parts for key, code in part.rare.items()}
    apart, left = _replay([item for part in one.parts for item in part.items], rare)
    together, left_too = _replay(merged, rare)
    for item in merged:
        if isinstance(item, Instr) and apart[id(item)] != together[id(item)]:
            raise KernelError(item.src, f"stitching is wrong: {item.mnem} sees what another stream has left")
    if left != left_too:
        raise KernelError(
            one.seam.src, "stitching is wrong: the registers are left otherwise than by the streams apart"
        )


def check_order(before: list[Instr], after: list[Instr], memory: list[tuple[Access, ...]], kernel: Kernel) -> None:
    """KernelError (a fault of the generator, not of the kernel) if straight code does something else in its new order.
    ``memory``: what each instruction does to memory, in the order of ``before``."""
    if sorted(map(id, before)) != sorted(map(id, after)):
        raise KernelError(before[0].src, f"ordering is wrong: {len(before)} instructions became {len(after)}")
    seen, left = _replay(before, {})
    seen_too, left_too = _replay(after, {})
    for item in after:
        if seen[id(item)] != seen_too[id(item)]:
            raise KernelError(item.src, f"ordering is wrong: {item.mnem} sees what others have left")
    if left != left_too:
        raise KernelError(before[0].src, "ordering is wrong: the registers are left otherwise than by the script")
    place = {id(item): n for n, item in enumerate(after)}
    made = [(place[id(item)], access) for item, accesses_ in zip(before, memory) for access in accesses_]
    for n, (at, access) in enumerate(made):
        for later, other in made[n + 1 :]:
            if later < at and may_collide(access, other, kernel):
                raise KernelError(
                    other.item.src,
                    f"ordering is wrong: {other.item.mnem} comes before {access.item.mnem} of line "
                    f"{access.item.src.line}, perhaps of the same memory",
                )


def _replay(items: Iterable[Item], rare: dict[int, list[Instr]]) -> tuple[Seen, dict[object, object]]:
    """For each instruction the writers of all that it reads, and in the end the last writer of each register.

    Out-of-line code runs in its branch's place; it may or may not have run, so that what it writes comes of both.
    """
    last: dict[object, object] = {}
    seen: Seen = {}

    def step(item: Instr, perhaps: bool) -> None:
        reads, writes = accesses(item)
        tested, changed = _flags(item.form)
        seen[id(item)] = [last.get(key) for key in (*reads, *tested)]
        for key in (*writes, *changed):
            last[key] = (id(item), last.get(key)) if perhaps else id(item)

    for item in items:
        if isinstance(item, Instr):
            step(item, False)
            for inner in rare.get(id(item), ()):
                step(inner, True)
    return seen, {key: value for key, value in last.items() if not isinstance(key, str)}
