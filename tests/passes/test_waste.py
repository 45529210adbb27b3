# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Wasteful instructions: small functions with the whole answer for each, and the numbers of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from generator.abi import abi
from generator.library import load
from generator.model import (
    Frame,
    Function,
    Imm,
    Instr,
    LabelRef,
    Mem,
    Note,
    Phys,
    R,
    Slot,
)
from generator.passes.judges.waste import KINDS, Waste, wasteful
from targets.toolchain import waste
from tests.changed import Wanted
from tests.passes.small import Row, function, gp

AX, CX, DX, BX, SI = (gp(number) for number in (0, 1, 2, 3, 6))
OTHERWISE = [("test", SI, SI), ("je", LabelRef("over"))]
AREA = Frame(64, (), (Slot("area", 16, 16, offset=32, area=True),))


def at(disp: int, width: int = 64, index: Phys | None = None) -> Mem:
    return Mem(Phys("gp", 4), disp, index, width=width)


def arm(disp: int, width: int = 64) -> Mem:
    return Mem(Phys("gp", 31), disp, width=width)


def pointer(base: int, width: int = 64, **more: Any) -> Mem:
    return Mem(Phys("gp", base), 0, width=width, **more)


def low(reg: R, width: int = 32) -> R:
    return R(reg.reg, width)


def q(number: int) -> R:
    return R(Phys("vec", number), 128, "q")


def bytes16(number: int) -> R:
    return R(Phys("vec", number), 128, "16b")


def judged(made: Function, convention: str = "sysv64") -> list[tuple[str, int, str]]:
    """Kind, line and reason of each wasteful instruction. The line is the row's number."""
    found: list[Waste] = wasteful(made, abi(convention))
    out: list[tuple[str, int, str]] = []
    for one in found:
        item = made.body[one.at]
        assert isinstance(item, Instr) and one.text.startswith(f"{item.src}: {item.mnem}")
        out.append((one.kind, item.src.line, one.text.split(": ", 2)[2]))
    return out


def kinds(rows: Sequence[Row | str], convention: str = "sysv64", **more: Any) -> list[tuple[str, int]]:
    made = function(rows, abi(convention).arch, **more)
    return [(kind, line) for kind, line, _ in judged(made, convention)]


# -- pairs and reloads -------------------------------------------------------------------------------------------------

Case = tuple[list[Any], str, list[tuple[str, int]]]
STORE, RELOAD, CHANGE = ("mov", at(8), AX), ("mov", BX, at(8)), ("add", AX, Imm(1))
FRAME: dict[str, Case] = {
    "store and reload": ([STORE, RELOAD], "sysv64", [("pair", 2), ("reload", 2)]),
    "across the start": ([STORE, ("mov", BX, at(4))], "sysv64", [("pair", 2)]),
    "an index": ([STORE, ("mov", BX, at(8, index=Phys("gp", 6)))], "sysv64", []),
    "the register changed": ([STORE, CHANGE, RELOAD], "sysv64", []),
    "on both ways": (
        [*OTHERWISE, RELOAD, ("jmp", LabelRef("out")), "over", ("mov", BX, at(8)), "out", ("mov", CX, at(8))],
        "sysv64",
        [("reload", 8)],
    ),
    "in two registers": (
        [*OTHERWISE, RELOAD, ("jmp", LabelRef("out")), "over", ("mov", CX, at(8)), "out", ("mov", DX, at(8))],
        "sysv64",
        [],
    ),
    "half of a pair of registers": (
        [("stp", AX, CX, arm(0)), ("ldr", BX, arm(8))], "aapcs64", [("pair", 2), ("reload", 2)],
    ),
}  # fmt: skip


@pytest.mark.kernels()
@pytest.mark.parametrize("name", list(FRAME))
def test_frame(name: str) -> None:
    rows, convention, expected = FRAME[name]
    assert kinds([*rows, ("ret",)], convention) == expected


