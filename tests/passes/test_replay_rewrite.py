# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rewriting straight code: symbolic execution finds every wrong version, and accepts right ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from generator.model import Instr, Item, KernelError, LabelDef, LabelRef, Mem, Note, Phys, R, Slot, Src, VReg
from generator.passes.judges.replay_rewrite import check_same
from tests.passes.small import Row, function, gp, made, vec

pytestmark = pytest.mark.kernels()  # no kernel is read


def said(before: Sequence[Item], after: Sequence[Item]) -> str:
    try:
        check_same(list(before), list(after), "this")
    except KernelError as error:
        return str(error)
    return ""


# -- loads that move into their readers --------------------------------------------------------------------------------

BASE, OTHER = Phys("gp", 7), Phys("gp", 6)
M, V, B, EIGHT = (Mem(BASE, 0, width=width) for width in (32, 128, 8, 64))
LOAD: Row = ("mov", gp(0, 32), M)
VLOAD: Row = ("vmovdqu", vec(0), V)
ADDS: Row = ("add", gp(1, 32), gp(0, 32))
STORE: Row = ("mov", M, gp(2, 32))


def compared(before: Sequence[Row | str], after: Sequence[Row | str]) -> str:
    """The message of the check. Equal rows are one instruction, as far as both versions have them in one order."""
    old: list[Item] = list(function(before).body)
    new: list[Item] = []
    at = 0
    for row, item in zip(after, function(after).body):
        where = next((n for n in range(at, len(before)) if before[n] == row), None)
        if where is None:
            new.append(item)
        else:
            new.append(old[where])
            at = where + 1
    return said(old, new)


