# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The small parts that many passes share: owners of memory, facts about the frame, blocks and liveness, dumps."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from generator.isa import forms
from generator.model import (
    ASM,
    AnyReg,
    Cond,
    FrameOp,
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
    Seam,
    Shift,
    Slot,
    Src,
    VReg,
)
from generator.passes.allocation import Allocation
from generator.passes.dump import dump, item_text, operand_text
from generator.passes.flow import accesses, blocks, forward, liveness, values_read, vanishes
from generator.passes.memory import Access, apart, may_collide
from generator.passes.owners import (
    AREA,
    FRAME,
    LOST,
    NOBODY,
    TABLE,
    UNKNOWN,
    VALUE,
    State,
    area_name,
    argument,
    covers,
    meet,
    own,
    unknown,
    words,
)
from generator.passes.stack import area_at, descent, first_byte, framed, touched
from tests.passes.small import gp, vec

pytestmark = pytest.mark.kernels()

RAX, RCX, RDX, RSP = (Phys("gp", n) for n in (0, 1, 2, 4))
SRC = Src("f.py", 7)


def made(arch: str, mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC)


# -- owners ------------------------------------------------------------------------------------------------------------


def test_owners() -> None:
    assert argument("p", 0) == {"p"} and argument("p", 4) == {"@each p"}
    assert unknown(NOBODY) and unknown(LOST) and unknown(frozenset(("p", UNKNOWN))) and not unknown(frozenset("p"))
    assert own(frozenset((FRAME, TABLE, f"{AREA}0 a")))
    assert (
        not own(frozenset((FRAME, "p"))) and not own(NOBODY) and not own(LOST) and not own(frozenset((FRAME, UNKNOWN)))
    )
    assert area_name(f"{AREA}16 the words") == "the words"


def test_words_of_the_frame() -> None:
    """Words have 4 bytes. A part of a word is touched and not covered."""
    assert [list(words(*part)) for part in ((0, 4), (4, 8), (3, 1), (3, 2), (8, 0))] == [[0], [1, 2], [0], [0, 1], []]
    assert covers(4, 4, 1) and covers(0, 16, 3) and covers(3, 9, 1)
    assert not covers(5, 8, 1) and not covers(4, 3, 1) and not covers(8, 4, 1) and not covers(0, 4, 1)


def test_states() -> None:
    state = State()
    state.put(RAX, frozenset("p"))
    assert state.of(RAX) == {"p"} and state.of(RCX) == NOBODY == state.of(None)
    other = state.copy()
    other.put(RAX, NOBODY)
    other.put(RCX, NOBODY)
    assert other.regs == {} and state.of(RAX) == {"p"}
    state.store(4, 8, frozenset("p"), whole=True)
    assert state.load(0, 4) == NOBODY and state.load(6, 1) == {"p"} == state.load(0, 64) and set(state.stack) == {1, 2}
    state.store(4, 4, frozenset("q"), whole=False)  # the bytes of p may be there still
    assert state.load(4, 4) == {"p", "q"} and state.load(8, 4) == {"p"}
    state.store(4, 6, frozenset("r"), whole=True)  # half of the second word keeps what was there
    assert state.load(4, 4) == {"r"} and state.load(8, 4) == {"p", "r"}
    state.store(8, 4, NOBODY, whole=True)
    assert set(state.stack) == {1}


def test_joins() -> None:
    """A register that holds a pointer on one way only is a pointer or a number. A word of the frame is not asked so."""
    one = State({RAX: frozenset("p"), RCX: frozenset("q")}, {1: frozenset("p")}, frozenset("p"))
    other = State({RAX: frozenset("r"), RDX: frozenset("q")}, {2: frozenset("q")}, frozenset("q"))
    met = meet(one, other)
    assert met.regs == {RAX: {"p", "r"}, RCX: {"q", UNKNOWN}, RDX: {"q", UNKNOWN}}
    assert met.stack == {1: {"p"}, 2: {"q"}} and met.escaped == {"p", "q"}
    assert meet(one, one.copy()) == one


# -- memory ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contract:
    """``p`` and ``same`` are one buffer, ``near`` lies in the buffer of ``p``."""

    def class_of(self, name: str) -> str:
        return "p" if name == "same" else name

    def distance(self, p: str, q: str) -> int | None:
        return 64 if {p, q} == {"p", "near"} else None


ITEM = made("x86_64", "mov", gp(0), Mem(RCX, width=64))


