# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small functions for the secrecy pass, written once for x86_64, 32-bit x86 and AArch64.

All are ``void f(uint8_t *s, uint8_t *t, size_t n, size_t x)``. ``s`` points to secrets, and ``x`` is secret. ``t``
points to public bytes, and ``n`` is public. The frame has 64 bytes: a value's slot ``kept`` of 16, the areas ``area``
and ``other`` of 16 each, and 16 without an owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from generator.abi import abi
from generator.isa import forms
from generator.lang import Arg, Kernel, kernel
from generator.model import (
    Cond,
    Frame,
    FrameOp,
    Function,
    Imm,
    Instr,
    Item,
    LabelDef,
    LabelRef,
    Mem,
    Operand,
    Phys,
    R,
    Slot,
    Src,
    Table,
)

KEPT, AREA, OTHER, FRAME = 0, 16, 32, 64
SLOTS = (
    Slot("kept", 16, 16, offset=KEPT),
    Slot("area", 16, 16, offset=AREA, area=True),
    Slot("other", 16, 16, offset=OTHER, area=True),
)
PROTOTYPE = "void f(uint8_t *s, uint8_t *t, size_t n, size_t x)"
ARGUMENTS = (Arg("s", rw=64), Arg("t", rw=64, public=True), Arg("n", public=True), Arg("x"))


def contract(args: Sequence[Arg] = ARGUMENTS, prototype: str = PROTOTYPE, **more: Any) -> Kernel:
    """A contract without a script."""
    # The contract compares its arguments with the script's parameters.
    body = eval(f"lambda k, {', '.join(arg.name for arg in args)}: None")
    body.__name__ = prototype.partition("(")[0].split()[-1]
    more.setdefault("exempt", {"known": "a reason", "open": "another"})
    return kernel(c=prototype, args=args, source="none: made for a test", **more)(body)


@dataclass(frozen=True)
class Row:
    """An instruction of a handmade function. ``more``: fields of :class:`Instr`."""

    mnem: str
    ops: tuple[Operand, ...]
    more: dict[str, Any] = field(default_factory=dict)


Rows = Sequence[Union[Row, str, FrameOp]]


def ins(mnem: str, *ops: Operand, **more: Any) -> Row:
    return Row(mnem, ops, more)


def vec(number: int, width: int = 128, arrangement: str | None = None) -> R:
    return R(Phys("vec", number), width, arrangement)


