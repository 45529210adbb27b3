# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Reads of slots that a register holds, and copies that no reader needs: allocations made by hand, and what is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.abi import abi
from generator.isa import forms
from generator.lower.base import pseudo
from generator.model import EXIT, AnyReg, Imm, Instr, Item, LabelDef, LabelRef, Mem, Operand, Phys, R, Slot, Src, VReg
from generator.passes.allocation import Allocation
from generator.passes.dump import item_text
from generator.passes.flow import vanishes
from generator.passes.shorten import shorten
from tests.passes.small import gp, vec

pytestmark = pytest.mark.kernels()

SRC = Src("f.py", 1)
AX, CX, DX, BX = (gp(n) for n in (0, 1, 2, 3))


def slot(width: int = 64, **more: bool | int) -> Mem:
    return Mem(None, width=width, slot=Slot("home", 8, 8, **more))  # type: ignore[arg-type]


HOME = slot()
_values: dict[AnyReg, VReg] = {}


def _virtual(op: Operand) -> Operand:
    """The operand of the item that an item stands for. A slot of a value stands for the value."""
    if isinstance(op, R):
        made = _values.setdefault(op.reg, VReg(len(_values) + 1, f"v{len(_values)}", op.reg.cls, SRC))
        return replace(op, reg=made)
    if isinstance(op, Mem) and op.slot is not None and not op.slot.area and op.slot.incoming < 0 and not op.slot.pc:
        return R(VReg(99, "in the frame", "gp", SRC), op.width)
    return op


def made(mnem: str, *ops: Operand, copy: bool = False, arch: str = "x86_64") -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC, copy=copy)


def own(mnem: str, *ops: Operand, copy: bool = False, arch: str = "x86_64") -> tuple[Item, Item | None]:
    """An instruction of the script."""
    return made(mnem, *ops, copy=copy, arch=arch), made(mnem, *map(_virtual, ops), copy=copy, arch=arch)


def move(*ops: Operand, mnem: str = "mov", arch: str = "x86_64") -> tuple[Item, Item | None]:
    """A move that the allocation added."""
    return made(mnem, *ops, arch=arch), None


def copy(to: R, of: R) -> tuple[Item, Item | None]:
    return own("mov", to, of, copy=True)


def shortened(*rows: tuple[Item, Item | None] | str, convention: str = "sysv64") -> list[str]:
    """The instructions that are left, without those that vanish."""
    pairs = [(LabelDef(row), LabelDef(row)) if isinstance(row, str) else row for row in rows]
    of = abi(convention)
    left = shorten(Allocation([a for a, _ in pairs], [b for _, b in pairs], {}, {}), of)
    assert len(left.body) == len(left.origin)
    shown = [item_text(item, of.arch)[5:].split() for item in left.body if not vanishes(item)]
    return [" ".join(words).partition(" ;")[0] for words in shown]


STORE, LOAD_C, USE_C = move(HOME, AX), move(CX, HOME), own("add", DX, CX)
CHANGE_A, OTHERWISE = own("add", AX, Imm(1)), [own("test", BX, BX), own("je", LabelRef("over"))]
KEPT = ["mov m64[slot home], rax", "mov rcx, m64[slot home]", "add rdx, rcx"]
STORED, READ = KEPT[0], "add rdx, rax"


def test_a_load_of_what_a_register_holds() -> None:
    """Into the register that holds the value: gone. Into another one: a copy, and readers take its source."""
    assert shortened(STORE, move(AX, HOME), own("add", DX, AX)) == [STORED, READ]
    assert shortened(STORE, LOAD_C, USE_C) == [STORED, READ]
    assert shortened(STORE, LOAD_C, own("add", CX, Imm(1))) == [STORED, "mov rcx, rax", "add rcx, 1"]
    assert shortened(LOAD_C, move(BX, HOME), own("add", DX, BX)) == [KEPT[1], "add rdx, rcx"]


