# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Corrections of asmjit's database: its errors, its gaps, and facts that this project wants in another form.

:mod:`generator.machines.distil` applies them. ``distil.py`` describes the syntax of rows.
"""

from __future__ import annotations

import re

from generator.isa.words import words

CONDITIONS = {
    "eq": "Z", "ne": "Z", "cs": "C", "hs": "C", "cc": "C", "lo": "C", "mi": "N", "pl": "N", "vs": "V", "vc": "V",
    "hi": "CZ", "ls": "CZ", "ge": "NV", "lt": "NV", "gt": "NZV", "le": "NZV", "al": "", "nv": "",
}  # fmt: skip
"""AArch64 condition → the flags that it reads."""

DROP = words(
    "at dc ic tlbi sys sysl mrs msr svc hvc smc eret drps dcps1 dcps2 dcps3 hlt eretaa eretab clrex wfe wfi sev sevl "
    "ldtr ldtrb ldtrh ldtrsb ldtrsh ldtrsw sttr sttrb sttrh cfp cpp dvp"
)
"""System and privileged instructions."""

ABSENT = re.compile(r"^st(add|clr|eor|set|smax|smin|umax|umin)al?[bh]?$")
"""Atomic stores with acquire semantics, which do not exist."""

DEST_READ = words(
    "movk bfi bfm bfxil bfc aese aesd bif bit bsl tbx mla mls umlal umlal2 umlsl umlsl2 smlal smlal2 smlsl smlsl2 "
    "fcmla bfcvtn2 sqdmlal sqdmlal2 sqdmlsl sqdmlsl2 sqrdmlah sqrdmlsh fmla fmls sha1c sha1m sha1p sha1su0 sha1su1 "
    "sha256h sha256h2 sha256su0 sha256su1 sha512h sha512h2 sha512su0 sha512su1 sm3partw1 sm3partw2 sm3tt1a sm3tt1b "
    "sm3tt2a sm3tt2b sm4e saba uaba sabal sabal2 uabal uabal2 sadalp uadalp ssra usra srsra ursra sri sli suqadd "
    "usqadd addhn2 raddhn2 subhn2 rsubhn2 rshrn2 shrn2 sqrshrn2 sqrshrun2 sqshrn2 sqshrun2 uqrshrn2 uqshrn2 xtn2 "
    "sqxtn2 sqxtun2 uqxtn2 fcvtn2 fcvtxn2 ins autda autdb autia autib pacda pacdb pacia pacib autdza autdzb "
    "autiza autizb pacdza pacdzb paciza pacizb xpacd xpaci sdot udot usdot sudot bfdot bfmlalb bfmlalt bfmmla smmla "
    "ummla usmmla fmlal fmlal2 fmlsl fmlsl2"
)
"""The mnemonics whose first operand is read as well as written. The database says otherwise for some."""

SHAPE_FEATURES = {
    ("pmull", "1q"): "pmull",
    ("pmull2", "1q"): "pmull",
}
"""(mnemonic, first shape) → feature, if it differs from the group's feature."""

_SIZED = {"8b": "", "16b": "", "4h": "=0=8", "8h": "=0=8", "2s": "=0=8=16=24", "4s": "=0=8=16=24"}


def _modified(access: str, shapes: tuple[str, ...], ones: bool) -> list[str]:
    """Rows of movi, mvni (``ones``: their msl form too), orr, bic with a vector immediate."""
    rows = []
    for shape in shapes:
        shift = f",?rS:lsl{_SIZED[shape]}" if _SIZED[shape] else ""
        rows.append(f"{access}v.{shape},ri:0:255:1{shift}||||")
    return rows + ([f"{access}v.{s},ri:0:255:1,rS:msl=8=16||||" for s in ("2s", "4s")] if ones else [])


REPLACE: dict[str, tuple[str, list[str]]] = {
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
"""mnemonic → (extension whose rows are replaced, or ``*`` for all; the rows)."""

ADD = {
    "add": ["wxsp,rxsp,rlabel||||"],  # the low 12 bits of a table's address, after adrp
    "orr": _modified("m", ("4h", "8h", "2s", "4s"), False),
    "bic": _modified("m", ("4h", "8h", "2s", "4s"), False),
}
