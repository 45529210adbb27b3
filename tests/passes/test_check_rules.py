# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the allocation's check, on handmade allocations that only this rule decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from generator.isa import forms
from generator.model import (
    FETCHED,
    Form,
    Imm,
    Instr,
    Item,
    KernelError,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Operand,
    OpSpec,
    Phys,
    R,
    Shift,
    Slot,
    Src,
    VReg,
)
from generator.passes.allocation import Allocation
from generator.passes.check import (
    NOTHING,
    _as_wide,
    _constant,
    _constants,
    _meet,
    _refuse_another,
    _run,
    _State,
    _Step,
    _step,
    check,
    check_all,
)

pytestmark = pytest.mark.kernels()  # no kernel is read

A, B, C, D = (VReg(n, "abcd"[n], "gp", Src("hand.py", 1)) for n in range(4))
X, Y = (VReg(n, f"x{n}", "vec", Src("hand.py", 1)) for n in (8, 9))
LONG = VReg(11, "x11", "vec", Src("hand.py", 1), bits=256)
AX, CX, DX, DI = (Phys("gp", n) for n in (0, 1, 2, 7))
V0, V1 = Phys("vec", 0), Phys("vec", 1)
MASK, OTHER_MASK = R(Phys("mask", 1), 64), R(VReg(10, "m", "mask", Src("hand.py", 1)), 64)
S, T = Slot("s", 8, 8), Slot("t", 8, 8)
WIDE = Slot("w", 16, 16)
WRONG = "register allocation is wrong: "
ARM = "aarch64"


def made(mnem: str, *ops: Operand, arch: str = "x86_64", line: int = 1, **more: Any) -> Instr:
    return replace(Instr(mnem, ops, forms.find(arch, mnem, ops), Src("hand.py", line)), **more)


def r(reg: VReg | Phys, width: int = 0) -> R:
    return R(reg, width or (128 if reg.cls == "vec" else 64))


def slot(one: Slot, width: int = 0, **more: Any) -> Mem:
    return replace(Mem(None, width=width or 8 * one.size, slot=one), **more)


Pair = tuple[Any, Any]


def said(*pairs: Pair) -> str:
    """The check's message about items, each with its source."""
    try:
        check(Allocation([item for _, item in pairs], [source for source, _ in pairs], {}, {}))
    except KernelError as error:
        return str(error)
    return ""


def same(item: Item) -> Pair:
    return item, item


def mov(goal: Any, source: Any, width: int = 64, **more: Any) -> Instr:
    """A move of values, registers, slots or a constant."""

    def operand(one: Any) -> Operand:
        if isinstance(one, Slot):
            return slot(one, width)
        return Imm(one) if isinstance(one, int) else R(one, width)

    return made("mov", operand(goal), operand(source), **more)


def moved(goal: Any, source: Any, **more: Any) -> Pair:
    """An item of the spiller."""
    return None, mov(goal, source, **more)


LOADS = made("mov", r(A), Mem(DI, 0, width=64)), made("mov", r(AX), Mem(DI, 0, width=64))
LOADS_B = made("mov", r(B), Mem(DI, 8, width=64)), made("mov", r(CX), Mem(DI, 8, width=64))
LOADS_INTO = made("mov", r(B), Mem(DI, 8, width=64)), made("mov", r(AX), Mem(DI, 8, width=64))


def reads(value: VReg, reg: Phys) -> Pair:
    """An instruction that reads a value, and nothing else, from a register."""
    return tuple(made("mov", Mem(DI, 0, width=64), r(one), line=9) for one in (value, reg))  # type: ignore[return-value]


NO_A = "hand.py:9: " + WRONG + "mov reads a, but its place holds "

# -- items lost and doubled --------------------------------------------------------------------------------------------

CONSTANT = mov(A, 5)
ADD, LABEL = made("add", r(A), r(B), line=3), LabelDef("label")


def gathered(given: Sequence[Item], origin: Sequence[Item | None]) -> str:
    try:
        check_all(Allocation([LABEL] * len(origin), list(origin), {}, {}), list(given))
    except KernelError as error:
        return str(error)
    return ""


