# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code that keeps a value in the frame: slots, moves, instructions on slots, constants, names."""

from __future__ import annotations

import pytest

from generator.isa import forms
from generator.isa.machine import machine
from generator.model import Imm, Instr, Item, LabelDef, LabelRef, Mem, Operand, Phys, R, Slot, Src, VReg
from generator.passes.coalesce import coalesced
from generator.passes.dump import item_text
from generator.passes.flow import blocks
from generator.passes.next_use import BEYOND, DEAD, NextUses
from generator.passes.spill import fetches, fold_slot, move, new_slot, remade, renamed, store_copy, widths

pytestmark = pytest.mark.kernels()

SRC, X86, A64 = Src("f.py", 1), machine("x86_64"), machine("aarch64")
A, B, C, D = (VReg(n, name, "gp", SRC) for n, name in enumerate("abcd", 1))
V, W = (VReg(n, name, "vec", SRC) for n, name in ((5, "v"), (6, "w")))
WIDE, OTHER = (VReg(n, name, "vec", SRC, bits=256) for n, name in ((7, "wide"), (8, "other")))


def made(mnem: str, *ops: Operand, arch: str = "x86_64", copy: bool = False) -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC, copy=copy)


def r(reg: VReg, width: int = 64) -> R:
    return R(reg, width)


def text(item: Instr | None, arch: str = "x86_64") -> str:
    return "" if item is None else " ".join(item_text(item, arch)[5:].split())


def test_widths() -> None:
    """The widest use, where an address has the width of the machine."""
    items: list[Item] = [
        LabelDef("L"), made("mov", r(A, 8), r(B, 8)), made("mov", r(A, 32), r(C, 32)), made("mov", r(B, 16), r(D, 16)),
        made("mov", r(D, 32), Mem(C, index=B, width=32)), made("mov", Mem(A, width=8), r(B, 8)),
    ]  # fmt: skip
    assert widths(items, 64) == {A: 64, B: 64, C: 64, D: 32}
    assert widths(items[:3], 64) == {A: 32, B: 8, C: 32}
    assert widths([made("mov", Mem(A, width=64), r(B))], 32) == {A: 32, B: 64}


def test_slots() -> None:
    """As wide as the value, a word at least, and aligned to 16 bytes at most."""
    masked = VReg(8, "m", "mask", SRC)
    sizes = [(new_slot(value, width, X86).size, new_slot(value, width, X86).align) for value, width in
             ((A, 0), (A, 8), (A, 32), (A, 64), (V, 0), (WIDE, 0), (masked, 0))]  # fmt: skip
    assert sizes == [(4, 4), (4, 4), (4, 4), (8, 8), (16, 16), (32, 16), (8, 8)]
    assert new_slot(masked, 0, machine("x86")).size == 4 and new_slot(A, 8, X86).name == "a"


def test_moves() -> None:
    """A move stands in the chain of its instruction, and at its line."""
    at = made("add", r(A), r(B))
    at.group = 5
    one = move(("mov", (r(A), r(C))), at, "x86_64")
    assert (text(one), one.src, one.group, one.comment, one.copy) == ("mov %a:64, %c:64 ; flags#5", SRC, 5, None, False)


def test_fetches() -> None:
    slot, mine = Slot("n", 8, 8, incoming=8), Slot("n", 8, 8, incoming=8)
    load = made("mov", r(A), Mem(None, width=64, slot=slot))
    assert fetches(load, A, slot) and not fetches(load, B, slot) and not fetches(load, A, mine)
    assert not fetches(made("mov", Mem(None, width=64, slot=slot), r(A)), A, slot)
    assert not fetches(made("mov", r(A), r(B)), A, slot) and not fetches(made("ret"), A, slot)
    assert fetches(made("imul", r(A), Mem(None, width=64, slot=slot), Imm(3)), A, slot)


def test_constants() -> None:
    """What an instruction makes of a constant alone, it can make again."""
    assert remade(made("mov", r(A, 32), Imm(5))) and remade(made("mov", r(A), Imm(1 << 40)))
    assert remade(made("movz", r(A), Imm(5), arch="aarch64"))
    idiom = made("xor", r(A, 32), r(A, 32))
    idiom.idiom = True
    odd = made("mov", r(A, 32), Imm(5))
    odd.idiom = True
    for item in (
        idiom, odd, made("mov", r(A, 16), Imm(5)), made("mov", r(A, 32), r(B, 32)), made("add", r(A), Imm(5)),
        made("mov", Mem(A, width=32), Imm(5)), made("cmp", r(A), Imm(5)), made("movk", r(A), Imm(5), arch="aarch64"),
        made("ret"), made("shl", r(A), Imm(1)),
    ):  # fmt: skip
        assert not remade(item), item


