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
    ASM,
    Frame,
    FrameOp,
    Function,
    Imm,
    Instr,
    Item,
    LabelRef,
    Mem,
    Note,
    Phys,
    R,
    Slot,
)
from generator.passes.waste import KINDS, Waste, wasteful
from targets.toolchain import waste
from tests.changed import Wanted
from tests.passes.small import Row, function, gp, vec

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
    "store and reload of the register": ([STORE, ("mov", AX, at(8))], "sysv64", [("pair", 2), ("reload", 2)]),
    "store and operand": ([STORE, ("add", BX, at(8))], "sysv64", [("pair", 2)]),
    "store and change in memory": ([STORE, ("add", at(8), BX)], "sysv64", [("pair", 2)]),
    "store and store": ([STORE, ("mov", at(8), BX)], "sysv64", []),
    "store and address": ([STORE, ("lea", BX, at(8, 0))], "sysv64", []),
    "store of a constant": ([("mov", at(8), Imm(1)), RELOAD], "sysv64", []),
    "change in memory": ([("add", at(8), AX), RELOAD], "sysv64", []),
    "other memory": ([("mov", pointer(7), AX), ("mov", BX, pointer(7))], "sysv64", []),
    "upper half": ([STORE, ("mov", low(BX), at(12, 32))], "sysv64", [("pair", 2)]),
    "last byte": ([STORE, ("movzx", low(BX), at(15, 8))], "sysv64", [("pair", 2)]),
    "bytes behind": ([STORE, ("mov", BX, at(16))], "sysv64", []),
    "bytes before": ([STORE, ("mov", low(BX), at(4, 32))], "sysv64", []),
    "across the start": ([STORE, ("mov", BX, at(4))], "sysv64", [("pair", 2)]),
    "an index": ([STORE, ("mov", BX, at(8, index=Phys("gp", 6)))], "sysv64", []),
    "store by an index": ([("mov", at(8, index=Phys("gp", 6)), AX), RELOAD], "sysv64", []),
    "a label between": ([STORE, "top", RELOAD, ("jne", LabelRef("top"))], "sysv64", [("reload", 3)]),
    "an instruction between": ([STORE, ("add", CX, Imm(1)), RELOAD], "sysv64", [("reload", 3)]),
    "the register changed": ([STORE, CHANGE, RELOAD], "sysv64", []),
    "a byte of the register changed": ([STORE, ("mov", low(AX, 8), Imm(1)), RELOAD], "sysv64", []),
    "a copy of the register": ([STORE, ("mov", CX, AX), CHANGE, RELOAD, ("add", CX, BX)], "sysv64", [("reload", 4)]),
    "half a copy": ([STORE, ("mov", low(CX), low(AX)), CHANGE, RELOAD, ("add", CX, BX)], "sysv64", []),
    "half of half a copy": (
        [STORE, ("mov", low(CX), low(AX)), CHANGE, ("mov", low(BX), at(8, 32)), ("add", CX, BX)],
        "sysv64",
        [("reload", 4)],
    ),
    "a loaded register": ([RELOAD, ("mov", CX, at(8))], "sysv64", [("reload", 2)]),
    "a register loaded anew": ([RELOAD, ("mov", BX, at(16)), ("mov", CX, at(8))], "sysv64", []),
    "overwritten": ([STORE, ("mov", at(8), CX), ("add", DX, Imm(1)), RELOAD], "sysv64", [("reload", 4)]),
    "overwritten, and its holder changed": (
        [STORE, ("mov", at(8), CX), ("add", CX, Imm(1)), RELOAD], "sysv64", [],
    ),
    "overwritten in part": ([STORE, ("mov", at(12, 32), low(CX)), ("nop",), RELOAD], "sysv64", []),
    "overwritten beside": ([STORE, ("mov", at(16), CX), ("nop",), RELOAD], "sysv64", [("reload", 4)]),
    "overwritten before": ([STORE, ("mov", at(4, 32), low(CX)), ("nop",), RELOAD], "sysv64", [("reload", 4)]),
    "changed in memory": ([STORE, ("add", at(8), CX), ("nop",), RELOAD], "sysv64", [("pair", 2)]),
    "more than stored": ([("mov", at(8, 32), low(AX)), ("nop",), RELOAD], "sysv64", []),
    "less than stored": ([STORE, ("nop",), ("mov", low(BX), at(8, 32))], "sysv64", [("reload", 3)]),
    "less than 32 bits": ([STORE, ("nop",), ("movzx", low(BX), at(8, 8))], "sysv64", []),
    "a load of part of a register": (
        [("mov", low(AX, 16), at(8, 16)), ("mov", at(16, 16), low(AX, 16)), ("mov", low(BX, 16), at(8, 16))],
        "sysv64",
        [],
    ),
    "an operand": ([STORE, ("nop",), ("add", BX, at(8))], "sysv64", []),
    "a load of something else": ([("popcnt", BX, at(8)), ("mov", CX, at(8))], "sysv64", []),
    "sp moved by the store": (
        [("str", AX, Mem(Phys("gp", 31), -16, width=64, mode="pre")), ("nop",), ("ldr", BX, arm(-16))], "aapcs64", [],
    ),
    "another class": ([("movups", at(0, 128), vec(1)), ("nop",), ("mov", BX, at(0))], "sysv64", []),
    "a vector": ([("movups", at(0, 128), vec(1)), ("nop",), ("movups", vec(2), at(0, 128))], "sysv64", [("reload", 3)]),
    "sp moved": ([STORE, ("sub", gp(4), Imm(8)), RELOAD, ("add", gp(4), Imm(8))], "sysv64", []),
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
    "less on one way": (
        [*OTHERWISE, RELOAD, ("jmp", LabelRef("out")), "over", ("mov", low(BX), at(8, 32)), "out", ("mov", CX, at(8))],
        "sysv64",
        [],
    ),
    "changed on one way": ([RELOAD, *OTHERWISE, ("add", BX, Imm(1)), "over", ("mov", CX, at(8))], "sysv64", []),
    "in a loop": (
        [RELOAD, "top", ("mov", CX, at(8)), ("add", CX, BX), ("jne", LabelRef("top"))], "sysv64", [("reload", 3)],
    ),
    "changed in a loop": (
        [RELOAD, "top", ("mov", CX, at(8)), ("add", BX, CX), ("add", CX, BX), ("jne", LabelRef("top"))], "sysv64", [],
    ),
    "Arm": ([("str", AX, arm(8)), ("ldr", BX, arm(8))], "aapcs64", [("pair", 2), ("reload", 2)]),
    "half of a pair of registers": (
        [("stp", AX, CX, arm(0)), ("ldr", BX, arm(8))], "aapcs64", [("pair", 2), ("reload", 2)],
    ),
    "the other half": (
        [("stp", AX, CX, arm(0)), ("add", CX, CX, Imm(1)), ("ldr", BX, arm(8)), ("ldr", BX, arm(0))],
        "aapcs64",
        [("reload", 4)],
    ),
    "both halves": ([("stp", AX, CX, arm(0)), ("nop",), ("ldp", BX, DX, arm(0))], "aapcs64", [("reload", 3)]),
    "one half": ([("str", AX, arm(0)), ("nop",), ("ldp", BX, DX, arm(0))], "aapcs64", []),
    "Arm's vectors": (
        [("str", q(1), arm(16, 128)), ("nop",), ("ldr", q(2), arm(16, 128))], "aapcs64", [("reload", 3)],
    ),
    "stored by a pair": ([("str", AX, arm(8)), ("stp", BX, CX, arm(0)), ("nop",), ("ldr", DX, arm(8))], "aapcs64",
                         [("reload", 4)]),
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
def test_masked_moves_are_no_moves() -> None:
    """A store under a mask leaves bytes as they are, a load under a mask elements."""
    wide = at(0, 512)
    for masked in (0, 1):
        rows = [("vmovdqu32", wide, vec(1, 512)), ("vmovdqu32", vec(2, 512), wide), ("ret",)]
        made = function(rows)
        assert [kind for kind, _, _ in judged(made)] == ["pair", "reload"]
        item = made.body[masked]
        assert isinstance(item, Instr)
        made.body[masked] = replace(item, mask=R(Phys("mask", 1), 64))
        assert "reload" not in [kind for kind, _, _ in judged(made)]