ELSEWHERE, LOST = WRONG + "an item is elsewhere or made twice", WRONG + "an item is lost"


@pytest.mark.parametrize(
    ("given", "origin", "words"),
    [
        ([ADD, LABEL], [ADD, LABEL], ""),
        ([ADD, LABEL], [None, ADD, None, LABEL, None], ""),
        ([ADD, LABEL], [ADD], LOST),
        ([LABEL, ADD], [LABEL], "hand.py:3: " + LOST),
        ([ADD], [], "hand.py:3: " + LOST),
        ([ADD, LABEL], [LABEL, ADD], ELSEWHERE),
        ([LABEL, ADD], [ADD, LABEL], "hand.py:3: " + ELSEWHERE),
        ([ADD], [ADD, ADD], "hand.py:3: " + ELSEWHERE),
        ([LABEL], [LABEL, LABEL], ELSEWHERE),
        ([CONSTANT], [CONSTANT, CONSTANT], ""),
        ([CONSTANT, LABEL], [CONSTANT, LABEL, CONSTANT], ""),
        ([CONSTANT, mov(A, 6)], [CONSTANT, CONSTANT], "hand.py:1: " + ELSEWHERE),
    ],
)
def test_items_stay(given: list[Item], origin: list[Item | None], words: str) -> None:
    assert gathered(given, origin) == words


def with_form(item: Instr, **more: Any) -> Instr:
    return replace(item, form=replace(item.form, **more))


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (CONSTANT, True),
        (made("movz", r(A), Imm(1), arch=ARM), True),
        (made("movz", r(A), Imm(1), Shift("lsl", 16), arch=ARM), False),
        (mov(A, B), False),
        (made("mov", Mem(None, width=64, slot=S), Imm(1)), False),
        (made("rorx", r(A), r(B), Imm(3)), False),
        (made("rorx", r(A), r(B), Imm(3), idiom=True), True),
        (made("add", r(A), Imm(1), idiom=True), False),
        (with_form(CONSTANT, flags_read=frozenset({"CF"})), False),
        (with_form(CONSTANT, flags_undefined=frozenset({"CF"})), False),
        (with_form(CONSTANT, implicit_write=(DX,)), False),
        (with_form(CONSTANT, implicit_read=(DX,)), False),
        (with_form(CONSTANT, kind="call"), False),
        (mov(AX, 5), False),
        (LABEL, False),
        (made("jmp", LabelRef("x")), False),
    ],
)
def test_what_a_constant_is(item: Item, expected: bool) -> None:
    """And with two makers, nothing is one."""
    assert _constant(item, Counter({A: 1, AX: 1})) is expected
    assert _constant(item, Counter({A: 2, AX: 2})) is False
    assert _constant(item, Counter()) is False


def test_the_constants_of_code() -> None:
    """An instruction that is repeated counts once. Marks and labels make nothing."""
    assert _constants([CONSTANT, None, CONSTANT, LABEL, mov(B, C)]) == {A}
    assert _constants([CONSTANT, mov(A, 5)]) == set()


# -- places and values -------------------------------------------------------------------------------------------------


def state(**held: Sequence[VReg]) -> _State:
    out = _State()
    for name, values in held.items():
        out.put({"ax": AX, "cx": CX, "dx": DX}[name], frozenset(values))
    return out


def shown(one: _State) -> dict[str, str]:
    names = {AX: "ax", CX: "cx", DX: "dx", id(S): "s", id(T): "t"}
    values = {A: "a", B: "b", C: "c", D: "d"}
    return {
        names[place]: "".join(sorted(values[value] for value in held))  # type: ignore[index]
        for place, held in one.held.items()
    }


def test_values_of_places() -> None:
    one = state(ax=[A, B])
    assert shown(one) == {"ax": "ab"} and one.places == {A: {AX}, B: {AX}}
    other = one.copy()
    other.put(CX, frozenset((A,)))
    assert shown(one) == {"ax": "ab"} and one.places == {A: {AX}, B: {AX}}
    assert shown(other) == {"ax": "ab", "cx": "a"} and other.places[A] == {AX, CX}
    assert _State(dict(one.held)) == one  # places alone make no difference