def test_names() -> None:
    names = {A: B, C: D}
    item = made("mov", r(A, 32), Mem(C, 4, A, 2, 32))
    assert text(renamed(item, names)) == "mov %b:32, m32[%d + %b*2 + 4]"
    assert text(renamed(made("mov", r(B), Mem(Phys("gp", 0), index=C, width=64)), names)) == "mov %b:64, m64[rax + %d]"
    assert text(renamed(made("mov", r(D), Mem(A, width=64)), names)) == "mov %d:64, m64[%b]"
    untouched = made("mov", r(B), Mem(D, width=64))
    assert renamed(untouched, names).ops[1] is untouched.ops[1]


# -- instructions on slots ---------------------------------------------------------------------------------------------


def on_slot(item: Instr, value: VReg = A, size: int = 8, arch: str = "x86_64") -> str:
    return text(fold_slot(item, value, Slot("home", size, size), machine(arch)), arch)


def test_instructions_on_a_slot() -> None:
    assert on_slot(made("add", r(A), r(B))) == "add m64[slot home], %b:64"
    assert on_slot(made("add", r(B), r(A))) == "add %b:64, m64[slot home]"
    assert on_slot(made("add", r(B, 32), r(A, 32))) == "add %b:32, m32[slot home]"  # a read of a part
    assert on_slot(made("add", r(A, 8), r(B, 8))) == "add m8[slot home], %b:8"  # the rest stays, as in a register
    assert on_slot(made("add", r(A, 32), r(B, 32)), size=4) == "add m32[slot home], %b:32"
    assert on_slot(made("mov", r(A), Imm(7))) == "mov m64[slot home], 7"


def test_no_instructions_on_a_slot() -> None:
    """A write of 32 bits clears the upper half of a register, and not that of a slot."""
    assert on_slot(made("add", r(A, 32), r(B, 32))) == ""
    assert on_slot(made("mov", r(A, 32), r(B, 32)), size=8) == ""
    assert on_slot(made("add", r(A), r(A))) == ""  # there twice
    assert on_slot(made("add", r(B), r(C))) == ""
    assert on_slot(made("mov", r(A), Mem(B, width=64))) == "" == on_slot(made("mov", Mem(B, width=64), r(A)))
    assert on_slot(made("lea", r(A), Mem(B, 8, width=0))) == "" == on_slot(made("bswap", r(A)))
    assert on_slot(made("imul", r(A), r(B))) == ""  # no form writes memory
    assert on_slot(made("add", r(A), r(A), r(B), arch="aarch64"), arch="aarch64") == ""
    mark = made("mov", r(A), r(B))
    mark.mnem = "@mark"
    assert on_slot(mark) == ""


def test_vectors_on_a_slot() -> None:
    """A load that need not be aligned has a name of its own; arithmetic on unaligned memory has none."""
    assert on_slot(made("movdqa", r(W, 128), r(V, 128), copy=True), V, 16) == "movdqa %w:128, m128[slot home]"
    assert on_slot(made("paddd", r(W, 128), r(V, 128)), V, 16) == ""
    assert on_slot(made("vpaddd", r(W, 128), r(W, 128), r(V, 128)), V, 16) == "vpaddd %w:128, %w:128, m128[slot home]"
    assert on_slot(made("vpaddd", r(W, 128), r(W, 128), r(WIDE, 128)), WIDE, 32) == ""  # half of the value
    wide = made("vmovdqa", r(OTHER, 256), r(WIDE, 256), copy=True)
    assert on_slot(wide, WIDE, 32) == "vmovdqu %other:256, m256[slot home]"


def test_copies_to_a_slot() -> None:
    def stored(item: Instr, value: VReg = A, size: int = 8, known: str = "x86_64") -> str:
        return text(store_copy(item, value, Slot("home", size, size), machine(known)), known)

    copy = made("mov", r(A), r(B), copy=True)
    assert stored(copy) == "mov m64[slot home], %b:64"
    assert stored(made("mov", r(A, 32), r(B, 32), copy=True), size=4) == "mov m32[slot home], %b:32"
    assert stored(made("mov", r(A, 32), r(B, 32), copy=True)) == ""  # half of the slot
    assert stored(copy, size=4) == "" == stored(copy, B) == stored(made("mov", r(A), r(B)))
    assert stored(made("mov", r(A), Imm(5), copy=True)) == ""
    arm = made("mov", r(A), r(B), arch="aarch64", copy=True)
    assert stored(arm, known="aarch64") == "str %b:64, m64[slot home]"
    assert stored(made("movdqa", r(V, 128), r(W, 128), copy=True), V, 16).endswith("m128[slot home], %w:128")
    found = store_copy(copy, A, Slot("home", 8, 8), X86)
    assert found is not None and not found.copy


# -- copies that share their source's register -------------------------------------------------------------------------


def joined(*items: Item) -> list[str]:
    given = list(items)
    left = coalesced(given, blocks(given))
    return ["the same"] if left is given else [text(item) for item in left if isinstance(item, Instr)]


COPY, READ = made("mov", r(A), r(B), copy=True), made("add", r(C), r(A))


