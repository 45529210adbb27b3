# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms that have a meaning in the prover's table and that no object of today has: kernels of tomorrow may."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from targets.toolchain.find import require
from tests.proof.harvest import Instance, engine

BOTH = """
mov [ecx+edx*2+5], al; mov eax, [ecx+edx*8-3]; lea eax, [ecx+edx*2+7]; lea eax, [ecx+ecx*4]; movbe [ecx+4], eax
push [ecx]; pop edx; pop [ecx+4]; push -5; push 0x12345678
paddd xmm1, [ecx+edx*4+64]; vpaddd zmm1, zmm2, [ecx+128]; vpaddd zmm1, zmm2, [ecx-4]{1to16}
vinserti32x4 zmm1, zmm2, [ecx+48], 1; vmovd xmm7, [ecx-8]; sbb al, al; sbb eax, eax; pxor xmm3, xmm3; xchg [ecx], ecx
xchg cl, cl; shld eax, eax, 9; mulx eax, eax, ecx; cmove eax, eax; paddd xmm1, xmm1; pcmpeqd xmm1, xmm1
pmuludq xmm1, [ecx]; vprorvq xmm1, xmm2, [ecx]; pmuldq xmm1, xmm2; vpsllvq ymm1, ymm2, ymm3
palignr xmm1, xmm1, 4; vpxor ymm1, ymm2, ymm2; mov eax, 0x80000001; add eax, -7; imul eax, ecx, -13; rol eax, 1
"""
"""Shapes of addresses, and operands that are one register. Addresses have 32 bits: ``LONG`` writes those of 64."""
LONG = """
mov [rcx+r9*2+5], r8; mov r8, [r9+rcx*8-3]; mov r8b, sil; movsxd r9, r10d; vpaddd zmm17, zmm30, zmm9
vpextrb r9d, xmm2, 3
mov rax, -5; sbb r9, r9; vmovdqu64 zmm29, [r13+64]; vpbroadcastq zmm20, r12; xchg r8, rax; bswap r11; setb r12b
"""
A64 = """
add w0, w1, w2; add x0, x1, x2; add x0, x1, #0x7f; add w0, w1, #8; add x0, x1, #1, lsl #12; add x0, x1, x2, lsl #2
add x0, x1, w2, uxtw #3; sub x0, x1, x2; sub w0, w1, w2; sub x0, x1, #8; sub x0, x1, x2, asr #5; adds x0, x1, x2
adds w0, w1, w2; subs x0, x1, x2; subs w0, w1, #3; subs x0, x1, #1; cmp w1, w2; cmp x1, #8; cmp x1, x2; cmn x1, x2
adc x0, x1, x2; adc w0, w1, w2; adcs x0, x1, x2; adcs w0, w1, w2; sbc x0, x1, x2; sbcs x0, x1, x2; sbcs w0, w1, w2
neg x0, x1; neg w0, w1, lsl #3; and w0, w1, #7; and x0, x1, #0x30; and w0, w1, w2; and x0, x1, x2, ror #9
orr x0, x1, x2; eor w0, w1, #7; eor w0, w1, w2; eor x0, x1, x2; eor w0, w1, w2, ror #14; eor x0, x1, x2, ror #41
bic w0, w1, w2; orn w0, w1, w2; eon x0, x1, x2; ands x0, x1, x2; bics w0, w1, w2; tst x1, x2; mvn w0, w1
mvn x0, x1, lsr #7; mov x0, x1; mov w0, w1; mov w0, #0xa478; mov x0, #-5; movz x0, #7, lsl #32; movn w0, #9
movz x0, #0, lsl #16; movn x0, #0, lsl #16
movk w0, #0xd76a, lsl #16; movk x0, #0x1234; movk x0, #1, lsl #48; lsl x0, x1, #4; lsl w0, w1, #31; lsr w0, w1, #10
lsr x0, x1, #7; asr w0, w1, #9; asr x0, x1, #63; ror w0, w1, #25; ror x0, x1, #14; extr x0, x1, x2, #13
ubfx x0, x1, #5, #11; sbfx w0, w1, #7, #9; ubfiz x0, x1, #9, #8; bfi x0, x1, #8, #16; bfxil w0, w1, #4, #8; uxtb w0, w1
uxth w0, w1; sxtb x0, w1; sxth w0, w1; sxtw x0, w1; rev w0, w1; rev x0, x1; rev16 w0, w1; rev32 x0, x1; mul x0, x1, x2
mul w0, w1, w2; mneg x0, x1, x2; madd x0, x1, x2, x3; msub w0, w1, w2, w3; umulh x0, x1, x2; umull x0, w1, w2
umaddl x0, w1, w2, x3; csel w0, w1, w2, eq; csel x0, x1, x2, lo; csel x0, x1, x2, ne; csinc x0, x1, x2, hs
csinv w0, w1, w2, mi; csneg x0, x1, x2, pl; cset w0, hs; cset w0, lo; cset w0, hi; cset w0, ls; cset x0, ge; cset x0, lt
cset x0, gt; cset x0, le; csetm x0, eq; cinc x0, x1, ne; nop
add v0.4s, v1.4s, v2.4s; add v0.2d, v1.2d, v2.2d; sub v0.4s, v1.4s, v2.4s; and v0.16b, v1.16b, v2.16b
orr v0.16b, v1.16b, v2.16b; eor v0.16b, v1.16b, v2.16b; bic v0.16b, v1.16b, v2.16b; orn v0.16b, v1.16b, v2.16b
mvn v0.16b, v1.16b; mov v0.16b, v1.16b; bsl v0.16b, v1.16b, v2.16b; cmeq v0.4s, v1.4s, v2.4s; cmeq v0.4s, v1.4s, v1.4s
dup v0.4s, w1; dup v0.2d, x1; dup v0.4s, v1.s[0]; dup v0.4s, v1.s[3]; ext v0.16b, v1.16b, v2.16b, #8
ext v0.16b, v1.16b, v2.16b, #3; fmov w0, s1; fmov s0, w1; fmov d0, x1; fmov x0, d1; mov w0, v1.s[2]; mov x0, v1.d[1]
mov v0.s[1], w1; mov v0.d[1], v1.d[0]; umov w0, v1.b[9]; movi v0.16b, #0; movi v0.16b, #0x1b; rev32 v0.16b, v1.16b
rev32 v0.8h, v1.8h; rev64 v0.16b, v1.16b; rev64 v0.4s, v1.4s; rev16 v0.16b, v1.16b; shl v0.4s, v1.4s, #7
shl v0.2d, v1.2d, #45; ushr v0.16b, v1.16b, #4; ushr v0.4s, v1.4s, #3; ushr v0.2d, v1.2d, #19; sri v0.4s, v1.4s, #25
sli v0.4s, v1.4s, #5; tbl v0.16b, {v1.16b}, v2.16b; zip1 v0.4s, v1.4s, v2.4s; zip2 v0.4s, v1.4s, v2.4s
zip1 v0.2d, v1.2d, v2.2d; uzp1 v0.4s, v1.4s, v2.4s; uzp2 v0.8h, v1.8h, v2.8h; trn1 v0.4s, v1.4s, v2.4s
trn2 v0.2d, v1.2d, v2.2d
ldrh w0, [x1, #2]; ldrh w0, [x1, x2, lsl #1]; ldrsw x0, [x1, #4]; ldrsw x0, [x1], #-8; ldurb w0, [x1, #-3]
ldurh w0, [x1, #-5]; strh w0, [x1, #6]; stur x0, [x1, #-7]; stur q0, [x1, #-17]; sturb w0, [x1, #-1]
sturh w0, [x1, #-3]; ldr x0, [x1, w2, uxtw #3]; ldr w0, [x1, w2, sxtw]; str q0, [x1, x2, lsl #4]; ldr q0, [x1, #16]!
str x0, [x1], #24; ldp q0, q1, [x2, #-32]; stp q0, q1, [x2], #32; stp w0, w1, [x2, #8]!; ldp w0, w1, [x2]
ldr d0, [x1], #8; str s0, [x1, #4]; ldr b0, [x1]; str h0, [x1, #2]; ld1r {v0.16b}, [x1]; ld1r {v0.2d}, [x1]
ldr x1, [x1]; stp x1, x2, [x1]; ldrsb w0, [x1, #3]; ldrsb x0, [x1]; ldrsh w0, [x1, #2]; ldrsh x0, [x1, x2, lsl #1]
ldursb w0, [x1, #-3]; ldursb x0, [x1, #-1]; ldursh w0, [x1, #-5]; ldursh x0, [x1, #-7]; ldursw x0, [x1, #-3]
negs w0, w1; negs x0, x1; clz w0, w1; clz x0, x1; rbit w0, w1; rbit x0, x1; crc32cb w0, w1, w2; crc32ch w0, w1, w2
crc32cw w0, w1, w2; crc32cx w0, w1, x2; lsl w0, w1, w2; lsl x0, x1, x2; lsr w0, w1, w2; lsr x0, x1, x2; asr w0, w1, w2
asr x0, x1, x2; ror w0, w1, w2; ror x0, x1, x2; mul v0.8h, v1.8h, v2.8h; mul v0.4s, v1.4s, v2.4s
mul v0.16b, v1.16b, v2.16b; smull v0.4s, v1.4h, v2.4h; smull2 v0.4s, v1.8h, v2.8h; umull v0.4s, v1.4h, v2.4h
umull2 v0.4s, v1.8h, v2.8h; smull v0.2d, v1.2s, v2.2s; umull v0.2d, v1.2s, v2.2s; umlal v0.2d, v1.2s, v2.2s
pmull v0.1q, v1.1d, v2.1d; pmull2 v0.1q, v1.2d, v2.2d; uaddlp v0.2d, v1.4s; uaddlp v0.8h, v1.16b
addp v0.4s, v1.4s, v2.4s; addp v0.16b, v1.16b, v2.16b; xtn v0.2s, v1.2d; xtn v0.8b, v1.8h; sqxtn v0.8b, v1.8h
sqxtn v0.4h, v1.4s; sqxtn2 v0.16b, v1.8h; sqxtn2 v0.8h, v1.4s; sqxtun v0.8b, v1.8h; sqxtun v0.4h, v1.4s
sqxtun2 v0.16b, v1.8h; sqxtun2 v0.8h, v1.4s; uxtl v0.8h, v1.8b; uxtl v0.4s, v1.4h; uxtl v0.2d, v1.2s
uxtl2 v0.8h, v1.16b; uxtl2 v0.2d, v1.4s; sxtl v0.8h, v1.8b; sxtl v0.4s, v1.4h; sxtl v0.2d, v1.2s
sxtl2 v0.8h, v1.16b; sxtl2 v0.4s, v1.8h; udot v0.4s, v1.16b, v2.16b; sdot v0.4s, v1.16b, v2.16b
usdot v0.4s, v1.16b, v2.16b; bif v0.16b, v1.16b, v2.16b; bit v0.16b, v1.16b, v2.16b; cnt v0.8b, v1.8b; addv b0, v1.8b
bcax v0.16b, v1.16b, v2.16b, v3.16b; eor3 v0.16b, v1.16b, v2.16b, v3.16b; ld1 {v0.b}[11], [x1]; ld1 {v0.h}[5], [x1]
ld1 {v0.s}[3], [x1]; ld1 {v0.d}[1], [x1]; sshr v0.16b, v1.16b, #3; sshr v0.4s, v1.4s, #31; sshr v0.2d, v1.2d, #64
smin v0.16b, v1.16b, v2.16b; smin v0.4s, v1.4s, v2.4s; smax v0.8h, v1.8h, v2.8h; umin v0.16b, v1.16b, v2.16b
umin v0.4s, v1.4s, v2.4s; umax v0.8h, v1.8h, v2.8h; cmgt v0.2d, v1.2d, v2.2d; cmgt v0.16b, v1.16b, v2.16b
cmhi v0.8h, v1.8h, v2.8h; cmhi v0.2d, v1.2d, v2.2d; ins v0.s[1], v2.s[3]; mov v0.b[5], w1
"""


