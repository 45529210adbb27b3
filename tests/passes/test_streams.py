# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Streams by hand: what belongs to a stitch, what must stay together, and the order in which streams take turns."""

from __future__ import annotations

import pytest

from generator.isa import forms
from generator.model import ASM, Imm, Instr, Item, KernelError, LabelDef, LabelRef, Mem, Note, Operand, Phys, Seam, Src
from generator.passes.stitch import merge
from generator.passes.streams import Part, Stitch, clobbers, expected, registers, stitches, units
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
MOVE, ADD, CMP, CMOV = made("mov", AX, CX), made("add", DX, AX), made("cmp", AX, CX), made("cmove", DX, CX)
RARE_CODE = [made("mov", BX, CX), made("add", BX, Imm(1))]
RARE: list[Item] = [*RARE_CODE, made("jmp", LabelRef("Back"))]
BRANCH: list[Item] = [made("jne", LabelRef("Out")), LabelDef("back")]


def shown(items: list[Item]) -> list[str]:
    return [item.mnem if isinstance(item, Instr) else type(item).__name__ for item in items]


# -- stitches ----------------------------------------------------------------------------------------------------------


def test_parts() -> None:
    """Each stitch with its streams. A stream without a name is called by its number."""
    items: list[Item] = [
        MOVE,
        begin(("one", "")),
        ADD,
        Note("n"),
        NEXT,
        CMP,
        END,
        MOVE,
        begin(),
        NEXT,
        ADD,
        ADD,
        END,
        CMP,
    ]
    first, second = stitches(items)
    assert (first.start, first.end, second.start, second.end) == (1, 7, 8, 13)
    assert [(part.name, part.items, part.size) for part in first.parts] == [
        ("one", [ADD, items[3]], 1), ("stream 2", [CMP], 1),
    ]  # fmt: skip
    assert [(part.name, part.size, part.rare) for part in second.parts] == [("one", 0, {}), ("two", 2, {})]
    assert first.seam is items[1] and stitches([MOVE, ADD]) == []


def test_rare_code() -> None:
    """The code that a branch leads to belongs to its stream. Labels differ by more than case."""
    items: list[Item] = [begin(), MOVE, *BRANCH, ADD, NEXT, CMP, END, made("ret"), LabelDef("OUT"), *RARE, MOVE]
    [one] = stitches(items)
    part = one.parts[0]
    assert part.rare == {id(BRANCH[0]): RARE[:2]} and part.size == 3
    assert part.instructions() == [MOVE, BRANCH[0], *RARE[:2], ADD]


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


def test_a_missing_label() -> None:
    with pytest.raises(KernelError, match="stitch: jne in one"):
        stitches([begin(), made("jne", LabelRef("nowhere")), LabelDef("back"), NEXT, CMP, END])


def test_registers_behind_a_stitch() -> None:
    """What later code reads, on every way. Registers that nobody expects are free for several streams."""
    use_d, use_b = made("add", CX, DX), made("mov", Mem(Phys("gp", 7), width=64), BX)
    behind: list[Item] = [made("mov", AX, CX), made("jne", LabelRef("x")), use_d, LabelDef("x"), use_b, made("ret")]
    items: list[Item] = [begin(), MOVE, NEXT, made("mov", DX, CX), END, *behind]
    [one] = stitches(items)
    assert one.live is not None and {Phys("gp", n) for n in (1, 2, 3)} <= one.live and AX.reg not in one.live
    assert one.free == {AX.reg}  # made in the stitch, and read by none before
    reads_first = Stitch(one.seam, 0, 5, [Part("one", [MOVE]), Part("two", [ADD])], one.live)
    assert reads_first.free == frozenset()  # the second stream expects rax
    assert Stitch(one.seam, 0, 5, one.parts).free == frozenset()  # nothing is known of later code


