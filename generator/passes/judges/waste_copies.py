# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Find copies of registers that a finished function could do without: every reader could read the source instead.

A forward analysis follows each copy to its readers. A reader needs the copy if the source has changed on some path, if
another instruction may have made the value, or if the instruction cannot take the source: it changes the copy in place,
takes only some registers, or is the author's own (``k.asm``). The return needs the result. The author's own copies do
not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.model import ASM, AnyReg, Instr, Item, Mem, Operand, Phys, R
from generator.passes.flow import accesses, blocks, forward, vanishes


@dataclass(slots=True)
class _State:
    """Register → the copies that may have made its value. True with them if there is one only, and its source still
    holds the value on every path."""

    made: dict[AnyReg, tuple[frozenset[int], bool]] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(dict(self.made))


def _meet(a: _State, b: _State) -> _State:
    none: tuple[frozenset[int], bool] = frozenset(), False
    both = {reg: (a.made.get(reg, none), b.made.get(reg, none)) for reg in {**a.made, **b.made}}
    return _State({reg: (one[0] | other[0], one == other and one[1]) for reg, (one, other) in both.items()})


def copied(item: Instr, of: Abi) -> tuple[R, R] | None:
    """The target and the source of a copy from one register to another. None for another instruction."""
    if len(item.ops) != 2 or item.mask is not None or not (item.copy or item.form.facts.moves_whole):
        return None
    dst, src = item.ops
    if not (isinstance(dst, R) and isinstance(src, R)) or dst.reg in accesses(item)[0]:
        return None
    if src.reg in (Phys("gp", of.sp), machine(of.arch).registers.zero):
        return None
    same = (dst.reg.cls, dst.width, dst.arrangement) == (src.reg.cls, src.width, src.arrangement)
    return (dst, src) if same else None


class Copies:
    """The copies among the items of ``inside``, a part of a function's body."""

    def __init__(self, items: list[Item], of: Abi, inside: range) -> None:
        self.items, self.of, self.inside = items, of, inside
        self.sources: dict[int, tuple[R, R]] = {}
        self.copies: dict[int, tuple[R, R]] = {}  # index of each copy that counts → target and source
        self.needed: set[int] = set()
        self.readers: dict[int, dict[int, AnyReg]] = {}  # copy → its readers, with the register that each reads

    def wasted(self) -> dict[int, Phys]:
        """The index of each copy that no reader needs → its source."""
        for i in self.inside:
            pair = self.copied(i)
            if pair is not None:
                self.copies[i] = pair
        if not self.copies:
            return {}
        graph = blocks(self.items)

        def block(n: int, state: _State) -> None:
            for i in range(graph[n].start, graph[n].end):
                item = self.items[i]
                if type(item) is Instr and (state.made or i in self.copies):
                    self.step(state, i, item)
                if i == self.inside.stop or (type(item) is Instr and item.form.kind == "ret"):
                    self.need(state, Phys("gp", self.of.result))

        forward(graph, _State(), block, _meet)
        found = {i: src.reg for i, (_, src) in self.sources.items() if i not in self.needed}
        return {i: reg for i, reg in found.items() if isinstance(reg, Phys)}

    def copied(self, i: int) -> tuple[R, R] | None:
        """The target and the source of a copy that counts."""
        item = self.items[i]
        return copied(item, self.of) if type(item) is Instr and item.group != ASM else None

    def step(self, state: _State, i: int, item: Instr) -> None:
        reads, writes = accesses(item)
        for reg in set(reads) if state.made else ():
            if reg not in state.made:
                continue
            if i in self.inside and item.mnem[0] != "@" and self.reads_source(state, item, reg):
                self.readers.setdefault(min(state.made[reg][0]), {})[i] = reg
            else:
                self.need(state, reg)
        if vanishes(item):
            return
        for reg in writes if state.made else ():
            state.made.pop(reg, None)
            for other, (made, sure) in state.made.items():
                if sure and self.source(made) == reg:
                    state.made[other] = made, False
        found = self.copies.get(i)
        if found is not None:
            self.sources[i] = found
            state.made[found[0].reg] = frozenset((i,)), True

    def source(self, made: frozenset[int]) -> AnyReg:
        return self.sources[min(made)][1].reg

    def need(self, state: _State, reg: AnyReg) -> None:
        self.needed |= state.made.get(reg, (frozenset[int](), False))[0]

    def reads_source(self, state: _State, item: Instr, reg: AnyReg) -> bool:
        """True if an instruction that reads the copy ``reg`` could read the copy's source."""
        made, sure = state.made[reg]
        if not sure or item.group == ASM or reg in item.form.implicit_read:
            return False
        if item.mask is not None and item.mask.reg == reg:
            return False
        copy = self.items[min(made)]
        assert isinstance(copy, Instr)
        # Words are zero-extended in every register: a plain copy of a word copies the whole register.
        bits = self.sources[min(made)][0].width if reg.cls == "vec" or not copy.copy else machine(self.of.arch).bits
        return all(self.replaceable(item, n, op, reg, self.source(made), bits) for n, op in enumerate(item.ops))

    def replaceable(self, item: Instr, n: int, op: Operand, reg: AnyReg, source: AnyReg, bits: int) -> bool:
        """True if operand ``n`` does not read ``reg``, or reads ``bits`` bits of it at most and may read ``source``
        instead."""
        if isinstance(op, Mem) and reg in (op.base, op.index):
            return op.mode == "offset" and (reg.cls == "vec" or bits >= machine(self.of.arch).bits)
        if not isinstance(op, R) or op.reg != reg:
            return True
        access = item.form.ops[n].access
        if access == "w":  # a narrow write keeps the other bits
            return op.width >= 32 or reg.cls != "gp"
        limits = forms.limits(item.form, self.of.arch)
        limit = None if limits is None else limits[n]
        grouped = any(first <= n < first + count for first, count in item.form.groups)
        return access == "r" and not grouped and op.width <= bits and (limit is None or _number(source) in limit)


def _number(reg: AnyReg) -> int:
    assert isinstance(reg, Phys)
    return reg.num
