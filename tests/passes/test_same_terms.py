# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The terms by which symbolic execution of straight code names what an instruction reads, and what the instruction
leaves. Each rule on one instruction; terms are written out instead of numbered."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from generator.isa import forms
from generator.model import (
    Imm,
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
    Shift,
    Src,
    VReg,
)
from generator.passes.same import _read, _State, _Value, check_same
from tests.passes.small import gp, vec

pytestmark = pytest.mark.kernels()  # no kernel is read

AX, CX, DX, SI, DI = (Phys("gp", n) for n in (0, 1, 2, 6, 7))
MASK = R(Phys("mask", 1), 64)
ARM = "aarch64"
Term = Any


def made(mnem: str, *ops: Operand, arch: str = "x86_64", line: int = 1, **more: Any) -> Instr:
    return replace(Instr(mnem, ops, forms.find(arch, mnem, ops), Src("hand.py", line)), **more)


def value(term: Term, width: int, above: Term = None) -> _Value:
    return _Value(term, width, above)


class Written(_State):
    """Terms are the tuples that make them."""

    def term(self, *key: Hashable) -> int:
        return cast(int, key)


def after(*items: Instr, **more: Any) -> Any:
    state = Written({}, **more)
    for item in items:
        state.step(item)
    return state


def first(reg: Any, width: int = 0) -> Term:
    return ("initial", reg, width)


def address(base: Term, disp: int = 0, index: Term = None, scale: int = 1, mode: str = "offset") -> Term:
    return ("address", base, index, scale, disp, None, None, mode)


def load(width: int, at: Term, memory: Term = -1, broadcast: bool = False) -> Term:
    return ("load", memory, at, width, broadcast)


AT = address(first(DI))


def at(width: int, disp: int = 0, **more: Any) -> Mem:
    return Mem(DI, disp, width=width, **more)


FOUR = load(32, address(first(DI), 4))
EIGHT = at(64)
ADDED = ("add", (), (64, None, first(AX, 64)), (64, None, first(CX, 64)))
FLAGS = ("AF", "CF", "OF", "PF", "SF", "ZF")


@pytest.mark.parametrize(
    ("item", "reg", "held"),
    [
        (made("mov", gp(0), EIGHT), AX, value(load(64, AT), 64)),
        (made("mov", gp(0, 32), at(32, 4)), AX, value(FOUR, 32)),
        (made("mov", gp(0, 32), gp(1, 32)), AX, value(first(CX, 32), 32)),
        (made("movzx", gp(0, 32), at(8)), AX, value(load(8, AT), 8)),
        (made("movzx", gp(0, 32), gp(1, 8)), AX, value(first(CX, 8), 8)),
        (made("vmovdqu", vec(1), at(128)), Phys("vec", 1), value(load(128, AT), 128)),
        (made("movdqu", vec(1), at(128)), Phys("vec", 1), value(load(128, AT), 128, first(Phys("vec", 1)))),
        (made("ldr", gp(0), EIGHT, arch=ARM), AX, value(load(64, AT), 64)),
        (made("ldr", vec(1, 16), at(16), arch=ARM), Phys("vec", 1), value(load(16, AT), 16)),
    ],
)  # fmt: skip
def test_whole_moves(item: Instr, reg: Phys, held: _Value) -> None:
    """The register holds what was read, and nothing else changes."""
    state = after(item)
    assert state.regs == {reg: held} and not state.flags and state.memory == -1


def test_a_move_of_a_part_is_no_whole_move() -> None:
    term: Term = ("mov", (), (16, None, None), (16, None, first(CX, 16)))
    assert after(made("mov", gp(0, 16), gp(1, 16))).regs == {AX: value((term, 0), 16, first(AX))}
    term = ("mov", (), (8, None, None), (8, None, load(8, AT)))
    assert after(made("mov", gp(0, 8), at(8))).regs == {AX: value((term, 0), 8, first(AX))}


def test_a_constant_is_no_move() -> None:
    state = after(made("mov", gp(0, 32), Imm(5)))
    assert state.regs == {AX: value((("mov", (), (32, None, None), Imm(5)), 0), 32)}


@pytest.mark.parametrize(
    ("zero", "inputs"),
    [(True, (True, first(MASK.reg, 64), None)), (False, (False, first(MASK.reg, 64), first(Phys("vec", 1))))],
)  # fmt: skip
def test_a_mask_is_an_input(zero: bool, inputs: Term) -> None:
    """And what a merging one keeps. A masked move is no whole move."""
    state = after(made("vmovdqu64", vec(1, 512), at(512), mask=MASK, zero=zero))
    term: Term = ("vmovdqu64", inputs, (512, None, None), (512, None, load(512, AT)))
    assert state.regs == {Phys("vec", 1): value((term, 0), 512)}


