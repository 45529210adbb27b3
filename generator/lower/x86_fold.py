# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Memory operands: a load whose only reader is the very next instruction becomes part of that instruction.

One instruction and one register less; the load still happens at the same place in the stream.
"""

from __future__ import annotations

from dataclasses import replace

from generator.isa import forms
from generator.model import AnyReg, Instr, Item, Mem, R, VReg
from generator.passes.flow import accesses

READERS = frozenset({"add", "and", "or", "xor", "sub", "adc", "sbb"})


def fold_loads(items: list[Item], arch: str) -> list[Item]:
    """``items`` with loads folded into the two-operand arithmetic that follows them."""
    uses: dict[AnyReg, int] = {}
    for item in items:
        if isinstance(item, Instr):
            reads, writes = accesses(item)
            for reg in (*reads, *writes):
                uses[reg] = uses.get(reg, 0) + 1
    out: list[Item] = []
    for item in items:
        load = out[-1] if out else None
        if isinstance(item, Instr) and isinstance(load, Instr):
            folded = _folded(load, item, uses, arch)
            if folded is not None:
                out[-1] = folded
                continue
        out.append(item)
    return out


def _folded(load: Instr, reader: Instr, uses: dict[AnyReg, int], arch: str) -> Instr | None:
    if reader.mnem not in READERS or load.mnem not in ("mov", "movzx") or load.exempt != reader.exempt:
        return None
    loaded, memory = load.ops[0], load.ops[1]
    first, second = reader.ops[0], reader.ops[1]
    if not (isinstance(loaded, R) and isinstance(memory, Mem) and isinstance(first, R) and isinstance(second, R)):
        return None
    # Written once, read once, here; a u8's partner is zero above its eight bits, and stays so.
    if second.reg is not loaded.reg or not isinstance(loaded.reg, VReg) or uses[loaded.reg] != 2:
        return None
    if memory.slot is not None or first.reg in (memory.base, memory.index) or first.reg is loaded.reg:
        return None
    if memory.width != first.width and not (memory.width == 8 and reader.mnem in ("xor", "or")):
        return None
    ops = (R(first.reg, memory.width), memory)
    form = forms.find(arch, reader.mnem, ops)
    return replace(reader, ops=ops, form=form, exempt=load.exempt, public=load.public)
