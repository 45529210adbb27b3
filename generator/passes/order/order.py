# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Order straight code for cores that execute in order: list scheduling by :mod:`generator.isa.timing`'s model.

The scheduler works between labels and branches, on a window of instructions. The next instruction is the one with ready
operands and the longest chain after it. Accesses to registers, flags and memory (by the contract) keep their order.
Pairs that cores fuse stay together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.isa.machine import machine
from generator.isa.timing import Core, Unit
from generator.model import AnyReg, Instr, Item, Mem, Phys, R, Shift
from generator.passes.allocation import Allocation
from generator.passes.contract import Contract
from generator.passes.flow import accesses, vanishes
from generator.passes.judges.replay_order import check_order
from generator.passes.memory import Access, may_collide, memory_accesses
from generator.passes.provenance import of_virtual

FLAGS = Phys("mask", -1)  # the register of the flags


@dataclass(slots=True)
class Run:
    """Straight code: its instructions in the script's order, the memory accesses of each, and whether the following
    branch reads flags."""

    items: list[Instr] = field(default_factory=list)
    memory: list[tuple[Access, ...]] = field(default_factory=list)
    branches: bool = False


@dataclass(slots=True)
class _Node:
    """One instruction, or a fused pair. ``after``: the nodes that must follow, each with a delay in cycles. ``waits``:
    the number of nodes before this one. ``height``: cycles from the issue to the end of the longest chain after it."""

    items: list[Instr]
    unit: Unit
    latency: int
    after: dict[int, int] = field(default_factory=dict)
    waits: int = 0
    height: int = 0
    ready: int = 0


def order(allocation: Allocation, arch: str, kernel: Contract) -> list[Item]:
    """The allocation's body without dead copies, with its straight parts in a better order."""
    known = machine(arch)
    model = known.core
    if model is None:
        return [item for item in allocation.body if not vanishes(item)]
    out: list[Item] = []
    for item in runs(allocation, kernel, known.registers.zero):
        if isinstance(item, Run):
            better = ordered(item, kernel, model, known.registers.zero)
            check_order(item.items, better, item.memory, kernel)
            out += better
        else:
            out.append(item)
    return out


def runs(allocation: Allocation, kernel: Contract, zero: Phys | None) -> list[Item | Run]:
    """The body without dead copies, as runs of straight code and the items between. The virtual registers of the
    instructions tell the memory that each accesses. ``zero``: the register that always reads as zero."""
    before = [_accessing(item, origin) for item, origin in zip(allocation.body, allocation.origin)]
    known = of_virtual(before, kernel, zero)
    version: dict[AnyReg, int] = {}
    out: list[Item | Run] = []
    run = Run()

    def anchor(reg: AnyReg) -> object:
        return reg, version.get(reg, 0)

    for item, was in zip(allocation.body, before):
        if isinstance(item, Instr) and isinstance(was, Instr):
            touched = tuple(memory_accesses(was, known, anchor))
            for reg in accesses(was)[1]:
                version[reg] = version.get(reg, 0) + 1
            if vanishes(item):
                continue
            if item.form.kind == "normal":
                run.items.append(item)
                run.memory.append(touched)
                continue
        run.branches = isinstance(item, Instr) and bool(item.form.flags_read)
        out += [run, item]
        run = Run()
    return [item for item in [*out, run] if not isinstance(item, Run) or item.items]


def _accessing(item: Item, origin: Item | None) -> Item:
    """The item that tells which memory is accessed: the virtual one, unless the allocation put a slot in its place."""
    if origin is None or not isinstance(item, Instr) or not isinstance(origin, Instr):
        return item if origin is None else origin
    slots = any(isinstance(op, Mem) for op in item.ops) and not any(isinstance(op, Mem) for op in origin.ops)
    return item if slots else origin


