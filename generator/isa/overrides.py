# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What asmjit's database has wrong, leaves out, or says in a way this project does not want.

Applied by :mod:`generator.machines.distil`; the row syntax is described in each machine's ``distil.py``.
"""

from __future__ import annotations

import re

from generator.isa.words import words

# --- x86 -----------------------------------------------------------------------------------------------------------

X86_DROP = words(
    "aaa aad aam aas arpl bound cli clts daa das enter in ins int into iret iretd iretq lar lcall lds les lfs lgs "
    "ljmp lsl lss out outs popa popad pusha pushad retf rsm sgdt sidt sldt smsw sti str syscall sysenter ud0 ud1 verr "
    "verw xlatb pushw popf pushf xsave xsave64 xrstor xrstor64 loop loope loopne jecxz movs stos lods cmps scas "
    "hlt"
)
"""Privileged, segment, port and other instructions with no place in a kernel, and string forms (re-added below)."""

X86_FLAGS = {
    "imul": "wCO uAPSZ",  # the database has SF defined: only on some cores
    "rcl": "rC wCO",  # OF is written, not read
    "rcr": "rC wCO",
}

X86_MNEM_FEATURES = {
    "prefetchw": ["prefetchw"],
    "pause": [],
    "endbr32": [],
    "endbr64": [],
}

X86_DEST_READ = words(
    "sha1msg1 sha1msg2 sha1nexte sha1rnds4 sha256msg1 sha256msg2 sha256rnds2 vpermi2pd vpermi2ps vdpbf16ps"
)
"""The first operand is read and written; the database has it only read, or only written."""

X86_OPERANDS: dict[str, dict[str, str]] = {
    "bsf": {"wrv,rrv/mv": "mrv,rrv/mv"},  # the destination keeps its value when the source is zero
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
"""mnemonic → {operands as distilled: operands as they should be}."""

X86_ABSENT = {("movsxd", "wr16,rr16/m16"), ("nop", "rrv/mv,rrv")}
"""(mnemonic, operands as distilled) that assemblers do not take."""

X86_ONLY_64 = words("cdqe cqo cmpxchg16b")
"""Only in 64-bit code (as is every ``cmp…xadd``), where the database says any."""

X86_ADD = {
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
"""Rows that the database lacks, or has in a form without the assembler's spelling."""

SHIFTS = words("shl sal shr sar")
ROTATES = words("rol ror rcl rcr")
DOUBLE_SHIFTS = words("shld shrd")

# --- AArch64 -------------------------------------------------------------------------------------------------------

CONDITIONS = {
    "eq": "Z", "ne": "Z", "cs": "C", "hs": "C", "cc": "C", "lo": "C", "mi": "N", "pl": "N", "vs": "V", "vc": "V",
    "hi": "CZ", "ls": "CZ", "ge": "NV", "lt": "NV", "gt": "NZV", "le": "NZV", "al": "", "nv": "",
}  # fmt: skip
"""AArch64 condition → the flags that it reads."""

AARCH64_DROP = words(
    "at dc ic tlbi sys sysl mrs msr svc hvc smc eret drps dcps1 dcps2 dcps3 hlt eretaa eretab clrex wfe wfi sev sevl "
    "ldtr ldtrb ldtrh ldtrsb ldtrsh ldtrsw sttr sttrb sttrh cfp cpp dvp"
)
"""System and privileged instructions."""

AARCH64_ABSENT = re.compile(r"^st(add|clr|eor|set|smax|smin|umax|umin)al?[bh]?$")
"""Atomic stores with acquire semantics, which do not exist."""

