# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A few instructions in the form of asmjit's database, written for the tests, and the rows that they distil to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generator.machines.distil import SOURCES

X86: dict[str, Any] = {
    "instructions": [
        {
            "category": "GP",
            "instructions": [
                {"any": "adc x:al, imm8", "alt": True, "op": "14 ib", "io": "OF=W CF=X"},
                {"any": "[lock] adc x:~r8/m8, ~r8", "op": "10 /r", "io": "OF=W SF=W ZF=W AF=W PF=W CF=X"},
                {"x64": "movsxd W:r64, r32/m32", "op": "63 /r"},
                {"any": "jz rel8", "op": "74 cb", "io": "ZF=R"},
                {"any": "[bnd] jz rel32", "op": "0F 84 cd", "io": "ZF=R"},
                {"any": "hlt", "op": "F4", "privilege": "L0"},
            ],
        },
        {"category": "GP", "ext": "BMI2", "instructions": [{"any": "rorx W:ry, ry/my, imm8", "op": "VEX F0 /r"}]},
        {"category": "GP", "ext": "TBM", "instructions": [{"any": "t1mskc W:ry, ry/my", "op": "XOP 01 /7"}]},
        {"category": "FPU", "instructions": [{"any": "fadd x:st0", "op": "D8"}]},
        {
            "category": "SIMD",
            "ext": "AVX512_F",
            "instructions": [
                {"any": "vpternlogd X:xyz{kz}, ~xyz, ~xyz/mxyz/b32, imm8", "op": "EVEX 25 /r ib", "vl": "xy"}
            ],
        },
    ],
    "aliases": {"jz": {"aliases": ["je"]}, "hlt": {"aliases": ["halt"]}},
}

X86_ROWS = {
    "adc": ["a|mr8/m8,rr8|rC wACOPSZ||"],
    "movsxd": ["q|wr64,rr32/m32|||"],
    "jz": ["a|rlabel|rZ||b"],
    "je": ["=jz"],
    "rorx": ["a|wry,rry/my,rimm8||bmi2|"],
    "vpternlogd": ["a|mxyz,rxyz,rxyz/mxyz/b32,rimm8||avx512f|elz"],
}
"""Rows that distilling drops: the short alternative form, the privileged one, x87, and an unknown extension."""

AARCH64: dict[str, Any] = {
    "instructions": [
        {
            "category": "GP",
            "data": [
                {"inst": "adc Wd, Wn, Wm", "op": "0", "io": "C=R"},
                {"inst": "adcs Xd, Xn, Xm", "op": "0", "io": "N=W Z=W C=X V=W"},
            ],
        },
        {"category": "SIMD", "ext": "AES", "data": [{"inst": "aese Vd.16B, Vn.16B", "op": "0"}]},
        {"category": "SIMD", "ext": "SVE", "data": [{"inst": "abs Zd, Zn", "op": "0"}]},
    ],
    "aliases": {},
}

AARCH64_ROWS = {
    "adc": ["ww,rw,rw|rC|||"],
    "adcs": ["wx,rx,rx|rC wNZCV|||"],
    "aese": ["mv.16b,rv.16b||aes||"],
}
"""``aese`` reads its destination. The database does not say so, but an override does."""


def write(folder: Path) -> Path:
    """Write the two source files to ``folder``. Returns the folder."""
    for name, source in ((SOURCES["x86"], X86), (SOURCES["aarch64"], AARCH64)):
        (folder / name).write_text(json.dumps(source), encoding="utf-8")
    return folder
