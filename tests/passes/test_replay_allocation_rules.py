# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the allocation's check, on handmade allocations that only this rule decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from generator.isa import forms
from generator.model import (
    Imm,
    Instr,
    Item,
    KernelError,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Operand,
    Phys,
    R,
    Slot,
    Src,
    VReg,
)
from generator.passes.allocation import Allocation
from generator.passes.judges.replay_allocation import (
    _Step,
    _step,
    check,
    check_all,
)

pytestmark = pytest.mark.kernels()  # no kernel is read

A, B, C = (VReg(n, "abc"[n], "gp", Src("hand.py", 1)) for n in range(3))
X, Y = (VReg(n, f"x{n}", "vec", Src("hand.py", 1)) for n in (8, 9))
LONG = VReg(11, "x11", "vec", Src("hand.py", 1), bits=256)
AX, CX, DX, DI = (Phys("gp", n) for n in (0, 1, 2, 7))
V0, V1 = Phys("vec", 0), Phys("vec", 1)
MASK = R(Phys("mask", 1), 64)
S, T = Slot("s", 8, 8), Slot("t", 8, 8)
WIDE = Slot("w", 16, 16)
WRONG = "register allocation is wrong: "


def made(mnem: str, *ops: Operand, arch: str = "x86_64", line: int = 1, **more: Any) -> Instr:
    return replace(Instr(mnem, ops, forms.find(arch, mnem, ops), Src("hand.py", line)), **more)


def r(reg: VReg | Phys, width: int = 0) -> R:
    return R(reg, width or (128 if reg.cls == "vec" else 64))


def slot(one: Slot, width: int = 0, **more: Any) -> Mem:
    return replace(Mem(None, width=width or 8 * one.size, slot=one), **more)


Pair = tuple[Any, Any]


def said(*pairs: Pair) -> str:
    """The check's message about items, each with its source."""
    try:
        check(Allocation([item for _, item in pairs], [source for source, _ in pairs], {}, {}))
    except KernelError as error:
        return str(error)
    return ""


def same(item: Item) -> Pair:
    return item, item


def mov(goal: Any, source: Any, width: int = 64, **more: Any) -> Instr:
    """A move of values, registers, slots or a constant."""

    def operand(one: Any) -> Operand:
        if isinstance(one, Slot):
            return slot(one, width)
        return Imm(one) if isinstance(one, int) else R(one, width)

    return made("mov", operand(goal), operand(source), **more)


def moved(goal: Any, source: Any, **more: Any) -> Pair:
    """An item of the spiller."""
    return None, mov(goal, source, **more)


LOADS = made("mov", r(A), Mem(DI, 0, width=64)), made("mov", r(AX), Mem(DI, 0, width=64))
LOADS_B = made("mov", r(B), Mem(DI, 8, width=64)), made("mov", r(CX), Mem(DI, 8, width=64))
LOADS_INTO = made("mov", r(B), Mem(DI, 8, width=64)), made("mov", r(AX), Mem(DI, 8, width=64))


def reads(value: VReg, reg: Phys) -> Pair:
    """An instruction that reads a value, and nothing else, from a register."""
    return tuple(made("mov", Mem(DI, 0, width=64), r(one), line=9) for one in (value, reg))  # type: ignore[return-value]


NO_A = "hand.py:9: " + WRONG + "mov reads a, but its place holds "

# -- items lost and doubled --------------------------------------------------------------------------------------------

CONSTANT = mov(A, 5)
ADD, LABEL = made("add", r(A), r(B), line=3), LabelDef("label")


def gathered(given: Sequence[Item], origin: Sequence[Item | None]) -> str:
    try:
        check_all(Allocation([LABEL] * len(origin), list(origin), {}, {}), list(given))
    except KernelError as error:
        return str(error)
    return ""


ELSEWHERE, LOST = WRONG + "an item is elsewhere or made twice", WRONG + "an item is lost"


@pytest.mark.parametrize(
    ("given", "origin", "words"),
    [
        ([ADD, LABEL], [ADD, LABEL], ""),
        ([ADD, LABEL], [None, ADD, None, LABEL, None], ""),
        ([ADD, LABEL], [ADD], LOST),
        ([LABEL, ADD], [LABEL], "hand.py:3: " + LOST),
        ([ADD], [], "hand.py:3: " + LOST),
        ([ADD, LABEL], [LABEL, ADD], ELSEWHERE),
        ([LABEL, ADD], [ADD, LABEL], "hand.py:3: " + ELSEWHERE),
        ([ADD], [ADD, ADD], "hand.py:3: " + ELSEWHERE),
        ([LABEL], [LABEL, LABEL], ELSEWHERE),
        ([CONSTANT], [CONSTANT, CONSTANT], ""),
        ([CONSTANT, LABEL], [CONSTANT, LABEL, CONSTANT], ""),
        ([CONSTANT, mov(A, 6)], [CONSTANT, CONSTANT], "hand.py:1: " + ELSEWHERE),
    ],
)
def test_items_stay(given: list[Item], origin: list[Item | None], words: str) -> None:
    assert gathered(given, origin) == words


