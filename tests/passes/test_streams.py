# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Streams by hand: what belongs to a stitch, what must stay together, and the order in which streams take turns."""

from __future__ import annotations

import pytest

from generator.isa import forms
from generator.model import Imm, Instr, Item, KernelError, LabelDef, LabelRef, Operand, Seam, Src
from generator.passes.streams import Part, stitches, units
from tests.passes.small import gp

pytestmark = pytest.mark.kernels()

HERE = Src("f.py", 1)
AX, CX, DX, BX = (gp(n) for n in (0, 1, 2, 3))
NAMES = ("one", "two")


def made(mnem: str, *ops: Operand, line: int = 2, group: int | None = None) -> Instr:
    return Instr(mnem, ops, forms.find("x86_64", mnem, ops), Src("f.py", line), group=group)


def begin(names: tuple[str, ...] = NAMES, grain: int = 1, weights: tuple[float, ...] = (1, 1)) -> Seam:
    return Seam("begin", HERE, names, grain, weights)


NEXT, END = Seam("next", HERE), Seam("end", HERE)
MOVE, CMP, CMOV = made("mov", AX, CX), made("cmp", AX, CX), made("cmove", DX, CX)
RARE_CODE = [made("mov", BX, CX), made("add", BX, Imm(1))]
RARE: list[Item] = [*RARE_CODE, made("jmp", LabelRef("Back"))]
BRANCH: list[Item] = [made("jne", LabelRef("Out")), LabelDef("back")]


# -- stitches ----------------------------------------------------------------------------------------------------------


FAR: list[Item] = [made("mov", BX, CX), made("jmp", LabelRef("elsewhere")), LabelDef("elsewhere")]
NESTED: list[Item] = [made("mov", BX, CX), made("jne", LabelRef("back")), made("jmp", LabelRef("back"))]
REFUSED: dict[str, tuple[list[Item], list[Item], str]] = {
    "a label": ([LabelDef("L"), MOVE], [], "f.py:1: stitch: one has label L inside; expected straight code"),
    "a jump": ([made("jmp", LabelRef("out")), LabelDef("back")], RARE, "f.py:2: stitch: jmp in one; expected straight"),
    "a return": ([made("ret")], RARE, "f.py:2: stitch: ret in one"),
    "no label behind": ([BRANCH[0], MOVE], RARE, "f.py:2: stitch: jne in one"),
    "another label behind": ([BRANCH[0], LabelDef("other")], RARE, "f.py:2: stitch: jne in one"),
    "back elsewhere": (BRANCH, FAR, "f.py:2: stitch: jne in one"),
    "a branch in rare code": (BRANCH, NESTED, "f.py:2: stitch: jne in one"),
    "no way back": (BRANCH, RARE[:2], "f.py:2: stitch: jne in one"),
    "a label in rare code": (BRANCH, [RARE[0], LabelDef("x"), *RARE[1:]], "f.py:2: stitch: jne in one"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_control_flow(name: str) -> None:
    inside, rare, message = REFUSED[name]
    with pytest.raises(KernelError) as caught:
        stitches([begin(), *inside, NEXT, CMP, END, made("ret"), LabelDef("out"), *rare])
    assert str(caught.value).startswith(message)


# -- pieces and turns --------------------------------------------------------------------------------------------------


def test_flags_of_nobody() -> None:
    for items in ([CMOV], [MOVE, made("cmove", DX, CX, line=9)], [made("cmove", DX, CX), CMP]):
        with pytest.raises(KernelError, match="cmove reads flags that one has not set; expected a compare"):
            units(Part("one", list(items)))
    with pytest.raises(KernelError, match="^f.py:9: stitch"):
        units(Part("one", [MOVE, made("cmove", DX, CX, line=9), made("cmove", DX, CX, line=10)]))