@pytest.mark.kernels()
def test_prologue_and_epilogue_do_not_count() -> None:
    wasted: list[Row | str] = [STORE, RELOAD, ("mov", CX, BX)]
    made = function([*wasted, *wasted, *wasted, ("mov", pointer(7), CX), ("ret",)])
    inner: list[Item] = made.body[3:6]
    for item in made.body:
        assert isinstance(item, Instr)
    made.body[3:6] = [FrameOp("end_prologue"), *inner, FrameOp("begin_epilogue")]
    assert [line for _, line, _ in judged(made)] == [5, 5, 6]
    made.body[3:8] = [STORE_, FrameOp("end_prologue"), inner[1], FrameOp("begin_epilogue")]
    assert [kind for kind, _, _ in judged(made)] == ["reload"]


STORE_ = function([STORE]).body[0]


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
    "an address": ([COPY, ("mov", CX, pointer(3))], "sysv64", SEEN),
    "an index": ([COPY, ("mov", CX, pointer(7, index=Phys("gp", 3)))], "sysv64", SEEN),
    "a store": ([COPY, ("mov", pointer(7), BX)], "sysv64", SEEN),
    "another copy": ([COPY, ("mov", CX, BX)], "sysv64", [*SEEN, ("copy", 2)]),
    "copied back": ([COPY, ("mov", AX, BX)], "sysv64", [*SEEN]),
    "read twice": ([COPY, READ, ("cmp", BX, BX)], "sysv64", SEEN),
    "the source changed": ([COPY, CHANGE, READ], "sysv64", []),
    "the source changed later": ([COPY, READ, CHANGE], "sysv64", SEEN),
    "the source changed between readers": ([COPY, READ, CHANGE, READ], "sysv64", []),
    "the source changed by the reader": ([COPY, ("add", AX, BX)], "sysv64", SEEN),
    "changed": ([COPY, ("add", BX, Imm(1)), READ], "sysv64", []),
    "changed by another operand": ([COPY, ("lea", BX, pointer(3, 0))], "sysv64", SEEN),
    "a byte changed": ([COPY, ("mov", low(BX, 8), Imm(1)), READ], "sysv64", []),
    "made anew": ([COPY, READ, ("mov", BX, Imm(1)), ("add", BX, Imm(1))], "sysv64", SEEN),
    "the source changed on one way": ([COPY, *OTHERWISE, CHANGE, "over", READ], "sysv64", []),
    "the source changed on the other way": (
        [*OTHERWISE, COPY, ("jmp", LabelRef("out")), "over", CHANGE, "out", READ], "sysv64", [],
    ),
    "made by another on one way": ([COPY, *OTHERWISE, ("mov", BX, Imm(1)), "over", READ], "sysv64", []),
    "made by two copies": ([COPY, *OTHERWISE, ("mov", BX, CX), "over", ("add", DX, BX)], "sysv64", []),
    "read on both ways": (
        [COPY, *OTHERWISE, READ, ("jmp", LabelRef("out")), "over", READ, "out", READ], "sysv64", SEEN,
    ),
    "the source changed at a loop's end": (
        [COPY, "top", READ, CHANGE, ("jne", LabelRef("top"))], "sysv64", [],
    ),
    "in a loop": (["top", COPY, READ, CHANGE, ("jne", LabelRef("top"))], "sysv64", [("copy", 2)]),
    "the result": ([("mov", AX, BX)], "sysv64", []),
    "the result of one way": ([("mov", AX, BX), *OTHERWISE, ("ret",), "over", ("mov", AX, Imm(1))], "sysv64", []),
    "the only register": ([("mov", CX, AX), ("shl", DX, low(CX, 8))], "sysv64", []),
    "an operand unseen": ([("mov", DX, BX), ("mul", CX)], "sysv64", SEEN),
    "an operand unseen and read": ([("mov", DX, BX), ("div", CX)], "sysv64", []),
    "sp": ([("mov", BX, gp(4)), READ], "sysv64", []),
    "zero": ([("mov", AX, R(Phys("gp", 32), 64)), ("add", CX, CX, AX), ("mov", AX, Imm(1))], "aapcs64", []),
    "half of a register": ([("mov", low(BX), low(AX)), READ], "sysv64", []),
    "half of a register as address": ([("mov", low(BX), low(AX)), ("mov", CX, pointer(3))], "sysv64", []),
    "half of a register as index": (
        [("mov", low(BX), low(AX)), ("mov", CX, pointer(7, index=Phys("gp", 3)))], "sysv64", [],
    ),
    "half, of which half is read": ([("mov", low(BX), low(AX)), ("add", low(CX), low(BX))], "sysv64", SEEN),
    "another view": ([("mov", low(BX, 16), low(AX, 16)), READ], "sysv64", []),
    "a byte": ([COPY, ("mov", pointer(7, 8), low(BX, 8))], "sysv64", SEEN),
    "a byte that the source lacks": (
        [("mov", low(BX), low(SI)), ("mov", pointer(7, 8), low(BX, 8))], "cdecl32", [],
    ),
    "a byte that the source has": ([("mov", low(BX), low(DX)), ("mov", pointer(7, 8), low(BX, 8))], "cdecl32", SEEN),
    "a vector": ([("movdqa", vec(1), vec(2)), ("paddd", vec(3), vec(1))], "sysv64", SEEN),
    "half of a vector": (
        [("vmovdqa", vec(1), vec(2)), ("vpaddd", vec(3, 256), vec(3, 256), vec(1, 256))], "sysv64", [],
    ),
    "a register that no plain form reaches": (
        [("vmovdqa64", vec(1), vec(17)), ("vpaddd", vec(3), vec(3), vec(1))], "sysv64", [],
    ),
    "zero-extension": ([("movzx", low(BX), low(AX, 8)), ("add", low(CX), low(BX))], "sysv64", []),
    "no copy": ([("popcnt", BX, AX), READ], "sysv64", []),
    "of itself": ([("mov", low(BX), low(BX)), READ], "sysv64", []),
    "a load": ([("movq", vec(1), AX), ("paddd", vec(3), vec(1))], "sysv64", []),
    "Arm": ([("mov", BX, AX), ("add", CX, DX, BX)], "aapcs64", SEEN),
    "Arm's, written in place": ([("mov", BX, AX), ("add", BX, BX, DX)], "aapcs64", SEEN),
    "an address written back": (
        [("mov", BX, AX), ("ldr", CX, Mem(Phys("gp", 3), 8, width=64, mode="post"))], "aapcs64", [],
    ),
    "one of a list": ([("mov", bytes16(3), bytes16(0)), TABLE], "aapcs64", []),
    "beside a list": ([("mov", bytes16(5), bytes16(0)), TABLE], "aapcs64", SEEN),
    "a lane": (
        [("mov", R(Phys("vec", 1), 128, "s[0]"), R(Phys("vec", 0), 128, "s[0]")), TABLE], "aapcs64", [],
    ),
}  # fmt: skip