def access(owners: str, first: int = 0, end: int = 8, *, write: bool = True, base: object = None) -> Access:
    return Access(ITEM, write, frozenset(owners.split(",")), base, first, end)


def test_places_apart() -> None:
    here = access("p", 0, 8, base=RAX)
    assert apart(here, access("p", 8, 16, base=RAX)) and apart(access("p", 8, 16, base=RAX), here)
    assert not apart(here, access("p", 7, 16, base=RAX)) and not apart(access("p", 7, 16, base=RAX), here)
    assert not apart(here, access("p", 8, 16, base=RCX)) and not apart(access("p"), access("p", 8, 16))


def test_collisions() -> None:
    def collide(one: str, other: str, *, write: bool = True) -> bool:
        first, second = access(one, write=write), access(other, write=False)
        found = {may_collide(a, b, Contract()) for a, b in ((first, second), (second, first))}  # type: ignore[arg-type]
        return found == {True}

    assert collide("p", "p") and not collide("p", "p", write=False)
    assert collide("p", "same") and collide("near", "p") and not collide("p", "q") and not collide("same", "q")
    assert collide("q,p", "same") and not collide("q", f"{AREA}0 a") and collide(f"{AREA}0 a", f"{AREA}0 a")
    assert not collide(f"{AREA}0 a", f"{AREA}8 a") and collide(UNKNOWN, "p") and collide(UNKNOWN, f"{AREA}0 a")
    assert collide(f"q,{UNKNOWN}", "p") and not collide(UNKNOWN, f"{VALUE}0 x")  # no pointer reaches a value's slot
    one, other = access("p", 0, 4, base=RAX), access("p", 4, 8, base=RAX)
    assert not may_collide(one, other, Contract())  # type: ignore[arg-type]


# -- the frame ---------------------------------------------------------------------------------------------------------


def test_movements_of_sp() -> None:
    sp, x31 = gp(4), Phys("gp", 31)
    x86: list[tuple[int, str, tuple[Operand, ...]]] = [
        (8, "push", (gp(0),)), (8, "call", (LabelRef("f"),)), (-8, "pop", (gp(0),)), (24, "sub", (sp, Imm(24))),
        (-24, "add", (sp, Imm(24))), (0, "sub", (gp(0), Imm(24))), (0, "and", (sp, Imm(-64))), (0, "sub", (sp, gp(0))),
        (0, "mov", (gp(0), Mem(RSP, 8, width=64))), (0, "mov", (gp(0), sp)),
    ]  # fmt: skip
    for expected, mnem, ops in x86:
        assert descent(made("x86_64", mnem, *ops), RSP, 8) == expected, (mnem, ops)
    a64: list[tuple[int, str, tuple[Operand, ...]]] = [
        (16, "str", (gp(0), Mem(x31, -16, width=64, mode="pre"))), (0, "str", (gp(0), Mem(x31, 16, width=64))),
        (-16, "ldr", (gp(0), Mem(x31, 16, width=64, mode="post"))), (32, "sub", (R(x31, 64), R(x31, 64), Imm(32))),
        (0, "sub", (gp(0), R(x31, 64), Imm(32))), (0, "str", (gp(0), Mem(RCX, -16, width=64, mode="pre"))),
    ]  # fmt: skip
    for expected, mnem, ops in a64:
        assert descent(made("aarch64", mnem, *ops), x31, 8) == expected, (mnem, ops)


def test_places_in_the_frame() -> None:
    mem = Mem(RSP, 8, width=64)
    assert framed(made("x86_64", "mov", gp(0), mem), RSP) is mem
    assert framed(made("x86_64", "lea", gp(0), mem), RSP) is None  # computes an address only
    assert framed(made("x86_64", "mov", gp(0), Mem(RCX, 8, width=64)), RSP) is None
    assert framed(made("x86_64", "mov", gp(0), gp(4)), RSP) is None
    assert [first_byte(Mem(RSP, -16, mode=mode)) for mode in ("offset", "pre", "post")] == [-16, -16, 0]
    assert touched(made("x86_64", "mov", gp(0, 32), Mem(RSP, 8, width=32)), Mem(RSP, 8, width=32)) == 4
    pair = Mem(Phys("gp", 31), 16, width=64)
    assert touched(made("aarch64", "ldp", gp(0), gp(1), pair), pair) == 16
    slots = [Slot("value", 8, 8, 0), Slot("a", 16, 8, 8, area=True), Slot("b", 8, 8, 24, area=True)]
    named = [(found.name if (found := area_at(slots, at, size)) else "") for at, size in
             ((0, 8), (8, 16), (8, 17), (12, 4), (7, 4), (20, 8), (24, 8), (31, 1), (32, 1), (24, 9))]  # fmt: skip
    assert named == ["", "a", "", "a", "", "", "b", "b", "", ""]


