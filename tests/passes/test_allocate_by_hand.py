# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Live ranges of code by hand, and the questions that come before an eviction: where registers are short, and how many
there are."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from generator.abi import Abi, abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.model import AnyReg, Imm, Instr, Item, KernelError, LabelDef, LabelRef, Mem, Operand, Phys, R, Src, VReg
from generator.passes.allocate import _last, _limits, _physical, _refusal, _short, _usable
from generator.passes.evict_code import NoRoom
from generator.passes.flow import blocks, liveness
from generator.passes.live_ranges import EVERYTHING, Range, live_ranges
from generator.pipeline import build
from tests.passes.lives import life, lives
from tests.passes.small import SCALAR, gp, small_file, written

pytestmark = pytest.mark.kernels()

SYSV = abi("sysv64")
THREE = small_file(SYSV, 3)
SRC = Src("f.py", 1)
A, B, C = (VReg(n, name, "gp", SRC) for n, name in enumerate("abc", 1))
COLD = VReg(4, "cold", "gp", SRC, cold=True)
RAX, RCX, RSP = (Phys("gp", n) for n in (0, 1, 4))


def made(mnem: str, *ops: Operand, copy: bool = False, arch: str = "x86_64") -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC, copy=copy)


def r(reg: AnyReg, width: int = 64) -> R:
    return R(reg, width)


def ranges(*items: Item, of: Abi = SYSV) -> tuple[dict[VReg, Range], dict[Phys, int]]:
    code = list(items)
    graph = blocks(code)
    return live_ranges(code, graph, liveness(code, graph), of)


def positions(one: Range) -> list[int]:
    assert one.mask & 1 and one.mask.bit_length() == one.end - one.start + 1
    return [place for place in range(one.start - 1, one.end) if one.there(place)]


SET_A, SET_B = made("mov", r(A), Imm(1)), made("mov", r(B), Imm(2))
USE_A, USE_B = made("mov", Mem(Phys("gp", 7), width=64), r(A)), made("mov", Mem(Phys("gp", 7), width=64), r(B))
SET_7 = made("mov", gp(7), Imm(0))


def test_straight_lives() -> None:
    """From the write to the last read, with holes before an overwrite. A value that is changed lives on."""
    found, fixed = ranges(SET_7, SET_A, SET_B, USE_A, SET_A, made("add", r(A), r(B)), USE_A)
    assert positions(found[A]) == [3, 4, 5, 6, 9, 10, 11, 12] and positions(found[B]) == [5, 6, 7, 8, 9, 10]
    assert fixed[Phys("gp", 7)] == sum(1 << place for place in range(1, 13))
    assert found[A].price == 0.0 and found[A].allowed is EVERYTHING and not found[A].narrow and found[A].free
    dead, _ = ranges(SET_A)
    assert positions(dead[A]) == [1]


def test_lives_on_several_ways() -> None:
    """Through a whole loop if the next round reads the value, and only on the way that reads it."""
    found, _ = ranges(
        SET_7,
        SET_A,
        SET_B,
        LabelDef("L"),
        USE_A,
        made("jne", LabelRef("L")),
        USE_B,
        made("mov", gp(0), Imm(0)),
        made("nop"),
    )
    assert positions(found[A]) == list(range(3, 12)) and positions(found[B]) == list(range(5, 13))
    over, _ = ranges(SET_7, SET_A, made("jne", LabelRef("x")), made("nop"), USE_A, LabelDef("x"), made("nop"))
    assert positions(over[A]) == list(range(3, 9))
    end: list[Item] = [made("jmp", LabelRef("end")), LabelDef("x"), USE_A, LabelDef("end"), made("nop")]
    hole, _ = ranges(SET_7, SET_A, made("jne", LabelRef("x")), made("nop"), *end)
    assert positions(hole[A]) == [3, 4, 5, 10, 11, 12]


def test_prices() -> None:
    """Reads and writes of a cold value, ten times as dear in a loop, for the length of its life."""
    use = made("add", gp(7), r(COLD))
    found, _ = ranges(SET_7, made("mov", r(COLD), Imm(1)), use)
    assert found[COLD].price == 2 / 2
    found, _ = ranges(SET_7, made("mov", r(COLD), Imm(1)), LabelDef("L"), use, use, made("jne", LabelRef("L")))
    assert found[COLD].price == 21 / len(positions(found[COLD]))
    twice, _ = ranges(SET_7, made("mov", r(COLD), Imm(1)), made("add", r(COLD), r(COLD)))
    assert twice[COLD].price == 2 / 3  # one instruction uses it once