def test_a_new_value_replaces_its_copies() -> None:
    one = state(ax=[A], cx=[A, B], dx=[B])
    one.make(A, DX, NOTHING)
    assert shown(one) == {"ax": "", "cx": "b", "dx": "a"} and one.places[A] == {DX}
    one = state(ax=[A], cx=[B])
    one.make(C, DX, frozenset((B, D)))
    assert shown(one) == {"ax": "a", "cx": "b", "dx": "bcd"} and one.places[B] == {CX, DX} and one.places[D] == {DX}
    one = state(ax=[A])
    one.held[AX] = frozenset((B,))  # another value than ``places`` says
    one.make(A, DX, NOTHING)
    assert shown(one) == {"ax": "b", "dx": "a"}
    one = state(ax=[A])
    del one.held[AX]
    one.make(A, DX, NOTHING)
    assert shown(one) == {"dx": "a"}


def test_a_constant_made_again() -> None:
    """It equals its copies elsewhere, and keeps them."""
    one = state(ax=[A, B], cx=[A, C])
    one.remake(A, DX)
    assert shown(one) == {"ax": "ab", "cx": "ac", "dx": "abc"}
    one = state(ax=[A, B])
    one.held[AX] = frozenset((C,))
    one.remake(A, DX)
    assert shown(one) == {"ax": "c", "dx": "a"}
    one = state()
    one.remake(A, DX)
    assert shown(one) == {"dx": "a"}


def test_paths_meet() -> None:
    one, other = state(ax=[A, B], cx=[C], dx=[A]), state(ax=[B, C], cx=[C])
    for met in (_meet(one, other), _meet(other, one)):
        assert shown(met) == {"ax": "b", "cx": "c"} and met.places == {B: {AX}, C: {CX}}
    assert _meet(other, state(ax=[B, C], cx=[C, A])) is other
    assert shown(_meet(state(ax=[A]), state(ax=[B]))) == {}


@pytest.mark.parametrize(
    ("step", "after"),
    [
        (_Step(), {"ax": "ab", "cx": "c"}),
        (_Step(move=(DX, AX)), {"ax": "ab", "cx": "c", "dx": "ab"}),
        (_Step(move=(AX, DX)), {"ax": "", "cx": "c"}),
        (_Step(spoils=(AX,)), {"ax": "", "cx": "c"}),
        (_Step(makes=((D, AX),)), {"ax": "d", "cx": "c"}),
        (_Step(makes=((A, CX),)), {"ax": "b", "cx": "a"}),
        (_Step(makes=((A, CX),), constant=True), {"ax": "ab", "cx": "ab"}),
        (_Step(source=AX, makes=((D, CX),), of=A), {"ax": "abd", "cx": "abd"}),
        (_Step(source=AX, makes=((D, CX),)), {"ax": "abd", "cx": "abd"}),
        (_Step(source=AX, makes=((A, CX),), of=A), {"ax": "ab", "cx": "ab"}),
        (_Step(source=AX, spoils=(AX,), makes=((D, AX),)), {"ax": "abd", "cx": "c"}),
        (_Step(source=AX, spoils=(AX,), makes=((D, CX),)), {"ax": "", "cx": "abd"}),
        (_Step(source=DX, makes=((D, CX),)), {"ax": "ab", "cx": "d", "dx": "d"}),
        (_Step(makes=((D, CX),), of=A), {"ax": "abd", "cx": "d"}),
        (_Step(makes=((B, CX),), of=A), {"ax": "ab", "cx": "b"}),
        (_Step(makes=((A, CX),), of=A), {"ax": "b", "cx": "a"}),
        (_Step(makes=((D, CX),), of=C), {"ax": "ab", "cx": "d"}),
        (_Step(makes=((D, CX),), also=((D, DX),)), {"ax": "ab", "cx": "d", "dx": "d"}),
        (_Step(reads=((A, AX), (B, AX), (C, CX))), {"ax": "ab", "cx": "c"}),
    ],
)
def test_the_effect_of_a_step(step: _Step, after: dict[str, str]) -> None:
    one = state(ax=[A, B], cx=[C])
    _run(one, step, ADD)
    assert shown(one) == after


