# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Moves of a word that clear the upper half of a register become plain copies, where nobody reads that half."""

from __future__ import annotations

from generator.model import AnyReg, Instr, Item, R, VReg
from generator.passes.flow import accesses

WORD = 32


def plain(items: list[Item]) -> list[Item]:
    """``items`` with copies, which the allocator may leave out, in the place of moves that clear what no instruction
    reads. Another move may pass the cleared half on, so that it counts as a reader."""
    clearing = {i: dst for i, item in enumerate(items) if (dst := _clears(item)) is not None}
    if not clearing:
        return items
    written: dict[AnyReg, int] = {}
    needed: set[AnyReg] = set()
    for item in items:
        if isinstance(item, Instr):
            reads, writes = accesses(item)
            for reg in writes:
                written[reg] = written.get(reg, 0) + 1
            needed.update(reg for reg in reads if not _reads_word(item, reg))
    out = list(items)
    for i, dst in clearing.items():
        item = items[i]
        if isinstance(item, Instr) and written[dst] == 1 and dst not in needed:
            out[i] = item.but(item.ops, item.form, copy=True)
    return out


def _clears(item: Item) -> VReg | None:
    """The target of such a move."""
    if not isinstance(item, Instr) or item.copy or len(item.ops) != 2 or not item.form.facts.moves_whole:
        return None
    dst, src = item.ops
    if not (isinstance(dst, R) and isinstance(src, R) and dst.width == src.width == WORD):
        return None
    return dst.reg if isinstance(dst.reg, VReg) and isinstance(src.reg, VReg) and dst.reg.cls == "gp" else None


def _reads_word(item: Instr, reg: AnyReg) -> bool:
    """Whether an instruction reads words alone of a register, to store them or for a result that it computes."""
    places = [op for op in item.ops if isinstance(op, R) and op.reg == reg]
    reads, writes = accesses(item)
    return (
        not item.copy
        and not (item.form.facts.moves_whole and writes)
        and item.mnem[0] != "@"
        and reads.count(reg) == len(places)
        and all(op.width <= WORD for op in places)
    )
