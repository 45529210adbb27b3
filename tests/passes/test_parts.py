# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The small parts that many passes share: owners of memory, facts about the frame, blocks and liveness, dumps."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from generator.isa import forms
from generator.model import (
    AnyReg,
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
    Slot,
    Src,
)
from generator.passes.flow import accesses, blocks, forward, liveness, values_read
from generator.passes.stack import area_at, descent, first_byte, framed, touched
from tests.passes.small import gp

pytestmark = pytest.mark.kernels()

RAX, RCX, RDX, RSP = (Phys("gp", n) for n in (0, 1, 2, 4))
SRC = Src("f.py", 7)


def made(arch: str, mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC)


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
