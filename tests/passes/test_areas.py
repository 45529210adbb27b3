# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Areas of the frame (``k.frame``): refusals with their lines, the areas' places, the limit of a frame.

The random kernels of test_fuzz.py show that areas keep their contents.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.model import KernelError
from generator.pipeline import build
from tests.passes.small import HEAD, SCALAR, refusal, written

CONVENTIONS = ("sysv64", "win64", "cdecl32", "aapcs64", "aapcs64-win")

OUTSIDE = {
    "store32 past the end": ("k.store32(area, x, offset=61)  # HERE", "store of 4 bytes at area area + 61", 60),
    "load32 before it": ("k.load32(area, offset=-1)  # HERE", "load of 4 bytes at area area + -1", 60),
    "store8": ("k.store8(area, k.trunc(k.u8, x), offset=64)  # HERE", "store of 1 byte at area area + 64", 63),
    "vector": ("k.vload(k.v128, area, offset=49)  # HERE", "load of 16 bytes at area area + 49", 48),
    "vectors": ("k.vstore(area, [v] * 5)  # HERE", "store of 16 bytes at area area + 64", 48),
    "vector, index": (
        "k.vstore(area, v, offset=49, index=n)  # HERE",
        "store of 16 bytes at area area + n + 49",
        48,
    ),
}


@pytest.mark.parametrize("name", list(OUTSIDE))
def test_refused_outside(name: str, tmp_path: Path) -> None:
    line, words, last = OUTSIDE[name]
    body = f"area = k.frame(64)\nx = k.load32(p)\nv = k.vload(k.v128, p)\n{line}"
    said = f"{words} is outside of area area, which is 64 bytes; expected an offset from 0 to {last}"
    assert refusal(tmp_path, body, "aapcs64") == said


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("k.frame(0)  # HERE", "frame(0): expected 1 to 4095 bytes"),
        ("k.frame(4096)  # HERE", "frame(4096): expected 1 to 4095 bytes"),
        ("a = k.frame(2000)\nb = k.frame(2096)  # HERE", "areas of 4096 bytes together; expected fewer than 4096"),
        ("a = k.frame(64)\na += 8  # HERE", "add: area is an area of the frame, which stays where it is; copy it"),
        (
            "a = k.frame(64)\nwith k.loop(n, step={a: 8}):  # HERE\n    k.note('')",
            "add: area is an area of the frame, which stays where it is; copy it",
        ),
    ],
)
def test_refused(body: str, words: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, body) == words


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_frame_of_a_page_is_refused(convention: str, tmp_path: Path) -> None:
    """Areas and spilled values together are refused. Neither alone is too much."""
    spilled = (
        f"y = [k.load{64 if abi(convention).bits == 64 else 32}(p, offset=8 * i) for i in range(40)]\nk.cold(*y)\n"
    )
    kept = f"for i in range(40):\n    k.store{64 if abi(convention).bits == 64 else 32}(p, y[i], offset=8 * i)"
    for size, fails in ((16, False), (3700, False), (4060, True)):
        body = f"{spilled}area = k.frame({size})\nk.store32(area, k.load32(p))\n{kept}\nk.store32(p, k.load32(area))"
        made = written(tmp_path, body, HEAD.replace("rw=64", "rw=512"))
        if not fails:
            function = build(made, SCALAR, abi(convention))
            assert any(not slot.area for slot in function.frame.slots)
            continue
        with pytest.raises(KernelError) as caught:
            build(made, SCALAR, abi(convention))
        assert str(caught.value).startswith(f"{made.src}: {convention}: the frame takes 4")
        assert "(areas: area 4060; values without a register: " in str(caught.value)
        assert "; expected fewer than 4096 (kernel " in str(caught.value)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_areas_lie_apart_and_aligned(convention: str, tmp_path: Path) -> None:
    """Each area has bytes of its own, aligned to 16 in the frame. The convention aligns the frame with the stack."""
    lines = [f"a{i} = k.frame({size}, 'a{i}')\nk.store8(a{i}, k.load8(p))" for i, size in enumerate((1, 17, 64, 3))]
    made = written(tmp_path, "\n".join(lines))
    function = build(made, SCALAR, abi(convention))
    areas = sorted(function.frame.slots, key=lambda slot: slot.offset)
    assert [slot.size for slot in areas] and {slot.name for slot in areas} == {"a0", "a1", "a2", "a3"}
    end = 0
    for slot in areas:
        assert slot.offset >= end and slot.offset % 16 == 0
        end = slot.offset + slot.size
    assert end <= function.frame.bytes
    entry = {"sysv64": 8, "win64": 8, "cdecl32": 4}.get(convention, 0)  # bytes from sp at entry to a multiple of 16
    assert convention == "cdecl32" or (function.frame.bytes + entry) % 16 == 0