def test_a_masked_store_keeps_no_register() -> None:
    inputs: Term = (False, first(MASK.reg, 64), None)
    term: Term = ("vmovdqu64", inputs, (512, "at", AT), (512, None, first(Phys("vec", 1), 512)))
    state = after(made("vmovdqu64", at(512), vec(1, 512), mask=MASK))
    assert state.memory == ("store", -1, AT, 512, term) and not state.regs


def test_inputs_beside_the_operands() -> None:
    """Registers, flags in the order of their names, and whether operands count as read."""
    product = made("mul", gp(1))
    term: Term = ("mul", (first(AX),), (64, None, first(CX, 64)))
    state = after(product)
    assert state.regs == {reg: value((term, reg), 0) for reg in (AX, DX)}
    above = made("cmova", gp(0), gp(1))
    seen: Term = ("cmova", ("CF", "ZF"), (64, None, first(AX, 64)), (64, None, first(CX, 64)))
    assert after(above).regs[AX] == value((seen, 0), 64)
    seen = ("cmova", ((ADDED, "CF"), (ADDED, "ZF")), (64, None, first(DX, 64)), (64, None, first(CX, 64)))
    assert after(made("add", gp(0), gp(1)), made("cmova", gp(2), gp(1))).regs[DX].term == (seen, 0)
    idiom: Term = after(made("xor", gp(0), gp(0), idiom=True)).regs[AX].term
    assert idiom == (("xor", ("idiom",), *[(64, None, first(AX, 64))] * 2), 0)


def test_what_an_operation_leaves() -> None:
    """Its result, and flags with a value or without one."""
    state = after(made("add", gp(0), gp(1)))
    assert state.regs == {AX: value((ADDED, 0), 64)} and state.memory == -1
    assert state.flags == {flag: (ADDED, flag) for flag in FLAGS}
    one = after(made("and", gp(0), gp(1)))
    assert set(one.flags) == set(FLAGS) and made("and", gp(0), gp(1)).form.flags_undefined == {"AF"}
    assert not after(made("cmp", gp(0), gp(1))).regs


def test_memory_operands() -> None:
    """What is read, written and only named."""
    place = address(first(DI), 8, first(SI), 4)
    named = Mem(DI, 8, SI, 4, 64)
    state = after(made("lea", gp(0), named))
    assert state.regs == {AX: value((("lea", (), (64, None, None), (64, "at", place)), 0), 64)}
    assert state.memory == -1
    stored: Term = ("mov", (), (64, "at", place), (64, None, first(CX, 64)))
    state = after(made("mov", named, gp(1)))
    assert state.memory == ("store", -1, place, 64, stored) and not state.regs
    again = state.term("load", state.memory, place, 64, False)
    state.step(made("mov", gp(0), named))
    assert state.regs[AX] == value(again, 64)
    both: Term = ("add", (), (64, None, load(64, place)), (64, None, first(CX, 64)))
    assert after(made("add", named, gp(1))).memory == ("store", -1, place, 64, both)
    assert after(made("vpaddd", vec(1, 512), vec(2, 512), at(32, broadcast=True))).regs[Phys("vec", 1)].term == (
        ("vpaddd", (), (512, None, None), (512, None, first(Phys("vec", 2), 512)),
         (32, None, load(32, AT, broadcast=True))), 0)  # fmt: skip
    assert after(made("mov", gp(0), Mem(None, 4, width=64, symbol="digits"))).regs[AX].term == load(
        64, ("address", None, None, 1, 4, None, "digits", "offset")
    )


@pytest.mark.parametrize("mode", ["pre", "post"])
def test_a_base_that_is_written_back(mode: Any) -> None:
    """Loads and stores of AArch64 may advance their base: such a load is no whole move."""
    place, moved = address(first(DI), 8, mode=mode), value(("step", first(DI), 8), 0)
    state = after(made("ldr", gp(0), at(64, 8, mode=mode), arch=ARM))
    term: Term = ("ldr", (), (64, None, None), (64, None, load(64, place)))
    assert state.regs == {AX: value((term, 0), 64), DI: moved} and state.memory == -1
    state = after(made("str", gp(0), at(64, 8, mode=mode), arch=ARM))
    term = ("str", (), (64, None, first(AX, 64)), (64, "at", place))
    assert state.regs == {DI: moved} and state.memory == ("store", -1, place, 64, term)


def test_a_store_whose_register_stands_first() -> None:
    """AArch64's ``str`` loads nothing."""
    term: Term = ("str", (), (64, None, first(AX, 64)), (64, "at", AT))
    state = after(made("str", gp(0), EIGHT, arch=ARM))
    assert not state.regs and state.memory == ("store", -1, AT, 64, term)


