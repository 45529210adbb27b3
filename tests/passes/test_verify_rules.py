# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier's rules about flags, upper halves and operands, each on handmade code that only it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from generator.abi import abi
from generator.model import Imm, Instr, KernelError, LabelRef, Mem, Operand, Phys, Table
from generator.passes.judges.verify import verify
from tests.passes.small import Row, function, gp, vec

pytestmark = pytest.mark.kernels()  # no kernel is read

RDI, RSI = gp(7), gp(6)
WORD = Mem(Phys("gp", 7), 0, width=64)
RET: Row = ("ret",)


def verdict(
    rows: Sequence[Row | str], convention: str = "sysv64", features: tuple[str, ...] = (), groups: Sequence[int] = (),
) -> str:  # fmt: skip
    """The verifier's message about a function of two arguments; empty if there is none."""
    made = function([*rows, RET], abi(convention).arch, features, tables=(Table("pi", 4, (3,)),))
    body = [replace(item, group=group) if isinstance(item, Instr) else item for item, group in zip(made.body, groups)]
    made = replace(made, body=[*body, *made.body[len(body) :]])
    try:
        verify(made, abi(convention), 2)
    except KernelError as error:
        return str(error)
    return ""


# -- operands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [Mem(Phys("gp", 18), 0, width=64), Mem(Phys("gp", 0), 0, Phys("gp", 18), 8, 64)])
def test_a_reserved_register_in_an_address(place: Mem) -> None:
    assert verdict([("ldr", gp(1), place)], "aapcs64").startswith("hand.py:1: ldr touches x18, which aapcs64 reserves")
    assert verdict([("ldr", gp(1), Mem(Phys("gp", 0), 0, width=64))], "aapcs64") == ""


def test_another_form_s_operands() -> None:
    made = function([("add", RDI, RSI), RET])
    first = made.body[0]
    assert isinstance(first, Instr)
    ops: tuple[Operand, ...] = (RDI, gp(6, 32))
    with pytest.raises(KernelError, match="hand.py:1: add r64, r32: no such form"):
        verify(replace(made, body=[first.but(ops, first.form), *made.body[1:]]), abi("sysv64"), 2)


def test_features_of_the_variant() -> None:
    rows: list[Row] = [("andn", gp(0), RDI, RSI)]
    assert verdict(rows, features=("bmi1",)) == ""
    assert verdict(rows, features=("avx",)).endswith("andn needs bmi1; variant scalar declares avx")
    assert verdict(rows).endswith("variant scalar declares none beyond the baseline")


def test_a_save_of_what_nobody_set() -> None:
    assert "push reads rax, which nothing has set" in verdict([("push", gp(0)), ("pop", gp(0))])
    assert verdict([("push", gp(3)), ("pop", gp(3))]) == ""


# -- flags -------------------------------------------------------------------------------------------------------------

COMPARE, ADD = ("cmp", RDI, RSI), ("add", RDI, RSI)
ON_ZERO, DIVIDE = ("cmove", RDI, RSI), ("div", RSI)
NUMBER = [("mov", gp(0), RDI), ("mov", gp(2), RDI)]
"""What ``div`` divides."""


def test_a_compare_without_a_reader() -> None:
    assert verdict([COMPARE, ADD]) == "hand.py:2: add overwrites the flags that cmp at line 1 set for a reader"
    assert "div overwrites the flags that cmp at line 3" in verdict([*NUMBER, COMPARE, DIVIDE])
    assert verdict([COMPARE, ON_ZERO, ADD]) == ""


@pytest.mark.parametrize("first", [ADD, ("add", WORD, RSI), ("mul", RSI)])
def test_what_writes_a_result_is_no_compare(first: Row) -> None:
    assert verdict([*NUMBER, first, ADD]) == ""


def test_flags_that_nobody_set() -> None:
    assert "cmove reads ZF, but the flags were never set" in verdict([ON_ZERO])
    wrong = verdict([*NUMBER, DIVIDE, ON_ZERO])
    assert wrong == "hand.py:4: cmove reads ZF, but the flags were left undefined by div of hand.py:3"


def test_flags_that_differ_by_the_path() -> None:
    wrong = verdict([COMPARE, ("je", LabelRef("over")), ADD, "over", ON_ZERO])
    assert "cmove reads ZF, but the flags differ by the path taken" in wrong


def test_flags_of_another_operation() -> None:
    assert verdict([ADD, ON_ZERO], groups=(1, 1)) == ""
    wrong = verdict([ADD, ON_ZERO], groups=(1, 2))
    assert wrong == "hand.py:2: cmove reads flags that add at line 1 overwrote between the compare and its reader"


# -- upper halves ------------------------------------------------------------------------------------------------------

LONG = Mem(Phys("gp", 7), 0, width=256)
WIDE, CLEAR = ("vmovdqu", vec(0, 256), LONG), ("vzeroupper",)
AGAIN, KEEPS = ("vmovdqa", vec(1, 256), LONG), ("movaps", vec(2), vec(0))
AVX = ("avx", "avx2")
LEVEL4 = (*AVX, "avx512f", "avx512vl")


def test_an_instruction_that_keeps_upper_halves() -> None:
    words = "the upper halves of vector registers are dirty since vmovdqu of hand.py:1"
    assert words in verdict([WIDE, KEEPS, CLEAR], features=AVX)
    assert words in verdict([WIDE, AGAIN, KEEPS, CLEAR], features=AVX)
    assert words in verdict([WIDE, ("mov", gp(0), RDI), KEEPS, CLEAR], features=AVX)
    assert verdict([WIDE, CLEAR], features=AVX) == ""
    assert "hand.py:3: movaps reads xmm0" not in verdict([WIDE, CLEAR, KEEPS], features=AVX)
    assert verdict([WIDE, ("mov", gp(0), RDI), CLEAR], features=AVX) == ""


def test_a_part_of_a_high_register() -> None:
    """A high register's upper half costs nothing, but a low one that takes a part of it counts."""
    high: Row = ("vmovdqu32", vec(17, 256), LONG)
    assert verdict([high], features=LEVEL4) == ""
    for place, dirty in ((vec(1), True), (vec(18), False), (Mem(Phys("gp", 7), 0, width=128), False)):
        wrong = verdict([high, ("vextracti32x4", place, vec(17, 256), Imm(1))], features=LEVEL4)
        assert ("dirty at the return" in wrong) == dirty, wrong
        assert dirty or wrong == ""
