# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier's refusals. Each names the author's file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Instr, Phys, R
from generator.pipeline import build
from tests.passes.small import HEAD, SCALAR, refusal, written

SCRIPTS: dict[str, tuple[str, str, str, list[str]]] = {
    "undefined register": (
        "sysv64",
        """
        x = k.value(k.u32, "count")
        k.store32(p, x)  # HERE
        """,
        "scalar",
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
        "scalar",
        ["str reads count before it is set on some path to here"],
    ),
    "undefined physical register": (
        "sysv64",
        """
        k.asm("mov", n, R(Phys("gp", 12), 64))  # HERE
        """,
        "scalar",
        ["mov reads r12 before it is set"],
    ),
    "flags clobbered": (
        "sysv64",
        """
        k.asm("cmp", n, 3)
        k.asm("add", n, 1)  # HERE
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["add overwrites the flags that cmp at line 12 set for a reader"],
    ),
    "flags never set": (
        "sysv64",
        """
        k.asm("jne", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jne reads ZF, but the flags were never set"],
    ),
    "flags left undefined": (
        "sysv64",
        """
        k.asm("shl", n, 3)
        k.asm("jo", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jo reads OF, but the flags were left undefined"],
    ),
    "undeclared feature": (
        "sysv64",
        """
        x = k.load32(p)
        k.asm("andn", x, x, x)  # HERE
        """,
        "scalar",
        ["andn needs bmi1; variant scalar declares none beyond the baseline"],
    ),
    "vector instruction in a scalar variant": (
        "win64",
        """
        k.asm("vzeroupper")  # HERE
        """,
        "scalar",
        ["vzeroupper needs avx; variant scalar declares none beyond the baseline"],
    ),
    "mistyped operand": (
        "sysv64",
        """
        x = k.load32(p)
        y = k.const(k.u64, 1)
        k.asm("add", x, y)  # HERE
        """,
        "scalar",
        ["add r32, r64: no such form; x86_64 has", "add r32,r32", "r32,m32"],
    ),
    "unknown mnemonic": (
        "sysv64",
        """
        k.asm("bswp", n)  # HERE
        """,
        "scalar",
        ["bswp r64: no such instruction on x86_64; near it are", "bswap"],
    ),
    "push": (
        "sysv64",
        'k.asm("push", n)  # HERE',
        "scalar",
        ["push uses the stack pointer; kernels may not, use k.home"],
    ),
    "call": ("sysv64", 'k.asm("call", "there")  # HERE', "scalar", ["call uses the stack pointer"]),
    "the stack by its name": (
        "aapcs64",
        'k.asm("str", n, Mem(Phys("gp", 31), 0, width=64))  # HERE',
        "scalar",
        ["str uses the stack pointer"],
    ),
    "sp written": (
        "aapcs64",
        'k.asm("mov", R(Phys("gp", 31), 64), n)  # HERE',
        "scalar",
        ["mov writes the stack pointer"],
    ),
    "x18 written": (
        "aapcs64",
        'k.asm("mov", R(Phys("gp", 18), 64), n)  # HERE',
        "scalar",
        ["mov touches x18, which aapcs64 reserves"],
    ),
    "arm64ec's hole": (
        "arm64ec",
        'k.asm("mov", R(Phys("gp", 23), 64), n)  # HERE',
        "scalar",
        ["mov touches x23, which arm64ec reserves"],
    ),
    "indirect jump": (
        "aapcs64",
        'k.asm("br", n)  # HERE',
        "scalar",
        ["br goes where a register says; expected a label of this function"],
    ),
    "label that is not there": (
        "sysv64",
        """
        k.asm("cmp", n, 3)
        k.asm("jne", "nowhere")  # HERE
        """,
        "scalar",
        ["jne nowhere: no such label; there are: none; k.place(…) puts a label of k.label at its place"],
    ),
    "secret branch": (
        "sysv64",
        """
        x = k.load32(p)
        with k.if_(x.eq(0)):  # HERE
            k.store32(p, x)
        """,
        "scalar",
        ["the branch depends on a secret (the memory at p, loaded at line 12)", "exempt="],
    ),
    "secret flag behind a public one": (
        "sysv64",
        """
        x = k.load32(p)
        k.asm("sub", x, 5)
        k.asm("inc", n)
        k.asm("jb", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jb: the branch depends on a secret"],
    ),
    "secret address": (
        "sysv64",
        """
        x = k.load32(p)
        k.load8(p, index=x)  # HERE
        """,
        "scalar",
        ["movzx: the address depends on a secret (the memory at p, loaded at line 12)", "name an exemption"],
    ),
    "comparison of two types": (
        "sysv64",
        """
        x = k.load32(p)
        k.select(n.lt(x), 1, n, to=n)  # HERE
        """,
        "scalar",
        ["lt(n usize, ", "u32): the types differ; expected one type, convert with k.zext or k.trunc"],
    ),
    "comparison with what does not fit": (
        "aapcs64",
        """
        x = k.load8(p)
        k.select(x.lt(256), 1, n, to=n)  # HERE
        """,
        "scalar",
        ["lt: constant 0x100 does not fit ", "a u8"],
    ),
    "64-bit index in 32-bit mode": (
        "cdecl32",
        """
        x = k.load64(p)
        k.load8(p, index=x)  # HERE
        """,
        "scalar",
        ["load: the index ", "is a u64; a 32-bit target takes usize, u32, u16 or u8"],
    ),
    "unknown exemption": (
        "sysv64",
        """
        k.load8(p, index=n & 7, exempt="nown")  # HERE
        """,
        "scalar",
        ["exemption 'nown' is not in the contract's exempt=; it names: known"],
    ),
}


def dedented(text: str) -> str:
    lines = text.strip("\n").rstrip().splitlines()
    cut = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[cut:] for line in lines)


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_refused_with_its_line(name: str, tmp_path: Path) -> None:
    convention, body, variant, words = SCRIPTS[name]
    message = refusal(tmp_path, dedented(body), convention, Variant(variant))
    for word in words:
        assert word in message, message


ACCEPTED = {
    "the flags of the reader": """
        k.asm("cmp", n, 3)
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        k.asm("add", n, 1)
        """,
    "a public flag behind a secret one": """
        x = k.load32(p)
        k.asm("sub", x, 5)
        k.asm("inc", n)
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        """,
    "a secret address that the contract exempts": """
        x = k.load32(p)
        k.load8(p, index=x, exempt="known")
        """,
    "a declared feature": """
        x = k.load32(p)
        k.asm("andn", x, x, x)
        """,
}


@pytest.mark.parametrize("name", list(ACCEPTED))
def test_not_refused(name: str, tmp_path: Path) -> None:
    """The near neighbours of refused code."""
    variant = Variant("bmi1", ("bmi1",)) if "feature" in name else SCALAR
    build(written(tmp_path, dedented(ACCEPTED[name])), variant, abi("sysv64"))


def test_public_contents_are_public(tmp_path: Path) -> None:
    head = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw=64, public=True)')
    body = "with k.if_(k.load32(p).eq(0)):  # HERE\n    k.store32(p, k.const(k.u32, 1))"
    build(written(tmp_path, body, head), SCALAR, abi("sysv64"))
    assert "depends on a secret" in refusal(tmp_path, body)