def test_what_a_stream_expects() -> None:
    """A register that one piece reads before it sets it; pieces may go anywhere."""
    assert expected(Part("one", [MOVE, ADD])) == {AX.reg, CX.reg, DX.reg}
    together = Part("one", [made("mov", AX, CX, group=1), made("mov", DX, AX, group=1)])
    assert expected(together) == {CX.reg}
    out = Part("one", [CMP, BRANCH[0], BRANCH[1]], {id(BRANCH[0]): [made("mov", BX, CX), made("add", BX, BX)]})
    assert expected(out) == {AX.reg, CX.reg}
    assert expected(Part("one", [], {1: [made("add", BX, Imm(1))]})) == {BX.reg}


def test_what_a_stream_touches() -> None:
    part = Part("one", [MOVE, BRANCH[0], BRANCH[1], ADD], {id(BRANCH[0]): RARE_CODE})
    reads, writes = registers(part)
    assert reads == {CX.reg: MOVE, BX.reg: RARE[1], DX.reg: ADD, AX.reg: ADD}
    assert writes == {AX.reg: MOVE, BX.reg: RARE[0], DX.reg: ADD}
    assert clobbers(part) == ADD.form.flags_clobbered and clobbers(Part("one", [MOVE])) == frozenset()


# -- pieces and turns --------------------------------------------------------------------------------------------------


def pieces(*items: Item) -> list[list[str]]:
    return [shown(unit) for unit in units(Part("one", list(items)))]


def test_pieces() -> None:
    """A setter of flags goes with its readers and with what stands between; a branch with its label; a chain together.
    The author's own instructions make no chain."""
    assert pieces(MOVE, CMP, CMOV, ADD) == [["mov"], ["cmp", "cmove"], ["add"]]
    assert pieces(CMP, MOVE, CMOV, CMOV, MOVE) == [["cmp", "mov", "cmove", "cmove"], ["mov"]]
    assert pieces(ADD, ADD, CMP, *BRANCH, MOVE) == [["add"], ["add"], ["cmp", "jne", "LabelDef"], ["mov"]]
    assert pieces(Note("n"), MOVE) == [["Note"], ["mov"]] and pieces() == []
    one, other, mine = (made("mov", AX, CX, group=group) for group in (1, 2, ASM))
    assert pieces(one, one, other, MOVE) == [["mov", "mov"], ["mov"], ["mov"]]
    assert pieces(mine, mine) == [["mov"], ["mov"]]


def test_flags_of_nobody() -> None:
    for items in ([CMOV], [MOVE, made("cmove", DX, CX, line=9)], [made("cmove", DX, CX), CMP]):
        with pytest.raises(KernelError, match="cmove reads flags that one has not set; expected a compare"):
            units(Part("one", list(items)))
    with pytest.raises(KernelError, match="^f.py:9: stitch"):
        units(Part("one", [MOVE, made("cmove", DX, CX, line=9), made("cmove", DX, CX, line=10)]))


def turns(counts: tuple[int, ...], grain: int = 1, weights: tuple[float, ...] | None = None) -> str:
    """The order of streams with so many instructions, as digits."""
    parts = [Part(str(n), [made("nop", line=n) for _ in range(count)]) for n, count in enumerate(counts)]
    seam = Seam("begin", HERE, tuple(str(n) for n in range(len(counts))), grain, weights or (1,) * len(counts))
    return "".join(str(item.src.line) for item in merge(Stitch(seam, 0, 0, parts)) if isinstance(item, Instr))


def test_turns() -> None:
    """The stream that has the smallest part of its share behind it goes next, and of equal ones the first."""
    assert turns((3, 3)) == "010101" and turns((3, 3), 2) == "001101" and turns((4, 2)) == "010010"
    assert turns((2, 4)) == "011011" and turns((3, 0)) == "000" and turns((0, 2, 1)) == "121"
    assert turns((4, 4), weights=(2, 1)) == "01001011" and turns((2, 2, 2), 3) == "001122"


def test_a_piece_is_not_divided() -> None:
    """A grain ends behind a piece. A note counts nothing."""
    one = Part("one", [CMP, MOVE, CMOV, Note("n"), MOVE])
    two = Part("two", [ADD, ADD, ADD, ADD])
    assert shown(merge(Stitch(begin(grain=2), 0, 0, [one, two]))) == [
        "cmp", "mov", "cmove", "add", "add", "add", "add", "Note", "mov",
    ]  # fmt: skip