def test_an_operand_that_a_register_holds() -> None:
    assert shortened(STORE, own("add", DX, HOME)) == [STORED, READ]
    assert shortened(STORE, own("add", HOME, DX)) == [STORED, "add m64[slot home], rdx"]  # changed where it is
    assert shortened(STORE, own("mov", CX, HOME, copy=True), USE_C) == [STORED, READ]
    narrow = Mem(None, width=32, slot=HOME.slot)
    assert shortened(STORE, own("add", gp(2, 32), narrow)) == [STORED, "add edx, eax"]


def test_what_ends_the_knowledge() -> None:
    assert shortened(STORE, CHANGE_A, LOAD_C, USE_C) == [STORED, "add rax, 1", *KEPT[1:]]
    other = "mov m64[slot home], rbx"
    assert shortened(STORE, move(HOME, BX), LOAD_C, USE_C) == [STORED, other, "add rdx, rbx"]
    assert shortened(STORE, own("add", HOME, BX), LOAD_C, USE_C) == [STORED, "add m64[slot home], rbx", *KEPT[1:]]
    away = Mem(None, width=64, slot=Slot("home", 8, 8))
    assert shortened(STORE, move(away, BX), LOAD_C, USE_C) == [STORED, other, READ]  # another slot of that name


def test_the_first_register_that_holds() -> None:
    assert shortened(move(HOME, CX), move(HOME, AX), move(DX, HOME), own("add", BX, DX))[-1] == "add rbx, rax"
    assert shortened(move(HOME, BX), copy(AX, BX), own("add", AX, Imm(0)), own("add", DX, HOME))[-1] == "add rdx, rbx"


def test_copies_hold_too() -> None:
    """A copy holds what its source held, until either changes."""
    rows = (STORE, copy(BX, AX), CHANGE_A, LOAD_C, USE_C)
    assert shortened(*rows) == [STORED, "mov rbx, rax", "add rax, 1", "add rdx, rbx"]
    assert shortened(STORE, copy(BX, AX), own("add", BX, Imm(1)), CHANGE_A, LOAD_C, USE_C)[-2:] == KEPT[1:]
    short = own("mov", gp(3, 32), gp(0, 32), copy=True)
    assert shortened(STORE, short, CHANGE_A, LOAD_C, USE_C)[-2:] == KEPT[1:]  # half of the value
    later = (own("add", AX, Imm(1)), own("add", CX, Imm(1)), LOAD_C, USE_C)
    assert shortened(STORE, move(HOME, CX), copy(BX, AX), *later)[-2:] == KEPT[1:]  # rax held what it no longer holds


def test_ways_that_meet() -> None:
    """Every way must leave the value in one register."""
    assert shortened(STORE, *OTHERWISE, CHANGE_A, "over", LOAD_C, USE_C)[-2:] == KEPT[1:]
    assert shortened(STORE, *OTHERWISE, own("add", BX, Imm(1)), "over", LOAD_C, USE_C)[-1] == READ
    assert shortened(*OTHERWISE, STORE, "over", LOAD_C, USE_C)[-2:] == KEPT[1:]
    assert shortened(STORE, *OTHERWISE, CHANGE_A, move(HOME, AX), "over", LOAD_C, USE_C)[-1] == READ
    ring = shortened(STORE, "over", LOAD_C, own("add", CX, Imm(1)), CHANGE_A, *OTHERWISE)
    assert ring[1:4] == ["over:", KEPT[1], "add rcx, 1"]


@pytest.mark.parametrize(
    "mem",
    [
        Mem(None, 4, width=64, slot=HOME.slot), Mem(None, width=32, slot=HOME.slot), slot(area=True), slot(pc=True),
        Mem(Phys("gp", 6), width=64),
    ],
    ids=["a part", "a half", "an area", "the address of pic", "no slot"],
)  # fmt: skip
def test_no_place_of_a_value(mem: Mem) -> None:
    reg = gp(0, mem.width)
    rows = shortened(move(mem, reg), move(gp(1, mem.width), mem), own("add", gp(2, mem.width), gp(1, mem.width)))
    assert len(rows) == 3


