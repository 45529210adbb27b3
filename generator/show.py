# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py show``: the code of a kernel after a stage of the pipeline, with the live registers beside the lines.

A line that needs as many registers as there are has ``!`` behind the number, and a line that needs more has ``!!``: the
allocator keeps cold values in the frame there, or refuses the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import targets
from generator.abi import Abi, abi
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Condition, Stream, Val
from generator.library import Library, run
from generator.model import AnyReg, AsmloomError, Function, Instr, Item, Mem, Phys, Src
from generator.output import Generator, available
from generator.passes.allocation import Allocation
from generator.passes.dump import item_text
from generator.passes.flow import accesses, blocks, liveness
from generator.pipeline import STAGES, build, room

SHOWN = (*STAGES, "asm")
_CLASSES = ("gp", "vec")
_WIDE = 62  # columns before the live registers
_NAMES = 90  # columns of their names


@dataclass
class _Count:
    """Instructions, and accesses to the frame, by the depth of the loop that holds them."""

    instructions: Counter[int] = field(default_factory=Counter)
    loads: Counter[int] = field(default_factory=Counter)
    stores: Counter[int] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        for depth in sorted(self.instructions):
            where = f"in loops of depth {depth}" if depth else "outside of loops"
            yield (
                f"; {where}: {self.instructions[depth]} instructions, {self.loads[depth]} loads from the frame, "
                f"{self.stores[depth]} stores to the frame"
            )


def variants(kernel: Kernel, variant: str | None, arch: str) -> list[Variant]:
    """The variants of a kernel on an architecture. AsmloomError if the one that is asked for is not among them."""
    if variant is None:
        return [one for one in kernel.variants if available(one, arch)]
    chosen = kernel.variant(variant)
    if not available(chosen, arch):
        needs = f"needs {' '.join(chosen.features)}, which {arch} lacks"
        reason = dict(chosen.without).get(arch)
        raise AsmloomError(
            f"{kernel.name} variant {variant} {f'is not made for {arch}: {reason}' if reason else needs}"
        )
    return [chosen]


def show(
    library: Library, name: str, *, triple: str, variant: str | None, stage: str, syntax: str | None
) -> Iterator[str]:
    """The lines of a kernel's variants after a stage. AsmloomError for an unknown stage."""
    kernel, target = library.find(name), targets.load(triple)
    if stage not in SHOWN:
        raise AsmloomError(f"no stage {stage}; the stages are {', '.join(SHOWN)}")
    if syntax is not None and stage != "asm":
        raise AsmloomError(f"--syntax {syntax}: stage {stage} has no syntax; expected --stage asm")
    convention = abi(target.abi)
    if stage == "asm":
        spelling = target.check_syntax(syntax) if syntax is not None else target.syntaxes[0]
        for one in variants(kernel, variant, target.arch):
            *_, text = Generator(library).files(target, kernel, one, [spelling]).values()
            yield from text.decode("ascii").splitlines()
        return
    for one in variants(kernel, variant, target.arch):
        products: dict[str, Any] = {}
        run(partial(build, kernel, one, convention, products.__setitem__), kernel.src.file)
        left = f"left: line of {kernel.path}"
        yield f"; {kernel.name}_{one.name}, {convention.name}, after {stage}; {left}"
        yield from _product(products[stage], convention, room(one, convention))


def _product(product: Any, convention: Abi, room: Mapping[str, int]) -> Iterator[str]:
    if isinstance(product, Stream):
        named = _Names()
        for op in product:
            for one in (*op.args, *op.dst):  # what an operation reads is older than what it makes
                named(one)
            yield f"{op.src.line:5}  {op.text(named)}"
        return
    arch = convention.arch
    if isinstance(product, Allocation):
        for vreg, where in sorted(product.where.items(), key=lambda pair: pair[0].id):
            if vreg.id > 0:
                yield f"       ; {vreg.name} -> {reg_name(arch, where)}"
        for vreg, slot in product.slots.items():
            yield f"       ; {vreg.name} -> slot {slot.name}"
        product = product.body
    items: Sequence[Item] = product.body if isinstance(product, Function) else product
    yield from _items(list(items), convention, room)


class _Names:
    """Texts of operands, in which two variables of one name are apart: ``const`` and ``const.2``."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.count: dict[str, int] = {}

    def __call__(self, operand: Any) -> str:
        if isinstance(operand, Condition):
            return f"{self(operand.x)}.{operand.kind}({self(operand.y)})"
        if not isinstance(operand, Val):
            return str(operand)
        if operand.id not in self.names:
            number = self.count[operand.name] = self.count.get(operand.name, 0) + 1
            self.names[operand.id] = operand.name if number == 1 else f"{operand.name}.{number}"
        return self.names[operand.id]


def _items(items: list[Item], convention: Abi, room: Mapping[str, int]) -> Iterator[str]:
    """The lines of instructions, with the number and the names of the registers that are live behind each; then the
    count of accesses to the frame, and the highest pressure."""
    live, depth = _live(items), _depths(items)
    worst: dict[str, tuple[int, Src]] = {}
    count = _Count()
    stack = machine(convention.arch).registers.stack_pointer
    for n, item in enumerate(items):
        text = item_text(item, convention.arch)
        if not isinstance(item, Instr):
            yield text
            continue
        count.instructions[depth[n]] += 1
        for loads, stores in _frame(item, stack):
            count.loads[depth[n]] += loads
            count.stores[depth[n]] += stores
        cells = []
        for cls in _CLASSES:
            number = sum(reg.cls == cls and reg != stack for reg in live[n])
            if number > worst.get(cls, (0, item.src))[0]:
                worst[cls] = number, item.src
            mark = "!!" if number > room[cls] else "!" if number == room[cls] else ""
            cells.append(f"{number or '':>2}{mark:<2}")
        yield f"{text:<{_WIDE}} ; {cells[0]} {cells[1]} {_names(live[n] - {stack}, convention.arch)}".rstrip()
    for cls, (number, src) in worst.items():
        yield f"; {cls}: at most {number} values at once (line {src.line}), {room[cls]} registers"
    yield from count.lines()


def _names(live: set[AnyReg], arch: str) -> str:
    names = sorted(
        (reg.cls, reg_name(arch, reg) if isinstance(reg, Phys) else reg.name)
        for reg in live if reg.cls in _CLASSES
    )  # fmt: skip
    out = " ".join(name for _, name in names)
    return out if len(out) <= _NAMES else f"{out[:_NAMES].rpartition(' ')[0]} …"


def _live(items: list[Item]) -> list[set[AnyReg]]:
    """The registers that are live behind each item."""
    graph = blocks(items)
    found = liveness(items, graph)
    out: list[set[AnyReg]] = [set() for _ in items]
    for n, block in enumerate(graph):
        now = set(found.live_out[n])
        for i in range(block.end - 1, block.start - 1, -1):
            item = items[i]
            out[i] = set(now)
            if isinstance(item, Instr):
                reads, writes = accesses(item)
                now.difference_update(writes)
                now.update(reads)
    return out


def _depths(items: list[Item]) -> list[int]:
    out = [0] * len(items)
    for block in blocks(items):
        out[block.start : block.end] = [block.depth] * (block.end - block.start)
    return out


def _frame(item: Instr, stack: Phys) -> Iterator[tuple[int, int]]:
    """Loads and stores of one instruction in the frame: slots, and what is addressed from the stack pointer."""
    for spec, op in zip(item.form.ops, item.ops):
        if isinstance(op, Mem) and (op.slot is not None or (op.base is not None and op.base == stack)):
            yield "r" in spec.access, "w" in spec.access
