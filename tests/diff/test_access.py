# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instructions read back from text: one meaning whatever the syntax, and the registers that the tables say."""

from __future__ import annotations

import pytest

import targets
from generator.diff.access import Accesses
from generator.diff.instruction import Reader
from generator.diff.parse import Files
from generator.isa.names import reg_name
from generator.library import load
from generator.model import Phys
from tests.changed import Wanted
from tests.diff.samples import cell, having

pytestmark = pytest.mark.kernels()

KERNELS = tuple(load().kernels)
ALIKE = [
    ("x86_64", "mov eax, dword ptr [rdi + 8]", "mov eax, dword [rdi+8]", "mov eax, DWORD PTR [rdi + 8]",
     "mov eax, [rdi+8]"),
    ("x86_64", "movzx eax, byte ptr [rdi]", "movzx eax, byte [rdi]", "movzx eax, BYTE PTR [rdi]"),
    ("x86_64", "add eax, 0x1f", "add eax, 31", "add eax, 1Fh", "add eax, 01fh"),
    ("x86_64", "lea r9d, [r9 + r12 - 0x10]", "lea r9d, [r9+r12-16]", "lea r9d, DWORD PTR [r9+r12-10h]"),
    ("x86_64", "jne .Lloop_1", "jne L_loop_1", "jne @ + Lloop_1", "jne @+Lloop_1"),
    ("x86_64", "lea rax, [rip + @_table]", "lea rax, [rel @_table]", "lea rax, QWORD PTR [@_table]",
     "lea rax, [rip+@_table]"),
    ("x86_64", "vpaddd xmm0, xmm1, dword ptr [rip+@_c+4]{1to4}", "vpaddd xmm0, xmm1, [rel @_c + 4]{1to4}",
     "vpaddd xmm0, xmm1, bcst_dword [@_c+4] to_4"),
    ("x86", "lea ecx, [ecx + @_t]", "lea ecx, [ecx + @_t - .Lpic]", "lea ecx, [ecx+@_t - .Lpic]"),
    ("aarch64", "add x0, x0, :lo12:@_t", "add x0, x0, @_t@PAGEOFF"),
    ("aarch64", "adrp x0, @_t", "adrp x0, @_t@PAGE"),
    ("aarch64", "add x5, x4, #16", "add x5, x4, #0x10"),
]  # fmt: skip
APART = [
    ("x86_64", "mov eax, [rdi+8]", "mov eax, [rdi-8]"), ("x86_64", "mov eax, 8", "mov eax, -8"),
    ("x86_64", "movzx eax, byte ptr [rdi]", "movzx eax, word ptr [rdi]"), ("x86_64", "mov eax, ecx", "mov rax, rcx"),
    ("x86_64", "add qword ptr [rsp], 1", "add dword ptr [rsp], 1"),
    ("x86_64", "mov eax, [rdi+rax]", "mov eax, [rdi+rax*2]"),
    ("aarch64", "ror w0, w1, #2", "ror w0, w1, #3"), ("aarch64", "csel x0, x1, x2, eq", "csel x0, x1, x2, ne"),
    ("aarch64", "ldr x0, [x1], #8", "ldr x0, [x1, #8]"),
    ("aarch64", "eor v0.16b, v1.16b, v2.16b", "eor v0.8b, v1.8b, v2.8b"),
]  # fmt: skip
ACCESSES = [
    ("x86_64", "mov eax, ecx", "rcx", "rax", "copies"), ("x86_64", "add eax, ecx", "rax rcx", "rax", ""),
    ("x86_64", "xor eax, eax", "", "rax", ""), ("x86_64", "mov [rsp+8], rdi", "rdi", "", "copies stores"),
    ("x86_64", "mov rdi, [rsp+8]", "", "rdi", "copies loads"), ("x86_64", "add al, cl", "rax rcx", "rax", ""),
    ("x86_64", "movzx eax, byte ptr [rdi+rsi]", "rdi rsi", "rax", "loads"),
    ("x86_64", "lea r9, [rdi+rsi*4]", "rdi rsi", "r9", ""), ("x86_64", "jmp .Lback_1", "", "", "jumps"),
    ("x86_64", "mul rcx", "rcx rax", "rax rdx", ""), ("x86_64", "mul rax", "rax rax", "rax rdx", ""),
    ("x86_64", "mul r9", "r9 rax", "rax rdx", ""), ("x86_64", "mulx r8, r9, r10", "r10 rdx", "r8 r9", ""),
    ("x86_64", "vpxor xmm1, xmm2, xmm3", "xmm2 xmm3", "xmm1", ""), ("x86_64", "vpxor xmm1, xmm1, xmm1", "", "xmm1", ""),
    ("x86_64", "vpternlogd xmm1, xmm2, xmm3, 0xb8", "xmm1 xmm2 xmm3", "xmm1", ""),
    ("aarch64", "eor w0, w1, w2, ror #7", "x1 x2", "x0", ""), ("aarch64", "movk w3, #0x302, lsl #16", "x3", "x3", ""),
    ("aarch64", "ldrb w8, [x0, x3]", "x0 x3", "x8", "loads"),
    ("aarch64", "str x0, [sp, #16]", "x0", "", "copies stores"),
    ("aarch64", "csel x5, x1, x5, eq", "x1 x5", "x5", ""), ("aarch64", "aese v0.16b, v1.16b", "q0 q1", "q0", ""),
    ("aarch64", "ldr x0, [x1], #8", "x1", "x0 x1", "loads"), ("aarch64", "ldr x0, [x1, #8]!", "x1", "x0 x1", "loads"),
    ("aarch64", "cbnz x3, .Lloop_1", "x3", "", ""), ("aarch64", "b.ne .Lloop_1", "", "", ""),
]  # fmt: skip