def test_what_places_say_too_much() -> None:
    """A place that held the copied value once does not hold the copy."""
    one = state(ax=[A], dx=[A])
    one.held[AX] = frozenset((B,))
    del one.held[DX]
    _run(one, _Step(makes=((D, CX),), of=A), ADD)
    assert shown(one) == {"ax": "b", "cx": "d"}


@pytest.mark.parametrize(
    ("place", "holds"), [(CX, "c"), (DX, "nothing known"), (AX, "a, b|b, a")]
)  # fmt: skip
def test_the_message_of_a_read(place: Phys, holds: str) -> None:
    with pytest.raises(KernelError, match=f"hand.py:3: {WRONG}add reads d, but its place holds ({holds})$"):
        _run(state(ax=[A, B], cx=[C]), _Step(reads=((D, place),)), ADD)
    one = state()
    one.put(AX, frozenset((CX,)))
    with pytest.raises(KernelError, match="add reads gp register 2, but its place holds gp register 1$"):
        _run(one, _Step(reads=((DX, AX),)), ADD)


# -- straight code, and paths ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([LOADS, reads(A, AX)], ""),
        ([LOADS, reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, LOADS_INTO, reads(A, AX)], NO_A + "b"),
        ([LOADS, LOADS_B, reads(A, CX)], NO_A + "b"),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, S), reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS_INTO, moved(CX, T), reads(A, CX)], NO_A + "nothing known"),
        ([LOADS, moved(CX, AX), LOADS_INTO, reads(A, CX)], ""),
        ([LOADS, moved(S, AX), LOADS, moved(CX, S), reads(A, CX)], NO_A + "nothing known"),  # an older a
        ([LOADS, same(LABEL), reads(A, AX)], ""),
        ([LOADS, same(Note("a note")), reads(A, AX)], ""),
    ],
)
def test_straight_code(pairs: list[Pair], words: str) -> None:
    assert said(*pairs) == words


def test_both_paths_count() -> None:
    test, jump = same(made("test", r(DI), r(DI))), same(made("je", LabelRef("there")))
    there, back = same(LabelDef("there")), same(LabelDef("back"))
    assert said(LOADS, test, jump, LOADS_B, there, reads(A, AX)) == ""
    assert said(LOADS, test, jump, LOADS_INTO, there, reads(A, AX)) == NO_A + "nothing known"
    assert said(LOADS, back, reads(A, AX), LOADS_B, test, same(made("je", LabelRef("back")))) == ""
    wrong = said(LOADS, back, reads(A, AX), LOADS_INTO, test, same(made("je", LabelRef("back"))))
    assert wrong == NO_A + "nothing known"


# -- the effect of one instruction -------------------------------------------------------------------------------------


def step(source: Instr | None, item: Item, fixed: Sequence[Phys] = (), constants: Sequence[VReg] = ()) -> _Step | None:
    return _step(item, source, frozenset(fixed), frozenset(constants))


def facts(source: Instr, item: Instr, **more: Any) -> dict[str, Any]:
    """The fields of a step that say something."""
    found = step(source, item, **more)
    assert found is not None
    names = ("move", "reads", "source", "spoils", "makes", "also", "of", "constant")
    return {name: value for name in names if (value := getattr(found, name)) not in (None, False, (), [])}


def refused(source: Instr | None, item: Instr) -> bool:
    try:
        step(source, item)
    except KernelError as error:
        assert WRONG in str(error) and "became another instruction" in str(error)
        return True
    return False


def test_the_spiller_s_items() -> None:
    assert step(None, LABEL) is None
    assert step(None, mov(AX, S)) == _Step(move=(AX, id(S)))
    assert step(None, mov(S, AX)) == _Step(move=(id(S), AX))
    assert step(None, mov(AX, CX)) == _Step(move=(AX, CX))
    assert step(None, made("str", r(AX), slot(S), arch=ARM)) == _Step(move=(id(S), AX))
    assert step(None, made("ldr", r(AX), slot(S), arch=ARM)) == _Step(move=(AX, id(S)))
    assert step(None, mov(AX, 5)) is None
    assert step(None, made("mov", Mem(DI, 0, width=64), r(AX))) is None
    assert step(None, made("mov", r(A), r(AX))) is None
    with pytest.raises(KernelError, match=WRONG + "add moves no value to or from a slot"):
        step(None, made("add", r(AX), slot(S)))