def ordered(run: Run, kernel: Contract, model: Core, zero: Phys | None) -> list[Instr]:
    """The instructions of a run in the order that the model prefers. ``zero``: the register that always reads as
    zero."""
    nodes = _nodes(run, kernel, model, zero)
    for node in reversed(nodes):
        later = (nodes[n].height + cycles for n, cycles in node.after.items())
        node.height = max(node.height, node.latency, *later)
    out: list[Instr] = []
    left: list[int] = []  # in the window, not yet placed, in the script's order
    reach = cycle = issued = 0
    free = dict(model.pipes)
    while reach < len(nodes) or left:
        while reach < min(len(nodes), (left[0] if left else reach) + model.window):
            left.append(reach)
            reach += 1
        best: _Node | None = None
        for n in left if issued < model.issue else ():
            node = nodes[n]
            if not node.waits and node.ready <= cycle and free[node.unit]:
                if best is None or node.height > best.height:
                    best, place = node, n
        if best is None:
            cycle, issued, free = cycle + 1, 0, dict(model.pipes)
            continue
        left.remove(place)
        out += best.items
        issued += 1
        free[best.unit] -= 1
        for n, cycles in best.after.items():
            nodes[n].ready = max(nodes[n].ready, cycle + cycles)
            nodes[n].waits -= 1
    return out


def _nodes(run: Run, kernel: Contract, model: Core, zero: Phys | None) -> list[_Node]:
    """The run's instructions and their dependences. Accesses to memory farther apart than the window need none."""
    nodes: list[_Node] = []
    writer: dict[AnyReg, int] = {}
    readers: dict[AnyReg, list[int]] = {}
    touched: list[tuple[int, Access]] = []

    def edge(n: int, cycles: int) -> None:
        """Make the newest node follow node ``n``."""
        after = nodes[n].after
        me = len(nodes) - 1
        if n != me:
            nodes[me].waits += me not in after
            after[me] = max(after.get(me, 0), cycles)

    for item, memory in zip(run.items, run.memory):
        reads, writes = accesses(item)
        if item.form.flags_read:
            reads = [*reads, FLAGS]
        if item.form.flags_written or item.form.flags_undefined:
            writes = [*writes, FLAGS]
        fused = _partner(item, reads, writes, writer, readers, nodes, model)
        if fused is not None:
            nodes[fused].items.append(item)
            continue
        early = _early(item)
        nodes.append(_node(item, model))
        me = len(nodes) - 1
        for reg in reads:
            if reg in writer:
                edge(writer[reg], nodes[writer[reg]].latency + model.early * (reg in early))
        for reg in writes:
            if reg in writer:
                edge(writer[reg], 0)
            for n in readers.get(reg, ()):
                edge(n, 0)
        for reg in reads:
            readers.setdefault(reg, []).append(me)
        for reg in writes:
            if reg != zero:
                writer[reg] = me
                readers[reg] = []
        if memory:
            touched = [(n, other) for n, other in touched if n > me - model.window]
            for access in memory:
                for n, other in touched:
                    if may_collide(other, access, kernel):
                        edge(n, 1)
            touched += [(me, access) for access in memory]
    if run.branches and FLAGS in writer:
        nodes[writer[FLAGS]].height = model.branch
    return nodes


def _partner(
    item: Instr, reads: list[AnyReg], writes: list[AnyReg], writer: dict[AnyReg, int],
    readers: dict[AnyReg, list[int]], nodes: list[_Node], model: Core,
) -> int | None:  # fmt: skip
    """The node that this instruction can fuse with. The node's result is the instruction's only source and its result,
    and no other instruction has read the node's result."""
    if len(writes) == 1 and reads == writes:
        (reg,) = writes
        n = writer.get(reg)
        if n is not None and not readers.get(reg) and model.fuses(nodes[n].items[-1], item):
            return n
    return None


def _node(item: Instr, model: Core) -> _Node:
    unit = model.unit_of(item)
    return _Node([item], unit, model.cycles(item, unit))


def _early(item: Instr) -> frozenset[AnyReg]:
    """Registers that the core needs before other operands: those of addresses, and shifted operands."""
    out: list[AnyReg | None] = [reg for op in item.ops if isinstance(op, Mem) for reg in (op.base, op.index)]
    out += [a.reg for a, b in zip(item.ops, item.ops[1:]) if isinstance(a, R) and isinstance(b, Shift)]
    return frozenset(reg for reg in out if reg is not None)