def test_registers_that_instructions_accept() -> None:
    """Byte views on 32-bit x86: four registers. Several limits leave what they share."""
    found, _ = ranges(
        made("mov", r(A, 32), Imm(1), arch="x86"),
        made("mov", r(A, 8), Imm(1), arch="x86"),
        made("mov", r(B, 32), Imm(1), arch="x86"),
        of=abi("cdecl32"),
    )
    assert found[A].allowed == {0, 1, 2, 3} and found[A].narrow and not found[A].free
    assert found[B].allowed is EVERYTHING and not found[B].narrow
    byte, shift = made("mov", r(C, 8), Imm(1), arch="x86"), made("shl", r(A, 32), r(C, 8), arch="x86")
    both, _ = ranges(*(made("mov", r(one, 32), Imm(1), arch="x86") for one in (A, C)), byte, shift, of=abi("cdecl32"))
    assert both[C].allowed == {1}
    pinned = VReg(9, "p", "gp", SRC, pin=RAX)
    assert not ranges(made("mov", r(pinned), Imm(1)))[0][pinned].free


def test_hints() -> None:
    """Both sides of a copy, the latest copy first. The code's own moves are none."""
    found, _ = ranges(
        SET_A, made("mov", r(B), r(A), copy=True), made("mov", r(C), r(A)), made("mov", gp(0), r(A), copy=True),
        made("add", r(B), r(B)), made("add", r(C), r(C)),
    )  # fmt: skip
    assert found[A].hints == [RAX, B] and found[B].hints == [A] and found[C].hints == []


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (
            USE_A,
            "f.py:1: mov reads a before it is set on some path to here: nothing sets it; expected k.set(a, …), or "
            "k.const in place of k.value",
        ),
        (made("mov", r(A), gp(12)), "f.py:1: mov reads r12 before it is set on some path to here"),
        (made("mov", r(A), gp(4)), "f.py:1: mov uses the stack pointer; kernels may not, use k.home(…)"),
    ],
    ids=["a value", "a register", "sp"],
)
def test_undefined(item: Instr, message: str) -> None:
    with pytest.raises(KernelError) as caught:
        ranges(SET_7, item)
    assert str(caught.value) == message
    ranges(SET_7, SET_A, USE_A)


def test_reserved() -> None:
    x18 = R(Phys("gp", 18), 64)
    with pytest.raises(KernelError, match="mov touches x18, which aapcs64 reserves"):
        ranges(made("mov", r(A), x18, arch="aarch64"), of=abi("aapcs64"))


# -- before an eviction ------------------------------------------------------------------------------------------------


def test_where_registers_are_short() -> None:
    """A class of which more values live at one position than there are registers. Others do not count for it."""
    three = [life(n, (1, 9)) for n in (1, 2, 3)]
    vectors = [life(n, (1, 9), cls="vec") for n in (5, 6, 7)]
    assert _short(lives(*three), THREE) == set() == _short(lives(*three, *vectors), THREE)
    assert _short(lives(*three, life(4, (3, 5))), THREE) == {"gp"}
    assert _short(lives(*three, life(4, (9, 9)), *vectors), THREE) == {"gp"}
    assert _short(lives(*three, life(4, (10, 12))), THREE) == set()  # behind them
    holes = [life(1, (1, 2), (8, 9)), *three[1:]]
    assert _short(lives(*holes, life(4, (3, 7))), THREE) == set()  # in a hole
    assert _short(lives(*holes, life(4, (3, 8))), THREE) == set()  # where the fourth begins, there is room
    assert _short(lives(*three, *vectors, life(8, (2, 2), cls="vec")), THREE) == {"vec"}
    assert _short(lives(*(life(n, (2 * n, 2 * n + 1)) for n in range(9))), THREE) == set()


