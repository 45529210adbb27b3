# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms that have a meaning in the prover's table and that no object of today has: kernels of tomorrow may."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from targets.toolchain.find import require
from tests.proof.harvest import Instance, engine

BOTH = """
movbe eax, [ecx]; movq xmm1, qword ptr [ecx]; movq [ecx], xmm1; vmovq xmm1, qword ptr [ecx]; sar al, 20; shr ax, 18
shl al, 9; rol al, 11; ror ax, 20; sar ax, 3; rol al, cl; ror ax, cl
shld ax, cx, 9; add ax, [ecx]; adc al, [ecx]; sbb al, al; neg ax; inc al; dec ax; cmp ax, cx; test al, al
movsx ax, cl; imul ax, cx; cmovb ax, cx; xchg al, cl; lea ax, [ecx+4]; mov ax, [ecx]; mov [ecx], ax; shl eax, 0
shl eax, 32; shr dword ptr [ecx], 5; rol word ptr [ecx], 3; shl dword ptr [ecx], cl; shl eax, 1; sub al, [ecx]
xor ax, 0x1234; vpsllvd ymm1, ymm2, [ecx]; vpsrlvd xmm1, xmm2, [ecx]; movbe [ecx+4], eax; sarx eax, ecx, edx
shlx eax, [ecx], edx; shrx eax, ecx, edx; shld eax, ecx, 7; shrd eax, ecx, 31; shld [ecx], edx, 1; shl eax, cl
shr eax, cl; sar eax, cl; rol eax, cl; ror eax, cl; mov [ecx+edx*2+5], al; mov eax, [ecx+edx*8-3]
lea eax, [ecx+edx*2+7]; lea eax, [ecx+ecx*4]; movsx eax, byte ptr [ecx]; movzx eax, word ptr [ecx]
movsx eax, word ptr [ecx]; imul eax, [ecx], 77; xchg eax, [ecx]; neg dword ptr [ecx]; not dword ptr [ecx]
inc dword ptr [ecx]; dec dword ptr [ecx]; or [ecx], eax; xor byte ptr [ecx], 9; adc [ecx], eax; sbb [ecx], eax
test [ecx], eax; adcx eax, [ecx]; adox eax, [ecx]; mulx eax, edx, [ecx]; rorx eax, [ecx], 3; andn eax, ecx, [edx]
cmovl eax, [ecx]; setle [ecx]; sete al; setae al; setbe al; setg al; setge al; setle al; setne al; setns al; sets al
push [ecx]; pop edx; prefetcht0 [ecx]; prefetcht1 [ecx]; prefetchnta [ecx]; xorps xmm1, xmm2; andps xmm1, xmm2
orps xmm1, xmm2; andnps xmm1, xmm2; lddqu xmm1, [ecx]; movups xmm1, [ecx]; movups [ecx], xmm1; pcmpeqq xmm1, xmm2
pcmpeqw xmm1, xmm2; pmuldq xmm1, xmm2; pmuludq xmm1, [ecx]; psubb xmm1, xmm2; psubq xmm1, xmm2; psubw xmm1, xmm2
punpckhbw xmm1, xmm2; punpckhwd xmm1, xmm2; aeskeygenassist xmm1, xmm2, 0x36; movaps [ecx], xmm1
vaeskeygenassist xmm1, [ecx], 7; vandnps ymm1, ymm2, ymm3; vandps ymm1, ymm2, [ecx]; vorps ymm1, ymm2, ymm3
vxorps ymm1, ymm2, ymm3; vbroadcastf128 ymm1, [ecx]; vbroadcastss ymm1, [ecx]; vbroadcastss ymm1, xmm2
vextractf128 [ecx], ymm1, 1; vinsertf128 ymm1, ymm2, [ecx], 0; vperm2f128 ymm1, ymm2, ymm3, 0x31; vlddqu ymm1, [ecx]
vmovlhps xmm1, xmm2, xmm3; vmovups ymm1, [ecx]; vpaddb ymm1, ymm2, ymm3; vpaddw ymm1, ymm2, [ecx]
vpbroadcastw ymm1, [ecx]; vpbroadcastb ymm1, [ecx]; vpcmpeqb ymm1, ymm2, ymm3; vpcmpeqw ymm1, ymm2, ymm3
vpextrb eax, xmm1, 3; vpextrb [ecx], xmm1, 12; vpextrw eax, xmm1, 7; vpextrw [ecx], xmm1, 2
vpinsrb xmm1, xmm2, [ecx], 9; vpinsrd xmm1, xmm2, eax, 3; vpinsrw xmm1, xmm2, eax, 4; vpinsrd xmm1, xmm2, [ecx], 1
vpmuldq ymm1, ymm2, ymm3; vpmuludq ymm1, ymm2, [ecx]; vpshufhw ymm1, ymm2, 0x6c; vpshuflw ymm1, ymm2, 0xe1
vpsllvd ymm1, ymm2, ymm3; vpsllvq ymm1, ymm2, ymm3; vpsrlvd ymm1, ymm2, [ecx]; vpsrlvq ymm1, ymm2, ymm3
vpsllw ymm1, ymm2, 3; vpsraw ymm1, ymm2, 15; vpsrad ymm1, ymm2, 40; vpsrlw ymm1, ymm2, 16; vpsubb ymm1, ymm2, ymm3
vpsubd ymm1, ymm2, ymm3; vpsubw ymm1, ymm2, ymm3; vpunpcklbw ymm1, ymm2, ymm3; vpunpcklwd ymm1, ymm2, [ecx]
vshufps ymm1, ymm2, ymm3, 0x9c; vextracti64x2 [ecx], zmm1, 3; vinserti64x2 zmm1, zmm2, xmm3, 2; vmovdqu8 zmm1, [ecx]
vmovdqu8 [ecx], zmm1; vpandd zmm1, zmm2, zmm3; vpandnd zmm1, zmm2, zmm3; vpandnq zmm1, zmm2, [ecx]
vpord zmm1, zmm2, zmm3; vpmovm2b zmm1, k1; vpmovm2w ymm1, k2; vpmovm2d xmm1, k3; vpcmpeqb k1, zmm2, zmm3
vpcmpeqw k2, ymm2, ymm3; vpcmpeqd k3, xmm2, [ecx]; vprolvd zmm1, zmm2, zmm3; vprolvq ymm1, ymm2, [ecx]
vprorvd zmm1, zmm2, [ecx]; vprorvq xmm1, xmm2, [ecx]; vmovdqu32 xmm1, [ecx]; vpsraq zmm1, zmm2, 9
vpsllvq zmm1, zmm2, zmm3; vprord zmm1, zmm2, 5; vpaddd zmm1, zmm2, dword ptr [ecx]{1to16}
vpxorq zmm1, zmm2, qword ptr [ecx]{1to8}; vpternlogq ymm1, ymm2, qword ptr [ecx]{1to4}, 0xca
vprold xmm1{k1}{z}, xmm2, 5; vshufi64x2 zmm1, zmm2, zmm3, 0x4e
"""
"""Forms of both widths, with addresses of 32 bits: ``LONG`` writes those of 64."""
LONG = """
movbe rax, [rcx]; shld rax, rcx, 41; shrd [rcx], rdx, 63; sarx rax, rcx, rdx; shlx rax, rcx, rdx; shrx rax, [rcx], rdx
shl rax, cl; shr rax, cl; sar rax, cl; rol rax, cl; ror rax, cl; movsxd rax, dword ptr [rcx]; vpextrq [rcx], xmm1, 1
vpextrq rax, xmm1, 0; mov [rcx+r9*2+5], r8; mov r8, [r9+rcx*8-3]; xchg [rcx], rax; imul rax, [rcx], -5
neg qword ptr [rcx]
"""
A64 = """
ldrh w0, [x1, #2]; ldrh w0, [x1, x2, lsl #1]; ldrsw x0, [x1, #4]; ldrsw x0, [x1], #-8; ldurb w0, [x1, #-3]
ldurh w0, [x1, #-5]; strh w0, [x1, #6]; stur x0, [x1, #-7]; stur q0, [x1, #-17]; sturb w0, [x1, #-1]
sturh w0, [x1, #-3]; ldr x0, [x1, w2, uxtw #3]; ldr w0, [x1, w2, sxtw]; str q0, [x1, x2, lsl #4]; ldr q0, [x1, #16]!
str x0, [x1], #24; ldp q0, q1, [x2, #-32]; stp q0, q1, [x2], #32; stp w0, w1, [x2, #8]!; ldp w0, w1, [x2]
ldr d0, [x1], #8; str s0, [x1, #4]; ldr b0, [x1]; str h0, [x1, #2]; ld1r {v0.16b}, [x1]; ld1r {v0.2d}, [x1]
ldr x1, [x1]; stp x1, x2, [x1]
"""
NO_SUCH = frozenset(
    "pandd pandnd pandnq pandq pord porq pxord pxorq prold prolq prolw prord prorq prorw vprolw vprorw psraq".split()
)
"""Names that a rule of x86 has beside others and that no instruction has."""
MISNAMED = {"vextracti64x4": "vextracti32x8", "vinserti64x4": "vinserti32x8"}
"""Instructions that capstone takes for others, which have no rule: the prover refuses both."""