@pytest.mark.parametrize("case", ALIKE, ids=lambda case: case[1])
def test_one_meaning(case: tuple[str, ...]) -> None:
    arch, *texts = case
    assert len({Reader(arch).read(text).canon for text in texts}) == 1


@pytest.mark.parametrize(("arch", "a", "b"), APART)
def test_two_meanings(arch: str, a: str, b: str) -> None:
    reader = Reader(arch)
    assert reader.read(a).canon != reader.read(b).canon


@pytest.mark.parametrize(("arch", "text", "reads", "writes", "more"), ACCESSES, ids=lambda value: value or "none")
def test_accesses(arch: str, text: str, reads: str, writes: str, more: str) -> None:
    found = Accesses(arch).of(Reader(arch).read(text))

    def names(registers: tuple[tuple[str, int], ...]) -> list[str]:
        return sorted(reg_name(arch, Phys(c, n), 64 if c == "gp" else 128) for c, n in registers)  # type: ignore[arg-type]

    assert (names(found.reads), names(found.writes)) == (sorted(reads.split()), sorted(writes.split()))
    said = {name for name in ("copies", "loads", "stores", "jumps") if getattr(found, name)}
    assert said == set(more.split())


@pytest.mark.code
@pytest.mark.kernels(*KERNELS)
@pytest.mark.parametrize(
    ("triple", "syntax"),
    [("x86_64-linux-gnu", "gas"), ("x86_64-pc-windows-msvc", "masm"), ("i686-linux-gnu", "nasm"),
     ("aarch64-linux-gnu", "gas")],
)  # fmt: skip
def test_the_tables_know_everything(triple: str, syntax: str, wanted: Wanted) -> None:
    """Each instruction of a whole target is found in the instruction tables, and none is guessed at."""
    files = Files()
    unknown = set()
    chosen = having(wanted(KERNELS), targets.load(triple).arch)
    for path, text in cell(triple, syntax, chosen).files.items() if chosen else ():
        source = files.read(path, text)
        accesses = Accesses(source.arch)
        for line in source.lines:
            if line.meaning.kind == "code" and accesses.guessed(line.meaning):
                unknown.add(line.text)
    assert not unknown
