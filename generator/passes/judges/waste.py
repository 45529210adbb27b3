# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Find instructions of a finished function that the function could do without.

``pair``: an instruction reads bytes of the frame that the instruction before it stores from a register. ``reload``: a
load of bytes of the frame that some register of the class holds on every path. ``copy``: a copy of a register, where
every reader could read the source (:mod:`generator.passes.judges.waste_copies`). ``wait``: a load that waits for a
store of a part of its bytes (:mod:`generator.passes.judges.waste_waits`). Prologue and epilogue do not count.
Nor does an entry (:mod:`generator.passes.allocate.entry`). Nor do reloads of less than 32 bits: not every register has
so narrow a view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from generator.abi import Abi
from generator.isa.names import reg_name
from generator.model import AnyReg, FrameOp, Function, Instr, LabelDef, Mem, Phys, R
from generator.passes.flow import accesses, blocks, forward
from generator.passes.judges.waste_copies import Copies, copied
from generator.passes.judges.waste_waits import waiting
from generator.passes.stack import area_at, first_byte, framed, touched

Kind = Literal["pair", "reload", "copy", "wait"]
KINDS: tuple[Kind, ...] = ("pair", "reload", "copy", "wait")
_Piece = tuple[Phys, int, int]
"""A register, the first byte of its part of the frame, counted from sp, and the number of bytes."""


@dataclass(frozen=True, slots=True)
class Waste:
    """One wasteful instruction: the index in the function's body, and the reason in words."""

    kind: Kind
    at: int
    text: str


@dataclass(slots=True)
class _State:
    """Register and first byte in the frame → number of bytes there that equal the register's low bytes."""

    held: dict[tuple[AnyReg, int], int] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(dict(self.held))


def _meet(a: _State, b: _State) -> _State:
    return _State({key: min(size, b.held[key]) for key, size in a.held.items() if key in b.held})


