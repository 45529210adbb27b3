# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refusals of ``asm``: another operation's flags, hidden state, SSE mixed with AVX, an alignment without promise."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from generator.abi import abi
from generator.isa.effects import hidden
from generator.lang import Variant
from generator.machines.aarch64 import facts as aarch64_facts
from generator.machines.aarch64 import match as match_aarch64
from generator.machines.table import rows
from generator.machines.x86 import facts as x86_facts
from generator.machines.x86 import match as match_x86
from generator.model import Instr, Src
from generator.pipeline import build
from tests.passes.small import HEAD, line_of, refusal, written

BUFFERS = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw="16*n+64", public=True, ALIGN)').replace("ALIGN", "align=1")
AVX = Variant("avx2", ("avx2",))

# -- flags -------------------------------------------------------------------------------------------------------------

CHAIN = """
x = k.load32(p)
y = k.load32(p, offset=4)
z = k.load32(p, offset=8)
k.asm(ADD, x, X y)
{between}  # THERE
k.asm(ADC, z, Z y)  # HERE
k.store32(p, z)
"""
BETWEEN = {
    "a zero": ("k.const(k.u32, 0)", "sysv64 cdecl32", "xor"),
    "a condition": ("k.select(n.eq(0), z, y, to=z)", "sysv64 cdecl32 aapcs64", ""),
}  # fmt: skip


def chain(between: str, convention: str) -> str:
    arm = convention == "aapcs64"
    body = CHAIN.format(between=between).replace("ADD", "'adds'" if arm else "'add'")
    return body.replace("ADC", "'adc'").replace("X ", "x, " if arm else "").replace("Z ", "z, " if arm else "")


CELLS = [(name, convention) for name, (_, conventions, _) in BETWEEN.items() for convention in conventions.split()]


@pytest.mark.parametrize(("name", "convention"), CELLS)
def test_flags_are_of_the_author_s_own(name: str, convention: str, tmp_path: Path) -> None:
    """A word operation between two instructions of a chain changes the flags. The refusal names both lines."""
    between, _, mnem = BETWEEN[name]
    body = chain(between, convention)
    said = refusal(tmp_path, body, convention, head=BUFFERS)
    assert (
        "adc reads C" in said
        and "expected flags that an asm has set" in said
        and "put the word operation before" in said
    )
    kernel = written(tmp_path, body, BUFFERS)
    assert f"{mnem} of {kernel.src.file}:{line_of(kernel, '# THERE')} has set" in said


def test_flags_left_undefined_are_told_with_their_line(tmp_path: Path) -> None:
    said = refusal(tmp_path, "n <<= 3\nk.asm('seto', k.trunc(k.u8, n))  # HERE", head=BUFFERS)
    assert "seto reads OF, but the flags were left undefined by shl of" in said and "tiny.py:" in said


# -- hidden state ------------------------------------------------------------------------------------------------------

SET = 'k.asm("mov", R(Phys("gp", 0), 32), 0)\nk.asm("mov", R(Phys("gp", 1), 32), 0)\n'
MXCSR = "k.mem(p, width=32)"
HIDDEN = {
    "std": 'k.asm("std")', "cld": 'k.asm("cld")', "int3": 'k.asm("int3")', "ud2": 'k.asm("ud2")',
    "rdtsc": 'k.asm("rdtsc")', "cpuid": f'{SET}k.asm("cpuid")', "ldmxcsr": f'k.asm("ldmxcsr", {MXCSR})',
    "stmxcsr": f'k.asm("stmxcsr", {MXCSR})', "rdrand": 'k.asm("rdrand", n)', "rdseed": 'k.asm("rdseed", n)',
    "rdpid": 'k.asm("rdpid", n)', "rdtscp": 'k.asm("rdtscp")', "xgetbv": f'{SET}k.asm("xgetbv")',
    "serialize": 'k.asm("serialize")', "clflush": 'k.asm("clflush", k.mem(p, width=8))',
    "vldmxcsr": f'k.asm("vldmxcsr", {MXCSR})', "vzeroupper": 'k.asm("vzeroupper")',
    "maskmovdqu": 'v = k.vload(k.v128, p)\nk.asm("mov", R(Phys("gp", 7), 64), n)\nk.asm("maskmovdqu", v, v)',
}  # fmt: skip
EVERY = Variant("every", ("avx", "rdrand", "rdseed", "rdpid", "rdtscp", "serialize", "xsave"))


