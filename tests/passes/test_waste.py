# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Wasteful instructions: what each kind is told as. The numbers of the tree are a part of lint."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.abi import abi
from generator.model import Mem, Note, Phys
from generator.passes.judges.waste import KINDS, Waste, wasteful
from targets.toolchain import waste
from tests.passes.small import function, gp, vec

AX, CX, BX = (gp(number, 32) for number in (0, 1, 3))
HOME = Mem(Phys("gp", 4), 8, width=32)


@pytest.mark.kernels()
def test_words() -> None:
    """The place in the script, the instruction, and the register that makes the instruction superfluous."""
    rows = [("mov", HOME, AX), ("mov", BX, HOME), ("mov", CX, BX), ("ret",)]
    made = function(rows)
    made.body.insert(1, Note("a note is no instruction"))
    assert [one.text for one in wasteful(made, abi("sysv64"))] == [
        "hand.py:2: mov ebx: the instruction before stores rax there",
        "hand.py:2: mov ebx: rax holds these bytes",
        "hand.py:3: mov ecx, ebx: every reader could read rbx",
    ]


@pytest.mark.kernels()
@pytest.mark.parametrize(
    ("stores", "changed", "load", "waits"),
    [
        ([(12, 32)], False, (0, 128), True), ([(0, 64), (8, 64)], False, (0, 128), True),
        ([(8, 128)], False, (0, 128), True), ([(0, 128)], False, (12, 32), False), ([(0, 128)], False, (0, 128), False),
        ([(12, 32), (0, 128)], False, (0, 128), False), ([(16, 32)], False, (0, 128), False),
        ([(12, 32)], True, (0, 128), False),
    ],
)  # fmt: skip
def test_waits(stores: list[tuple[int, int]], changed: bool, load: tuple[int, int], waits: bool) -> None:
    """A load of 16 bytes waits for stores of parts of them, and not for one of all, or elsewhere."""
    at, other = Phys("gp", 3), gp(3, 64)

    def move(place: int, width: int, first: bool) -> tuple[object, ...]:
        there, reg = Mem(at, place, width=width), vec(0) if width == 128 else gp(0, width)
        name = "movdqu" if width == 128 else "mov"
        return (name, there, reg) if first else (name, reg, there)

    rows = [move(*store, True) for store in stores] + [("add", other, other)] * changed + [move(*load, False), ("ret",)]
    found = [one.at for one in wasteful(function(rows), abi("sysv64")) if one.kind == "wait"]
    assert found == [len(rows) - 2] * waits


@pytest.mark.kernels("sha1_blocks")
def test_one_more_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit alone: the message has the kind, the numbers and the functions."""
    made = Waste("copy", 1, "")
    some = [waste.Found("one", "sysv64", replace(made, kind=kind)) for kind in KINDS for _ in range(3)]
    for kind in KINDS:
        monkeypatch.setattr(waste, "LIMITS", {**dict.fromkeys(KINDS, 3), kind: 2})
        (line,) = waste.excess(some)
        assert line == f"3 wasteful instructions of the kind {kind}, limit 2 (one for sysv64: 3)"
    monkeypatch.setattr(waste, "LIMITS", dict.fromkeys(KINDS, 3))
    assert waste.excess(some) == []