class _Search:
    def __init__(self, function: Function, of: Abi) -> None:
        self.items, self.slots, self.of = function.body, function.frame.slots, of
        self.sp = Phys("gp", of.sp)
        marks = {item.kind: i for i, item in enumerate(self.items) if isinstance(item, FrameOp)}
        self.inside = range(marks.get("end_prologue", -1) + 1, marks.get("begin_epilogue", len(self.items)))
        self.after_entry = range(self._entry() if of.body_of is not None else self.inside.start, self.inside.stop)

    def run(self) -> list[Waste]:
        found: list[tuple[int, Kind, str]] = []
        found += [(i, "pair", f"the instruction before stores {self.name(reg)} there") for i, reg in self.pairs()]
        found += [(i, "reload", f"{self.name(reg)} holds these bytes") for i, reg in self.reloads()]
        unread = Copies(self.items, self.of, self.after_entry).wasted()
        found += [(i, "copy", f"every reader could read {self.name(reg)}") for i, reg in unread.items()]
        waits = waiting(self.items, self.inside)
        found += [(i, "wait", "stores of parts of these bytes are shortly before") for i in waits]
        return [Waste(kind, i, f"{self.shown(i)}: {why}") for i, kind, why in sorted(found)]

    def _entry(self) -> int:
        """The index after the moves that take a convention's arguments to where another convention's body expects
        them."""
        passed: set[AnyReg] = {Phys("gp", number) for number in self.of.args}
        for i in self.inside:
            item = self.items[i]
            if not isinstance(item, Instr):
                continue
            reads, writes = accesses(item)
            if not item.form.facts.moves_whole or not set(reads) <= {*passed, self.sp}:
                return i
            passed.update(writes)
        return self.inside.stop

    def shown(self, i: int) -> str:
        """An instruction's place in the script, its mnemonic and its registers."""
        item = self.items[i]
        assert isinstance(item, Instr)
        names = [self.name(op.reg, op) for op in item.ops if isinstance(op, R)]
        return " ".join((f"{item.src}: {item.mnem}", ", ".join(names))).rstrip()

    def name(self, reg: AnyReg, op: R | None = None) -> str:
        assert isinstance(reg, Phys)
        return reg_name(self.of.arch, reg, *(() if op is None else (op.width, op.arrangement)))

    def pairs(self) -> list[tuple[int, Phys]]:
        """Instructions that read what the instruction before stores, each with the stored register."""
        found: list[tuple[int, Phys]] = []
        stored: list[_Piece] = []
        for i in self.inside:
            item = self.items[i]
            if isinstance(item, LabelDef):  # other paths lead to the next instruction too
                stored = []
            if not isinstance(item, Instr):
                continue
            mem = framed(item, self.sp)
            if mem is not None and mem.index is None and "r" in _access(item, mem):
                at, size = first_byte(mem), touched(item, mem)
                found += [(i, reg) for reg, start, count in stored if at < start + count and start < at + size][:1]
            stored = self.pieces(item, mem, "w")
        return found

    def reloads(self) -> list[tuple[int, Phys]]:
        """Loads of what registers hold, each with such a register."""
        found: dict[int, Phys | None] = {}
        graph = blocks(self.items)

        def block(n: int, state: _State) -> None:
            for i in range(graph[n].start, graph[n].end):
                item = self.items[i]
                if not isinstance(item, Instr):
                    continue
                loaded = self.step(state, item)
                if loaded and i in self.inside:  # the last visit of the block decides
                    found[i] = loaded[0]

        forward(graph, _State(), block, _meet)
        return [(i, reg) for i, reg in found.items() if reg is not None]

    # -- one instruction ---------------------------------------------------------------------------------------------

    def step(self, state: _State, item: Instr) -> tuple[Phys | None] | None:
        """Follow one instruction. For a load of registers from the frame, returns a register that holds the bytes."""
        mem = framed(item, self.sp)
        loaded, stored = self.pieces(item, mem, "r"), self.pieces(item, mem, "w")
        found = (self.holder(state, loaded),) if loaded and loaded[0][2] >= 4 else None
        copy = copied(item, self.of)
        moved: dict[tuple[AnyReg, int], int] = {}
        if copy is not None:
            dst, src = copy
            moved = {(dst.reg, at): min(n, dst.width // 8) for (reg, at), n in state.held.items() if reg == src.reg}
        self.forget(state, item, mem)
        state.held.update(moved)
        state.held.update({(reg, at): size for reg, at, size in loaded + stored})
        return found

    def holder(self, state: _State, loaded: list[_Piece]) -> Phys | None:
        """A register that holds the first piece, if registers hold all pieces."""
        found: list[Phys] = []
        for to, at, size in loaded:
            holders = [reg for (reg, start), count in state.held.items() if start == at and count >= size]
            found += [reg for reg in holders if isinstance(reg, Phys) and reg.cls == to.cls][:1]
        return found[0] if len(found) == len(loaded) else None

    def forget(self, state: _State, item: Instr, mem: Mem | None) -> None:
        """Remove the knowledge that an instruction ends."""
        writes = set(accesses(item)[1])
        if self.sp in writes:
            state.held = {}
        gone = self.spans(item, mem)
        if state.held and (writes or gone):
            state.held = {
                (reg, at): size
                for (reg, at), size in state.held.items()
                if reg not in writes and not any(at < end and start < at + size for start, end in gone)
            }

    def spans(self, item: Instr, mem: Mem | None) -> list[tuple[int, int]]:
        """The bytes of the frame, first and end, that an instruction may store. Pointers reach areas only."""
        reach = item.form.facts.reach
        if (reach is None or reach.stores is None) and not any("w" in _access(item, op) for op in _memories(item)):
            return []
        if mem is None:
            return [(slot.offset, slot.offset + slot.size) for slot in self.slots if slot.area]
        area = None if mem.index is None else area_at(self.slots, mem.disp, mem.width // 8)
        if mem.index is not None:
            return [(0, 1 << 30) if area is None else (area.offset, area.offset + area.size)]
        return [(first_byte(mem), first_byte(mem) + touched(item, mem))]

    def pieces(self, item: Instr, mem: Mem | None, access: Literal["r", "w"]) -> list[_Piece]:
        """The registers, and the parts of the frame, between which an instruction moves bytes unchanged: from the frame
        (``r``) or to the frame (``w``). Empty for other instructions."""
        known = item.form.facts
        if mem is None or mem.index is not None or mem.mode != "offset" or item.mask is not None:
            return []
        if not known.moves_whole or _access(item, mem) != access:
            return []
        regs = [op.reg for op in item.ops if isinstance(op, R)]
        step = touched(item, mem) // known.transfers
        return [(reg, first_byte(mem) + n * step, step) for n, reg in enumerate(regs) if isinstance(reg, Phys)]


def _memories(item: Instr) -> list[Mem]:
    return [op for op in item.ops if isinstance(op, Mem)]


def _access(item: Instr, mem: Mem) -> str:
    """The access to memory through an operand of an instruction."""
    return next((spec.access for op, spec in zip(item.ops, item.form.ops) if op is mem), "")


def wasteful(function: Function, of: Abi) -> list[Waste]:
    """The wasteful instructions of a finished function of a convention, in the order of the body."""
    return _Search(function, of).run()