AREAS: dict[str, tuple[Row, list[tuple[str, int]]]] = {
    "a pointer": (("mov", pointer(7), CX), [("reload", 4)]),
    "an index": (("mov", at(40, index=Phys("gp", 7)), CX), [("reload", 4)]),
    "an index outside": (("mov", at(8, index=Phys("gp", 7)), CX), []),
    "a string": (("stosq",), [("reload", 4)]),
    "a load by a pointer": (("mov", CX, pointer(7)), [("reload", 4), ("reload", 5)]),
}


@pytest.mark.kernels()
@pytest.mark.parametrize("name", list(AREAS))
def test_areas(name: str) -> None:
    """Stores by a pointer or by an index may change the area, and no other part of the frame."""
    between, expected = AREAS[name]
    rows = [("mov", at(32), DX), ("mov", at(8), DX), between, ("mov", SI, at(8)), ("mov", SI, at(32)), ("ret",)]
    assert kinds(rows, frame=AREA) == expected


@pytest.mark.kernels()
def test_words() -> None:
    """The place in the script, the instruction, and the register that makes the instruction superfluous."""
    rows = [("mov", at(8, 32), low(AX)), ("mov", low(BX), at(8, 32)), ("mov", low(CX), low(BX)), ("ret",)]
    made = function(rows)
    made.body.insert(1, Note("a note is no instruction"))
    assert [one.text for one in wasteful(made, abi("sysv64"))] == [
        "hand.py:2: mov ebx: the instruction before stores rax there",
        "hand.py:2: mov ebx: rax holds these bytes",
        "hand.py:3: mov ecx, ebx: every reader could read rbx",
    ]


# -- copies ------------------------------------------------------------------------------------------------------------

COPY, READ, SEEN = ("mov", BX, AX), ("add", CX, BX), [("copy", 1)]
TABLE = ("tbl", bytes16(4), bytes16(2), bytes16(3), bytes16(5))
COPIES: dict[str, Case] = {
    "an operand": ([COPY, READ], "sysv64", SEEN),
    "no reader": ([COPY, ("mov", BX, Imm(1))], "sysv64", SEEN),
    "the source changed": ([COPY, CHANGE, READ], "sysv64", []),
    "the source changed on one way": ([COPY, *OTHERWISE, CHANGE, "over", READ], "sysv64", []),
    "in a loop": (["top", COPY, READ, CHANGE, ("jne", LabelRef("top"))], "sysv64", [("copy", 2)]),
    "the result": ([("mov", AX, BX)], "sysv64", []),
    "half of a register": ([("mov", low(BX), low(AX)), READ], "sysv64", []),
    "one of a list": ([("mov", bytes16(3), bytes16(0)), TABLE], "aapcs64", []),
}  # fmt: skip


@pytest.mark.kernels()
@pytest.mark.parametrize("name", list(COPIES))
def test_copies(name: str) -> None:
    rows, convention, expected = COPIES[name]
    assert kinds([*rows, ("ret",)], convention) == expected


# -- the tree ----------------------------------------------------------------------------------------------------------


@pytest.mark.code
def test_the_tree(wanted: Wanted) -> None:
    """The numbers of all functions together do not grow."""
    assert not waste.excess(waste.found(wanted(load().kernels)))


@pytest.mark.kernels("sha1_blocks")
def test_one_more_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit alone: the message has the kind, the numbers and the functions."""
    made = Waste("copy", 1, "")
    some = [waste.Found("one", "sysv64", replace(made, kind=kind)) for kind in KINDS for _ in range(3)]
    for kind in KINDS:
        monkeypatch.setattr(waste, "LIMITS", {**dict.fromkeys(KINDS, 3), kind: 2})
        (line,) = waste.excess(some)
        assert line == f"3 wasteful instructions of the kind {kind}, limit 2 (one for sysv64: 3)"
    monkeypatch.setattr(waste, "LIMITS", dict.fromkeys(KINDS, 3))
    assert waste.excess(some) == []
