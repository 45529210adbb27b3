# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Corrections of asmjit's database: its errors, its gaps, and facts that this project wants in another form.

:mod:`generator.machines.distil` applies them. ``distil.py`` describes the syntax of rows.
"""

from __future__ import annotations

from generator.isa.words import words

DROP = words(
    "aaa aad aam aas arpl bound cli clts daa das enter in ins int into iret iretd iretq lar lcall lds les lfs lgs "
    "ljmp lsl lss out outs popa popad pusha pushad retf rsm sgdt sidt sldt smsw sti str syscall sysenter ud0 ud1 verr "
    "verw xlatb pushw popf pushf xsave xsave64 xrstor xrstor64 loop loope loopne jecxz movs stos lods cmps scas "
    "hlt"
)
"""Privileged, segment, port and other instructions with no place in a kernel. String forms are added again below."""

FLAGS = {
    "imul": "wCO uAPSZ",  # the database calls SF defined, as only some cores do
    "rcl": "rC wCO",  # OF is written, not read
    "rcr": "rC wCO",
}

MNEM_FEATURES = {
    "prefetchw": ["prefetchw"],
    "pause": [],
    "endbr32": [],
    "endbr64": [],
}

DEST_READ = words(
    "sha1msg1 sha1msg2 sha1nexte sha1rnds4 sha256msg1 sha256msg2 sha256rnds2 vpermi2pd vpermi2ps vdpbf16ps"
)
"""The mnemonics whose first operand is read and written. The database has only one of the two."""

OPERANDS: dict[str, dict[str, str]] = {
    "bsf": {"wrv,rrv/mv": "mrv,rrv/mv"},  # a source of zero keeps the destination
    "bsr": {"wrv,rrv/mv": "mrv,rrv/mv"},
    "cmpxchg": {"mr8/m8,rr8,r<al>": "mr8/m8,rr8,m<al>", "mrv/mv,rrv,r<axv>": "mrv/mv,rrv,m<axv>"},
    "push": {o: o + ",m<zsp>" for o in ("rr16/m16", "rr32/m32", "rr64/m64", "rr16", "rr32", "rr64", "rimm8",
                                        "rimm16", "rimm32", "rimms32")},
    "pop": {o: o + ",m<zsp>" for o in ("wr16/m16", "wr32/m32", "wr64/m64", "wr16", "wr32", "wr64")},
    "call": {o: o + ",m<zsp>" for o in ("rlabel", "rr16/m16", "rr32/m32", "rr64/m64")},
    "ret": {"": "m<zsp>", "rimmu16": "rimmu16,m<zsp>"},
    "leave": {"": "w<zsp>,m<zbp>"},
    "pushfd": {"": "m<zsp>"}, "pushfq": {"": "m<zsp>"}, "popfd": {"": "m<zsp>"}, "popfq": {"": "m<zsp>"},
    "lahf": {"w<ah>": "m<zax>"},  # bits 8-15 only
    "bswap": {"mrv": "mry"},
    "vpconflictq": {"wxyz,rxyz/mxyz/b32": "wxyz,rxyz/mxyz/b64"},
    "lea": {f"w{r},rmem": f"w{r},nmem/label" for r in ("r16", "r32", "r64")},
    "nop": {"rrv/mv": "nrv/mv"},
    **{m: {"rmem": "nmem"} for m in ("prefetchnta", "prefetcht0", "prefetcht1", "prefetcht2", "prefetchw", "clflush",
                                     "clflushopt", "clwb")},
    "vzeroall": {"": ",".join(f"w<xmm{i}>" for i in range(16))},
}  # fmt: skip
"""mnemonic → {operands as distilled: corrected operands}."""

LATE_VEX = frozenset({"avxvnni", "avxifma", "avxneconvert"})
"""Features whose instructions had EVEX encodings first. Assemblers write those unless the source says ``{vex}``, which
NASM 2.16 and llvm-ml do not know: a row of VEX is dropped where there is one of EVEX."""

ABSENT = {("movsxd", "wr16,rr16/m16"), ("nop", "rrv/mv,rrv")}
"""(mnemonic, operands as distilled) that assemblers refuse."""

ONLY_64 = words("cdqe cqo cmpxchg16b")
"""Instructions of 64-bit code only (as is every ``cmp…xadd``). The database says any mode."""

ADD = {
    "endbr32": ["a||||"],
    "endbr64": ["a||||"],
    "loop": ["a|m<zcx>,rlabel|||b"],
    "jecxz": ["a|r<ecx>,rlabel|||b"],
    "jrcxz": ["q|r<rcx>,rlabel|||b"],
    **{f"movs{s}": [f"{m}|m<zdi>,m<zsi>|rD||"] for s, m in zip("bwdq", "aaaq")},
    **{f"stos{s}": [f"{m}|m<zdi>,r<zax>|rD||"] for s, m in zip("bwdq", "aaaq")},
    **{f"lods{s}": [f"{m}|m<zsi>,m<zax>|rD||"] for s, m in zip("bwdq", "aaaq")},
    **{f"rep movs{s}": [f"{m}|m<zdi>,m<zsi>,m<zcx>|rD||"] for s, m in zip("bwdq", "aaaq")},
    **{f"rep stos{s}": [f"{m}|m<zdi>,r<zax>,m<zcx>|rD||"] for s, m in zip("bwdq", "aaaq")},
}
"""Rows that the database lacks, or has without the assembler's spelling."""

SHIFTS = words("shl sal shr sar")
ROTATES = words("rol ror rcl rcr")
DOUBLE_SHIFTS = words("shld shrd")
