# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rewriting straight code: symbolic execution finds every wrong fold, and accepts right ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.machines.x86 import fold as x86_fold
from generator.model import Instr, Item, KernelError, LabelDef, LabelRef, Mem, Phys, R, Slot
from generator.passes.judges.replay_rewrite import check_same
from generator.pipeline import build
from tests.passes.small import HEAD, Row, function, gp, vec, written

AVX = Variant("avx", ("avx",))
TWO = HEAD.replace("uint32_t *p, size_t n", "uint32_t *p, const uint32_t *q, size_t n").replace(
    "k: Builder, p: Val,", "k: Builder, p: Val, q: Val,"
).replace('Arg("p", rw=64), ', 'Arg("p", rw=64), Arg("q", r=64), ')  # fmt: skip
LATE = """
x = k.vload(k.v128, q)
o = k.copy(p)
v = k.vload(k.v128, p)
k.set(p, q)  # HERE
x ^= v
p += 16
k.vstore(o, x ^ k.vload(k.v128, p) ^ k.vload(k.v128, q))
"""


def test_a_load_stays_before_a_change_of_its_address(tmp_path: Path) -> None:
    """A load by ``p`` reads the memory that ``p`` points to at the load, and not later."""
    made = build(written(tmp_path, LATE, TWO), AVX, abi("win64"))
    code = [item for item in made.body if isinstance(item, Instr)]
    reader = next(n for n, item in enumerate(code) if item.mnem == "vpxor")
    assert not any(isinstance(op, Mem) for op in code[reader].ops)
    change = next(n for n, item in enumerate(code) if item.mnem == "mov" and item.ops[1] == gp(2))
    load = max(n for n in range(reader) if code[n].mnem == "vmovdqu")
    assert load < change < reader


@pytest.mark.parametrize("guard", ["_swaps", "uses"])
def test_a_wrong_fold_is_found(guard: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds the wrong fold when either of the fold's own conditions is off."""
    body = LATE
    if guard == "_swaps":
        monkeypatch.setattr(x86_fold, "_swaps", lambda load, copy: True)
    else:  # a value that is read again
        body = "x = k.vload(k.v128, q)\nv = k.vload(k.v128, p)\nx ^= v  # HERE\nk.vstore(p, x ^ v)"
        monkeypatch.setattr(x86_fold, "Counter", lambda regs: dict.fromkeys(regs, 2))
    with pytest.raises(KernelError, match="folding loads is wrong"):
        build(written(tmp_path, body, TWO), AVX, abi("sysv64"))


# -- by hand: before and after -----------------------------------------------------------------------------------------

BASE, OTHER = Phys("gp", 7), Phys("gp", 6)
M = Mem(BASE, 0, width=32)
V = Mem(BASE, 0, width=128)
B = Mem(BASE, 0, width=8)
LOAD: Row = ("mov", gp(0, 32), M)
VLOAD: Row = ("vmovdqu", vec(0), V)


def compared(before: Sequence[Row | str], after: Sequence[Row | str]) -> str | None:
    """The message of the check. Equal rows are one instruction, as far as both versions have them in one order."""
    old: list[Item] = list(function(before).body)
    made: list[Item] = list(function(after).body)
    new: list[Item] = []
    at = 0
    for row, item in zip(after, made):
        where = next((n for n in range(at, len(before)) if before[n] == row), None)
        if where is None:
            new.append(item)
        else:
            new.append(old[where])
            at = where + 1
    try:
        check_same(old, new, "this")
    except KernelError as error:
        return str(error)
    return None


RIGHT: dict[str, tuple[list[Row | str], list[Row | str]]] = {
    "a word": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 32), M)]),
    "a byte": ([("movzx", gp(0, 32), B), ("xor", gp(1, 32), gp(0, 32))], [("xor", gp(1, 8), B)]),
    "a vector": ([VLOAD, ("vpxor", vec(1), vec(2), vec(0))], [("vpxor", vec(1), vec(2), V)]),
    "past a copy": (
        [VLOAD, ("vmovdqa", vec(1), vec(2)), ("vpaddd", vec(1), vec(1), vec(0))],
        [("vmovdqa", vec(1), vec(2)), ("vpaddd", vec(1), vec(1), V)],
    ),
    "before a label": ([LOAD, ("add", gp(1, 32), gp(0, 32)), "there"], [("add", gp(1, 32), M), "there"]),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_right_folds(name: str) -> None:
    assert compared(*RIGHT[name]) is None


