# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Prologue, epilogue and slots: one list of frame operations, from which every unwind format is made.

The machine's recipe (:class:`generator.isa.machine.Frames`) writes the instructions. A function that needs no frame
gets none.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from generator.abi import FRAME_LIMIT, Abi
from generator.isa import forms
from generator.isa.machine import Machine, machine
from generator.model import (
    ADDRESS,
    AnyReg,
    Frame,
    FrameKind,
    FrameOp,
    Instr,
    Item,
    KernelError,
    Mem,
    Operand,
    Phys,
    R,
    Slot,
    Src,
)
from generator.passes.flow import accesses, vanishes


@dataclass(frozen=True, slots=True)
class Remains:
    """The places that hold a secret at the end of the body: registers, and runs of bytes (start, end) from sp.
    ``restored``: further registers that do, to which the epilogue restores the caller's values."""

    regs: tuple[Phys, ...] = ()
    frame: tuple[tuple[int, int], ...] = ()
    restored: tuple[Phys, ...] = field(default=(), compare=False)


class Writer:
    """The writer of frame code. ``src``: the script's line in messages about frame code. ``features``: the features
    that frame code may use."""

    def __init__(self, abi: Abi, src: Src, features: frozenset[str]) -> None:
        self.abi, self.src, self.features = abi, src, features
        self.machine: Machine = machine(abi.arch)
        self.out: list[Item] = []
        self.placed: dict[int, Slot] = {}  # identity of a slot of the body → the slot of this frame

    def ins(self, mnem: str, *ops: Operand, comment: str | None = None) -> None:
        self.out.append(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), self.src, comment))

    def idiom(self, mnem: str, *ops: Operand) -> None:
        """A zeroing idiom, which reads no operand."""
        self.out.append(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), self.src, idiom=True))

    def op(
        self, kind: FrameKind, reg: Phys | None = None, reg2: Phys | None = None, amount: int = 0, offset: int = 0
    ) -> None:
        self.out.append(FrameOp(kind, reg, reg2, amount, offset))

    @property
    def sp(self) -> R:
        return R(Phys("gp", self.abi.sp), self.abi.bits)

    def at(self, offset: int, width: int) -> Mem:
        return Mem(Phys("gp", self.abi.sp), offset, width=width)

    def place(self, slots: list[Slot], align: int) -> int:
        """Give each slot its offset from sp. Returns the end of the last slot, rounded up to ``align``."""
        end = 0
        for slot in slots:
            end = -(-end // slot.align) * slot.align
            slot.offset = end
            end += slot.size
        return -(-end // align) * align

    def refuse_large(self, size: int, slots: list[Slot]) -> None:
        """Refuse frames of a page or more."""
        if size < FRAME_LIMIT:
            return
        areas = [f"{slot.name} {slot.size}" for slot in slots if slot.area]
        spilled = sum(slot.size for slot in slots if not slot.area)
        raise KernelError(
            self.src,
            f"{self.abi.name}: the frame takes {size} bytes (areas: {', '.join(areas) or 'none'}; values without a "
            f"register: {spilled}); expected fewer than {FRAME_LIMIT}",
        )

    def body(self, items: list[Item], total: int) -> None:
        """The function's own items, with sp + offset for slots. ``total``: the distance from sp in the body to sp at
        entry."""
        for item in items:
            if type(item) is Instr:
                for op in item.ops:
                    if type(op) is Mem and op.slot is not None:
                        item = self.resolved(item, total)
                        break
            self.out.append(item)

    def resolved(self, item: Instr, total: int) -> Instr:
        ops: list[Operand] = []
        shown = item.comment
        for op in item.ops:
            if isinstance(op, Mem) and op.slot is not None:
                slot = self.placed.get(id(op.slot), op.slot)
                base, comment = slot.offset, slot.name
                if slot.incoming >= 0:
                    base, comment = total + slot.incoming, f"argument {slot.name}"
                elif slot.pc:
                    base, comment = total - self.abi.pointer_bytes, "the address of pic"
                shown = shown or comment
                sp = Phys("gp", self.abi.sp)
                op = Mem(sp, base + op.disp, op.index, op.scale, op.width, None, op.symbol, op.mode, op.broadcast)
            ops.append(op)
        mnem, final = item.mnem, tuple(ops)
        if mnem == ADDRESS:
            dst, mem = final
            assert isinstance(dst, R) and isinstance(mem, Mem)
            mnem, final = self.machine.frames.address(dst, mem)
        form = forms.find(self.abi.arch, mnem, final, item.form.extended)
        return item.but(final, form, mnem=mnem, comment=shown)


def build_frame(items: list[Item], abi: Abi, src: Src, features: frozenset[str]) -> tuple[list[Item], Frame]:
    """The whole function: prologue, ``items`` with slots resolved and without dead copies, epilogue.

    ``features``: the features that the body may use. Frame code uses them too.
    """
    body = [item for item in items if not vanishes(item)]
    writer = Writer(abi, src, features)
    slots = _slots(body)
    writer.placed = {id(slot): replace(slot) for slot in slots}  # a body may have one frame for each convention
    frame = writer.machine.frames.build(body, _saved(body, abi), list(writer.placed.values()), writer)
    return writer.out, frame


def resigned(body: list[Item], abi: Abi) -> list[Item]:
    """A finished function's body for a convention that signs the return address with another key."""
    src = next(item.src for item in body if isinstance(item, Instr))
    writer = Writer(abi, src, frozenset())
    return writer.machine.frames.resigned(body, writer)


def _saved(body: list[Item], abi: Abi) -> list[Phys]:
    """Callee-saved registers that the body writes, in encoding order."""
    used: set[AnyReg] = set()
    for item in body:
        if isinstance(item, Instr):
            used.update(accesses(item)[1])
    return sorted(reg for reg in used if isinstance(reg, Phys) and abi.is_saved(reg))


def _slots(body: list[Item]) -> list[Slot]:
    found: dict[int, Slot] = {}
    for item in body:
        if type(item) is Instr:
            for op in item.ops:
                if type(op) is Mem and op.slot is not None and op.slot.incoming < 0 and not op.slot.pc:
                    found.setdefault(id(op.slot), op.slot)
    return sorted(found.values(), key=lambda s: -s.align)