# -- straight code, and paths ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([LOADS, reads(A, AX)], ""),
        ([LOADS, reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, LOADS_INTO, reads(A, AX)], NO_A + "b"),
        ([LOADS, LOADS_B, reads(A, CX)], NO_A + "b"),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, S), reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, T), reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, moved(CX, AX), LOADS_INTO, reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS, moved(CX, S), reads(A, CX)], NO_A + "nothing known"),  # an older a
        ([LOADS, same(LABEL), reads(A, AX)], ""),
        ([LOADS, same(Note("a note")), reads(A, AX)], ""),
    ],
)
def test_straight_code(pairs: list[Pair], words: str) -> None:
    assert said(*pairs) == words


def test_both_paths_count() -> None:
    test, jump = same(made("test", r(DI), r(DI))), same(made("je", LabelRef("there")))
    there, back = same(LabelDef("there")), same(LabelDef("back"))
    assert said(LOADS, test, jump, LOADS_B, there, reads(A, AX)) == ""
    assert said(LOADS, test, jump, LOADS_INTO, there, reads(A, AX)) == NO_A + "nothing known"
    assert said(LOADS, back, reads(A, AX), LOADS_B, test, same(made("je", LabelRef("back")))) == ""
    wrong = said(LOADS, back, reads(A, AX), LOADS_INTO, test, same(made("je", LabelRef("back"))))
    assert wrong == NO_A + "nothing known"


# -- the effect of one instruction -------------------------------------------------------------------------------------


def step(source: Instr | None, item: Item, fixed: Sequence[Phys] = (), constants: Sequence[VReg] = ()) -> _Step | None:
    return _step(item, source, frozenset(fixed), frozenset(constants))


def refused(source: Instr | None, item: Instr) -> bool:
    try:
        step(source, item)
    except KernelError as error:
        assert WRONG in str(error) and "became another instruction" in str(error)
        return True
    return False


SMALL = Slot("argument", 4, 4, incoming=0)


REFUSED: dict[str, tuple[Instr, Instr]] = {
    "another constant": (mov(A, 5), mov(AX, 6)),
    "another register": (made("add", r(DX), r(A)), made("add", r(CX), r(AX))),
    "another register that is read": (made("add", r(A), r(DX)), made("add", r(AX), r(CX))),
    "a constant for a register": (mov(A, B), mov(AX, 5)),
    "a value for a register": (mov(A, B), mov(AX, C)),
    "a wider register": (mov(SMALL, B, 32), mov(SMALL, CX, 32).but((slot(SMALL), r(CX)), mov(SMALL, CX, 32).form)),
    "a register for memory": (made("mov", r(A), Mem(DI, 0, width=64)), mov(AX, CX)),
    "another offset": (made("mov", r(A), Mem(DI, 0, width=64)), made("mov", r(AX), Mem(DI, 8, width=64))),
    "a narrower register": (mov(A, B), mov(AX, CX, 32)),
    "another mnemonic": (made("add", r(A), r(B)), made("sub", r(AX), r(CX))),
    "another slot": (made("mov", r(A), slot(S)), made("mov", r(AX), slot(T))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_another_instruction(name: str) -> None:
    assert refused(*REFUSED[name])


# -- copies that became stores -----------------------------------------------------------------------------------------

COPY = mov(A, B, copy=True)
VECTORS = made("vmovdqu", r(X), r(Y), copy=True)


@pytest.mark.parametrize(
    ("source", "item"),
    [
        (COPY, made("mov", Mem(DI, 0, width=64), r(CX))),
        (COPY, made("mov", slot(S), Imm(5))),
        (COPY, mov(S, CX, 32)),
        (COPY, made("mov", slot(Slot("u", 16, 8), 64), r(CX))),
        (COPY, made("mov", slot(S, disp=8), r(CX))),
        (COPY, made("mov", slot(S, 64, base=DI), r(CX))),
        (COPY, made("add", slot(S), r(CX))),
        (COPY, mov(S, CX).but((slot(S), r(CX, 32)), mov(S, CX).form)),
        (COPY, made("movq", slot(S), r(V0, 128))),
        (COPY, mov(S, CX, mask=MASK)),
        (COPY, made("shld", slot(S), r(CX), Imm(3))),
        (COPY, mov(S, CX).but((slot(S), r(CX), Imm(0)), mov(S, CX).form)),
        (made("movzx", r(A, 32), r(B, 8), copy=True), mov(SMALL, CX, 32)),
        (mov(A, B, 32, copy=True), mov(S, CX)),
        (mov(A, DX, copy=True), mov(S, CX)),
        (VECTORS, made("vmovq", slot(S), r(V1))),
        (made("vmovdqu", r(LONG), r(Y), copy=True), made("vmovdqu", slot(WIDE), r(V1))),
    ],
)
def test_stores_that_are_no_copy(source: Instr, item: Instr) -> None:
    assert refused(source, item)
