# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Eviction of code by hand: values that must leave where they are told to, and the moves that this takes.

``%b`` is a value's stay in a register. A second stay of a value has the same name.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.isa import forms
from generator.isa.machine import machine
from generator.model import Imm, Instr, Item, LabelDef, LabelRef, Mem, Operand, Phys, R, Slot, Src, VReg
from generator.passes.dump import item_text
from generator.passes.evict import Evict
from generator.passes.evict_code import Code, NoRoom
from generator.passes.flow import blocks, liveness

pytestmark = pytest.mark.kernels()

SRC = Src("f.py", 1)
A, B, C, D, E = (VReg(n, name, "gp", SRC, cold=True) for n, name in enumerate("abcde", 1))
HOT = VReg(6, "hot", "gp", SRC)
OUT = Mem(Phys("gp", 7), width=64)


def made(mnem: str, *ops: Operand, copy: bool = False) -> Instr:
    return Instr(mnem, ops, forms.find("x86_64", mnem, ops), SRC, copy=copy)


def r(reg: VReg) -> R:
    return R(reg, 64)


def load(reg: VReg) -> Instr:
    return made("mov", r(reg), OUT)


def put(reg: VReg) -> Instr:
    return made("mov", OUT, r(reg))


def add(to: VReg, of: VReg) -> Instr:
    return made("add", r(to), r(of))


def evicted(
    items: list[Item], limit: int, told: Callable[[Evict], None] = lambda evict: None,
    incoming: dict[VReg, Slot] | None = None,
) -> list[str]:  # fmt: skip
    graph = blocks(items)
    code = Code(items, graph, liveness(items, graph), machine("x86_64"), incoming or {})
    evict = Evict(code, {"gp": [limit] * len(items)})
    told(evict)
    split = evict.run()
    assert len(split.items) == len(split.origin) == len(split.place)
    return [" ".join(item_text(item, "x86_64")[5:].split()).replace("rdi", "out") for item in split.items]


THREE = [load(A), load(B), load(C), add(A, B), add(B, C), put(A), put(B), put(C)]


def test_nothing_leaves_where_registers_suffice() -> None:
    same = [" ".join(item_text(item, "x86_64")[5:].split()).replace("rdi", "out") for item in THREE]
    assert evicted([*THREE], 3) == same


def test_the_furthest_leaves() -> None:
    """Of those that need a store, the one that is read last. It is stored where it leaves, and read in its slot."""
    items: list[Item] = [load(A), load(B), load(C), add(B, C), add(C, B), put(B), put(C), add(B, A), put(B)]
    assert evicted(items, 2) == [
        "mov %a:64, m64[out]", "mov %b:64, m64[out]", "mov m64[slot a], %a:64", "mov %c:64, m64[out]",
        "add %b:64, %c:64", "add %c:64, %b:64", "mov m64[out], %b:64", "mov m64[out], %c:64", "add %b:64, m64[slot a]",
        "mov m64[out], %b:64",
    ]  # fmt: skip


def test_values_that_must_leave() -> None:
    """At an item that bans it, a value goes to its slot, unless the item reads it."""

    def ban(evict: Evict) -> None:
        evict.banned[4] = [A]

    expected = ["add %a:64, %b:64", "mov m64[slot a], %a:64", "add %b:64, %c:64"]
    assert evicted([*THREE], 3, ban)[3:6] == expected

    def ban_readers(evict: Evict) -> None:
        evict.banned[3] = [A, C]

    shown = evicted([*THREE], 3, ban_readers)
    assert "mov m64[slot a], %a:64" not in shown and shown[3] == "mov m64[slot c], %c:64"


def test_exiles() -> None:
    """An exile has a register for no longer than an instruction: it is stored when made, read and changed in place."""

    def exile(evict: Evict) -> None:
        evict.exiles = {B}

    shown = evicted([*THREE], 4, exile)
    assert [line for line in shown if "slot b" in line] == [
        "mov m64[slot b], %b:64", "add %a:64, m64[slot b]", "add m64[slot b], %c:64", "mov %b:64, m64[slot b]",
    ]  # fmt: skip
    assert shown.index("mov m64[slot b], %b:64") == 2


