# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where each register value lives, and which registers its instructions accept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Union

from generator.abi import Abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import ASM, AnyReg, Form, Instr, Item, KernelError, Phys, R, VReg
from generator.passes.flow import Block, Liveness, accesses

EVERYTHING = frozenset(range(64))
Limits = Union[tuple[Union[frozenset[int], None], ...], None]
"""The register numbers that each operand of a form can be; see :func:`generator.isa.forms.limits`."""


@dataclass(slots=True)
class Range:
    """The life of a value. A function of many items has many short lives: masks begin where the lives do."""

    reg: VReg
    mask: int = 0  # from position ``start - 1`` on; two positions for each item: even = read, odd = written
    price: float = 0.0  # cold values only: uses, weighted by loops, for the length of life
    allowed: frozenset[int] = EVERYTHING
    hints: list[AnyReg] = field(default_factory=list)
    start: int = 0  # the first position, from 1, and the last
    end: int = 0
    narrow: bool = False  # instructions accept some registers only

    def among(self, positions: int) -> int:
        """The value's positions that are in a mask from position 0 on, as a mask like the value's own."""
        return positions >> self.start - 1 & self.mask

    def overlaps(self, other: Range) -> bool:
        """True if two values are live at one position."""
        one, two = (self, other) if self.start < other.start else (other, self)
        return one.mask >> two.start - one.start & two.mask != 0

    def there(self, position: int) -> bool:
        """True if the value is live at a position."""
        return self.start <= position + 1 <= self.end and self.mask >> position + 1 - self.start & 1 == 1

    def items(self, mask: int) -> list[int]:
        """The items at some positions of the value, given as a mask like the value's own."""
        first = self.start - 1
        bits, found = mask << first % 2, list[int]()
        while bits:
            place = (bits & -bits).bit_length() - 1 >> 1
            found.append(first // 2 + place)
            bits &= ~(3 << 2 * place)
        return found


def live_ranges(
    items: list[Item], graph: list[Block], live: Liveness, abi: Abi
) -> tuple[dict[VReg, Range], dict[Phys, int]]:
    """Live ranges, of virtual registers and of registers that the code names. The latter are masks from position 0
    on."""
    _refuse_undefined(items, live.live_in[0], abi)
    spans: dict[AnyReg, list[tuple[int, int]]] = {}  # first and last position, in which no two overlap
    weights: dict[AnyReg, int] = {}
    for n, block in enumerate(graph):
        ends: dict[AnyReg, int] = dict.fromkeys(live.live_out[n], 2 * block.end - 1)
        used: list[AnyReg] = []
        for i in range(block.end - 1, block.start - 1, -1):
            item = items[i]
            if type(item) is not Instr:
                continue
            reads, writes = item.known_accesses or accesses(item)
            for reg in writes:
                at = 2 * i + 1
                last = ends.pop(reg, at)
                parts = spans.get(reg)
                if parts is None:
                    spans[reg] = [(at, last)]
                elif parts[-1][0] == last + 1:  # changed in place
                    parts[-1] = at, parts[-1][1]
                else:
                    parts.append((at, last))
            for reg in reads:
                if reg not in ends:
                    ends[reg] = 2 * i
            for reg in {*reads, *writes}:
                if type(reg) is VReg and reg.cold:
                    used.append(reg)
        for reg, end in ends.items():
            spans.setdefault(reg, []).append((2 * block.start, end))
        cost = 10 ** min(block.depth, 4)
        for reg, times in Counter(used).items():
            weights[reg] = weights.get(reg, 0) + cost * times
    ranges: dict[VReg, Range] = {}
    fixed: dict[Phys, int] = {}
    for reg, parts in spans.items():
        low = min(parts)[0]
        mask = 0
        for first, last in parts:
            mask |= ((1 << (last - first + 1)) - 1) << (first - low)
        if type(reg) is VReg:
            price = weights.get(reg, 0) / mask.bit_count() if reg.cold else 0.0
            ranges[reg] = Range(reg, mask, price, start=low + 1, end=low + mask.bit_length())
        else:
            assert type(reg) is Phys
            fixed[reg] = mask << low
    limited: dict[Form, Limits] = {}
    for block in graph:
        for item in reversed(items[block.start : block.end]):  # the hint of the latest copy is tried first
            if type(item) is Instr:
                form = item.form
                if form not in limited:
                    limited[form] = forms.limits(form, abi.arch) if item.mnem[0] != "@" else None
                if item.copy or limited[form] is not None:
                    _constrain(item, ranges, limited[form])
    return ranges, fixed


def _constrain(item: Instr, ranges: dict[VReg, Range], limits: Limits) -> None:
    if limits is not None:
        for op, allowed in zip(item.ops, limits):
            if allowed is not None and type(op) is R and type(op.reg) is VReg:
                mine = ranges[op.reg]
                mine.allowed = allowed if mine.allowed is EVERYTHING else mine.allowed & allowed
                mine.narrow = True
    if item.copy:
        dst, src = item.ops[0], item.ops[1]
        if isinstance(dst, R) and isinstance(src, R):
            if isinstance(dst.reg, VReg):
                ranges[dst.reg].hints.append(src.reg)
            if isinstance(src.reg, VReg):
                ranges[src.reg].hints.append(dst.reg)


def _refuse_undefined(items: list[Item], live_in: set[AnyReg], abi: Abi) -> None:
    """Refuse a value that is live at the function's entry: a read comes before every write. The register that always
    reads as zero needs none."""
    live_in = live_in - {machine(abi.arch).registers.zero}
    for item in items if live_in else ():
        if isinstance(item, Instr):
            for reg in accesses(item)[0]:
                if reg in live_in:
                    if reg == Phys("gp", abi.sp):
                        raise KernelError(
                            item.src, f"{item.mnem} uses the stack pointer; kernels may not, use k.home(…)"
                        )
                    name = reg.name if isinstance(reg, VReg) else reg_name(abi.arch, reg)
                    if reg in abi.forbidden:
                        raise KernelError(item.src, f"{item.mnem} touches {name}, which {abi.name} reserves")
                    own = item.group == ASM and reg in item.form.implicit_read
                    mend = f"; expected k.bind(x, {name!r}) among the operands of asm" if own else _unset(reg, items)
                    raise KernelError(item.src, f"{item.mnem} reads {name} before it is set on some path to here{mend}")


def _unset(reg: AnyReg, items: list[Item]) -> str:
    """The lines that set the value, and how to write it so that every path sets it."""
    if type(reg) is not VReg:
        return ""
    places = dict.fromkeys(item.src.line for item in items if type(item) is Instr and reg in accesses(item)[1])
    if not places:
        return f": nothing sets it; expected k.set({reg.name}, …), or k.const in place of k.value"
    return (
        f": line {' and '.join(map(str, places))} sets it, in a loop that may run no round or in a branch; expected a "
        "variable from before the loop or branch, which that line changes by to= or an operator such as +="
    )
