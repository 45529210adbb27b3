# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frames: a body under another convention's key, addresses and places of slots, and frames that are refused."""

from __future__ import annotations

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator.abi import abi
from generator.isa import forms
from generator.model import Imm, Instr, Item, KernelError, Mem, Operand, Phys, R, Slot, Src
from generator.passes.dump import dump
from generator.passes.frame import build_frame, resigned

pytestmark = pytest.mark.kernels()  # handmade functions

SRC = Src("hand.py", 1)


def ins(arch: str, mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC)


def writes(convention: str, count: int) -> list[Item]:
    """A body that writes the first saved registers."""
    of = abi(convention)
    return [ins(of.arch, "mov", R(Phys("gp", n), of.bits), Imm(1)) for n in sorted(of.saved["gp"])[:count]]


def uses(convention: str, *slots: Slot) -> list[Item]:
    """Loads of slots."""
    of = abi(convention)
    mnem = "ldr" if of.arch == "aarch64" else "mov"
    return [ins(of.arch, mnem, R(Phys("gp", 0), of.bits), Mem(None, 0, width=of.bits, slot=slot)) for slot in slots]


def test_another_key_signs() -> None:
    """The body of one convention for another that signs with another key: nothing else changes."""
    one, other = abi("aapcs64"), abi("aapcs64-darwin")
    made, _ = build_frame(writes("aapcs64", 2), one, SRC, frozenset())
    again, _ = build_frame(writes("aapcs64", 2), other, SRC, frozenset())
    found = resigned(made, other)
    assert dump(found, "aarch64") == dump(again, "aarch64")
    assert [getattr(item, "comment", None) for item in found] == [getattr(item, "comment", None) for item in again]
    x86, _ = build_frame(writes("sysv64", 2), abi("sysv64"), SRC, frozenset())
    assert resigned(x86, abi("win64")) == x86


@pytest.mark.parametrize("convention", ["cdecl32", "sysv64", "win64", "aapcs64"])
def test_large_frames_are_refused(convention: str) -> None:
    """A frame of a page and more would need probes."""
    kept = uses(convention, Slot("area", 4096 - 64, 16, area=True))
    build_frame(kept, abi(convention), SRC, frozenset())
    for size in (4096, 5000):
        with pytest.raises(KernelError, match=rf"the frame takes \d+ bytes \(areas: area {size}"):
            build_frame(uses(convention, Slot("area", size, 16, area=True)), abi(convention), SRC, frozenset())