def test_usable_registers() -> None:
    """Vector registers from 16 on need AVX-512."""
    known = machine("x86_64").vectors_with
    assert known is not None and known[1] == 16
    plain, wide = VReg(1, "v", "vec", SRC), VReg(2, "w", "vec", SRC, features=frozenset({known[0]}))
    assert _usable(SYSV, "vec", [plain]) == list(range(16)) == _usable(SYSV, "vec", [])
    assert _usable(SYSV, "vec", [plain, wide]) == list(range(32))
    assert _usable(SYSV, "gp", [plain]) == list(SYSV.order("gp")) and len(_usable(abi("aapcs64"), "vec", [plain])) == 32


def test_limits() -> None:
    """All registers of the class but those that the code names at an item; no other class, and no register beyond."""
    count = len(SYSV.order("gp"))
    fixed = {RAX: 1 << 3 | 1 << 6 | 1 << 7, RCX: 1 << 2, RSP: 255, Phys("vec", 0): 255}
    assert _limits(5, fixed, SYSV, "gp", []) == [count, count - 2, count, count - 1, count]
    assert _limits(2, {RAX: 1}, SYSV, "gp", []) == [count - 1, count]
    assert _limits(1, {Phys("vec", 3): 2, Phys("vec", 20): 2}, SYSV, "vec", []) == [15]


def test_a_crowd_without_cold_values() -> None:
    """The refusal names the value that came last at the place, and those beside it."""
    there = lives(life(1, (1, 9)), life(2, (3, 9)), life(3, (3, 4)), life(4, (8, 9)), life(5, (5, 5), cls="vec"))
    assert [_last(there, NoRoom(*place)).reg.name for place in ((2, "gp"), (4, "gp"), (2, "vec"))] == ["v3", "v4", "v5"]
    text = str(_refusal(_last(there, NoRoom(2, "gp")), there, [made("mov", r(A), r(B))] * 5, there, {}, THREE))
    assert text.startswith(
        "f.py:13: no gp register is left for v3; live beside it, 2 values: v1 (line 11), v2 (line 12); rank one"
    )


def test_a_refusal_names_all_places() -> None:
    """Every line with too few registers, once and in order, whatever is cold already."""
    items: list[Item] = [replace(made("mov", r(A), r(B)), src=Src("f.py", line)) for line in (20, 21, 20, 22, 23)]
    there = lives(*(life(n, (0, 5)) for n in range(1, 5)), life(5, (0, 7)), life(6, (0, 9), cold=True))
    more = lives(*(life(n, (6, 7)) for n in range(7, 11)))
    text = str(_refusal(there[[*there][0]], there, items, there | more, {}, THREE))
    assert "; of 3 registers there are too few at line 20 (by 2), line 21 (by 2), line 22 (by 2); rank one" in text


def test_operands_with_registers() -> None:
    """A memory operand may name a register of the code and one that is still to be given."""
    where = {A: RCX, B: RAX}
    mems = [Mem(RAX, 8, A, 4, 32), Mem(A, 8, RAX, 4, 32), Mem(A, index=B, width=32), Mem(None, index=A, width=32)]
    expected = [
        Mem(RAX, 8, RCX, 4, 32),
        Mem(RCX, 8, RAX, 4, 32),
        Mem(RCX, index=RAX, width=32),
        Mem(None, index=RCX, width=32),
    ]
    assert [_physical(mem, where) for mem in mems] == expected
    plain = Mem(RAX, 8, RCX, 4, 32)
    assert (
        _physical(plain, where) is plain
        and _physical(r(A, 32), where) == gp(1, 32)
        and _physical(gp(3), where) == gp(3)
    )


def test_values_that_few_registers_suit_find_none(tmp_path: Path) -> None:
    """Five bytes that may not leave, where four registers have byte views and seven exist: the pointer can leave, and
    that does not help. The refusal is the first scan's."""
    body = """
    k.cold(p, n)
    values = [k.load8(p, offset=i) for i in range(5)]
    for i in range(5):
        k.xor(values[i], values[(i + 1) % 5], to=values[i])
    for i in range(5):
        k.store8(p, values[i], offset=8 + i)
    """
    with pytest.raises(KernelError, match="no gp register among 4 that its instructions accept is left for"):
        build(written(tmp_path, textwrap.dedent(body)), SCALAR, abi("cdecl32"))