@pytest.mark.parametrize("mnem", HIDDEN)
def test_hidden_state_is_refused(mnem: str, tmp_path: Path) -> None:
    said = refusal(tmp_path, HIDDEN[mnem] + "  # HERE", variant=EVERY, head=BUFFERS)
    assert said.startswith(f"asm {mnem} reads or changes ") and "expected instructions whose effect is" in said


@pytest.mark.parametrize("mnem", ["brk", "udf"])
def test_hidden_state_is_refused_on_aarch64(mnem: str, tmp_path: Path) -> None:
    said = refusal(tmp_path, f'k.asm("{mnem}", 1)  # HERE', "aapcs64", head=BUFFERS)
    assert said.startswith(f"asm {mnem} reads or changes ")


def test_a_masked_destination_is_no_source(tmp_path: Path) -> None:
    """`k.only` is for the place of the result."""
    body = 'x, m = k.vzero(k.v128), k.value(k.mask, "m")\nk.asm("vpaddd", x, x, k.only(x, m))  # HERE'
    wide = Variant("wide", ("avx512f", "avx512vl"))
    said = refusal(tmp_path, body, variant=wide, head=BUFFERS)
    assert said.startswith("asm vpaddd: operand ") and "expected a value, int, k.mem(…) or label" in said


def test_every_row_of_the_tables_has_its_effect_in_its_operands() -> None:
    """A row without an effect, or with a result made of nothing, is refused or listed as harmless. New rows of this
    kind fail."""
    silent: set[str] = set()
    for mnem in rows("x86"):
        for row in match_x86.table("x86_64", mnem):
            form = row.form
            made = bool(form.implicit_write) or any("w" in spec.access for spec in form.ops)
            seen = bool(form.implicit_read or form.flags_read) or any(spec.access != "w" for spec in form.ops)
            odd = (form.flags_read | form.flags_clobbered) & {"DF"}
            if form.kind == "normal" and (not made and not form.flags_clobbered or made and not seen or odd):
                silent.add(mnem)
                told = hidden(Instr(mnem, (), form, Src("table", 1)))
                assert (told is None) == (mnem in x86_facts.HARMLESS | x86_facts.CONSTANT), mnem
    assert {"std", "rdtsc", "ud2", "stmxcsr", "ldmxcsr", "maskmovdqu", "stosb", "rep movsb"} <= silent
    assert x86_facts.HARMLESS | x86_facts.CONSTANT | x86_facts.IDENTIFIES <= set(rows("x86"))
    assert aarch64_facts.HARMLESS <= set(rows("aarch64"))
    none = {
        mnem for mnem in rows("aarch64") for row in match_aarch64.table(mnem)
        if row.kind == "normal" and not row.implicit_write and not row.flags_written
        and not any("w" in access for access in row.access)
    }  # fmt: skip
    assert none - aarch64_facts.HARMLESS == {"brk", "udf"}
    others = "syscall sysenter emms fninit fld1 movq2dq hlt pushf popf in out wbinvd"  # system calls, x87 and MMX
    assert not {*others.split()} & set(rows("x86"))


# -- legacy SSE beside AVX ---------------------------------------------------------------------------------------------

MIXED = """
a = k.vload(k.{wide}, p)
b = k.vload(k.v128, p)
k.asm({mnem}, b, b)  # HERE
k.vstore(p, b)
k.vstore(p, a)
"""


def test_legacy_sse_while_upper_halves_are_dirty(tmp_path: Path) -> None:
    body = MIXED.format(wide="v256", mnem='"paddd"')
    said = refusal(tmp_path, body, variant=AVX, head=BUFFERS)
    kernel = written(tmp_path, body, BUFFERS)
    line = line_of(kernel) - 2
    assert said.startswith("paddd is legacy SSE, and the upper halves of vector registers are dirty since vmovdqu of ")
    assert f"{kernel.src.file}:{line}:" in said and "expected vpaddd" in said


def test_upper_halves_are_dirty_on_one_path(tmp_path: Path) -> None:
    body = """
    b = k.vload(k.v128, p)
    with k.if_(n.eq(3)):
        k.vstore(p, k.vload(k.v256, p, offset=8))
    k.asm("paddd", b, b)  # HERE
    k.vstore(p, b)
    """
    assert "paddd is legacy SSE" in refusal(tmp_path, dedent(body).strip(), variant=AVX, head=BUFFERS)


# -- alignment ---------------------------------------------------------------------------------------------------------

