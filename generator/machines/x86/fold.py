# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Memory operands: a load becomes part of its reader if the only reader is the very next instruction.

The fold saves an instruction and a register. The load stays at its place in the stream.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from generator.isa import forms
from generator.model import AnyReg, Instr, Item, Mem, R, VReg
from generator.passes.flow import accesses

READERS = frozenset({"add", "and", "or", "xor", "sub", "adc", "sbb"})
PRODUCTS = frozenset({"mul", "mulx"})  # with one factor as the last operand
# Vector loads that may become an operand. SSE wants aligned operands, and only constants are known to be aligned.
VECTOR_LOADS = frozenset({"movdqa", "vmovdqa", "vmovdqu", "vmovdqa64", "vmovdqu64"})


def fold_loads(items: list[Item], arch: str, *, narrow: bool = True) -> list[Item]:
    """``items`` with loads folded into the instructions after them. ``narrow``: loads of bytes as well. Their readers
    then name the byte of a register, which four registers have in 32-bit mode."""
    mentioned: list[AnyReg] = []
    for item in items:
        if isinstance(item, Instr):
            reads, writes = accesses(item)
            mentioned += reads
            mentioned += writes
    uses = Counter(mentioned)
    out: list[Item] = []
    for item in items:
        load = out[-1] if out else None
        if isinstance(item, Instr) and isinstance(load, Instr):
            folded = _folded(load, item, uses, arch, narrow)
            if folded is None:
                folded = _folded_factor(load, item, uses, arch)
            if folded is None and load.copy and len(out) > 1:  # the reader's copy of its first source is between
                earlier = out[-2]
                if isinstance(earlier, Instr) and _swaps(earlier, load):
                    folded = _folded_vector(earlier, item, uses, arch)
                    if folded is not None:
                        out[-2:] = [load, folded]
                        continue
            if folded is None:
                folded = _folded_vector(load, item, uses, arch)
            if folded is not None:
                out[-1] = folded
                continue
        out.append(item)
    return out


def _swaps(load: Instr, copy: Instr) -> bool:
    """True if a load may follow a copy: neither changes a register that the other reads, addresses included."""
    reads, writes = accesses(load)
    copied, made = accesses(copy)
    return not any(reg in copied or reg in made for reg in writes) and not any(reg in made for reg in reads)


def _folded(load: Instr, reader: Instr, uses: Counter[AnyReg], arch: str, narrow: bool) -> Instr | None:
    if reader.mnem not in READERS or load.mnem not in ("mov", "movzx") or load.exempt != reader.exempt:
        return None
    loaded, memory = load.ops[0], load.ops[1]
    first, second = reader.ops[0], reader.ops[1]
    if not (isinstance(loaded, R) and isinstance(memory, Mem) and isinstance(first, R) and isinstance(second, R)):
        return None
    # Written once and read once, both here. A u8's partner is zero above its eight bits and stays zero.
    if second.reg is not loaded.reg or not isinstance(loaded.reg, VReg) or uses[loaded.reg] != 2:
        return None
    if (
        memory.slot is not None
        and not memory.slot.area
        or first.reg in (memory.base, memory.index)
        or first.reg is loaded.reg
    ):
        return None
    if memory.width != first.width and not (memory.width == 8 and reader.mnem in ("xor", "or")):
        return None
    if memory.width == 8 and not narrow:
        return None
    ops = (R(first.reg, memory.width), memory)
    form = forms.find(arch, reader.mnem, ops)
    return replace(reader, ops=ops, form=form, exempt=load.exempt, public=load.public)


def _folded_factor(load: Instr, reader: Instr, uses: Counter[AnyReg], arch: str) -> Instr | None:
    """A product by the word in memory."""
    if reader.mnem not in PRODUCTS or load.mnem != "mov" or load.exempt != reader.exempt:
        return None
    loaded, memory, factor = load.ops[0], load.ops[1], reader.ops[-1]
    if not (isinstance(loaded, R) and isinstance(memory, Mem) and isinstance(factor, R)):
        return None
    if factor.reg is not loaded.reg or not isinstance(loaded.reg, VReg) or uses[loaded.reg] != 2:
        return None
    if memory.slot is not None and not memory.slot.area or memory.width != factor.width:
        return None
    ops = (*reader.ops[:-1], memory)
    return replace(reader, ops=ops, form=forms.find(arch, reader.mnem, ops), exempt=load.exempt, public=load.public)


def _folded_vector(load: Instr, reader: Instr, uses: Counter[AnyReg], arch: str) -> Instr | None:
    """``reader`` with the memory of ``load`` as its last source."""
    if load.mnem not in VECTOR_LOADS or load.exempt != reader.exempt or load.public != reader.public:
        return None
    loaded, memory = load.ops[0], load.ops[1]
    if not (isinstance(loaded, R) and isinstance(loaded.reg, VReg) and isinstance(memory, Mem)):
        return None
    place = max((i for i, op in enumerate(reader.ops) if isinstance(op, R)), default=-1)
    if place < 1:  # the exit of a function without a result has no operands
        return None
    source = reader.ops[place]
    if uses[loaded.reg] != 2 or not isinstance(source, R) or source.reg is not loaded.reg or reader.copy:
        return None
    if source.width != memory.width or any(isinstance(op, Mem) for op in reader.ops):
        return None
    ops = (*reader.ops[:place], memory, *reader.ops[place + 1 :])
    form = forms.exists(arch, reader.mnem, ops, extended=reader.form.extended)
    if form is None:
        return None
    if form.extended != reader.form.extended:  # only EVEX shifts by a constant have a memory operand
        return None
    return replace(reader, ops=ops, form=form)
