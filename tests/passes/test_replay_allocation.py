# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the allocation's check, on handmade allocations that only this rule decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.model import (
    Cond,
    Imm,
    Instr,
    Item,
    KernelError,
    LabelDef,
    LabelRef,
    Mem,
    Operand,
    Phys,
    R,
    Slot,
    Src,
    VReg,
)
from generator.passes.allocation import Allocation
from generator.passes.judges.replay_allocation import check, check_all
from tests.passes.small import made

pytestmark = pytest.mark.kernels()  # no kernel is read

A, B, C = (VReg(n, "abc"[n], "gp", Src("hand.py", 1)) for n in range(3))
X, Y = (VReg(n, f"x{n}", "vec", Src("hand.py", 1)) for n in (8, 9))
LONG = VReg(11, "x11", "vec", Src("hand.py", 1), bits=256)
AX, CX, DX, DI = (Phys("gp", n) for n in (0, 1, 2, 7))
V0, V1 = Phys("vec", 0), Phys("vec", 1)
MASK = R(Phys("mask", 1), 64)
S, T = Slot("s", 8, 8), Slot("t", 8, 8)
WIDE, SMALL = Slot("w", 16, 16), Slot("argument", 4, 4, incoming=0)
WRONG = "register allocation is wrong: "
Pair = tuple[Any, Any]


def r(reg: VReg | Phys, width: int = 0) -> R:
    return R(reg, width or (128 if reg.cls == "vec" else 64))


def slot(one: Slot, width: int = 0, **more: Any) -> Mem:
    return replace(Mem(None, width=width or 8 * one.size, slot=one), **more)


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
    """An item that the allocation adds."""
    return None, mov(goal, source, **more)


def loads(value: VReg, reg: Phys, disp: int = 0) -> Pair:
    """A load of a value into a register."""
    one, other = (made("mov", r(at), Mem(DI, disp, width=64)) for at in (value, reg))
    return one, other


def reads(value: VReg, reg: Phys) -> Pair:
    """An instruction that reads a value, and nothing else, from a register."""
    one, other = (made("mov", Mem(DI, 0, width=64), r(at), line=9) for at in (value, reg))
    return one, other


def copies(goal: VReg, source: VReg, to: Phys, of: Phys) -> Pair:
    return mov(goal, source, copy=True), mov(to, of, copy=True)


NO_A, NO_B = (f"hand.py:9: {WRONG}mov reads {name}, but its place holds " for name in "ab")

# -- items lost and doubled --------------------------------------------------------------------------------------------

CONSTANT, CARRY = mov(A, 5), made("cset", r(A), Cond("lo"), arch="aarch64")
ADD, LABEL = made("add", r(A), r(B), line=3), LabelDef("label")
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
        ([CARRY], [CARRY, CARRY], "hand.py:1: " + ELSEWHERE),  # of flags, which may have changed
    ],
)
def test_items_stay(given: list[Item], origin: list[Item | None], words: str) -> None:
    try:
        check_all(Allocation([LABEL] * len(origin), list(origin), {}, {}), list(given))
        found = ""
    except KernelError as error:
        found = str(error)
    assert found == words


# -- the places of values ----------------------------------------------------------------------------------------------