SSE = Variant("ssse3", ("ssse3",))
ALIGNED: dict[str, tuple[str, Variant, int, str]] = {
    "movdqa": ('k.asm("movdqa", v, k.mem(p, width=128))', SSE, 16, "movdqu"),
    "movaps": ('k.asm("movaps", v, k.mem(p, width=128))', SSE, 16, "movups"),
    "legacy arithmetic": ('k.asm("paddd", v, k.mem(p, width=128))', SSE, 16, "movdqu into a value first"),
    "at an offset": ('k.asm("movdqa", v, k.mem(p, 32, width=128))', SSE, 16, "movdqu"),
    "after a loop": ('with k.loop(n, step={p: 16}):\n    k.asm("pxor", v, k.mem(p, width=128))', SSE, 16, "movdqu"),
    "by an index": ('k.asm("pxor", v, k.mem(p, width=128, index=n << 4))', SSE, 16, "movdqu into"),
    "by a scaled index": ('k.asm("pxor", v, k.mem(p, width=128, index=n << 1, scale=8))', SSE, 16, "movdqu into"),
    "vmovdqa": ('k.asm("vmovdqa", v, k.mem(p, width=128))', AVX, 16, "vmovdqu"),
    "vmovdqa, wide": ('w = k.vload(k.v256, p)\nk.asm("vmovdqa", w, k.mem(p, width=256))', AVX, 32, "vmovdqu"),
}  # fmt: skip
BODY = "v = k.vload(k.v128, p)\n{}  # HERE\nk.vstore(p, v)"
NEVER = {
    "an offset between": 'k.asm("movdqa", v, k.mem(p, 8, width=128))',
    "an index of bytes": 'k.asm("movdqa", v, k.mem(p, width=128, index=n))',
    "a step of bytes": 'with k.loop(n, step={p: 8}):\n    k.asm("movdqa", v, k.mem(p, width=128))',
    "moved": 'q = p + n\nk.asm("movdqa", v, k.mem(q, width=128))',
    "moved by an instruction": 'k.asm("add", p, 1)\nk.asm("movdqa", v, k.mem(p, width=128))',
    "a register of one's own": 'k.asm("mov", R(Phys("gp", 0), 64), n)\n'
    'k.asm("movdqa", v, Mem(Phys("gp", 0), width=128))',
}


@pytest.mark.parametrize("name", ALIGNED)
def test_aligned_memory_needs_an_aligned_argument(name: str, tmp_path: Path) -> None:
    code, variant, need, other = ALIGNED[name]
    said = refusal(tmp_path, BODY.format(code), variant=variant, head=BUFFERS)
    assert f"must lie at a multiple of {need} bytes, and p" in said and "made of p with align=1" in said
    assert f"expected {other}" in said and f"or align={need} in the contract of p" in said
    almost = BUFFERS.replace("align=1", f"align={need // 2}")
    assert f"is known to be a multiple of {need // 2}" in refusal(
        tmp_path, BODY.format(code), variant=variant, head=almost
    )
    enough = BUFFERS.replace("align=1", f"align={need}")
    build(written(tmp_path, BODY.format(code), enough), variant, abi("sysv64"))


@pytest.mark.parametrize("name", NEVER)
def test_aligned_memory_needs_aligned_arithmetic(name: str, tmp_path: Path) -> None:
    aligned = BUFFERS.replace("align=1", "align=64")
    assert "must lie at a multiple of 16 bytes" in refusal(
        tmp_path, BODY.format(NEVER[name]), variant=SSE, head=aligned
    )


@pytest.mark.parametrize(
    ("code", "variant"),
    [
        ('k.asm("movdqu", v, k.mem(p, 1, width=128))', SSE),
        ('k.asm("movd", v, k.mem(p, 1, width=32))', SSE),
        ('k.asm("movq", v, k.mem(p, 1, width=64))', SSE),
        ('k.asm("vpaddd", v, v, k.mem(p, 1, width=128))', AVX),
        ('k.asm("vmovdqu", v, k.mem(p, 1, width=128))', AVX),
        ('t = k.table("digits", k.u64, [1, 2])\nk.asm("movdqa", v, k.mem(t, width=128))', SSE),
        ('f = k.frame(64, "area")\nk.vstore(f, v)\nk.asm("movdqa", v, k.mem(f, width=128))', SSE),
    ],
)
def test_memory_that_may_lie_anywhere(code: str, variant: Variant, tmp_path: Path) -> None:
    build(written(tmp_path, BODY.format(code), BUFFERS.replace(" public=True,", "", 1)), variant, abi("sysv64"))