@pytest.mark.kernels()
@pytest.mark.parametrize("name", list(COPIES))
def test_copies(name: str) -> None:
    rows, convention, expected = COPIES[name]
    assert kinds([*rows, ("ret",)], convention) == expected


@pytest.mark.kernels()
def test_copies_of_words() -> None:
    """A plain copy of a word, which the machine zero-extends in every register, copies the whole register. A copy of a
    vector copies no more than it says."""
    made = function([("mov", low(BX), low(AX)), ("mov", CX, pointer(3)), ("add", CX, BX), ("ret",)])
    assert judged(made) == []
    item = made.body[0]
    assert isinstance(item, Instr)
    item.copy = True
    assert [line for _, line, _ in judged(made)] == [1]
    made = function([("vmovdqa", vec(1), vec(2)), ("vpaddd", *[vec(n, 256) for n in (3, 3, 1)]), ("ret",)])
    item = made.body[0]
    assert isinstance(item, Instr)
    item.copy = True
    assert judged(made) == []


@pytest.mark.kernels()
@pytest.mark.parametrize("own", [0, 1])
def test_the_authors_own_copies_and_readers(own: int) -> None:
    made = function([COPY, READ, ("ret",)])
    item = made.body[own]
    assert isinstance(item, Instr)
    item.group = ASM
    assert judged(made) == []