def test_copies_of_what_is_in_a_register() -> None:
    """A value whose copy is still equal is read there, until one of them changes."""
    copy = made("mov", r(B), r(A), copy=True)

    def exile(evict: Evict) -> None:
        evict.exiles = {B}

    shown = evicted([load(A), copy, load(C), add(C, B), put(A), put(C)], 4, exile)
    assert shown[-3] == "add %c:64, %a:64"
    shown = evicted([load(A), copy, add(A, A), load(C), add(C, B), put(A), put(C)], 4, exile)
    assert shown[-3] == "add %c:64, m64[slot b]"


def test_arguments_in_memory() -> None:
    """A value that the caller left in memory is not stored."""
    place = Slot("arg", 8, 8, incoming=8)
    take = made("mov", r(A), Mem(None, width=64, slot=place))
    items: list[Item] = [take, load(B), load(C), add(B, C), add(C, B), put(B), put(C), put(A)]
    shown = evicted(items, 2, incoming={A: place})
    assert not any(line.startswith("mov m64[slot arg]") for line in shown)
    assert sum("m64[slot arg]" in line for line in shown) <= 2


def test_constants() -> None:
    items: list[Item] = [
        made("mov", r(A), Imm(7)),
        load(B),
        load(C),
        add(B, C),
        add(C, B),
        put(B),
        put(C),
        add(B, A),
        put(B),
    ]
    shown = evicted(items, 2)
    assert "slot" not in " ".join(shown) and shown.count("mov %a:64, 7") == 2


def test_loops() -> None:
    """A value that the loop does not change is stored before it, and one that it changes ends where it began."""
    inside: list[Item] = [add(B, C), add(C, B), add(B, A), made("jne", LabelRef("L"))]
    loop: list[Item] = [load(A), load(B), load(C), LabelDef("L"), *inside, put(B), put(C)]
    shown = evicted(loop, 2)
    label = shown.index("L:")
    assert [n for n, line in enumerate(shown) if line.startswith("mov m64[slot a]")][0] < label
    assert "add %b:64, m64[slot a]" in shown[label:] and shown.count("mov m64[slot a], %a:64") == 1
    behind: list[Item] = [
        load(A),
        load(B),
        load(C),
        LabelDef("L"),
        add(B, C),
        add(C, B),
        made("jne", LabelRef("L")),
        put(A),
    ]
    shown = evicted(behind, 2)
    assert shown[-2:] == ["mov %a:64, m64[slot a]", "mov m64[out], %a:64"] and shown.index("L:") > shown.index(
        "mov m64[slot a], %a:64"
    )


def test_a_loop_of_one_block() -> None:
    """A value that leaves in each round is stored before the first: the loop does not change it."""
    inside: list[Item] = [load(D), add(B, D), add(C, B), add(B, A), made("jne", LabelRef("L"))]
    assert evicted([load(A), load(B), load(C), LabelDef("L"), *inside, put(B), put(C)], 3) == [
        "mov %a:64, m64[out]", "mov %b:64, m64[out]", "mov %c:64, m64[out]", "mov m64[slot a], %a:64", "L:",
        "mov %d:64, m64[out]", "add %b:64, %d:64", "add %c:64, %b:64", "mov %a:64, m64[slot a]", "add %b:64, %a:64",
        "jne L", "mov m64[out], %b:64", "mov m64[out], %c:64",
    ]  # fmt: skip


def test_no_room() -> None:
    """Values that are not cold stay. The refusal tells where they need too many registers."""
    hot = [VReg(10 + n, f"h{n}", "gp", SRC) for n in range(3)]
    items: list[Item] = [*map(load, hot), add(hot[0], hot[1]), add(hot[1], hot[2]), *map(put, hot)]
    with pytest.raises(NoRoom) as caught:
        evicted(items, 2)
    assert (caught.value.place, caught.value.cls) == (2, "gp")