def texts(arch: str) -> list[str]:
    given = {"x86": BOTH, "x86_64": BOTH.replace("[e", "[r").replace("+e", "+r") + LONG, "aarch64": A64}[arch]
    found = [one.strip() for line in given.strip().splitlines() for one in line.split(";") if one.strip()]
    if arch == "x86_64":
        wide = {"push [rcx]": "push qword ptr [rcx]", "pop edx": "pop rdx"}
        found = [wide.get(one, one) for one in found]
    return found


def assembled(arch: str, folder: Path) -> list[Instance]:
    """The instances of an instruction set."""
    from elftools.elf.elffile import ELFFile

    source, made = folder / "more.s", folder / "more.o"
    first = [] if arch == "aarch64" else [".intel_syntax noprefix"]
    source.write_text("\n".join([*first, *texts(arch), ""]), "utf-8")
    words: Sequence[str] = {"x86": ("gcc", "-m32"), "x86_64": ("gcc",), "aarch64": ("aarch64-gcc",)}[arch]
    subprocess.run([str(require(words[0])), *words[1:], "-c", str(source), "-o", str(made)], check=True)
    with made.open("rb") as stream:
        file: Any = ELFFile(stream)
        code = bytes(file.get_section_by_name(".text").data())
    found = [
        Instance(name, operands, code[at : at + size], None)
        for at, size, name, operands in engine(arch).disasm_lite(code, 0)
    ]
    assert sum(len(one.code) for one in found) == len(code) and len(found) == len(texts(arch))
    return found