AARCH64_DEST_READ = words(
    "movk bfi bfm bfxil bfc aese aesd bif bit bsl tbx mla mls umlal umlal2 umlsl umlsl2 smlal smlal2 smlsl smlsl2 "
    "fcmla bfcvtn2 sqdmlal sqdmlal2 sqdmlsl sqdmlsl2 sqrdmlah sqrdmlsh fmla fmls sha1c sha1m sha1p sha1su0 sha1su1 "
    "sha256h sha256h2 sha256su0 sha256su1 sha512h sha512h2 sha512su0 sha512su1 sm3partw1 sm3partw2 sm3tt1a sm3tt1b "
    "sm3tt2a sm3tt2b sm4e saba uaba sabal sabal2 uabal uabal2 sadalp uadalp ssra usra srsra ursra sri sli suqadd "
    "usqadd addhn2 raddhn2 subhn2 rsubhn2 rshrn2 shrn2 sqrshrn2 sqrshrun2 sqshrn2 sqshrun2 uqrshrn2 uqshrn2 xtn2 "
    "sqxtn2 sqxtun2 uqxtn2 fcvtn2 fcvtxn2 ins autda autdb autia autib pacda pacdb pacia pacib autdza autdzb "
    "autiza autizb pacdza pacdzb paciza pacizb xpacd xpaci sdot udot usdot sudot bfdot bfmlalb bfmlalt bfmmla smmla "
    "ummla usmmla fmlal fmlal2 fmlsl fmlsl2"
)
"""The first operand is read as well as written, whatever the database says."""

AARCH64_FEATURES = {
    ("pmull", "1q"): "pmull",
    ("pmull2", "1q"): "pmull",
}
"""(mnemonic, first shape) → feature, where it is not the group's."""

_SIZED = {"8b": "", "16b": "", "4h": "=0=8", "8h": "=0=8", "2s": "=0=8=16=24", "4s": "=0=8=16=24"}


def _modified(access: str, shapes: tuple[str, ...], ones: bool) -> list[str]:
    """Rows of movi, mvni (``ones``: their msl form too), orr, bic with a vector immediate."""
    rows = []
    for shape in shapes:
        shift = f",?rS:lsl{_SIZED[shape]}" if _SIZED[shape] else ""
        rows.append(f"{access}v.{shape},ri:0:255:1{shift}||||")
    return rows + ([f"{access}v.{s},ri:0:255:1,rS:msl=8=16||||" for s in ("2s", "4s")] if ones else [])


AARCH64_REPLACE: dict[str, tuple[str, list[str]]] = {
    "movi": ("*", _modified("w", ("8b", "16b", "4h", "8h", "2s", "4s"), True)
             + ["wd,ribytes||||", "wv.2d,ribytes||||"]),
    "mvni": ("*", _modified("w", ("4h", "8h", "2s", "4s"), True)),
    "fcvtn": ("ASIMD", ["wv.4h,rv.4s||||", "wv.2s,rv.2d||||"]),
    "fcvtn2": ("ASIMD", ["mv.8h,rv.4s||||", "mv.4s,rv.2d||||"]),
    "fcvtx": ("*", []),
    "fcvtx2": ("*", []),
    "fcvtxn": ("*", ["ws,rd||||", "wv.2s,rv.2d||||"]),
    "fcvtxn2": ("*", ["mv.4s,rv.2d||||"]),
    "ret": ("*", ["|||t ir=30|", "rx|||t|"]),
    "bl": ("*", ["rlabel|||c iw=30|"]),
    "blr": ("*", ["rx|||c iw=30|"]),
    "bti": ("*", ["?rname||||"]),
    "fjcvtzs": ("*", ["ww,rd|wNZCV|jscvt||"]),
    "rmif": ("*", ["rx,ri:0:63:1,ri:0:15:1|rNZCV wNZCV|flagm||"]),  # flags outside the mask stay
    "xpaclri": ("*", ["||paca|ir=30 iw=30|"]),
    **{f"{a}i{k}{m}": ("*", [f"|||{w}|"]) for a in ("pac", "aut") for k in "ab" for m, w in
       (("sp", "ir=30 ir=31 iw=30"), ("z", "ir=30 iw=30"), ("1716", "ir=17 ir=16 iw=17"))},
}  # fmt: skip
"""mnemonic → (extension whose rows are replaced, or ``*``, the rows)."""

AARCH64_ADD = {
    "add": ["wxsp,rxsp,rlabel||||"],  # the low 12 bits of a table's address, after adrp
    "orr": _modified("m", ("4h", "8h", "2s", "4s"), False),
    "bic": _modified("m", ("4h", "8h", "2s", "4s"), False),
}