def test_other_operands() -> None:
    """Arrangements and modifiers belong to the term."""
    lanes = tuple(R(Phys("vec", n), 128, "4s") for n in range(3))
    term: Term = ("add", (), (128, "4s", None), *[(128, "4s", first(Phys("vec", n), 128)) for n in (1, 2)])
    state = after(made("add", *lanes, arch=ARM))
    assert state.regs == {Phys("vec", 0): value((term, 0), 128)}
    term = ("add", (), (64, None, None), *[(64, None, first(reg, 64)) for reg in (CX, DX)], Shift("lsl", 3))
    assert after(made("add", gp(0), gp(1), gp(2), Shift("lsl", 3), arch=ARM)).regs[AX].term == (term, 0)
    pair = after(made("ldp", gp(0), gp(1), at(64), arch=ARM)).regs
    assert [pair[reg].term[1] for reg in (AX, CX)] == [0, 1]


@pytest.mark.parametrize(("mnem", "beside"), [("xor", True), ("or", True), ("and", False), ("add", False)])
def test_a_byte_beside_a_register(mnem: str, beside: bool) -> None:
    """Bits that a zero keeps: with a byte of memory, the result is that of 32 bits, of which 24 stay."""
    item = made(mnem, gp(0, 8), at(8))
    state = after(item)
    if not beside:
        term: Term = (mnem, (), (8, None, first(AX, 8)), (8, None, load(8, AT)))
        assert state.regs == {AX: value((term, 0), 8, first(AX))}
        return
    wide: Term = (mnem, (), (32, None, first(AX, 32)), (32, None, ("view", 32, value(load(8, AT), 8))))
    assert state.regs == {AX: value((wide, 0), 32)}
    assert state.flags == {flag: (("narrow", wide), flag) for flag in FLAGS}
    for other in (made(mnem, gp(0, 8), gp(1, 8)), made(mnem, gp(0, 16), at(16)), made(mnem, at(8), gp(0, 8))):
        general = (mnem, (), *map(after().operand, other.form.ops, other.ops))
        assert after(other).flags == {flag: (general, flag) for flag in FLAGS}


def test_bits_above_a_write() -> None:
    """They stay above 8 and 16 bits of a general register, and above vectors of legacy SSE."""
    state = after()
    for item, kept in (
        (made("add", gp(0, 8), gp(1, 8)), AX), (made("add", gp(0, 16), gp(1, 16)), AX),
        (made("add", gp(0, 32), gp(1, 32)), None), (made("add", gp(0), gp(1)), None),
        (made("paddd", vec(0), vec(1)), Phys("vec", 0)), (made("vpaddd", vec(0), vec(0), vec(1)), None),
        (made("movd", gp(0, 32), vec(1)), None), (made("kmovq", MASK, gp(0)), None),
    ):  # fmt: skip
        goal = item.ops[0]
        assert isinstance(goal, R)
        assert state.above(item, goal) == (None if kept is None else first(kept)), item


def test_parts_of_a_register() -> None:
    """A part is the term itself if it is as wide as the write, else a view of the whole content."""
    state = after(made("mov", gp(0, 32), gp(1, 32)))
    held = state.regs[AX]
    assert state.read(AX, 32) == first(CX, 32)
    assert state.read(AX, 64) == ("view", 64, held) and state.read(AX, 0) == ("view", 0, held)
    assert state.read(DX, 8) == first(DX, 8)
    made_whole = after(made("mul", gp(1)))
    assert made_whole.read(DX, 0) == ("view", 0, made_whole.regs[DX])


def test_equal_terms_have_equal_numbers() -> None:
    state = _State({})
    assert state.memory == -1
    assert [state.term(*key) for key in (("a", 1), ("b",), ("a", 1))] == [0, 1, 0]


# -- where two versions differ -----------------------------------------------------------------------------------------

COPY = made("mov", gp(0), gp(1), line=1)
SAME = made("mov", gp(0), gp(1), line=2)
OTHER = made("mov", gp(0), gp(2), line=3)
ADD = made("add", gp(3), gp(0), line=4)
CARRY, SETS, LEAVES = made("adc", gp(3), gp(6)), made("cmp", gp(3), gp(6)), made("lea", gp(8), EIGHT)
STORED = made("mov", EIGHT, gp(3), line=5)
JUMP, BRANCH = made("jmp", LabelRef("x")), made("je", LabelRef("x"))
SUM, DIFFERENCE = made("add", gp(3), gp(6), line=6), made("sub", gp(3), gp(6), line=6)
INC, STC = made("inc", gp(3), line=7), made("cmp", gp(8), gp(9), line=7)


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


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ([CARRY], True),
        ([SETS, CARRY], False),
        ([LEAVES, CARRY], True),
        ([Note("a note"), CARRY], True),
        ([LabelDef("a"), CARRY], True),
        ([JUMP, CARRY], False),
        ([BRANCH, CARRY], False),  # which reads another flag
        ([INC, CARRY], True),
        ([LEAVES], False),
        ([], False),
    ],
)
def test_reads_of_the_carry(code: list[Item], found: bool) -> None:
    assert _read("CF", code, 0) is found
    assert _read("CF", [CARRY, *code], 1) is found


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
