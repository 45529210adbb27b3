# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calling conventions: the order of registers, and which of them share functions.

The proofs of functions have conventions of their own, from the documents, and the harness calls every function.
tests/lower/test_arguments.py proves the places of arguments.
"""

from __future__ import annotations

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator.abi import FRAME_LIMIT, abi, conventions, first_equal
from generator.model import Phys, RegClass

pytestmark = pytest.mark.kernels()


def test_an_unknown_convention_lists_the_known() -> None:
    with pytest.raises(ValueError, match="unknown ABI riscv; there are: sysv64, win64, go-amd64, cdecl32, aapcs64, "):
        abi("riscv")


@pytest.mark.parametrize("name", [row.name for row in conventions()])
def test_orders(name: str) -> None:
    """Volatile registers come first. A register of one kind is none of the other, and none that is reserved."""
    of = abi(name)
    classes: tuple[RegClass, ...] = ("gp", "vec", "mask")
    for cls in classes:
        volatile, saved = of.volatile.get(cls, ()), of.saved.get(cls, ())
        assert of.order(cls) == (*volatile, *saved)
        assert len(set(of.order(cls))) == len(of.order(cls))
        assert {n for n in range(40) if of.is_saved(Phys(cls, n))} == set(saved)
        assert not {Phys(cls, n) for n in of.order(cls)} & {*of.forbidden, Phys("gp", of.sp)}
    assert of.pointer_bytes == of.bits // 8 == {"x86": 4, "x86_64": 8, "aarch64": 8}[of.arch]
    assert set(of.args) <= set(of.volatile["gp"])
    assert FRAME_LIMIT == 4096  # a page


def test_equal_conventions() -> None:
    """Conventions that differ in the signing key, or in the places of arguments that a function lacks, share
    functions. A convention without an equal is its own."""
    lone = ("sysv64", "win64", "go-amd64", "cdecl32", "arm64ec", "go-arm64")
    assert [first_equal(name) for name in lone] == list(lone)
    for name in ("aapcs64", "aapcs64-darwin", "aapcs64-win"):
        assert first_equal(name) == first_equal(name, (64,) * 8) == first_equal(name, (64,) * 9) == "aapcs64"
    assert first_equal("aapcs64-darwin", (64,) * 8 + (32, 32)) == "aapcs64-darwin"
    assert first_equal("aapcs64-win", (64,) * 8 + (32, 32)) == first_equal("aapcs64", (64,) * 8 + (32, 32)) == "aapcs64"
