# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The facts that passes and judges share: sp and the frame, what an instruction reads and writes, labels."""

from __future__ import annotations

import pytest

from generator.model import AnyReg, Imm, Instr, Item, KernelError, LabelDef, LabelRef, Mem, Operand, Phys, R, Slot
from generator.passes.flow import accesses, blocks, values_read
from generator.passes.stack import area_at, descent, first_byte, framed, touched
from tests.passes.small import gp, made

pytestmark = pytest.mark.kernels()

RAX, RCX, RDX, RSP, X31 = (Phys("gp", n) for n in (0, 1, 2, 4, 31))
SP, A_SP = gp(4), R(X31, 64)


@pytest.mark.parametrize(
    ("arch", "expected", "mnem", "ops"),
    [
        *(("x86_64", *row) for row in (
            (8, "push", (gp(0),)), (8, "call", (LabelRef("f"),)), (-8, "pop", (gp(0),)), (24, "sub", (SP, Imm(24))),
            (-24, "add", (SP, Imm(24))), (0, "sub", (gp(0), Imm(24))), (0, "and", (SP, Imm(-64))),
            (0, "sub", (SP, gp(0))), (0, "mov", (gp(0), Mem(RSP, 8, width=64))), (0, "mov", (gp(0), SP)),
        )),
        *(("aarch64", *row) for row in (
            (16, "str", (gp(0), Mem(X31, -16, width=64, mode="pre"))), (0, "str", (gp(0), Mem(X31, 16, width=64))),
            (-16, "ldr", (gp(0), Mem(X31, 16, width=64, mode="post"))), (32, "sub", (A_SP, A_SP, Imm(32))),
            (0, "sub", (gp(0), A_SP, Imm(32))), (0, "str", (gp(0), Mem(RCX, -16, width=64, mode="pre"))),
        )),
    ],
)  # fmt: skip
def test_movements_of_sp(arch: str, expected: int, mnem: str, ops: tuple[Operand, ...]) -> None:
    assert descent(made(mnem, *ops, arch=arch), RSP if arch == "x86_64" else X31, 8) == expected


def test_places_in_the_frame() -> None:
    mem = Mem(RSP, 8, width=64)
    assert framed(made("mov", gp(0), mem), RSP) is mem
    assert framed(made("lea", gp(0), mem), RSP) is None  # computes an address only
    assert framed(made("mov", gp(0), Mem(RCX, 8, width=64)), RSP) is None
    assert framed(made("mov", gp(0), gp(4)), RSP) is None
    assert [first_byte(Mem(RSP, -16, mode=mode)) for mode in ("offset", "pre", "post")] == [-16, -16, 0]
    assert touched(made("mov", gp(0, 32), Mem(RSP, 8, width=32)), Mem(RSP, 8, width=32)) == 4
    pair = Mem(X31, 16, width=64)
    assert touched(made("ldp", gp(0), gp(1), pair, arch="aarch64"), pair) == 16
    slots = [Slot("value", 8, 8, 0), Slot("a", 16, 8, 8, area=True), Slot("b", 8, 8, 24, area=True)]
    named = [(found.name if (found := area_at(slots, at, size)) else "") for at, size in
             ((0, 8), (8, 16), (8, 17), (12, 4), (7, 4), (20, 8), (24, 8), (31, 1), (32, 1), (24, 9))]  # fmt: skip
    assert named == ["", "a", "", "a", "", "", "b", "b", "", ""]


ZERO = made("xor", gp(0, 32), gp(0, 32), idiom=True)
STORE = made("mov", Mem(RAX, index=RCX, width=64), gp(2))


@pytest.mark.parametrize(
    ("item", "reads", "writes"),
    [
        (made("mov", gp(0, 32), gp(1, 32)), [RCX], [RAX]),
        (made("mov", gp(0, 16), gp(1, 16)), [RAX, RCX], [RAX]),  # keeps the other bits
        (made("add", gp(0), gp(1)), [RAX, RCX], [RAX]),
        (made("cmp", gp(0), gp(1)), [RAX, RCX], []),
        (STORE, [RDX, RAX, RCX], []),
        (made("ldr", gp(0), Mem(RCX, 8, width=64, mode="post"), arch="aarch64"), [RCX], [RAX, RCX]),
        (ZERO, [], [RAX]),
    ],
)
def test_accesses(item: Instr, reads: list[AnyReg], writes: list[AnyReg]) -> None:
    assert accesses(item) == (reads, writes)
    assert values_read(item) == ({RDX} if item is STORE else set(reads) - ({RCX} if item.mnem == "ldr" else set()))


NO_LABEL = "hand.py:1: {}: no such label; there are: {}; k.place(…) puts a label of k.label at its place"


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([LabelDef("L"), LabelDef("l")], "label l is defined twice (labels differ by more than case)"),
        ([LabelDef("ONE"), LabelDef("Two"), made("jne", LabelRef("three"))], NO_LABEL.format("jne three", "one, two")),
        ([made("jmp", LabelRef("here"))], NO_LABEL.format("jmp here", "none")),
        ([made("jmp", gp(0))], "hand.py:1: jmp goes where a register says; expected a label of this function"),
    ],
    ids=["twice", "missing", "none", "register"],
)
def test_no_blocks(items: list[Item], message: str) -> None:
    with pytest.raises(KernelError) as caught:
        blocks(items)
    assert str(caught.value) == message
