# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Broadcasts of memory have extents, and secrets pass through every word on lanes and blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Variant
from generator.lang.extents import accesses
from generator.model import KernelError
from generator.pipeline import build, record
from tests.passes.small import HEAD, line_of, written

SSE = Variant("sse", ("ssse3", "pclmul"))
NEON = Variant("neon", ("pmull", "asimddp"))


@pytest.mark.parametrize("lane", [8, 16, 32, 64])
def test_a_broadcast_reads_one_lane(lane: int, tmp_path: Path) -> None:
    """The last lane of the buffer is inside, and the next byte is not."""
    for offset, inside in ((64 - lane // 8, True), (65 - lane // 8, False)):
        kernel = written(tmp_path, f"k.vload_broadcast(k.v128, p, bits={lane}, offset={offset})  # HERE")
        for convention, variant in (("sysv64", SSE), ("cdecl32", SSE), ("aapcs64", NEON)):
            stream, params = record(kernel, variant, abi(convention))
            if inside:
                found = accesses(stream, params, kernel, abi(convention))
                assert [(one.verdict, one.size) for one in found] == [("inside", lane // 8)]
                continue
            words = rf"load of {lane // 8} bytes? at p \+ {offset} is outside of p"
            with pytest.raises(KernelError, match=words) as error:
                build(kernel, variant, abi(convention))
            assert str(error.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ")


@pytest.mark.parametrize(
    "word",
    [
        "k.vbroadcast(k.v128, k.load32(p))",
        "k.vload_broadcast(k.v128, p, bits=32)",
        "k.vwiden_low(x, bits=16)",
        "k.vnarrow(zero, x, bits=32)",
        "k.vternary(0x96, zero, zero, x)",
        "k.vdot(zero, zero, x)",
        "k.vclmul(zero, x, 0, 0)",
        "k.vtranspose([zero, x], bits=64)[0]",
    ],
)
def test_secrets_pass(word: str, tmp_path: Path) -> None:
    """A branch on any lane of the result is refused, with the place of the secret."""
    body = f"zero = k.vzero(k.v128)\nx = k.vload(k.v128, p)\nv = {word}\nw = k.vword(k.u32, v, 2)\n"
    kernel = written(tmp_path, body + "with k.if_(w.eq(0)):  # HERE\n    k.store32(p, w)")
    for convention, variant in (("sysv64", SSE), ("aapcs64", NEON)):
        with pytest.raises(KernelError, match="the branch depends on a secret") as error:
            build(kernel, variant, abi(convention))
        assert str(error.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ")


def test_a_public_word_stays_public(tmp_path: Path) -> None:
    """What is made of public words alone is no secret."""
    head = HEAD.replace("rw=64", "rw=64, public=True")
    body = "v = k.vbroadcast(k.v128, k.load32(p))\nw = k.vword(k.u32, k.vternary(0x1E, v, v, v), 2)\n"
    kernel = written(tmp_path, body + "with k.if_(w.eq(0)):\n    k.store32(p, w)", head)
    for convention, variant in (("sysv64", SSE), ("aapcs64", NEON)):
        build(kernel, variant, abi(convention))


@pytest.mark.parametrize("lane", [8, 16, 32, 64])
def test_a_cold_square_needs_no_more_registers_than_there_are(lane: int, tmp_path: Path) -> None:
    count = 128 // lane
    body = f"rows = [k.vload(k.v128, p, offset=16 * n) for n in range({count})]\nk.cold(rows)\n"
    kernel = written(tmp_path, f"{body}k.vstore(p, k.vtranspose(rows, bits={lane}))", HEAD.replace("rw=64", "rw=256"))
    for convention in ("cdecl32", "sysv64"):
        build(kernel, SSE, abi(convention))
