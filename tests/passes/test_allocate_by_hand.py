# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Live ranges of code by hand, and the questions that come before an eviction: where registers are short, and how many
there are."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from generator.abi import abi
from generator.isa import forms
from generator.model import AnyReg, Instr, Item, KernelError, Operand, R, Src, VReg
from generator.passes.allocate import _refusal
from generator.pipeline import build
from tests.passes.lives import life, lives
from tests.passes.small import SCALAR, small_file, written

pytestmark = pytest.mark.kernels()

SYSV = abi("sysv64")
THREE = small_file(SYSV, 3)
SRC = Src("f.py", 1)
A, B, C = (VReg(n, name, "gp", SRC) for n, name in enumerate("abc", 1))


def made(mnem: str, *ops: Operand, copy: bool = False, arch: str = "x86_64") -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC, copy=copy)


def r(reg: AnyReg, width: int = 64) -> R:
    return R(reg, width)


# -- before an eviction ------------------------------------------------------------------------------------------------


def test_a_refusal_names_all_places() -> None:
    """Every line with too few registers, once and in order, whatever is cold already."""
    items: list[Item] = [replace(made("mov", r(A), r(B)), src=Src("f.py", line)) for line in (20, 21, 20, 22, 23)]
    there = lives(*(life(n, (0, 5)) for n in range(1, 5)), life(5, (0, 7)), life(6, (0, 9), cold=True))
    more = lives(*(life(n, (6, 7)) for n in range(7, 11)))
    text = str(_refusal(there[[*there][0]], there, items, there | more, {}, THREE))
    assert "; of 3 registers there are too few at line 20 (by 2), line 21 (by 2), line 22 (by 2); rank one" in text


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