LOADS, LOADS_B, LOADS_INTO = loads(A, AX), loads(B, CX, 8), loads(B, AX, 8)
FIVE, FIVE_AGAIN, SIX = (CONSTANT, mov(AX, 5)), (CONSTANT, mov(DX, 5)), (mov(A, 6), mov(AX, 6))
COPIED = copies(B, A, CX, AX)
NAMED = same(mov(DX, 7))
"""The script names a register itself."""
STORED = mov(B, A, copy=True), mov(S, AX)
"""A copy that became a store of its source."""
STEP = tuple(made("ldr", r(a), Mem(b, 8, width=64, mode="post"), arch="aarch64") for a, b in ((A, B), (AX, CX)))
BYTE = made("mov", R(A, 8), Imm(1), line=9), made("mov", R(AX, 8), Imm(1), line=9)
MASKED = [made("vpaddd", r(x), r(y), r(y), mask=MASK, line=9) for x, y in ((X, Y), (V0, V1))]
LOADS_Y = [made("vmovdqu", r(one), Mem(DI, 0, width=128)) for one in (Y, V1)]
TEST, JUMP, THERE = same(made("test", r(DI), r(DI))), same(made("je", LabelRef("there"))), same(LabelDef("there"))


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([LOADS, reads(A, AX)], ""),
        ([LOADS, reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, LOADS_INTO, reads(A, AX)], NO_A + "b"),
        ([LOADS, LOADS_B, reads(A, CX)], NO_A + "b"),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, S), reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, T), reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, moved(S, AX), LOADS_INTO, reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, LOADS_INTO, moved(CX, S), reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, moved(CX, AX), LOADS_INTO, reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS, moved(CX, S), reads(A, CX)], NO_A + "nothing known"),  # an older a
        # Copies: both ends hold both values, and so does a slot that was stored before.
        ([LOADS, COPIED, reads(B, AX), reads(A, CX)], ""),
        ([LOADS, reads(B, AX)], NO_B + "a"),
        ([LOADS, moved(S, AX), COPIED, moved(DX, S), reads(B, DX)], ""),
        ([LOADS, COPIED, moved(DX, S), reads(B, DX)], NO_B + "nothing known"),
        ([LOADS, COPIED, LOADS, reads(B, AX)], NO_B + "a"),
        ([LOADS, STORED, moved(DX, S), reads(B, DX), reads(A, DX)], ""),
        ([LOADS, STORED, LOADS, moved(DX, S), reads(A, DX)], NO_A + "b"),
        # A constant that is made again is the same value, unless it has another maker.
        ([FIVE, COPIED, FIVE_AGAIN, reads(B, DX)], ""),
        ([FIVE, FIVE_AGAIN, reads(B, DX)], NO_B + "a"),
        ([FIVE, COPIED, reads(B, DX)], NO_B + "nothing known"),
        ([FIVE, COPIED, SIX, FIVE_AGAIN, reads(B, DX)], NO_B + "a"),
        # Registers that the script names.
        ([loads(A, DX), NAMED, reads(A, DX)], NO_A + "gp register 2"),
        ([NAMED, loads(B, DX), same(made("mov", Mem(DI, 0, width=64), r(DX), line=9))],
         f"hand.py:9: {WRONG}mov reads gp register 2, but its place holds b"),
        # What an instruction reads and makes besides.
        ([LOADS_B, STEP, reads(B, CX)], ""),
        ([LOADS_B, moved(DX, CX), STEP, reads(B, DX)], NO_B + "nothing known"),  # a base that moved
        ([LOADS, BYTE], ""),
        ([BYTE], NO_A + "nothing known"),
        ([LOADS_Y, MASKED], f"hand.py:9: {WRONG}vpaddd reads x8, but its place holds nothing known"),
        # Paths.
        ([LOADS, TEST, JUMP, LOADS_B, THERE, reads(A, AX)], ""),
        ([LOADS, TEST, JUMP, LOADS_INTO, THERE, reads(A, AX)], NO_A + "nothing known"),
        ([LOADS, THERE, reads(A, AX), LOADS_B, TEST, JUMP], ""),
        ([LOADS, THERE, reads(A, AX), LOADS_INTO, TEST, JUMP], NO_A + "nothing known"),
    ],
)  # fmt: skip
def test_each_read_finds_its_value(pairs: list[Pair], words: str) -> None:
    assert said(*pairs) == words


# -- instructions that became others -----------------------------------------------------------------------------------

