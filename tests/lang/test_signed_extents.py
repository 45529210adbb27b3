# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Signed conditions bound an index where the sign is known, and say nothing elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.extents import accesses, undecided
from generator.model import KernelError
from generator.pipeline import record
from tests.passes.small import HEAD, SCALAR, written

pytestmark = pytest.mark.kernels()  # scripts of its own
SIGNED = HEAD.replace("size_t n", "int32_t n")
LOAD = "k.store32(p, k.load32(p, index=k.zext(k.usize, n), scale=4))"
INSIDE = {
    "both ends": f"with k.if_(n.sge(0)):\n    with k.if_(n.slt(16)):\n        {LOAD}",
    "the sign last": f"with k.if_(n.lt(16)):\n    with k.if_(n.sge(0)):\n        {LOAD}",
    "the other way": f"with k.if_(n.slt(0)):\n    k.store32(p, k.const(k.u32, 1))\nwith k.else_():\n"
    f"    with k.if_(n.sge(16)):\n        k.store32(p, k.const(k.u32, 1))\n    with k.else_():\n        {LOAD}",
    "a mask": f"n &= 31\nwith k.if_(n.slt(16)):\n    {LOAD}",
}
OPEN = {
    "one end": f"with k.if_(n.slt(16)):\n    {LOAD}",
    "a negative end": f"with k.if_(n.sge(-1)):\n    with k.if_(n.slt(16)):\n        {LOAD}",
}
OUTSIDE = {
    "the wrong sign": f"with k.if_(n.slt(0)):\n    with k.if_(n.slt(16)):\n        {LOAD}",
    "the wrong side": f"with k.if_(n.sge(0)):\n    with k.if_(n.sge(16)):\n        {LOAD}",
}


def _open(folder: Path, body: str) -> list[str]:
    kernel = written(folder, body, SIGNED)
    recorded, params = record(kernel, SCALAR, abi("sysv64"))
    return [str(one) for one in undecided(accesses(recorded, params, kernel, abi("sysv64")))]


@pytest.mark.parametrize("name", INSIDE)
def test_proved(name: str, tmp_path: Path) -> None:
    assert _open(tmp_path, INSIDE[name]) == []


@pytest.mark.parametrize("name", OUTSIDE)
def test_outside(name: str, tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=r"at p \+ 4\*n is outside of p"):
        _open(tmp_path, OUTSIDE[name])


@pytest.mark.parametrize("name", OPEN)
def test_not_proved(name: str, tmp_path: Path) -> None:
    found = _open(tmp_path, OPEN[name])
    assert len(found) == 1 and "the signed condition of line" in found[0]