# -- flow --------------------------------------------------------------------------------------------------------------


def test_accesses() -> None:
    """A narrow write keeps the other bits, and so reads them. An idiom reads nothing."""
    rows: list[tuple[Instr, list[AnyReg], list[AnyReg]]] = [
        (made("x86_64", "mov", gp(0, 32), gp(1, 32)), [RCX], [RAX]),
        (made("x86_64", "mov", gp(0, 16), gp(1, 16)), [RAX, RCX], [RAX]),
        (made("x86_64", "add", gp(0), gp(1)), [RAX, RCX], [RAX]),
        (made("x86_64", "cmp", gp(0), gp(1)), [RAX, RCX], []),
        (made("x86_64", "mov", Mem(RAX, index=RCX, width=64), gp(2)), [RDX, RAX, RCX], []),
        (made("aarch64", "ldr", gp(0), Mem(RCX, 8, width=64, mode="post")), [RCX], [RAX, RCX]),
    ]
    for item, reads, writes in rows:
        assert accesses(item) == (reads, writes), item
    zero = made("x86_64", "xor", gp(0, 32), gp(0, 32))
    zero.idiom = True
    assert accesses(zero) == ([], [RAX]) and values_read(zero) == set()
    assert values_read(rows[4][0]) == {RDX} and values_read(rows[2][0]) == {RAX, RCX}


def test_what_vanishes() -> None:
    copy, other = made("x86_64", "mov", gp(0), gp(0)), made("x86_64", "mov", gp(0), gp(1))
    assert not vanishes(copy)  # the author's own
    copy.copy = other.copy = True
    assert vanishes(copy) and not vanishes(other) and not vanishes(LabelDef("L")) and not vanishes(Note("n"))


def code(*rows: str) -> list[Item]:
    """``rax=rcx``: a copy; ``L:``: a label; ``jne L``; others are instructions without operands."""
    out: list[Item] = []
    for row in rows:
        if row.endswith(":"):
            out.append(LabelDef(row[:-1]))
        elif "=" in row:
            out.append(made("x86_64", "mov", *(gp(("rax", "rcx", "rdx").index(name)) for name in row.split("="))))
        else:
            mnem, *goal = row.split()
            out.append(made("x86_64", mnem, *map(LabelRef, goal)))
    return out


LOOPS = code("rax=rcx", "OUT:", "rdx=rax", "IN:", "rax=rdx", "jne in", "jne OUT", "jne END", "jmp OUT", "END:", "ret")


def test_blocks() -> None:
    """Labels begin blocks and branches end them. Names differ by more than case. A branch back makes loops."""
    graph = blocks(LOOPS)
    assert [(b.start, b.end) for b in graph] == [(0, 1), (1, 3), (3, 6), (6, 7), (7, 8), (8, 9), (9, 11)]
    assert [b.succ for b in graph] == [[1], [2], [2, 3], [1, 4], [6, 5], [1], []]
    assert [b.pred for b in graph] == [[], [0, 3, 5], [1, 2], [2], [3], [4], [4]]
    assert [b.depth for b in graph] == [0, 2, 3, 2, 1, 1, 0]
    assert [(b.start, b.end) for b in blocks([])] == [(0, 0)]
    last = blocks([*code("L:", "rax=rcx", "jne L"), Note("behind")])
    assert [(b.start, b.end, b.succ) for b in last] == [(0, 3, [0, 1]), (3, 4, [])]


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (code("L:", "l:"), "label l is defined twice (labels differ by more than case)"),
        (
            code("ONE:", "Two:", "jne three"),
            "f.py:7: jne three: no such label; there are: one, two; k.place(…) puts a label of k.label at its place",
        ),
        (
            code("jmp here"),
            "f.py:7: jmp here: no such label; there are: none; k.place(…) puts a label of k.label at its place",
        ),
        ([made("x86_64", "jmp", gp(0))], "f.py:7: jmp goes where a register says; expected a label of this function"),
    ],
    ids=["twice", "missing", "none", "register"],
)
def test_no_blocks(items: list[Item], message: str) -> None:
    with pytest.raises(KernelError) as caught:
        blocks(items)
    assert str(caught.value) == message