LOAD = made("mov", r(AX), Mem(DI, 8, CX, 4, 64))
SUM, SUM_NOW = made("vpaddd", r(X), r(Y), r(Y), mask=MASK), made("vpaddd", r(V0), r(V1), r(V1), mask=MASK)
ZERO, ZERO_NOW = (made("xor", R(one, 32), R(one, 32), idiom=True) for one in (A, AX))
COPY = mov(A, B, copy=True)
VECTORS = made("vmovdqu", r(X), r(Y), copy=True)
OTHERS: dict[str, tuple[Instr, Instr]] = {
    "another constant": (mov(A, 5), mov(AX, 6)),
    "another register": (made("add", r(DX), r(A)), made("add", r(CX), r(AX))),
    "another register that is read": (made("add", r(A), r(DX)), made("add", r(AX), r(CX))),
    "a constant for a register": (mov(A, B), mov(AX, 5)),
    "a value for a register": (mov(A, B), mov(AX, C)),
    "a wider register": (mov(SMALL, B, 32), mov(SMALL, CX, 32).but((slot(SMALL), r(CX)), mov(SMALL, CX, 32).form)),
    "a register for memory": (made("mov", r(A), Mem(DI, 0, width=64)), mov(AX, CX)),
    "memory for a register": (mov(A, B), made("mov", r(AX), Mem(DI, 0, width=64))),
    "a word of a table": (mov(A, B), made("mov", r(AX), Mem(None, 0, width=64, symbol="digits"))),
    "half a slot": (made("add", r(A), r(B)), made("add", slot(S, 32), R(CX, 32))),
    "another offset": (LOAD, made("mov", r(AX), Mem(DI, 0, CX, 4, 64))),
    "another scale": (LOAD, made("mov", r(AX), Mem(DI, 8, CX, 8, 64))),
    "another width of memory": (LOAD, LOAD.but((r(AX), Mem(DI, 8, CX, 4, 32)), LOAD.form)),
    "a narrower register": (mov(A, B), mov(AX, CX, 32)),
    "another mnemonic": (made("add", r(A), r(B)), made("sub", r(AX), r(CX))),
    "an operand less": (made("add", r(A), r(B)), replace(made("inc", r(AX)), mnem="add")),
    "another slot": (made("mov", r(A), slot(S)), made("mov", r(AX), slot(T))),
    "lanes zeroed": (SUM, replace(SUM_NOW, zero=True)),
    "no mask": (SUM, replace(SUM_NOW, mask=None)),
    "reads that are none": (replace(ZERO, idiom=False), ZERO_NOW),
    "a copy stored elsewhere": (COPY, made("mov", Mem(DI, 0, width=64), r(CX))),
    "a copy of a constant": (COPY, made("mov", slot(S), Imm(5))),
    "a copy of half": (COPY, mov(S, CX, 32)),
    "a copy to a larger slot": (COPY, made("mov", slot(Slot("u", 16, 8), 64), r(CX))),
    "a copy to an offset": (COPY, made("mov", slot(S, disp=8), r(CX))),
    "a copy by a base": (COPY, made("mov", slot(S, 64, base=DI), r(CX))),
    "a copy added": (COPY, made("add", slot(S), r(CX))),
    "a copy of a narrower register": (COPY, mov(S, CX).but((slot(S), r(CX, 32)), mov(S, CX).form)),
    "a copy of a wider register": (COPY, made("movq", slot(S), r(V0, 128))),
    "a copy under a mask": (COPY, mov(S, CX, mask=MASK)),
    "a copy shifted": (COPY, made("shld", slot(S), r(CX), Imm(3))),
    "a copy with an operand more": (COPY, mov(S, CX).but((slot(S), r(CX), Imm(0)), mov(S, CX).form)),
    "a copy that extends": (made("movzx", r(A, 32), r(B, 8), copy=True), mov(SMALL, CX, 32)),
    "a wider copy": (mov(A, B, 32, copy=True), mov(S, CX)),
    "a copy of another register": (mov(A, DX, copy=True), mov(S, CX)),
    "a copy of half a vector": (VECTORS, made("vmovq", slot(S), r(V1))),
    "a copy of half a long vector": (made("vmovdqu", r(LONG), r(Y), copy=True), made("vmovdqu", slot(WIDE), r(V1))),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_another_instruction(name: str) -> None:
    found = said(OTHERS[name])
    assert WRONG in found and "became another instruction" in found