def test_copies_that_equal_their_sources() -> None:
    assert joined(COPY, READ) == ["mov %b:64, %b:64 ; copy", "add %c:64, %b:64"]
    assert joined(COPY, READ, made("add", r(B), Imm(1))) == [
        "mov %b:64, %b:64 ; copy", "add %c:64, %b:64", "add %b:64, 1",
    ]  # fmt: skip
    assert joined(COPY, made("mov", r(D), r(A), copy=True), made("add", r(C), r(D)))[-1] == "add %c:64, %b:64"


def test_copies_that_do_not() -> None:
    same = ["the same"]
    assert joined(COPY, made("add", r(B), Imm(1)), READ) == same  # the source changes
    assert joined(COPY, made("add", r(A), Imm(1)), READ) == same  # the copy changes
    assert joined(made("mov", r(A), r(B)), READ) == same  # the author's own
    assert joined(READ) == same and joined() == same
    rax = R(Phys("gp", 0), 64)
    for ops in ((r(A), Mem(B, width=64)), (Mem(B, width=64), r(A)), (r(A), Imm(5)), (r(A), rax), (rax, r(A))):
        assert joined(made("mov", *ops, copy=True), READ) == same
    assert joined(made("mov", r(A, 32), r(A, 32), copy=True), READ) == same
    narrow, cold, pinned = (VReg(9, "x", "gp", SRC) for _ in range(3))
    narrow.bits, cold.cold, pinned.pin = 64, True, Phys("gp", 0)
    for other in (narrow, cold, pinned):
        for to, of in ((r(A), r(other)), (r(other), r(A))):
            assert joined(made("mov", to, of, copy=True), made("add", r(C), to)) == same
    assert joined(made("movd", r(V, 128), r(A, 32), copy=True), made("paddd", r(W, 128), r(V, 128))) == same
    assert joined(made("movzx", r(A, 32), r(B, 8), copy=True), READ) == same  # other widths


def test_copies_on_several_ways() -> None:
    """A copy on one way only, or a source that one way changes, and a loop that changes the source behind a read."""
    same, over = ["the same"], made("je", LabelRef("over"))
    assert joined(over, COPY, LabelDef("over"), READ) == same
    assert joined(COPY, over, made("add", r(B), Imm(1)), LabelDef("over"), READ) == same
    assert joined(COPY, LabelDef("over"), READ, made("add", r(B), Imm(1)), over) == same
    assert joined(COPY, over, made("add", r(D), Imm(1)), LabelDef("over"), READ)[-1] == "add %c:64, %b:64"


# -- the distance to the next read -------------------------------------------------------------------------------------


def uses(*rows: tuple[str, str] | str) -> NextUses:
    """Rows of the names that an instruction reads and writes; a word is a label, ``=word`` a branch to it."""
    by_name = {"a": A, "b": B, "c": C}
    items: list[Item] = []
    touched: list[tuple[list[VReg], list[VReg]]] = []
    for row in rows:
        if isinstance(row, str):
            items.append(made("jne", LabelRef(row[1:])) if row[0] == "=" else LabelDef(row))
            touched.append(([], []))
        else:
            items.append(made("nop"))
            touched.append(([by_name[n] for n in row[0]], [by_name[n] for n in row[1]]))
    return NextUses(blocks(items), touched)


def test_next_reads_in_straight_code() -> None:
    found = uses(("", "a"), ("", "b"), ("a", "c"), ("ab", ""), ("c", "a"))
    assert [found.after(0, place, A) for place in range(4)] == [2, 1, 1, DEAD]
    assert [found.after(0, place, B) for place in (0, 1, 2)] == [DEAD, 2, 1] and found.after(0, 3, B) > DEAD
    assert found.behind[:3] == [{A: 2}, {B: 2}, {A: 1, C: 2}]
    assert found.behind[3][A] == DEAD and found.behind[3][B] > DEAD and found.behind[4][C] > DEAD


def test_next_reads_beyond_a_loop() -> None:
    """A read behind a loop is further away than any read in it."""
    found = uses(("", "a"), ("", "b"), "L", ("a", ""), ("", ""), "=L", ("b", ""))
    assert found.after(0, 0, A) == 3 and found.after(1, 3, A) == 3 + 1  # round the loop
    assert found.after(0, 1, B) == 5 + BEYOND and found.after(1, 3, B) == 3 + BEYOND and found.after(2, 6, B) > DEAD
    assert found.entry == [{}, {A: 1, B: 4 + BEYOND}, {B: 0}]
    assert found.behind[3][A] == 4 and found.behind[0][A] == 3 and found.behind[1][B] == 5 + BEYOND


def test_an_overwrite_ends_a_value() -> None:
    """The nearer way counts. A value that is overwritten on one way only is read on the other."""
    found = uses(("", "a"), "=over", ("", "a"), ("a", ""), "over", ("", ""), ("a", "a"))
    assert found.after(0, 0, A) == 4 and found.after(1, 2, A) == 1 and found.after(1, 3, A) == 4 - 1
    assert found.entry == [{}, {}, {A: 2}] and found.after(2, 6, A) > DEAD
    both = uses(("", "b"), "=over", ("b", ""), "over", ("", ""), ("b", ""))
    assert both.after(0, 0, B) == 2 and both.after(1, 2, B) == 3
