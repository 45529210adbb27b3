# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Control flow and register accesses of instructions, for every other pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from generator.model import ADDRESS, AnyReg, Instr, Item, KernelError, LabelDef, LabelRef, Mem, R

Accesses = tuple[list[AnyReg], list[AnyReg]]
ENDS = frozenset(("branch", "jump", "ret"))
"""Kinds of instructions that end a block."""


def accesses(instr: Instr) -> Accesses:
    """Registers read and written, operands, addresses, masks and implicit ones included.

    A write of 8 or 16 bits of a general register also reads the register, because the other bits stay. A write under a
    merging mask does too. A zeroing idiom reads nothing.
    """
    found: Accesses | None = instr.known_accesses
    if found is None:
        found = instr.known_accesses = _accesses(instr)
    return found


def _accesses(instr: Instr) -> Accesses:
    if len(instr.form.ops) != len(instr.ops):
        raise KernelError(instr.src, f"{instr.mnem}: {len(instr.ops)} operands, but its form has {len(instr.form.ops)}")
    reads, writes = _values(instr)
    for op in instr.ops:
        if type(op) is Mem:
            if op.base is not None:
                reads.append(op.base)
                if op.mode != "offset":
                    writes.append(op.base)
            if op.index is not None:
                reads.append(op.index)
    return ([] if instr.idiom else reads), writes


def values_read(instr: Instr) -> set[AnyReg]:
    """Registers whose values an instruction reads, for more than the address of a memory operand."""
    return set() if instr.idiom else set(_values(instr)[0])


def _values(instr: Instr) -> Accesses:
    """Registers read and written, without the addresses of memory operands."""
    reads: list[AnyReg] = []
    writes: list[AnyReg] = []
    for spec, op in zip(instr.form.ops, instr.ops):
        if type(op) is R:
            access = spec.access
            if access == "r":
                reads.append(op.reg)
            elif access:
                writes.append(op.reg)
                if access == "rw" or (op.width < 32 and op.reg.cls == "gp"):
                    reads.append(op.reg)
    if instr.mask is not None:
        reads.append(instr.mask.reg)
        if not instr.zero:
            reads.extend(writes)
    if instr.form.implicit_read:
        reads.extend(instr.form.implicit_read)
    if instr.form.implicit_write:
        writes.extend(instr.form.implicit_write)
    return reads, writes


def vanishes(item: Item) -> bool:
    """True for an item that becomes no instruction: a copy of a register to itself, or a mark of the pipeline."""
    if type(item) is not Instr:
        return False
    if not item.copy:
        return item.mnem[0] == "@" and item.mnem != ADDRESS
    one, other = item.ops[0], item.ops[1]
    return isinstance(one, R) and isinstance(other, R) and one.reg == other.reg


@dataclass(slots=True)
class Block:
    """Instructions ``start`` to ``end`` (exclusive) of the item list. ``succ``: the blocks that may follow."""

    start: int
    end: int
    labels: tuple[str, ...] = ()
    succ: list[int] = field(default_factory=list)
    pred: list[int] = field(default_factory=list)
    depth: int = 0


def blocks(items: list[Item]) -> list[Block]:
    """Basic blocks in order. KernelError for a branch to a missing label, and for a label defined twice."""
    found = {0}
    labels: list[int] = []
    for i, item in enumerate(items):
        if type(item) is Instr:
            if item.form.kind != "normal" and item.form.kind in ENDS:
                found.add(i + 1)
        elif type(item) is LabelDef:
            found.add(i)
            labels.append(i)
    starts = sorted(s for s in found if s < len(items) or not s)
    out = [Block(s, e) for s, e in zip(starts, [*starts[1:], len(items)])]
    number = {start: n for n, start in enumerate(starts)}
    where: dict[str, int] = {}
    for i in labels:
        item = items[i]
        assert isinstance(item, LabelDef)
        if item.name.lower() in where:
            raise KernelError(None, f"label {item.name} is defined twice (labels differ by more than case)")
        where[item.name.lower()] = number[i]
    for n, block in enumerate(out):
        ending = (items[i] for i in range(block.end - 1, block.start - 1, -1))
        last = next((item for item in ending if isinstance(item, Instr)), None)
        kind = last.form.kind if last is not None else "normal"
        if last is not None and kind in ("branch", "jump"):
            target = next((op.name for op in last.ops if isinstance(op, LabelRef)), None)
            if target is None:
                raise KernelError(
                    last.src, f"{last.mnem} goes where a register says; expected a label of this function"
                )
            if target.lower() not in where:
                raise KernelError(
                    last.src,
                    f"{last.mnem} {target}: no such label; there are: {', '.join(where) or 'none'}; "
                    "k.place(…) puts a label of k.label at its place",
                )
            block.succ.append(where[target.lower()])
        if kind not in ("jump", "ret") and n + 1 < len(out):
            block.succ.append(n + 1)
        for succ in block.succ:
            out[succ].pred.append(n)
    for n, block in enumerate(out):  # a backward branch makes a loop of all blocks between its ends
        for succ in block.succ:
            if succ <= n:
                for inner in out[succ : n + 1]:
                    inner.depth += 1
    return out


class State(Protocol):
    """The knowledge of a forward dataflow at one point of the code."""

    def copy(self: S) -> S: ...


S = TypeVar("S", bound=State)


def forward(graph: list[Block], entry: S, step: Callable[[int, S], None], meet: Callable[[S, S], S]) -> None:
    """Forward dataflow to a fixed point.

    ``entry``: the state before the first block. ``step(n, state)`` turns the state before block ``n`` into the state
    after the block. ``meet`` returns the state where two paths come together, and changes neither of its arguments.
    """
    before: list[S | None] = [None] * len(graph)
    before[0] = entry
    work = [0]
    while work:
        n = work.pop()
        start = before[n]
        assert start is not None
        state = start.copy()
        step(n, state)
        for succ in graph[n].succ:
            old = before[succ]
            new = state if old is None else meet(old, state)
            if new != old:
                before[succ] = new
                work.append(succ)


@dataclass(slots=True)
class Liveness:
    """Registers live at the start and the end of each block."""

    live_in: list[set[AnyReg]]
    live_out: list[set[AnyReg]]


def liveness(items: list[Item], graph: list[Block]) -> Liveness:
    """Backward dataflow to a fixed point."""
    use: list[set[AnyReg]] = []
    define: list[set[AnyReg]] = []
    for block in graph:
        used: set[AnyReg] = set()
        defined: set[AnyReg] = set()
        for item in items[block.start : block.end]:
            if type(item) is Instr:
                reads, writes = item.known_accesses or accesses(item)
                for reg in reads:
                    if reg not in defined:
                        used.add(reg)
                defined.update(writes)
        use.append(used)
        define.append(defined)
    live_in: list[set[AnyReg]] = [set() for _ in graph]
    live_out: list[set[AnyReg]] = [set() for _ in graph]
    changed = True
    while changed:
        changed = False
        for n in range(len(graph) - 1, -1, -1):
            out: set[AnyReg] = set()
            for succ in graph[n].succ:
                out |= live_in[succ]
            new = use[n] | (out - define[n])
            if out != live_out[n] or new != live_in[n]:
                live_out[n], live_in[n] = out, new
                changed = True
    return Liveness(live_in, live_out)
