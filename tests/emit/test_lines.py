# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lines of comments, labels and outlines; numbers of AArch64 at the edges of decimal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.emit import EmitError
from generator.emit.base import ascii_line
from generator.emit.outline import outline
from generator.model import Instr, Item, LabelDef, Mem, Phys, Src
from tests.emit.parts import function, gp, i
from tests.emit.test_edges import X32, renderer

pytestmark = pytest.mark.kernels()  # handmade functions


def test_comments_are_one_line_of_ascii() -> None:
    assert ascii_line("  a\n  b\t c ") == "a b c"
    assert ascii_line("  a\n  b\t c ", blanks=True) == "a   b  c"
    assert ascii_line("/* π */ \\") == "/ * \\u03c0 * / "
    assert ascii_line("   ") == ascii_line("   ", blanks=True) == ""


def test_a_label_is_there_once() -> None:
    for labels in (("again", "again"), ("again", "Again")):
        with pytest.raises(EmitError, match=r"small: label \w+ is already there as again"):
            renderer(X32, "gas", [*(LabelDef(one) for one in labels), i("ret")])


def test_an_outline_is_made_once_for_a_body() -> None:
    made = function("x86_64", "sysv64", [LabelDef("one"), i("ret")], "small")
    first = outline(made)
    assert outline(made) is first and first.labels == ["one"]
    made.body = [LabelDef("two"), i("ret")]
    assert outline(made).labels == ["two"]
    assert outline(replace(made, body=[i("ret")])).labels == []


@pytest.mark.parametrize("one", [
    i("mov", gp(0, 32), Mem(Phys("gp", 1), width=32, symbol="words")),
    i("lea", gp(0, 32), Mem(Phys("gp", 1), width=32, symbol="words")),
])  # fmt: skip
def test_the_distance_to_a_table_is_for_lea_and_a_label(one: Instr) -> None:
    """Without the label there is no distance; and no other instruction takes one."""
    body: list[Item] = [*([LabelDef("pic")] if one.mnem == "mov" else []), i("ret")]
    with pytest.raises(EmitError, match="finds a table by lea from a register"):
        renderer(X32, "gas", body).operands(replace(one, src=Src("hand.py", 1)))
