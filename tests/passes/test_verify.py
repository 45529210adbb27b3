# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier's refusals. Each names the author's file and line."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Instr, Phys, R
from generator.pipeline import build
from tests.passes.small import refusal, written

SCRIPTS: dict[str, tuple[str, str, list[str]]] = {
    "undefined register": (
        "sysv64",
        """
        x = k.value(k.u32, "count")
        k.store32(p, x)  # HERE
        """,
        ["mov reads count before it is set on some path to here"],
    ),
    "undefined on one path": (
        "aapcs64",
        """
        x = k.value(k.u32, "count")
        with k.if_(n.ne(0)):
            k.set(x, 1)
        k.store32(p, x)  # HERE
        """,
        ["str reads count before it is set on some path to here"],
    ),
    "undefined physical register": (
        "sysv64",
        """
        k.asm("mov", n, R(Phys("gp", 12), 64))  # HERE
        """,
        ["mov reads r12 before it is set"],
    ),
    "mistyped operand": (
        "sysv64",
        """
        x = k.load32(p)
        y = k.const(k.u64, 1)
        k.asm("add", x, y)  # HERE
        """,
        ["add r32, r64: no such form; x86_64 has", "add r32,r32", "r32,m32"],
    ),
    "unknown mnemonic": (
        "sysv64",
        """
        k.asm("bswp", n)  # HERE
        """,
        ["bswp r64: no such instruction on x86_64; near it are", "bswap"],
    ),
    "push": (
        "sysv64",
        'k.asm("push", n)  # HERE',
        ["push uses the stack pointer; kernels may not, use k.home"],
    ),
    "the stack by its name": (
        "aapcs64",
        'k.asm("str", n, Mem(Phys("gp", 31), 0, width=64))  # HERE',
        ["str uses the stack pointer"],
    ),
    "sp written": (
        "aapcs64",
        'k.asm("mov", R(Phys("gp", 31), 64), n)  # HERE',
        ["mov writes the stack pointer"],
    ),
    "arm64ec's hole": (
        "arm64ec",
        'k.asm("mov", R(Phys("gp", 23), 64), n)  # HERE',
        ["mov touches x23, which arm64ec reserves"],
    ),
    "indirect jump": (
        "aapcs64",
        'k.asm("br", n)  # HERE',
        ["br goes where a register says; expected a label of this function"],
    ),
    "label that is not there": (
        "sysv64",
        """
        k.asm("cmp", n, 3)
        k.asm("jne", "nowhere")  # HERE
        """,
        ["jne nowhere: no such label; there are: none; k.place(…) puts a label of k.label at its place"],
    ),
    "secret branch": (
        "sysv64",
        """
        x = k.load32(p)
        with k.if_(x.eq(0)):  # HERE
            k.store32(p, x)
        """,
        ["the branch depends on a secret (the memory at p, loaded at line 12)", "exempt="],
    ),
    "secret address": (
        "sysv64",
        """
        x = k.load32(p)
        k.load8(p, index=x)  # HERE
        """,
        ["movzx: the address depends on a secret (the memory at p, loaded at line 12)", "name an exemption"],
    ),
    "64-bit index in 32-bit mode": (
        "cdecl32",
        """
        x = k.load64(p)
        k.load8(p, index=x)  # HERE
        """,
        ["load: the index ", "is a u64; a 32-bit target takes usize, u32, u16 or u8"],
    ),
    "unknown exemption": (
        "sysv64",
        """
        k.load8(p, index=n & 7, exempt="nown")  # HERE
        """,
        ["exemption 'nown' is not in the contract's exempt=; it names: known"],
    ),
}


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_refused_with_its_line(name: str, tmp_path: Path) -> None:
    convention, body, words = SCRIPTS[name]
    message = refusal(tmp_path, dedent(body).strip(), convention)
    for word in words:
        assert word in message, message


def test_a_part_of_a_wide_register_in_a_low_one(tmp_path: Path) -> None:
    """Code without a wide register below 16 moves a part of a wide one there. Processors then count an upper half in
    use."""
    body = """
wide, low = Phys("vec", 17), Phys("vec", 0)
k.asm("vbroadcasti32x4", R(wide, 256), k.mem(p, width=128))
k.asm("vextracti32x4", R(low, 128), R(wide, 256), 1)
k.asm("vmovdqu", k.mem(p, width=128), R(low, 128))
"""
    variant = Variant("wide", ("avx512f", "avx512vl"))
    function = build(written(tmp_path, body), variant, abi("win64"))
    instructions = [item for item in function.body if isinstance(item, Instr)]
    wide = [op.reg for item in instructions for op in item.ops if isinstance(op, R) and op.width == 256]
    assert wide and all(isinstance(reg, Phys) and reg.num >= 16 for reg in wide)
    assert "vzeroupper" in [item.mnem for item in instructions]