FOLDS: dict[str, tuple[list[Row | str], list[Row | str], str]] = {
    "a word": ([LOAD, ADDS], [("add", gp(1, 32), M)], ""),
    "a byte": ([("movzx", gp(0, 32), B), ("xor", gp(1, 32), gp(0, 32))], [("xor", gp(1, 8), B)], ""),
    "a vector": ([VLOAD, ("vpxor", vec(1), vec(2), vec(0))], [("vpxor", vec(1), vec(2), V)], ""),
    "past a copy": (
        [VLOAD, ("vmovdqa", vec(1), vec(2)), ("vpaddd", vec(1), vec(1), vec(0))],
        [("vmovdqa", vec(1), vec(2)), ("vpaddd", vec(1), vec(1), V)], "",
    ),
    "before a label": ([LOAD, ADDS, "there"], [("add", gp(1, 32), M), "there"], ""),
    "past a change of the address": (
        [LOAD, ("mov", gp(7), gp(6)), ADDS], [("mov", gp(7), gp(6)), ("add", gp(1, 32), M)], "gp register 1 differs",
    ),
    "past a store": ([LOAD, STORE, ADDS], [STORE, ("add", gp(1, 32), M)], "gp register 1"),
    "another address": ([LOAD, ADDS], [("add", gp(1, 32), Mem(BASE, 4, width=32))], "gp register 1"),
    "another base": ([LOAD, ADDS], [("add", gp(1, 32), Mem(OTHER, 0, width=32))], "gp register 1"),
    "another scale": (
        [("mov", gp(0), Mem(BASE, 8, OTHER, 4, 64)), ("or", gp(1), gp(0))], [("or", gp(1), Mem(BASE, 8, OTHER, 8, 64))],
        "gp register 1",
    ),
    "a slot for another": (
        [("mov", gp(0), Mem(None, width=64, slot=Slot("a", 8, 8))), ("or", gp(1), gp(0))],
        [("or", gp(1), Mem(None, width=64, slot=Slot("a", 8, 8)))], "gp register 1",
    ),
    "another operation": ([LOAD, ADDS], [("or", gp(1, 32), M)], "gp register 1"),
    "the other operand": (
        [VLOAD, ("vpsubd", vec(1), vec(0), vec(2))], [("vpsubd", vec(1), vec(2), V)], "vec register 1"
    ),
    "narrower": ([LOAD, ADDS], [("add", gp(1, 8), B)], "gp register 1"),
    "a byte of a sum": ([("movzx", gp(0, 32), B), ADDS], [("add", gp(1, 8), B)], "gp register 1"),
    "the wrong half": (
        [("mov", gp(0), EIGHT), ADDS], [("add", gp(1, 32), Mem(BASE, 4, width=32))], "gp register 1",
    ),
    "a store that is new": ([LOAD], [LOAD, STORE], "memory differs"),
    "stores of other values": ([STORE], [("mov", M, gp(3, 32))], "memory differs"),
    "flags that are read": (
        [("movzx", gp(0, 32), B), ("xor", gp(1, 32), gp(0, 32)), ("sets", gp(2, 8))],
        [("xor", gp(1, 8), B), ("sets", gp(2, 8))], "SF differs, and is read",
    ),
    "past a label": ([LOAD, "there", ADDS], ["there", ("add", gp(1, 32), M)], "gp register 1"),
    "legacy SSE's upper half": (
        [("vmovdqu", vec(1, 256), Mem(BASE, 0, width=256)), VLOAD, ("pxor", vec(1), vec(0))],
        [("vmovdqu", vec(1, 256), Mem(BASE, 0, width=256)), ("vpxor", vec(1), vec(1), V)], "vec register 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLDS)
def test_folds(name: str) -> None:
    before, after, words = FOLDS[name]
    found = compared(before, after)
    assert words in found and (found.startswith("hand.py:") and "this is wrong" in found) == bool(words)


# -- where two versions part and meet ----------------------------------------------------------------------------------

COPY, SAME, ANOTHER = (made("mov", gp(0), gp(of), line=n) for n, of in ((1, 1), (2, 1), (3, 2)))
ADD = made("add", gp(3), gp(0), line=4)
CARRY, SETS, LEAVES = made("adc", gp(3), gp(6)), made("cmp", gp(3), gp(6)), made("lea", gp(8), EIGHT)
STORED = made("mov", EIGHT, gp(3), line=5)
JUMP, A_LABEL = made("jmp", LabelRef("x")), LabelDef("a")
SUM, DIFFERENCE = made("add", gp(3), gp(6), line=6), made("sub", gp(3), gp(6), line=6)
STC = made("cmp", gp(8), gp(9), line=7)
VANISHED, READS = made("mov", gp(10), gp(1), line=8), made("add", gp(3), gp(10), line=9)
DIRECT, CHANGED = made("add", gp(3), gp(1), line=9), made("mov", gp(1), gp(2))
"""Both versions go on together until the register that vanishes is read, in straight code."""
SUMS = [made("mov", R(VReg(7, "sum", "gp", Src("hand.py", 1)), 64), gp(of)) for of in (1, 2)]
VECTORS = made("vpaddd", vec(1), vec(2), vec(3))
LANES = [replace(VECTORS, mask=R(Phys("mask", n), 64), zero=zero) for n in (1, 2) for zero in (False, True)]


def again(item: Instr) -> Instr:
    return item.but(item.ops, item.form)


DIFFERS = "hand.py:1: this is wrong: gp register 0 differs"
ORDER = "this is wrong: what stays is not in its own order"
FLOW = "this is wrong: control flow differs"
CF = "this is wrong: CF differs, and is read"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ([COPY], [SAME], ""),
        ([COPY], [ANOTHER], DIFFERS),
        ([COPY, ADD], [SAME, ADD], ""),
        ([COPY, ADD], [ANOTHER, ADD], DIFFERS),
        ([ADD, COPY], [ADD, ANOTHER], DIFFERS),
        ([], [COPY], DIFFERS),
        ([COPY], [], ""),  # nothing mentions the register any more
        ([COPY, LEAVES], [LEAVES], ""),
        ([COPY, ADD], [ADD], DIFFERS),
        ([COPY, STORED, ADD], [SAME, STORED, ADD], ""),
        ([SUM, STORED], [DIFFERENCE, STORED], "hand.py:6: this is wrong: gp register 3 differs"),
        ([STORED], [], "hand.py:5: this is wrong: memory differs"),
        ([COPY, JUMP, ADD], [JUMP, ADD], DIFFERS),  # no window goes past a branch
        ([COPY, JUMP], [JUMP], ""),
        ([JUMP], [], "hand.py:1: " + FLOW),
        ([], [JUMP], "hand.py:1: " + FLOW),
        ([A_LABEL], [], FLOW),
        ([A_LABEL], [LabelDef("b")], FLOW),
        ([COPY, A_LABEL], [], "hand.py:1: " + FLOW),
        ([COPY], [COPY, COPY], ORDER),
        ([COPY, COPY], [COPY], ORDER),
        ([COPY, LEAVES, ADD], [ADD, SAME, LEAVES], "hand.py:1: " + ORDER),
        ([COPY, LEAVES, ADD], [COPY, ADD, LEAVES], ORDER),
        (SUMS[:1], SUMS[1:], "hand.py:1: this is wrong: sum differs"),
        ([VANISHED, LEAVES, READS], [LEAVES, DIRECT], ""),
        ([VANISHED, CHANGED, READS], [CHANGED, DIRECT], "hand.py:8: this is wrong: gp register 3 differs"),
        ([VANISHED, READS, again(VANISHED), LEAVES, again(READS)], [DIRECT, LEAVES, again(DIRECT)], ""),
        ([STC, CARRY], [CARRY], "hand.py:7: " + CF),
        ([CARRY], [STC, CARRY], "hand.py:7: " + CF),
        ([STC, CARRY], [again(STC), CARRY], ""),
        ([STC, LEAVES], [LEAVES], ""),
        ([STC, SETS, CARRY], [SETS, CARRY], ""),
        *(
            ([one], [again(other)], "" if n == m else "hand.py:1: this is wrong: vec register 1 differs")
            for n, one in enumerate([VECTORS, *LANES]) for m, other in enumerate([VECTORS, *LANES])
        ),
    ],
)  # fmt: skip
def test_windows(before: list[Item], after: list[Item], words: str) -> None:
    assert said(before, after) == words


@pytest.mark.parametrize("stop", [Note("a note"), JUMP])
def test_a_register_that_vanishes_is_read_in_straight_code(stop: Item) -> None:
    found = said([VANISHED, LEAVES, stop, READS], [LEAVES, stop, DIRECT])
    assert found.startswith("hand.py:") and "differs" in found