def test_a_secret_entry_of_a_public_table_is_secret(tmp_path: Path) -> None:
    """The exemption covers the address. The entry tells the secret index."""
    head = HEAD.replace("uint32_t *p,", "uint32_t *p, uint8_t *t,").replace("p: Val,", "p: Val, t: Val,")
    head = head.replace('Arg("n"', 'Arg("t", rw=256, public=True), Arg("n"')
    look = 'x = k.load8(t, index=k.load8(p), exempt="known")\n'
    message = refusal(tmp_path, look + "with k.if_(x.eq(0)):  # HERE\n    n += 1", head=head)
    assert "the branch depends on a secret (the memory at p, loaded at line 12)" in message
    build(written(tmp_path, look + "k.store8(p, x)", head), SCALAR, abi("sysv64"))
    message = refusal(tmp_path, look + "k.store8(t, x)  # HERE", head=head)
    assert "stores a secret (the memory at p, loaded at line 12) into the memory at t" in message


def test_a_secret_that_is_address_and_operand(tmp_path: Path) -> None:
    head = HEAD.replace("uint32_t *p,", "uint32_t *p, const uint8_t *t,").replace("p: Val,", "p: Val, t: Val,")
    head = head.replace('Arg("n"', 'Arg("t", r=263, public=True), Arg("n"')
    body = """
x = k.zext(k.u64, k.load8(p))
k.asm("add", x, k.mem(t, width=64, index=x), exempt="known")
with k.if_(x.eq(0)):  # HERE
    n += 1
"""
    assert "the branch depends on a secret" in refusal(tmp_path, body, head=head)


def test_secret_scalar_argument(tmp_path: Path) -> None:
    head = HEAD.replace('Arg("n", public=True)', 'Arg("n")')
    assert "the branch depends on a secret (argument n)" in refusal(
        tmp_path, "with k.if_(n.eq(0)):  # HERE\n    n += 1", head=head
    )


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