STORE: Row = ("mov", M, gp(2, 32))
WRONG: dict[str, tuple[list[Row | str], list[Row | str], str]] = {
    "past a change of the address": (
        [LOAD, ("mov", gp(7), gp(6)), ("add", gp(1, 32), gp(0, 32))], [("mov", gp(7), gp(6)), ("add", gp(1, 32), M)],
        "gp register 1 differs",
    ),
    "past a store": ([LOAD, STORE, ("add", gp(1, 32), gp(0, 32))], [STORE, ("add", gp(1, 32), M)], "gp register 1"),
    "another address": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 32), Mem(BASE, 4, width=32))], "gp reg"),
    "another base": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 32), Mem(OTHER, 0, width=32))], "gp reg"),
    "another scale": (
        [("mov", gp(0), Mem(BASE, 8, OTHER, 4, 64)), ("or", gp(1), gp(0))], [("or", gp(1), Mem(BASE, 8, OTHER, 8, 64))],
        "gp register 1",
    ),
    "a slot for another": (
        [("mov", gp(0), Mem(None, width=64, slot=Slot("a", 8, 8))), ("or", gp(1), gp(0))],
        [("or", gp(1), Mem(None, width=64, slot=Slot("a", 8, 8)))], "gp register 1",
    ),
    "another operation": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("or", gp(1, 32), M)], "gp register 1"),
    "the other operand": (
        [VLOAD, ("vpsubd", vec(1), vec(0), vec(2))], [("vpsubd", vec(1), vec(2), V)], "vec register 1"
    ),
    "narrower": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 8), B)], "gp register 1"),
    "a byte of a sum": (
        [("movzx", gp(0, 32), B), ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 8), B)], "gp register 1"
    ),
    "the wrong half": (
        [("mov", gp(0), Mem(BASE, 0, width=64)), ("add", gp(1, 32), gp(0, 32))],
        [("add", gp(1, 32), Mem(BASE, 4, width=32))], "gp register 1",
    ),
    "a load that is lost": ([LOAD, ("add", gp(1, 32), gp(0, 32))], [("add", gp(1, 32), gp(0, 32))], "gp register 0"),
    "an instruction that is lost": ([LOAD, ("not", gp(0))], [LOAD], "gp register 0"),
    "an instruction that is new": ([LOAD], [LOAD, ("not", gp(0))], "gp register 0"),
    "a store that is lost": ([LOAD, STORE], [LOAD], "memory differs"),
    "a store that is new": ([LOAD], [LOAD, STORE], "memory differs"),
    "stores of other values": ([STORE], [("mov", M, gp(3, 32))], "memory differs"),
    "flags that are read": (
        [("movzx", gp(0, 32), B), ("xor", gp(1, 32), gp(0, 32)), ("sets", gp(2, 8))],
        [("xor", gp(1, 8), B), ("sets", gp(2, 8))], "SF differs, and is read",
    ),
    "past a label": (
        [LOAD, "there", ("add", gp(1, 32), gp(0, 32))], ["there", ("add", gp(1, 32), M)], "gp register 1",
    ),
    "a branch that is lost": ([LOAD, ("jne", LabelRef("x")), "x"], [LOAD, "x"], "control flow differs"),
    "a label that is lost": ([LOAD, "x"], [LOAD], "control flow differs"),
    "legacy SSE's upper half": (
        [("vmovdqu", vec(1, 256), Mem(BASE, 0, width=256)), VLOAD, ("pxor", vec(1), vec(0))],
        [("vmovdqu", vec(1, 256), Mem(BASE, 0, width=256)), ("vpxor", vec(1), vec(1), V)], "vec register 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_folds(name: str) -> None:
    before, after, words = WRONG[name]
    said = compared(before, after)
    assert said is not None and said.startswith("hand.py:" if "label" not in name else "") and "this is wrong" in said
    assert words in said


def test_order_is_kept() -> None:
    """A new order of the same instructions is no fold."""
    items = list(function([LOAD, ("not", gp(1)), ("not", gp(2))]).body)
    with pytest.raises(KernelError, match="what stays is not in its own order"):
        check_same(items, [items[0], items[2], items[1]], "this")


def test_masks_and_labels_count() -> None:
    """A result in some lanes only, with zero or the old value in the others, is another result."""
    ops = (vec(1), vec(2), vec(3))
    for mask, zero in ((None, False), (R(Phys("mask", 1), 64), False), (R(Phys("mask", 1), 64), True)):
        for other, zero_too in ((None, False), (R(Phys("mask", 1), 64), False), (R(Phys("mask", 2), 64), True)):
            one, two = (function([("vpaddd", *ops)]).body[0] for _ in range(2))
            assert isinstance(one, Instr) and isinstance(two, Instr)
            one.mask, one.zero, two.mask, two.zero = mask, zero, other, zero_too
            if (mask, zero) == (other, zero_too):
                check_same([one], [two], "this")
                continue
            with pytest.raises(KernelError, match="vec register 1 differs"):
                check_same([one], [two], "this")
    with pytest.raises(KernelError, match="control flow"):
        check_same([LabelDef("a")], [LabelDef("b")], "this")
