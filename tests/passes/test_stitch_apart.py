# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitching of streams over one buffer: the distance that the contract gives, and pointers that move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.abi import abi
from generator.model import KernelError
from generator.pipeline import build
from tests.passes.small import SCALAR, line_of
from tests.passes.stitching import CONVENTIONS, made

APART = """
    with k.recording("one") as one:
        for i in range(8):
            a += 1
            k.store32(q, a, offset=4 * i)  # HERE
    with k.recording("two") as two:
        for i in range(8):
            b ^= k.load32(t, offset=4 * i)
            {more}
    k.emit(stitch(one, two))
"""


def test_apart(tmp_path: Path) -> None:
    """One buffer at a distance. A distance that is too small or unknown is a hazard, a sufficient one is not."""
    build(made(tmp_path, APART.format(more=""), 'apart=("q", 32)'), SCALAR, abi("sysv64"))
    build(made(tmp_path, APART.format(more="")), SCALAR, abi("sysv64"))
    for extra, more, message in (
        ('apart=("q", 31)', "", "31 bytes from t, but 32 bytes from where the other stream is, and two reads there"),
        ('apart=("q", 32)', "t += 4", "32 bytes from t, at places that change"),
    ):
        kernel = made(tmp_path, APART.format(more=more), extra)
        with pytest.raises(KernelError, match=re.escape(message)) as caught:
            build(kernel, SCALAR, abi("sysv64"))
        assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ")


MOVED = """
{how}
    with k.recording("one") as one:
        for i in range(8):
            a += 1
            k.store32(x, a, offset=4 * i)  # HERE
    with k.recording("two") as two:
        for i in range(8):
            b ^= k.load32(t, offset=4 * i)
    k.emit(stitch(one, two, grain=1))
    k.store32(q, [a, b])
"""
LOOP = """x = k.copy(q)
with k.{loop}:
    {body}"""
MOVES: dict[str, tuple[str, int | None]] = {
    "forward, as far as may be": ("x = q + 32", 64),
    "the other pointer": ("x = k.copy(q)\nt += 33", 65),
    "by a value of which nothing is known": ("x = q + n", None),
    "one of two": ("x = k.select(n.eq(3), q, q + 33)", 65),
    "a loop, in step": (LOOP.format(loop="loop(n, step={x: 8, t: 8})", body="a += 1"), 32),
    "a longer loop": (LOOP.format(loop="loop(n & 15, step={x: 4})", body="a += 1"), 64 + 4),
    "a loop that has run": (LOOP.format(loop="while_(n.ne(0))", body="x += 1\n    t += 1\n    n -= 1"), 32),
    "an instruction of the author's": ("x = k.copy(q)\nk.asm('ADD', x, X100)", None),
}  # fmt: skip


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", MOVES)
def test_apart_is_of_the_arguments(name: str, convention: str, tmp_path: Path) -> None:
    """The distance of moved pointers is the arguments' distance plus the moves. These arguments are 64 bytes apart. The
    refusal names the first two accesses that need more."""
    how, reach = MOVES[name]
    arm = convention == "aapcs64"
    how = how.replace("ADD", "add").replace("X100", "x, 100" if arm else "100")
    body = MOVED.format(how="\n".join(f"    {line}" for line in how.splitlines()))
    kernel = made(tmp_path, body, 'apart=("q", 64)')
    if reach is not None and reach <= 64:
        build(kernel, SCALAR, abi(convention))
        return
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi(convention))
    expected = "that have moved by unknown distances" if reach is None else f"but {reach} bytes from where"
    assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ") and expected in str(caught.value)
