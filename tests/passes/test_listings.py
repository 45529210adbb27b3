# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small kernels, and all of their code: what eviction, allocation, order, stitching and entry choose, to be read.

A listing says which choice is right and why.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.lang import Builder, Val, stitch
from generator.passes.dump import item_text
from generator.pipeline import build
from tests.passes.small import SCALAR, Body, declared, small_file

pytestmark = pytest.mark.kernels()

LISTINGS = Path(__file__).with_name("listings.txt")


def listing(body: Body, of: Abi) -> list[str]:
    """The code after ordering, without the numbers of the script's lines."""
    seen: dict[str, Any] = {}
    build(declared(body.__name__, body), SCALAR, of, seen.__setitem__)
    shown = [item_text(item, of.arch) for item in seen["order"]]
    return [" ".join(text[5:].split()) for text in shown]


FIVE, SIX = small_file(abi("sysv64"), 5), small_file(abi("aapcs64"), 6)


def _five(k: Builder, memory: Val, count: int = 5) -> list[Val]:
    return [k.load32(memory, offset=4 * i) for i in range(count)]


def _ring(k: Builder, values: list[Val]) -> None:
    for one, other in zip(values, [*values[1:], values[0]]):
        k.xor(one, other, to=one)


def straight(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """Five values and a pointer for five registers."""
    values = _five(k, memory)
    k.cold(memory, n, *values)
    _ring(k, values)
    k.store32(memory, values, offset=64)


def loop(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """A value that the loop does not change, and its counter, beside four that it changes."""
    values, still = _five(k, memory, 4), k.load32(memory, offset=32)
    k.cold(memory, still, n, *values)
    with k.loop(n):
        _ring(k, values)
        k.add(values[0], still, to=values[0])
    k.store32(memory, values, offset=64)


def branch(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """Two ways come together. One of them needs all registers."""
    values = _five(k, memory, 4)
    k.cold(memory, n, *values)
    with k.if_(n.ne(3)):
        _ring(k, values)
        k.add(values[0], 5, to=values[0])
    k.store32(memory, values, offset=64)


def constant(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """A constant that is read early and late."""
    far, values = k.const(k.u32, 77), _five(k, memory)
    k.cold(memory, far, n, *values)
    k.add(values[0], far, to=values[0])
    _ring(k, values)
    k.add(values[1], far, to=values[1])
    k.store32(memory, values, offset=64)


def copies(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """A copy whose source stays as it is, one whose source changes, and one that changes."""
    same, before, after = k.copy(a), k.copy(a), k.copy(a)
    k.store32(memory, k.add(same, a))
    k.add(after, 1, to=after)
    k.add(a, 2, to=a)
    k.store32(memory, [before, after, a], offset=4)


def chains(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """Three chains, one behind the other in the script."""
    for i in range(3):
        k.store32(memory, k.rotl(k.add(k.load32(memory, offset=4 * i), a), 7), offset=64 + 4 * i)


def streams(k: Builder, memory: Val, a: Val, n: Val) -> None:
    """Two streams, of which one has twice the share."""
    other = k.copy(a)
    with k.recording("one") as one:
        for i in range(4):
            k.add(a, i + 1, to=a)
    with k.recording("two") as two:
        for i in range(4):
            k.xor(other, 16 << i, to=other)
    k.emit(stitch(one, two, grain=1, weights=[2, 1]))
    k.store32(memory, [a, other])


CASES: dict[str, tuple[Body, Abi]] = {
    "straight, x86_64": (straight, FIVE),
    "straight, aarch64": (straight, SIX),
    "loop, x86_64": (loop, FIVE),
    "loop, aarch64": (loop, SIX),
    "branch, x86_64": (branch, FIVE),
    "branch, x86": (branch, abi("cdecl32")),
    "constant, x86_64": (constant, FIVE),
    "constant, aarch64": (constant, SIX),
    "copies, x86_64": (copies, abi("sysv64")),
    "copies, x86": (copies, abi("cdecl32")),
    "chains, aarch64": (chains, abi("aapcs64")),
    "streams, x86_64": (streams, abi("win64")),
}


def expected() -> dict[str, list[str]]:
    """Each case of ``listings.txt``, without the remarks."""
    out: dict[str, list[str]] = {}
    for line in LISTINGS.read_text("utf-8").splitlines():
        if line.startswith("== "):
            out[line[3:]] = []
        elif line and line[0] != "#":
            out[[*out][-1]].append(line.split("  #")[0])
    return out


@pytest.mark.parametrize("case", CASES)
def test_listing(case: str) -> None:
    assert listing(*CASES[case]) == expected()[case]


def test_the_file() -> None:
    assert list(expected()) == list(CASES)
