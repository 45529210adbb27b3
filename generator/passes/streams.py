# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The streams of a stitch: their instructions, their rare parts, and the pieces that must stay together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.model import ASM, AnyReg, Instr, Item, KernelError, LabelDef, LabelRef, Phys, Seam
from generator.passes.flow import accesses, blocks, liveness

Flags = frozenset[str]
NONE: Flags = frozenset()


@dataclass(slots=True)
class Part:
    """One stream: its items in order, and the code that each of its branches leads to."""

    name: str
    items: list[Item]
    rare: dict[int, list[Instr]] = field(default_factory=dict)  # id of a branch → out-of-line code

    def instructions(self) -> list[Instr]:
        """All instructions of the stream. Out-of-line code follows its branch."""
        out: list[Instr] = []
        for item in self.items:
            if isinstance(item, Instr):
                out.append(item)
                out.extend(self.rare.get(id(item), ()))
        return out

    @property
    def size(self) -> int:
        return sum(isinstance(item, Instr) for item in self.items)


@dataclass(slots=True)
class Stitch:
    """Items ``start`` to ``end`` (exclusive, seams included) of a function."""

    seam: Seam
    start: int
    end: int
    parts: list[Part]
    live: frozenset[AnyReg] | None = None  # the registers that code after the stitch reads; None: any

    @property
    def free(self) -> frozenset[Phys]:
        """Physical registers that several streams may use: no stream and no code after the stitch expects a value of
        an earlier piece there. Factors and products pass through such registers on some machines."""
        if self.live is None:
            return frozenset()
        kept = frozenset[AnyReg]().union(*(expected(part) for part in self.parts))
        used = {reg for part in self.parts for regs in registers(part) for reg in regs if isinstance(reg, Phys)}
        return frozenset(used - kept - self.live)


def stitches(items: list[Item]) -> list[Stitch]:
    """All stitches of a function, in order. KernelError for control flow that a stream may not have."""
    out: list[Stitch] = []
    labels = {item.name.lower(): n for n, item in enumerate(items) if isinstance(item, LabelDef)}
    begin: Seam | None = None
    start, cuts = 0, list[int]()
    for n, item in enumerate(items):
        if not isinstance(item, Seam):
            continue
        if item.kind == "begin":
            begin, start, cuts = item, n, [n]
        else:
            cuts.append(n)
        if item.kind == "end":
            assert begin is not None
            parts = [
                Part(name or f"stream {i + 1}", items[a + 1 : b])
                for i, (name, a, b) in enumerate(zip(begin.names, cuts, cuts[1:]))
            ]
            for part in parts:
                _follow(part, items, labels, begin)
            out.append(Stitch(begin, start, n + 1, parts))
    if any(isinstance(reg, Phys) for one in out for part in one.parts for reg in registers(part)[1]):
        _find_live(items, out)
    return out


def _find_live(items: list[Item], found: list[Stitch]) -> None:
    """Find the registers that the code after each stitch reads."""
    graph = blocks(items)
    live = liveness(items, graph)
    for one in found:
        block = next(n for n, block in enumerate(graph) if block.start < one.end <= block.end)
        read = set(live.live_out[block])
        for item in reversed(items[one.end : graph[block].end]):
            if isinstance(item, Instr):
                reads, writes = accesses(item)
                read = read.difference(writes).union(reads)
        one.live = frozenset(read)


def expected(part: Part) -> frozenset[AnyReg]:
    """The registers that a piece of the stream reads before the same piece sets them."""
    out: set[AnyReg] = set()
    pieces: list[Sequence[Item]] = [*units(part), *part.rare.values()]
    for piece in pieces:
        made: set[AnyReg] = set()
        for item in piece:
            if isinstance(item, Instr):
                reads, writes = accesses(item)
                out.update(reg for reg in reads if reg not in made)
                made.update(writes)
    return frozenset(out)


def _follow(part: Part, items: list[Item], labels: dict[str, int], seam: Seam) -> None:
    """Find the rare part of each branch; refuse any other control flow."""
    returned: set[int] = set()
    for item, after in zip(part.items, [*part.items[1:], None]):
        if isinstance(item, LabelDef) and id(item) not in returned:
            raise KernelError(
                seam.src,
                f"stitch: {part.name} has label {item.name} inside; expected straight code (k.rarely is the one branch "
                "allowed)",
            )
        if not isinstance(item, Instr) or item.form.kind == "normal":
            continue
        target = next((op.name.lower() for op in item.ops if isinstance(op, LabelRef)), "")
        back = after.name.lower() if isinstance(after, LabelDef) else ""
        code: list[Instr] = []
        last: Item | None = None
        for last in items[labels.get(target, len(items)) + 1 :]:
            if not isinstance(last, Instr) or last.form.kind != "normal":
                break
            code.append(last)
        goal = [op.name.lower() for op in last.ops if isinstance(op, LabelRef)] if isinstance(last, Instr) else []
        if item.form.kind != "branch" or not isinstance(last, Instr) or last.form.kind != "jump" or goal != [back]:
            raise KernelError(
                item.src,
                f"stitch: {item.mnem} in {part.name}; expected straight code, whose branches are k.rarely's: out of "
                "line, straight, and back",
            )
        part.rare[id(item)] = code
        returned.add(id(after))


def units(part: Part) -> list[list[Item]]:
    """The items in pieces that must stay together: a flag chain, or a branch with the label of its return.

    KernelError if the stream reads flags that the stream has not set.
    """
    live, after = NONE, [NONE] * len(part.items)
    for n in range(len(part.items) - 1, -1, -1):
        after[n] = live
        item = part.items[n]
        if isinstance(item, Instr):
            live = (live - item.form.flags_written - item.form.flags_undefined) | item.form.flags_read
    if live:
        first = next(i for i in part.items if isinstance(i, Instr) and i.form.flags_read & live)
        raise KernelError(
            first.src,
            f"stitch: {first.mnem} reads flags that {part.name} has not set; expected a compare in the stream",
        )
    out: list[list[Item]] = []
    open_ = False
    for n, item in enumerate(part.items):
        following = part.items[n + 1] if n + 1 < len(part.items) else None
        if open_:
            out[-1].append(item)
        else:
            out.append([item])
        open_ = (
            bool(after[n])
            or isinstance(following, LabelDef)
            or isinstance(item, Instr)
            and item.group not in (None, ASM)
            and isinstance(following, Instr)
            and following.group == item.group
        )
    return out


def clobbers(part: Part) -> Flags:
    """Every flag that the stream changes."""
    return frozenset().union(*(i.form.flags_written | i.form.flags_undefined for i in part.instructions()))


def registers(part: Part) -> tuple[dict[object, Instr], dict[object, Instr]]:
    """The registers that a stream reads and writes, each with the first such instruction."""
    reads: dict[object, Instr] = {}
    writes: dict[object, Instr] = {}
    for item in part.instructions():
        read, written = accesses(item)
        for reg in read:
            reads.setdefault(reg, item)
        for reg in written:
            writes.setdefault(reg, item)
    return reads, writes