@pytest.mark.kernels()
def test_a_mask_that_an_instruction_names() -> None:
    k1, k2 = R(Phys("mask", 1), 64), R(Phys("mask", 2), 64)
    made = function([("kmovq", k1, k2), ("vpaddd", *[vec(1, 512)] * 3), ("kortestq", k1, k1), ("ret",)])
    copy, add = made.body[:2]
    assert isinstance(copy, Instr) and isinstance(add, Instr)
    copy.copy = True
    assert [line for _, line, _ in judged(made)] == [1]
    made.body[1] = replace(add, mask=k1)
    assert judged(made) == []


@pytest.mark.kernels()
def test_a_copy_under_a_mask() -> None:
    """A mask leaves elements out."""
    made = function([("vmovdqa32", vec(1, 512), vec(2, 512)), ("vpaddd", *[vec(n, 512) for n in (3, 3, 1)]), ("ret",)])
    assert [line for _, line, _ in judged(made)] == [1]
    copy = made.body[0]
    assert isinstance(copy, Instr)
    made.body[0] = replace(copy, mask=R(Phys("mask", 1), 64), zero=True)
    assert judged(made) == []


@pytest.mark.kernels()
def test_a_reader_in_the_epilogue() -> None:
    made = function([COPY, ("push", BX), ("pop", BX), ("ret",)])
    assert len(judged(made)) == 1
    made.body.insert(1, FrameOp("begin_epilogue"))
    assert judged(made) == []
    made = function([("mov", AX, BX), ("mov", AX, Imm(1)), ("ret",)])
    made.body.insert(1, FrameOp("begin_epilogue"))
    assert judged(made) == []


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