def test_a_value_that_stays_in_the_caller_s_place() -> None:
    mark = Instr(FETCHED, (r(A), slot(S)), Form(FETCHED, (OpSpec((), "w"), OpSpec((), ""))), Src("hand.py", 1))
    assert step(mark, mark) == _Step(makes=((A, id(S)),))
    more = replace(mark, ops=(r(A), Imm(5), Mem(DI, 0, width=64), slot(S)))
    assert step(more, more) == _Step(makes=((A, id(S)),))


def instrs(mnem: str, virtual: Sequence[Operand], physical: Sequence[Operand], **more: Any) -> tuple[Instr, Instr]:
    return made(mnem, *virtual, **more), made(mnem, *physical, **more)


STORE_A = Mem(A, 8, B, 4, 64), Mem(AX, 8, CX, 4, 64)
HALF, BOTH = made("vpaddd", r(X), r(X), r(Y)), made("ldr", r(A), Mem(B, 8, width=64, mode="post"), arch=ARM)
AT_BOTH = Mem(B, 8, C, 4, 64, mode="post")
IMPLICIT = {"reads": [(A, AX)], "spoils": [DX, AX], "makes": [(DX, DX), (AX, AX)]}


@pytest.mark.parametrize(
    ("pair", "more", "expected"),
    [
        (instrs("mov", [r(A), Imm(5)], [r(AX), Imm(5)]), {}, {"makes": [(A, AX)]}),
        (instrs("mov", [r(A), Imm(5)], [r(AX), Imm(5)]), {"constants": [A]}, {"makes": [(A, AX)], "constant": True}),
        (instrs("mov", [r(A), Imm(5)], [r(AX), Imm(5)]), {"constants": [B]}, {"makes": [(A, AX)]}),
        (instrs("add", [r(A), r(B)], [r(AX), r(CX)]), {}, {"reads": [(A, AX), (B, CX)], "makes": [(A, AX)]}),
        (instrs("add", [r(A), r(B)], [slot(S), r(CX)]), {}, {"reads": [(A, id(S)), (B, CX)], "makes": [(A, id(S))]}),
        (instrs("add", [r(A), r(B)], [r(AX), slot(S)]), {}, {"reads": [(A, AX), (B, id(S))], "makes": [(A, AX)]}),
        (instrs("xor", [r(A), r(A)], [r(AX), r(AX)], idiom=True), {}, {"makes": [(A, AX)]}),
        (instrs("cmp", [r(A), r(B)], [r(AX), r(CX)]), {}, {"reads": [(A, AX), (B, CX)]}),
        (instrs("mov", [r(A, 16), Imm(5)], [r(AX, 16), Imm(5)]), {}, {"reads": [(A, AX)], "makes": [(A, AX)]}),
        (instrs("mov", [r(A, 8), Imm(5)], [r(AX, 8), Imm(5)]), {}, {"reads": [(A, AX)], "makes": [(A, AX)]}),
        (instrs("mov", [r(A, 32), Imm(5)], [r(AX, 32), Imm(5)]), {}, {"makes": [(A, AX)]}),
        (instrs("mov", [STORE_A[0], r(C)], [STORE_A[1], r(DX)]), {}, {"reads": [(A, AX), (B, CX), (C, DX)]}),
        (instrs("mov", [r(C), STORE_A[0]], [r(DX), STORE_A[1]]), {}, {"reads": [(A, AX), (B, CX)], "makes": [(C, DX)]}),
        (instrs("mul", [r(A)], [r(AX)]), {}, IMPLICIT),
        (instrs("mul", [r(A)], [r(AX)]), {"fixed": [AX]}, IMPLICIT | {"reads": [(AX, AX), (A, AX)]}),
        (instrs("mul", [r(A)], [r(AX)]), {"fixed": [DX]}, IMPLICIT),
        (instrs("add", [r(A), r(DX)], [r(AX), r(DX)]), {}, {"reads": [(A, AX)], "makes": [(A, AX)]}),
        (instrs("add", [r(A), r(DX)], [r(AX), r(DX)]), {"fixed": [DX]},
         {"reads": [(DX, DX), (A, AX)], "makes": [(A, AX)]}),
        (instrs("add", [r(DX), r(A)], [r(DX), r(AX)]), {}, {"reads": [(A, AX)], "spoils": [DX], "makes": [(DX, DX)]}),
        (instrs("mov", [r(A), r(B)], [r(AX), r(CX)], copy=True), {},
         {"reads": [(B, CX)], "source": CX, "makes": [(A, AX)], "of": B}),
        (instrs("mov", [r(A), Imm(5)], [r(AX), Imm(5)], copy=True), {}, {"makes": [(A, AX)]}),
        (instrs("mov", [r(A), r(DX)], [r(AX), r(DX)], copy=True), {}, {"source": DX, "makes": [(A, AX)]}),
        (instrs("mov", [r(A), r(B)], [r(AX), slot(S)], copy=True), {},
         {"reads": [(B, id(S))], "source": id(S), "makes": [(A, AX)], "of": B}),
        (instrs("ldr", [r(A), Mem(B, 8, width=64, mode="post")], [r(AX), Mem(CX, 8, width=64, mode="post")], arch=ARM),
         {}, {"reads": [(B, CX)], "makes": [(A, AX), (B, CX)]}),
        (instrs("ldr", [r(A), Mem(B, 8, width=64, mode="pre")], [r(AX), Mem(CX, 8, width=64, mode="pre")], arch=ARM),
         {}, {"reads": [(B, CX)], "makes": [(A, AX), (B, CX)]}),
        (instrs("mov", [r(A, 32), Mem(A, 8, width=32)], [r(CX, 32), Mem(AX, 8, width=32)]), {},
         {"reads": [(A, AX)], "makes": [(A, CX)]}),
        (instrs("lea", [r(A), Mem(A, 8, width=64)], [r(CX), Mem(AX, 8, width=64)]), {},
         {"reads": [(A, AX)], "makes": [(A, CX)]}),
        ((HALF.but((R(X, 16), r(X), r(Y)), HALF.form), HALF.but((R(V1, 16), r(V0), r(V1)), HALF.form)), {},
         {"reads": [(X, V0), (Y, V1)], "makes": [(X, V1)]}),
        ((BOTH.but((r(A), AT_BOTH), BOTH.form), BOTH.but((r(AX), replace(AT_BOTH, base=CX, index=DX)), BOTH.form)), {},
         {"reads": [(B, CX), (C, DX)], "makes": [(A, AX), (B, CX)]}),
        (instrs("vpaddd", [r(X), r(X), r(Y)], [r(V0), r(V0), r(V1)]), {},
         {"reads": [(X, V0), (Y, V1)], "makes": [(X, V0)]}),
        (instrs("vpaddd", [r(X), r(X), r(Y)], [r(V0), r(V0), r(V1)], mask=MASK), {},
         {"reads": [(X, V0), (X, V0), (Y, V1)], "makes": [(X, V0)]}),
        (instrs("vpaddd", [r(X), r(X), r(Y)], [r(V0), r(V0), r(V1)], mask=MASK, zero=True), {},
         {"reads": [(X, V0), (Y, V1)], "makes": [(X, V0)]}),
        ((made("vpaddd", r(X), r(Y), r(Y), mask=OTHER_MASK, zero=True),
          made("vpaddd", r(V0), r(V1), r(V1), mask=MASK, zero=True)), {},
         {"reads": [(Y, V1), (Y, V1), (OTHER_MASK.reg, MASK.reg)], "makes": [(X, V0)]}),
    ],
)  # fmt: skip
def test_what_an_instruction_reads_and_makes(pair: tuple[Instr, Instr], more: Any, expected: dict[str, Any]) -> None:
    assert facts(*pair, **more) == expected