def test_liveness() -> None:
    live = liveness(LOOPS, blocks(LOOPS))
    assert [regs - {RSP} for regs in live.live_in] == [{RCX}, {RAX}, {RDX}, {RAX}, {RAX}, {RAX}, set()]
    assert [regs - {RSP} for regs in live.live_out] == [{RAX}, {RDX}, {RDX, RAX}, {RAX}, {RAX}, {RAX}, set()]
    assert all(RSP in regs for regs in (*live.live_in, *live.live_out[:-1]))  # the return reads it


@dataclass
class Seen:
    """The blocks on some way here."""

    blocks: frozenset[int]

    def copy(self) -> Seen:
        return Seen(self.blocks)


def test_forward() -> None:
    """Every block sees all ways, and the state of a block that ends a loop comes round."""
    graph = blocks(LOOPS)
    before: dict[int, frozenset[int]] = {}

    def step(n: int, state: Seen) -> None:
        before[n] = state.blocks
        state.blocks |= {n}

    forward(graph, Seen(frozenset()), step, lambda a, b: Seen(a.blocks | b.blocks))
    ring = frozenset(range(6))
    assert before == {0: frozenset(), 6: ring} | {n: ring for n in range(1, 6)}


# -- dumps -------------------------------------------------------------------------------------------------------------


def test_operands_as_text() -> None:
    value, slot = VReg(3, "sum", "gp", SRC), Slot("home", 8, 8)
    rows: list[tuple[Operand, str]] = [
        (gp(0), "rax"), (gp(0, 32), "eax"), (vec(1), "xmm1"), (R(value, 32), "%sum:32"),
        (R(value, 128, "4s"), "%sum:4s"),
        (Imm(9), "9"), (Imm(-9), "-9"), (Imm(10), "0xa"), (Imm(-10), "-0xa"), (LabelRef("L"), "L"), (Cond("eq"), "eq"),
        (Shift("lsl", 3), "lsl 3"), (Mem(RAX, width=32), "m32[rax]"), (Mem(RAX, 8, width=64), "m64[rax + 8]"),
        (Mem(RAX, -4, RCX, 4, 32), "m32[rax + rcx*4 + -4]"), (Mem(RAX, 0, RCX, 1, 8), "m8[rax + rcx]"),
        (Mem(None, 4, width=32, slot=slot), "m32[slot home + 4]"), (Mem(None, width=32, slot=slot), "m32[slot home]"),
        (Mem(None, width=32, symbol="table"), "m32[table]"), (Mem(None, width=32), "m32[0]"),
        (Mem(value, width=32), "m32[%sum]"), (Mem(RAX, 16, width=64, mode="post"), "m64[rax + 16] post"),
    ]  # fmt: skip
    assert [operand_text(op, "x86_64") for op, _ in rows] == [text for _, text in rows]


def test_items_as_text() -> None:
    copy = made("x86_64", "mov", gp(0), gp(1))
    copy.copy, copy.group = True, 3
    own = made("x86_64", "add", gp(0), Imm(1))
    own.group = ASM
    items: list[Item] = [
        LabelDef("L"), Note("a note"), Seam("begin", SRC, ("one", "two"), 1), Seam("end", SRC), copy,
        made("x86_64", "ret"),
        FrameOp("save", RAX, RCX, 16, 8), FrameOp("alloc", amount=24), FrameOp("begin_epilogue"),
    ]  # fmt: skip
    expected = [
        "       L:", "       ; a note", "       ~ begin one + two", "       ~ end",
        "    7  mov        rax, rcx  ; copy flags#3", "    7  ret        ", "       . save rax rcx 16 8",
        "       . alloc  24", "       . begin_epilogue",
    ]  # fmt: skip
    assert [item_text(item, "x86_64") for item in items] == expected
    assert dump(items, "x86_64") == "\n".join(expected)
    assert item_text(own, "x86_64") == "    7  add        rax, 1"


def test_an_allocation_as_text() -> None:
    """Registers by the numbers of the values, without those of the generator, and slots."""
    one, two, hidden, kept = (VReg(n, name, "gp", SRC) for n, name in ((2, "one"), (1, "two"), (0, "own"), (4, "kept")))
    body: list[Item] = [made("x86_64", "ret")]
    made_ = Allocation(body, [None], {one: RAX, two: RCX, hidden: RDX}, {kept: Slot("home", 8, 8)})
    assert dump(made_, "x86_64").splitlines() == [
        "       ; two -> rcx", "       ; one -> rax", "       ; kept -> slot home", "    7  ret        ",
    ]  # fmt: skip
