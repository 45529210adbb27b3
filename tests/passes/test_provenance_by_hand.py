# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where pointers point, in virtual code by hand: arguments, slots, areas, tables, and what a store lets others load."""

from __future__ import annotations

from typing import Any

import pytest

from generator.isa import forms
from generator.lower.base import pseudo
from generator.model import ENTRY, Instr, Item, LabelDef, LabelRef, Mem, Operand, Phys, R, Slot, Src, VReg
from generator.passes.provenance import Provenance, of_virtual
from tests.passes.small import declared

pytestmark = pytest.mark.kernels()

SRC, ZERO = Src("f.py", 1), Phys("gp", 32)
P, N, X, Y, Z = (VReg(n, name, "gp", SRC) for n, name in enumerate("pnxyz", 1))
LOST = {"@unknown"}


def made(mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find("aarch64", mnem, ops), SRC)


def r(reg: VReg) -> R:
    return R(reg, 64)


def at(base: VReg, disp: int = 0, index: VReg | None = None) -> Mem:
    return Mem(base, disp, index, width=64)


def home(slot: Slot, disp: int = 0) -> Mem:
    return Mem(None, disp, width=64, slot=slot)


def contract() -> Any:
    """``void tiny(uint8_t *memory, uint32_t a, size_t n)``."""
    return declared("tiny", lambda k, memory, a, n: None)


def found(*items: Item) -> tuple[Provenance, list[Item]]:
    """The analysis of code whose pointer is ``P``."""
    ops = (r(P), R(Y, 32), r(N))
    code: list[Item] = [Instr(ENTRY, ops, pseudo(ENTRY, "w", 3), SRC), *items]
    return of_virtual(code, contract(), ZERO), code


def owners(*items: Item) -> set[str]:
    """The owners of what the last instruction accesses."""
    known, code = found(*items)
    last = code[-1]
    assert isinstance(last, Instr)
    [touch] = known.touches(last)
    return set(touch.owners)


LOAD = made("ldr", r(Z), at(X))


def test_arguments_in_the_callers_place() -> None:
    """A pointer that the caller left in memory, also at distance 0, and a number there."""
    for name, expected in (("memory", {"memory"}), ("n", set())):
        for place in (0, 8):
            taken = made("ldr", r(X), home(Slot(name, 8, 8, incoming=place)))
            assert owners(taken, LOAD) == expected
    assert owners(made("ldr", r(X), home(Slot("memory", 8, 8))), LOAD) == set()  # a slot of that name


def test_through_a_slot() -> None:
    """A slot holds what was stored last, in each of its words."""
    slot, other = Slot("home", 8, 8), Slot("other", 8, 8)
    put, take = made("str", r(P), home(slot)), made("ldr", r(X), home(slot))
    assert owners(put, take, LOAD) == {"memory"} and owners(put, made("str", r(N), home(slot)), take, LOAD) == set()
    assert owners(put, made("ldr", r(X), home(other)), LOAD) == set()
    assert owners(put) == {"@value 0 home"} and owners(made("str", r(N), home(other)), put) == {"@value 8 home"}
    small = Slot("small", 3, 1)  # takes a whole word
    assert owners(made("str", r(N), home(small)), put) == {"@value 4 home"}


def test_what_escapes() -> None:
    """A pointer stored in an argument's memory may be loaded from any memory outside the frame."""
    put = made("str", r(P), at(P, 8))
    assert owners(put, made("ldr", r(X), at(P, 16)), LOAD) == {"memory"}
    assert owners(made("ldr", r(X), at(P, 16)), LOAD) == set()
    assert owners(put, made("ldr", r(X), home(Slot("home", 8, 8))), LOAD) == set()
    assert owners(made("str", r(N), at(P, 8)), made("ldr", r(X), at(P, 16)), LOAD) == set()


def test_ways_that_meet() -> None:
    """A pointer on one way, a number on the other: unknown beside the pointer. In a loop all rounds count."""
    over = made("b.eq", LabelRef("over"))
    assert owners(made("mov", r(X), r(P)), over, made("mov", r(X), r(N)), LabelDef("over"), LOAD) == {"memory", *LOST}
    ring = (made("mov", r(X), r(N)), LabelDef("over"), made("ldr", r(Y), at(X)), made("mov", r(X), r(P)), over)
    known, code = found(*ring)
    assert isinstance(code[3], Instr)
    assert {owner for touch in known.touches(code[3]) for owner in touch.owners} == {"memory", *LOST}
    unreached = (made("b", LabelRef("over")), made("ldr", r(X), at(P)), LabelDef("over"))
    known, code = found(*unreached)
    assert isinstance(code[2], Instr) and [touch.owners for touch in known.touches(code[2])] == [frozenset()]