INCOMING = Slot("argument", 8, 8, incoming=8)
SMALL = Slot("argument", 4, 4, incoming=0)


@pytest.mark.parametrize(
    ("source", "there"),
    [
        (made("mov", r(A), slot(INCOMING)), id(INCOMING)),
        (made("mov", r(A, 32), slot(SMALL)), id(SMALL)),
        (made("mov", r(A), slot(S)), None),
        (made("mov", r(A, 32), slot(INCOMING, 32)), None),
        (made("add", r(A), slot(INCOMING)), None),
        (made("movzx", r(A, 32), slot(Slot("byte", 1, 1, incoming=0))), None),
        (made("mov", r(A), Mem(DI, 0, width=64)), None),
    ],
)
def test_an_argument_stays_in_its_place(source: Instr, there: int | None) -> None:
    goal = source.ops[0]
    assert isinstance(goal, R)
    item = source.but((R(AX, goal.width), source.ops[1]), source.form)
    assert facts(source, item).get("also") == (None if there is None else [(A, there)])


REFUSED: dict[str, tuple[Instr, Instr]] = {
    "another constant": (mov(A, 5), mov(AX, 6)),
    "another register": (made("add", r(DX), r(A)), made("add", r(CX), r(AX))),
    "another register that is read": (made("add", r(A), r(DX)), made("add", r(AX), r(CX))),
    "a constant for a register": (mov(A, B), mov(AX, 5)),
    "a value for a register": (mov(A, B), mov(AX, C)),
    "a wider register": (mov(SMALL, B, 32), mov(SMALL, CX, 32).but((slot(SMALL), r(CX)), mov(SMALL, CX, 32).form)),
    "a register for memory": (made("mov", r(A), Mem(DI, 0, width=64)), mov(AX, CX)),
    "another offset": (made("mov", r(A), Mem(DI, 0, width=64)), made("mov", r(AX), Mem(DI, 8, width=64))),
    "a narrower register": (mov(A, B), mov(AX, CX, 32)),
    "another mnemonic": (made("add", r(A), r(B)), made("sub", r(AX), r(CX))),
    "another slot": (made("mov", r(A), slot(S)), made("mov", r(AX), slot(T))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_another_instruction(name: str) -> None:
    assert refused(*REFUSED[name])


@pytest.mark.parametrize(
    ("was", "now", "access", "expected"),
    [
        (r(A), r(AX), "rw", True),
        (r(A, 32), r(AX, 32), "r", True),
        (r(A), r(AX, 32), "r", False),
        (R(X, 128, "4s"), R(V0, 128, "4s"), "r", True),
        (R(X, 128, "4s"), R(V0, 128, "2d"), "r", False),
        (r(A), slot(S), "rw", True),
        (r(A), slot(S), "r", True),
        (r(A), Imm(5), "r", False),
        (r(A), Mem(DI, 0, width=64), "r", False),
        (r(A), Mem(None, width=64), "r", False),
        (r(A), slot(S, disp=4), "r", False),
        (r(A), slot(S, 64, base=DI), "r", False),
        (r(A, 32), slot(S, 32), "r", True),
        (r(A, 32), slot(S, 32), "w", False),
        (r(A, 32), slot(S, 32), "rw", False),
        (r(A, 16), slot(S, 16), "w", True),  # which keeps the rest of a register, too
        (r(A, 8), slot(S, 8), "rw", True),
        (r(A, 32), slot(S), "r", False),
        (r(A), slot(S, 32), "r", False),
        (r(A), Mem(None, width=64, slot=SMALL), "r", False),
        (r(A, 32), slot(SMALL), "w", True),
        (r(X), slot(WIDE), "rw", True),
        (r(X, 64), slot(WIDE, 64), "r", True),
        (r(X, 64), slot(WIDE, 64), "w", False),
        (r(X, 16), slot(WIDE, 16), "w", False),
    ],
)
def test_slots_in_the_place_of_registers(was: R, now: Operand, access: str, expected: bool) -> None:
    assert _as_wide(was, now, access) is expected


# -- copies that became stores -----------------------------------------------------------------------------------------

COPY = mov(A, B, copy=True)
VECTORS = made("vmovdqu", r(X), r(Y), copy=True)


def test_a_copy_that_became_a_store() -> None:
    assert facts(COPY, mov(S, CX)) == {"reads": [(B, CX)], "source": CX, "makes": [(A, id(S))], "of": B}
    assert facts(mov(A, DX, copy=True), mov(S, DX)) == {"source": DX, "makes": [(A, id(S))]}
    half = mov(A, B, 32, copy=True)
    assert facts(half, mov(SMALL, CX, 32)) == {"reads": [(B, CX)], "source": CX, "makes": [(A, id(SMALL))], "of": B}
    expected = {"reads": [(Y, V1)], "source": V1, "makes": [(X, id(WIDE))], "of": Y}
    assert facts(VECTORS, made("vmovdqu", slot(WIDE), r(V1))) == expected
    store = made("str", r(CX), slot(S), arch=ARM)
    assert facts(mov(A, B, copy=True), store) == {"reads": [(B, CX)], "source": CX, "makes": [(A, id(S))], "of": B}


@pytest.mark.parametrize(
    ("source", "item"),
    [
        (COPY, made("mov", Mem(DI, 0, width=64), r(CX))),
        (COPY, made("mov", slot(S), Imm(5))),
        (COPY, mov(S, CX, 32)),
        (COPY, made("mov", slot(Slot("u", 16, 8), 64), r(CX))),
        (COPY, made("mov", slot(S, disp=8), r(CX))),
        (COPY, made("mov", slot(S, 64, base=DI), r(CX))),
        (COPY, made("add", slot(S), r(CX))),
        (COPY, mov(S, CX).but((slot(S), r(CX, 32)), mov(S, CX).form)),
        (COPY, made("movq", slot(S), r(V0, 128))),
        (COPY, mov(S, CX, mask=MASK)),
        (COPY, made("shld", slot(S), r(CX), Imm(3))),
        (COPY, mov(S, CX).but((slot(S), r(CX), Imm(0)), mov(S, CX).form)),
        (made("movzx", r(A, 32), r(B, 8), copy=True), mov(SMALL, CX, 32)),
        (mov(A, B, 32, copy=True), mov(S, CX)),
        (mov(A, DX, copy=True), mov(S, CX)),
        (VECTORS, made("vmovq", slot(S), r(V1))),
        (made("vmovdqu", r(LONG), r(Y), copy=True), made("vmovdqu", slot(WIDE), r(V1))),
    ],
)
def test_stores_that_are_no_copy(source: Instr, item: Instr) -> None:
    assert refused(source, item)


# -- another instruction -----------------------------------------------------------------------------------------------

SUM = made("add", r(A), r(B))
ALIGNED = made("movdqa", r(X), Mem(DI, 0, width=128))


def differs(source: Instr, item: Instr) -> bool:
    try:
        _refuse_another(item, source)
    except KernelError as error:
        assert str(error).startswith(f"hand.py:1: {WRONG}{source.mnem} became another instruction, {item.mnem}, ")
        return True
    return False


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (SUM, False),
        (made("add", r(AX), r(CX)), False),
        (made("add", r(AX), slot(S)), False),
        (made("sub", r(AX), r(CX)), True),
        (replace(SUM, zero=True), True),
        (replace(SUM, idiom=True), True),
        (replace(SUM, mask=MASK), True),
        (replace(SUM, ops=SUM.ops[:1]), True),
        (with_form(SUM), False),
        (with_form(SUM, ops=(OpSpec(("r64",), "w"), SUM.form.ops[1])), True),
        (with_form(SUM, flags_read=frozenset({"CF"})), True),
        (with_form(SUM, flags_written=frozenset({"CF"})), True),
        (with_form(SUM, implicit_write=(DX,)), True),
    ],
)
def test_differences(item: Instr, expected: bool) -> None:
    assert differs(SUM, item) is expected


def test_aligned_moves_may_become_unaligned_ones() -> None:
    assert not differs(ALIGNED, made("movdqu", r(V0), Mem(DI, 0, width=128)))
    assert differs(made("movdqu", r(X), Mem(DI, 0, width=128)), made("movdqa", r(V0), Mem(DI, 0, width=128)))