@dataclass(frozen=True)
class Machine:
    """An ISA's spelling of the rules' instructions, with registers by number. ``s`` to ``x`` hold the arguments after
    :meth:`enter`. ``a`` to ``c`` are free."""

    name: str
    convention: str
    bits: int
    s: int
    t: int
    n: int
    x: int
    a: int
    b: int
    c: int

    @property
    def arch(self) -> str:
        return abi(self.convention).arch

    def r(self, number: int, width: int = 0) -> R:
        return R(Phys("gp", number), width or self.bits)

    def at(self, base: int, disp: int = 0, index: int | None = None, width: int = 0, scale: int = 1) -> Mem:
        other = Phys("gp", index) if index is not None else None
        return Mem(Phys("gp", base), disp, other, scale, width or self.bits)

    def sp(self, disp: int, index: int | None = None, width: int = 0) -> Mem:
        return self.at(abi(self.convention).sp, disp, index, width)

    def function(self, rows: Rows, prologue: Rows | None = None) -> Function:
        """``prologue``, the rows, and a return at ``out``; row n is line n + 1 of ``hand.py``."""
        body: list[Item] = []
        first = [*(self.prologue() if prologue is None else prologue), FrameOp("end_prologue"), *self.enter()]
        for n, row in enumerate([*first, *rows, "out", FrameOp("begin_epilogue"), ins("ret")], 1 - len(first)):
            if isinstance(row, str):
                body.append(LabelDef(row))
            elif isinstance(row, FrameOp):
                body.append(row)
            else:
                form = forms.find(self.arch, row.mnem, row.ops, "mask" in row.more)
                body.append(Instr(row.mnem, row.ops, form, Src("hand.py", n), **row.more))
        tables = (Table("digits", 4, (3, 1, 4, 1)),)
        frame = Frame(FRAME, (), SLOTS)
        return Function("f_hand", "f", "hand", self.arch, "", (), body=body, tables=tables, frame=frame)

    # -- what differs ----------------------------------------------------------------------------------------------

    def enter(self) -> list[Row]:
        return []

    def prologue(self) -> Rows:
        return []

    def const(self, to: int) -> Row:
        raise NotImplementedError

    def copy(self, to: int, of: int) -> Row:
        return ins("mov", self.r(to), self.r(of))

    def add(self, to: int, what: int) -> Row:
        raise NotImplementedError

    def sub(self, to: int, what: int) -> Row:
        raise NotImplementedError

    def load(self, to: int, base: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        raise NotImplementedError

    def store(self, base: int, what: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        raise NotImplementedError

    def spill(self, disp: int, what: int) -> Row:
        return self.store(abi(self.convention).sp, what, disp)

    def reload(self, to: int, disp: int) -> Row:
        return self.load(to, abi(self.convention).sp, disp)

    def compare(self, one: int) -> Row:
        """Compare a register with a constant."""
        return ins("cmp", self.r(one), Imm(5))

    def jump(self, label: str = "out", **more: Any) -> Row:
        """Jump to a label if the compared values were equal."""
        raise NotImplementedError

    def always(self, label: str) -> Row:
        raise NotImplementedError

    def choose(self, to: int, other: int) -> Row:
        """``to`` becomes ``to`` or ``other``, by the flags."""
        raise NotImplementedError

    def carry(self, to: int) -> Row:
        """The carry flag as a number."""
        raise NotImplementedError

    def divide(self, by: int) -> list[Row]:
        """Divide a constant by a register. The quotient is in ``a``."""
        raise NotImplementedError

    def address(self, to: int, disp: int, index: int | None = None) -> list[Row]:
        """The address of a place in the frame."""
        raise NotImplementedError

    def table(self, to: int) -> list[Row]:
        """The address of the table."""
        raise NotImplementedError

    def look(self, at: int, **more: Any) -> list[Row]:
        """Branch by a register."""
        return [self.compare(at), self.jump(**more)]

    def follow(self, pointer: int) -> list[Row]:
        """Branch by the word that a register points to."""
        return [self.load(self.b, pointer), *self.look(self.b)]


class X86(Machine):
    def enter(self) -> list[Row]:
        if self.bits == 64:
            return []
        places = [FRAME + 4 + 4 * i for i in range(4)]
        return [self.reload(reg, place) for reg, place in zip((self.s, self.t, self.n, self.x), places)]

    def prologue(self) -> Rows:
        return [] if self.bits == 64 else [ins("call", LabelRef("pic")), FrameOp("alloc", amount=4), "pic"]

    def const(self, to: int) -> Row:
        return ins("mov", self.r(to), Imm(1))

    def add(self, to: int, what: int) -> Row:
        return ins("add", self.r(to), self.r(what))

    def sub(self, to: int, what: int) -> Row:
        return ins("sub", self.r(to), self.r(what))

    def load(self, to: int, base: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        return ins("mov", self.r(to), self.at(base, disp, index), **more)

    def store(self, base: int, what: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        return ins("mov", self.at(base, disp, index), self.r(what), **more)

    def jump(self, label: str = "out", **more: Any) -> Row:
        return ins("je", LabelRef(label), **more)

    def always(self, label: str) -> Row:
        return ins("jmp", LabelRef(label))

    def choose(self, to: int, other: int) -> Row:
        return ins("cmove", self.r(to), self.r(other))

    def carry(self, to: int) -> Row:
        return ins("sete", self.r(to, 8))

    def divide(self, by: int) -> list[Row]:
        return [
            ins("mov", self.r(0), Imm(7)), ins("xor", self.r(2, 32), self.r(2, 32), idiom=True), ins("div", self.r(by)),
        ]  # fmt: skip

    def address(self, to: int, disp: int, index: int | None = None) -> list[Row]:
        return [ins("lea", self.r(to), Mem(Phys("gp", 4), disp, Phys("gp", index) if index is not None else None))]

    def table(self, to: int) -> list[Row]:
        if self.bits == 64:
            return [ins("lea", self.r(to), Mem(None, symbol="digits"))]
        return [self.reload(to, FRAME - 4), ins("lea", self.r(to), Mem(Phys("gp", to), symbol="digits"))]


class Arm(Machine):
    def const(self, to: int) -> Row:
        return ins("movz", self.r(to), Imm(1))

    def add(self, to: int, what: int) -> Row:
        return ins("add", self.r(to), self.r(to), self.r(what))

    def sub(self, to: int, what: int) -> Row:
        return ins("sub", self.r(to), self.r(to), self.r(what))

    def load(self, to: int, base: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        return ins("ldr" if disp % 8 == 0 else "ldur", self.r(to), self.at(base, disp, index), **more)

    def store(self, base: int, what: int, disp: int = 0, index: int | None = None, **more: Any) -> Row:
        return ins("str" if disp % 8 == 0 else "stur", self.r(what), self.at(base, disp, index), **more)

    def jump(self, label: str = "out", **more: Any) -> Row:
        return ins("b.eq", LabelRef(label), **more)

    def always(self, label: str) -> Row:
        return ins("b", LabelRef(label))

    def choose(self, to: int, other: int) -> Row:
        return ins("csel", self.r(to), self.r(other), self.r(to), Cond("eq"))

    def carry(self, to: int) -> Row:
        return ins("cset", self.r(to), Cond("eq"))

    def divide(self, by: int) -> list[Row]:
        return [self.const(self.a), ins("udiv", self.r(self.a), self.r(self.a), self.r(by))]

    def address(self, to: int, disp: int, index: int | None = None) -> list[Row]:
        made = [ins("add", self.r(to), self.r(31), Imm(disp))]
        return made if index is None else [*made, self.add(to, index)]

    def table(self, to: int) -> list[Row]:
        where = LabelRef("digits")
        return [ins("adrp", self.r(to), where), ins("add", self.r(to), self.r(to), where)]


X64 = X86("x86_64", "sysv64", 64, 7, 6, 2, 1, 0, 9, 10)
X32 = X86("x86", "cdecl32", 32, 7, 6, 2, 1, 0, 3, 5)
A64 = Arm("aarch64", "aapcs64", 64, 0, 1, 2, 3, 9, 10, 11)
MACHINES = (X64, X32, A64)
