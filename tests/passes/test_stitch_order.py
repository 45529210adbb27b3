# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitching in an order that the script gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.model import KernelError
from generator.pipeline import build, record
from tests.passes.small import SCALAR, line_of
from tests.passes.stitching import made

ORDERED = """
    with k.recording("u") as u:
        a += 1
        a ^= n4  # second step
        a += 3
    with k.recording("v") as v:
        b += a
        b ^= 5
    k.emit(stitch(u, v, order={order}))
    k.store32(q, [a, b])
"""


def ordered(tmp_path: Path, order: str, body: str = ORDERED) -> Kernel:
    return made(tmp_path, "    n4 = k.trunc(k.u32, n)" + body.format(order=order))


@pytest.mark.parametrize("order", ["'uvuuv'", "'u vuu v'", "['u', 'v', 'u', 'u', 'v']", "'uvuuuuvv'"])
def test_order(order: str, tmp_path: Path) -> None:
    """Each name is the next operation of its stream, and may use earlier results."""
    recorded, _ = record(ordered(tmp_path, order), SCALAR, abi("sysv64"))
    steps = [str(op) for op in recorded.ops if op.name in ("add", "xor")]
    assert steps == [
        "a:u32 = add a:u32, 1", "b:u32 = add b:u32, a:u32", "a:u32 = xor a:u32, t8:u32", "a:u32 = add a:u32, 3",
        "b:u32 = xor b:u32, 5",
    ]  # fmt: skip


LONGER = ORDERED.replace('recording("u")', 'recording("left")')


def test_order_of_streams_without_steps_and_stitched_again(tmp_path: Path) -> None:
    """A stream may be empty, and the result is a straight stream."""
    body = """
    with k.recording("u") as u:
        a += 1
        a ^= 2
    with k.recording("v") as v:
        pass
    k.emit(stitch(stitch(u, v, order={order}), second(k, b, r), grain=1))
    k.store32(q, [a, b])
"""
    build(ordered(tmp_path, "'uvu'", body), SCALAR, abi("sysv64"))


NAMELESS = ORDERED.replace('"v"', '""')
TWINS = ORDERED.replace('"v"', '"u"')
BRANCHING = ORDERED.replace("b ^= 5", "with k.rarely(b.lt(5)):  # HERE\n            b += 1")
ORDERS = {
    "no such stream": (ORDERED, "'uvxuv'", "order names 'x' at [2]; expected one of u, v"),
    "no word either": (ORDERED, "['u', 'words']", "order names 'words' at [1]; expected one of u, v"),
    "unfinished": (
        ORDERED,
        "'uvv'",
        "order takes 1 of the 3 steps of stream u and leaves xor (line {second}); expected u",
    ),
    "never begun": (ORDERED, "'uuu'", "order takes 0 of the 2 steps of stream v and leaves add"),
    "grain too": (ORDERED, "'uvuuv', grain=2", "order beside grain or weights; expected order alone"),
    "weights too": (ORDERED, "'uvuuv', weights=[1, 1]", "order beside grain or weights"),
    "no name": (NAMELESS, "'uu'", "the streams are called 'u', ''; expected a name of its own for each"),
    "one name": (TWINS, "'uu'", "the streams are called 'u', 'u'; expected a name of its own for each"),
    "no list": (ORDERED, "7", "order=7; expected a list of the streams' names, ['u', 'v', …], or a string of them"),
    "numbers": (ORDERED, "['u', 1]", "order=['u', 1]; expected a list of the streams' names"),
    "no longer name": (LONGER, "'left right'", "order names 'right' at [1]; expected one of left, v"),
    "a branch": (BRANCHING, "'uuuvvvvv'", "branch in stream v; expected straight code"),
}


@pytest.mark.parametrize("name", ORDERS)
def test_order_refused(name: str, tmp_path: Path) -> None:
    body, order, message = ORDERS[name]
    if "# HERE" not in body:
        body = body.replace("order={order}))", "order={order}))  # HERE")
    kernel = ordered(tmp_path, order, body)
    with pytest.raises(KernelError) as caught:
        record(kernel, SCALAR, abi("sysv64"))
    message = message.format(second=line_of(kernel, "# second step"))
    assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: stitch: {message}"), str(caught.value)
    assert "\n" not in str(caught.value)
