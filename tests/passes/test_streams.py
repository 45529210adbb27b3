# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Streams by hand: control flow that a stream may not have, and pieces that stay together."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from generator.model import Imm, Instr, Item, KernelError, LabelDef, LabelRef, Seam, Src
from generator.passes.stitch.stitch import merge
from generator.passes.streams import Part, Stitch, stitches, units
from tests.passes import small
from tests.passes.small import gp

pytestmark = pytest.mark.kernels()

made = partial(small.made, line=2)
HERE = Src("hand.py", 1)
AX, CX, DX, BX = (gp(n) for n in range(4))
BEGIN, NEXT, END = Seam("begin", HERE, ("one", "two"), 1, (1, 1)), Seam("next", HERE), Seam("end", HERE)
MOVE, CMP, CMOV = made("mov", AX, CX), made("cmp", AX, CX), made("cmove", DX, CX)
RARE: list[Item] = [made("mov", BX, CX), made("add", BX, Imm(1)), made("jmp", LabelRef("Back"))]
BRANCH: list[Item] = [made("jne", LabelRef("Out")), LabelDef("back")]
FAR: list[Item] = [made("mov", BX, CX), made("jmp", LabelRef("elsewhere")), LabelDef("elsewhere")]
NESTED: list[Item] = [made("mov", BX, CX), made("jne", LabelRef("back")), made("jmp", LabelRef("back"))]
REFUSED: dict[str, tuple[list[Item], list[Item], str]] = {
    "a label": ([LabelDef("L"), MOVE], [], "1: stitch: one has label L inside; expected straight code"),
    "a jump": ([made("jmp", LabelRef("out")), LabelDef("back")], RARE, "2: stitch: jmp in one; expected straight"),
    "a return": ([made("ret")], RARE, "2: stitch: ret in one"),
    "no label after": ([BRANCH[0], MOVE], RARE, "2: stitch: jne in one"),
    "another label after": ([BRANCH[0], LabelDef("other")], RARE, "2: stitch: jne in one"),
    "back elsewhere": (BRANCH, FAR, "2: stitch: jne in one"),
    "a branch in rare code": (BRANCH, NESTED, "2: stitch: jne in one"),
    "no way back": (BRANCH, RARE[:2], "2: stitch: jne in one"),
    "a label in rare code": (BRANCH, [RARE[0], LabelDef("x"), *RARE[1:]], "2: stitch: jne in one"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_control_flow(name: str) -> None:
    inside, rare, message = REFUSED[name]
    with pytest.raises(KernelError) as caught:
        stitches([BEGIN, *inside, NEXT, CMP, END, made("ret"), LabelDef("out"), *rare])
    assert str(caught.value).startswith(f"hand.py:{message}")


@pytest.mark.parametrize(
    ("items", "line"),
    [
        ([CMOV], 2),
        ([MOVE, made("cmove", DX, CX, line=9)], 9),
        ([CMOV, CMP], 2),
        ([MOVE, CMOV, made("cmove", DX, CX)], 2),
    ],
)
def test_flags_that_the_stream_has_not_set(items: list[Item], line: int) -> None:
    with pytest.raises(KernelError, match=f"^hand.py:{line}: stitch: cmove reads flags that one has not set; expected"):
        units(Part("one", items))


def test_units_hold_a_carry_chain() -> None:
    """Flags tell the author's own chains, which have no mark."""
    add, adc = made("add", AX, Imm(5)), made("adc", BX, Imm(0))
    chain: list[Item] = [add, made("mov", BX, Imm(3)), adc, made("adc", CX, Imm(0)), MOVE]
    assert [len(unit) for unit in units(Part("carry", chain))] == [4, 1]


def test_a_weight_is_a_share_of_turns() -> None:
    """Of two parts of one size, the one with twice the weight ends when half of the other is left."""
    parts = [Part(mnem, [made(mnem, AX, Imm(n)) for n in range(4)]) for mnem in ("add", "xor")]
    found = merge(Stitch(replace(BEGIN, weights=(2, 1)), 0, 0, parts))
    assert [item.mnem for item in found if isinstance(item, Instr)] == "add xor add add xor add xor xor".split()
