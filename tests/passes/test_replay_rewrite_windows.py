# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where two versions of straight code may differ: windows, registers that vanish, and flags that are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from generator.isa import forms
from generator.model import (
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
    Src,
    VReg,
)
from generator.passes.judges.replay_rewrite import check_same
from tests.passes.small import gp

pytestmark = pytest.mark.kernels()  # no kernel is read


def made(mnem: str, *ops: Operand, arch: str = "x86_64", line: int = 1, **more: Any) -> Instr:
    return replace(Instr(mnem, ops, forms.find(arch, mnem, ops), Src("hand.py", line)), **more)


EIGHT = Mem(Phys("gp", 7), width=64)
COPY = made("mov", gp(0), gp(1), line=1)
SAME = made("mov", gp(0), gp(1), line=2)
OTHER = made("mov", gp(0), gp(2), line=3)
ADD = made("add", gp(3), gp(0), line=4)
CARRY, SETS, LEAVES = made("adc", gp(3), gp(6)), made("cmp", gp(3), gp(6)), made("lea", gp(8), EIGHT)
STORED = made("mov", EIGHT, gp(3), line=5)
JUMP = made("jmp", LabelRef("x"))
SUM, DIFFERENCE = made("add", gp(3), gp(6), line=6), made("sub", gp(3), gp(6), line=6)
STC = made("cmp", gp(8), gp(9), line=7)


def said(before: Sequence[Item], after_: Sequence[Item]) -> str:
    try:
        check_same(list(before), list(after_), "this")
    except KernelError as error:
        return str(error)
    return ""


DIFFERS = "hand.py:1: this is wrong: gp register 0 differs"


@pytest.mark.parametrize(
    ("before", "after_", "words"),
    [
        ([COPY], [SAME], ""),
        ([COPY], [OTHER], DIFFERS),
        ([COPY, ADD], [SAME, ADD], ""),
        ([COPY, ADD], [OTHER, ADD], DIFFERS),
        ([ADD, COPY], [ADD, OTHER], DIFFERS),
        ([], [COPY], DIFFERS),
        ([COPY], [], ""),  # nothing mentions the register any more
        ([COPY, LEAVES], [LEAVES], ""),
        ([COPY, ADD], [ADD], DIFFERS),
        ([COPY, STORED, ADD], [SAME, STORED, ADD], ""),
        ([SUM, STORED], [DIFFERENCE, STORED], "hand.py:6: this is wrong: gp register 3 differs"),
        ([STORED], [], "hand.py:5: this is wrong: memory differs"),
        ([COPY, JUMP, ADD], [JUMP, ADD], DIFFERS),  # no window goes past a branch
        ([COPY, JUMP], [JUMP], ""),
        ([JUMP], [], "hand.py:1: this is wrong: control flow differs"),
        ([], [JUMP], "hand.py:1: this is wrong: control flow differs"),
        ([LabelDef("a")], [], "this is wrong: control flow differs"),
        ([COPY, LabelDef("a")], [], "hand.py:1: this is wrong: control flow differs"),
        ([COPY], [COPY, COPY], "this is wrong: what stays is not in its own order"),
        ([COPY, COPY], [COPY], "this is wrong: what stays is not in its own order"),
        ([COPY, LEAVES, ADD], [ADD, SAME, LEAVES], "hand.py:1: this is wrong: what stays is not in its own order"),
    ],
)  # fmt: skip
def test_windows(before: list[Item], after_: list[Item], words: str) -> None:
    assert said(before, after_) == words


def test_the_message_names_values() -> None:
    value_of = R(VReg(7, "sum", "gp", Src("hand.py", 1)), 64)
    one, other = made("mov", value_of, gp(1)), made("mov", value_of, gp(2))
    assert said([one], [other]) == "hand.py:1: this is wrong: sum differs"


VANISHED = made("mov", gp(10), gp(1), line=8)
READS = made("add", gp(3), gp(10), line=9)
DIRECT = made("add", gp(3), gp(1), line=9)


@pytest.mark.parametrize(
    ("between", "words"),
    [
        ([LEAVES], ""),
        ([LEAVES, Note("a note")], "hand.py:8: this is wrong: "),
        ([LEAVES, JUMP], "hand.py:8: this is wrong: "),
        ([made("mov", gp(1), gp(2))], "hand.py:8: this is wrong: gp register 3 differs"),
    ],
)
def test_a_register_that_vanishes_is_read_later(between: list[Item], words: str) -> None:
    """Both versions go on together until it is read, in straight code."""
    found = said([VANISHED, *between, READS], [*between, DIRECT])
    assert found == words or (words.endswith(": ") and found.startswith("hand.py:") and "differs" in found)


def test_a_register_s_second_value_is_awaited_too() -> None:
    twice = [VANISHED, READS, VANISHED.but(VANISHED.ops, VANISHED.form), LEAVES, READS.but(READS.ops, READS.form)]
    assert said([*twice], [DIRECT, LEAVES, DIRECT.but(DIRECT.ops, DIRECT.form)]) == ""


def test_flags_that_differ_and_are_read() -> None:
    """Other flags may differ, and a flag that nothing reads."""
    for before, after_, words in (
        ([STC, CARRY], [CARRY], "this is wrong: CF differs, and is read"),
        ([CARRY], [STC, CARRY], "this is wrong: CF differs, and is read"),
        ([STC, CARRY], [STC.but(STC.ops, STC.form), CARRY], ""),
        ([STC, LEAVES], [LEAVES], ""),
        ([STC, SETS, CARRY], [SETS, CARRY], ""),
    ):
        assert said(before, after_).endswith(words) and bool(words) == bool(said(before, after_))