SHIFTED = (("add", "lsl"), ("subs", "lsr"), ("sub", "asr"), ("and", "lsl"), ("bic", "lsr"), ("eon", "asr"),
           ("orr", "ror"))  # fmt: skip


def numbers_a64() -> Iterator[str]:
    """Instructions of AArch64 with every number that a field may have; of fields of bits, all places with the least and
    the most bits."""
    for r, w in (("w", 32), ("x", 64)):
        for n in range(w):
            yield from (f"{name} {r}0, {r}1, #{n}" for name in ("lsl", "lsr", "asr", "ror"))
            yield f"extr {r}0, {r}1, {r}2, #{n}"
            for name in ("ubfx", "sbfx", "bfxil", "ubfiz", "bfi"):
                yield from (f"{name} {r}0, {r}1, #{n}, #{bits}" for bits in sorted({1, w - n}))
            yield from (f"{name} {r}0, {r}1, {r}2, {by} #{n}" for name, by in SHIFTED)
        for n in range(5):
            kinds = ("uxtb", "uxth", "uxtw", "sxtb", "sxth", "sxtw")
            yield from (f"add {r}0, {r}1, w2, {kind} #{n}" for kind in kinds)
        yield from (f"{name} {r}0, #0x1235, lsl #{n}" for name in ("movz", "movn", "movk") for n in range(0, w, 16))
        yield from (f"{name} {r}0, {r}1, #0xabc, lsl #12" for name in ("add", "sub", "adds", "subs"))
    yield from (f"sub x0, x1, x2, {kind} #{n}" for kind in ("uxtx", "sxtx") for n in range(5))
    for lane, bits in (("b", 8), ("h", 16), ("s", 32), ("d", 64)):
        r, shape = "x" if bits == 64 else "w", f"{128 // bits}{lane}"
        yield from (f"{name} v0.{shape}, v1.{shape}, #{n}" for name in ("shl", "sli") for n in range(bits))
        yield from (f"{name} v0.{shape}, v1.{shape}, #{n + 1}" for name in ("ushr", "sri") for n in range(bits))
        for n in range(128 // bits):
            yield f"dup v0.{shape}, v1.{lane}[{n}]"
            yield f"mov v0.{lane}[{n}], {r}1"
            yield f"mov v0.{lane}[{n}], v1.{lane}[{128 // bits - 1 - n}]"
            yield f"{'umov' if bits < 32 else 'mov'} {r}0, v1.{lane}[{n}]"
    yield from (f"ext v0.16b, v1.16b, v2.16b, #{n}" for n in range(16))
    yield from (f"movi v0.16b, #{n}" for n in range(256))
    for n in range(256):
        yield f"movi v0.2d, #{sum(255 << 8 * k for k in range(8) if n >> k & 1):#x}"
    yield from ("fmov v0.d[1], x1", "fmov x0, v1.d[1]", "fmov d0, x1", "fmov w0, s1")


NO_SUCH = frozenset(
    "pandd pandnd pandnq pandq pmullq pord porq pxord pxorq prold prolq prolw prord prorq prorw vprolw vprorw "
    "psraq".split()
)
"""Names that a rule of x86 has beside others and that no instruction has."""


def texts(arch: str) -> list[str]:
    given = {"x86": BOTH, "x86_64": BOTH.replace("[e", "[r").replace("+e", "+r") + LONG, "aarch64": A64}[arch]
    found = [one.strip() for line in given.strip().splitlines() for one in line.split(";") if one.strip()]
    if arch == "x86_64":
        wide = {"push [rcx]": "push qword ptr [rcx]", "pop edx": "pop rdx", "pop [rcx+4]": "pop qword ptr [rcx+4]"}
        found = [wide.get(one, one) for one in found]
    return found


def assembled(arch: str, folder: Path, given: Sequence[str] = ()) -> list[Instance]:
    """The instances of an instruction set, or given ones."""
    from elftools.elf.elffile import ELFFile

    source, made = folder / "more.s", folder / "more.o"
    first = [".arch armv8.6-a+crypto+sha3" if arch == "aarch64" else ".intel_syntax noprefix"]
    source.write_text("\n".join([*first, *(given or texts(arch)), ""]), "utf-8")
    words: Sequence[str] = {"x86": ("gcc", "-m32"), "x86_64": ("gcc",), "aarch64": ("aarch64-gcc",)}[arch]
    subprocess.run([str(require(words[0])), *words[1:], "-c", str(source), "-o", str(made)], check=True)
    with made.open("rb") as stream:
        file: Any = ELFFile(stream)
        code = bytes(file.get_section_by_name(".text").data())
    found = [
        Instance(name, operands, code[at : at + size], None)
        for at, size, name, operands in engine(arch).disasm_lite(code, 0)
    ]
    assert sum(len(one.code) for one in found) == len(code) and len(found) == len(given or texts(arch))
    return found