def test_arguments_in_the_callers_place() -> None:
    """A load of the script's entry from the caller's place tells what the register holds; so at distance 0."""
    for place in (0, 8):
        taken = slot(incoming=place)
        rows = shortened(own("mov", AX, taken), move(CX, taken), own("add", DX, CX))
        assert rows == ["mov rax, m64[slot home]", READ]
    mine = slot(area=True)
    assert len(shortened(own("mov", AX, mine), own("mov", CX, mine), own("add", DX, CX))) == 3
    value = own("mov", AX, HOME)  # no copy: the author's own load is no move of the value
    assert shortened(value, LOAD_C, USE_C)[1:] == KEPT[1:]


def test_instructions_that_take_some_registers() -> None:
    """No byte view of esi exists on 32-bit x86."""
    byte = Mem(None, width=8, slot=Slot("home", 4, 4))
    home = Mem(None, width=32, slot=byte.slot)
    for number, expected in ((3, "add dl, bl"), (6, "add dl, m8[slot home]")):
        store = move(home, gp(number, 32), arch="x86")
        rows = shortened(store, own("add", gp(2, 8), byte, arch="x86"), convention="cdecl32")
        assert rows[1] == expected


def test_registers_of_another_class() -> None:
    """No addition takes a mask register."""
    masks = move(HOME, R(Phys("mask", 1), 64), mnem="kmovq")
    assert shortened(masks, own("add", DX, HOME))[1:] == ["add rdx, m64[slot home]"]


def test_vectors() -> None:
    """A load of a vector becomes no copy; an operand is read in the register."""
    home = Mem(None, width=128, slot=Slot("home", 16, 16))
    store = move(home, vec(1), mnem="movdqu")
    assert len(shortened(store, move(vec(2), home, mnem="movdqu"), own("paddd", vec(3), vec(2)))) == 3
    assert len(shortened(store, move(vec(1), home, mnem="movdqu"), own("paddd", vec(3), vec(1)))) == 2


# -- copies ------------------------------------------------------------------------------------------------------------


def test_copies_that_no_reader_needs() -> None:
    assert shortened(copy(CX, AX), USE_C) == [READ]
    assert shortened(copy(CX, AX), own("mov", DX, Mem(CX.reg, 8, CX.reg, 4, 64))) == ["mov rdx, m64[rax + rax*4 + 8]"]
    assert shortened(copy(CX, AX), copy(BX, CX), own("add", DX, BX)) == [READ]
    assert shortened(copy(CX, AX), CHANGE_A, USE_C) == ["mov rcx, rax", "add rax, 1", "add rdx, rcx"]
    assert shortened(copy(CX, AX), own("add", CX, DX)) == ["mov rcx, rax", "add rcx, rdx"]
    not_ours = own("mov", CX, AX)
    assert shortened(not_ours, USE_C) == ["mov rcx, rax", "add rdx, rcx"]


def test_marks_need_their_register() -> None:
    """A mark that is no instruction names the places of values: it reads the copy."""
    mark, virtual = (Instr(EXIT, (op,), pseudo(EXIT, "r", 1), SRC) for op in (CX, _virtual(CX)))
    assert shortened(copy(CX, AX), (mark, virtual))[0] == "mov rcx, rax"


def test_nothing_to_do() -> None:
    given = Allocation([STORE[0], USE_C[0]], [None, USE_C[1]], {}, {})
    assert shorten(given, abi("sysv64")) is given


def test_items_keep_their_origins() -> None:
    """A load that goes leaves no trace. A copy of the script stays as one that vanishes."""
    rows = [STORE, LOAD_C, copy(BX, CX), own("add", DX, BX)]
    left = shorten(Allocation([a for a, _ in rows], [b for _, b in rows], {}, {}), abi("sysv64"))
    assert left.origin == [None, rows[2][1], rows[3][1]] and vanishes(left.body[1])
