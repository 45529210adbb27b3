# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calling conventions: names, the order of registers, places of arguments, twins.

The proofs of functions have conventions of their own, from the documents, and the harness calls every function.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator import abi as found
from generator.abi import FRAME_LIMIT, abi, conventions, twin
from generator.model import Phys, RegClass

pytestmark = pytest.mark.kernels()


def test_names() -> None:
    names = [row.name for row in conventions()]
    assert names == ["sysv64", "win64", "cdecl32", "aapcs64", "aapcs64-darwin", "aapcs64-win", "arm64ec"]
    assert [abi(name).name for name in names] == names
    with pytest.raises(ValueError, match=f"^unknown ABI riscv; there are: {', '.join(names)}$"):
        abi("riscv")


# -- questions ---------------------------------------------------------------------------------------------------------


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


PLACES = {
    # Behind six registers: whole words from the return address on.
    ("sysv64", (64,) * 6): [],
    ("sysv64", (64,) * 6 + (8, 64, 32)): [(8, 8), (16, 8), (24, 8)],
    ("win64", (64,) * 4 + (32, 64)): [(40, 8), (48, 8)],
    # Two words of 32 bits make one argument of 64, which needs no alignment.
    ("cdecl32", (32, 64, 8, 32)): [(4, 4), (8, 8), (16, 4), (20, 4)],
    ("aapcs64", (64,) * 8 + (8, 8, 64)): [(0, 8), (8, 8), (16, 8)],
    # Apple: each argument at a multiple of its own size.
    ("aapcs64-darwin", (64,) * 8 + (8, 8, 32, 16, 64, 8)): [(0, 1), (1, 1), (4, 4), (8, 2), (16, 8), (24, 1)],
}


@pytest.mark.parametrize("name, widths", PLACES, ids=[f"{name}, {len(widths)}" for name, widths in PLACES])
def test_arguments_on_the_stack(name: str, widths: tuple[int, ...]) -> None:
    assert abi(name).stack_places(widths) == PLACES[name, widths]


def test_twins() -> None:
    """Conventions that differ in the signing key, or in the places of arguments that a function lacks, share
    functions. A convention without a twin is its own."""
    lone = ("sysv64", "win64", "cdecl32", "arm64ec")
    assert [twin(name) for name in lone] == list(lone)
    for name in ("aapcs64", "aapcs64-darwin", "aapcs64-win"):
        assert twin(name) == twin(name, (64,) * 8) == twin(name, (64,) * 9) == "aapcs64"
    assert twin("aapcs64-darwin", (64,) * 8 + (32, 32)) == "aapcs64-darwin"
    assert twin("aapcs64-win", (64,) * 8 + (32, 32)) == twin("aapcs64", (64,) * 8 + (32, 32)) == "aapcs64"


def test_a_twin_signs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two keys make twins. A key and none do not: one function signs and the other does not."""
    plain, signed = replace(abi("aapcs64"), name="plain", key=""), replace(abi("aapcs64"), name="signed", key="b")
    monkeypatch.setattr(found, "conventions", lambda: (plain, *conventions(), signed))
    twin.cache_clear()
    try:
        assert (twin("plain"), twin("aapcs64"), twin("signed")) == ("plain", "aapcs64", "aapcs64")
    finally:
        twin.cache_clear()
