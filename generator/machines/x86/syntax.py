# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The text of x86 files other than operands, and the rules for reading instructions from text."""

from __future__ import annotations

import re
from dataclasses import replace

from generator.isa.spelling import LandingPad, PropertyNote, Reading, Spelling

COMMUTES = frozenset(
    [f"vp{op}{t}" for op in ("add", "cmpeq", "maxs", "maxu", "mins", "minu") for t in "bwdq"]
    + [f"v{op}p{t}" for op in ("and", "or", "xor") for t in "sd"]
    + "vpand vpor vpxor vpmullw vpmulld vpmulhw vpmulhuw vpmuludq vpmuldq vpmaddwd vpavgb vpavgw vpsadbw".split()
    + "vpaddsb vpaddsw vpaddusb vpaddusw".split()
)
"""Vector operations whose two sources are written in the order of the shorter prefix."""

# The id lies in an instruction for disassemblers: mov eax, imm32, which nothing executes.
_KCFI = (
    "\t.fill\t48, 1, 0x90",
    "\t.type\t__cfi_{symbol}, %function",
    "\t.set\t__cfi_{symbol}, .",
    "\t.fill\t11, 1, 0x90",
    "\t.byte\t0xb8 /* mov eax, imm32 */",
    "\t.4byte\t__kcfi_typeid_{symbol}",
    "\t.size\t__cfi_{symbol}, 16",
)
SPELLING_64 = Spelling(
    macros=("__x86_64__", "_M_X64"),
    landing_pad=LandingPad("endbr64", "endbr64"),
    commutes=COMMUTES,
    kcfi=_KCFI,
    property_note=PropertyNote(0xC0000002, 3),
    object_features=0x4800,
)
SPELLING_32 = replace(
    SPELLING_64,
    macros=("__i386__", "_M_IX86"),
    landing_pad=LandingPad("endbr32", "endbr32"),
    kcfi=(),
    object_features=0x4801,
)


def _intel_order(text: str) -> str:
    """``leal table - .Lpic(%ecx), %edx`` in Intel's order."""
    found = re.fullmatch(r"leal\s+(\S+) - \S+?\(%(\w+)\), %(\w+)", text)
    return text if found is None else f"lea {found[3]}, [{found[2]} + {found[1]}]"


READING = Reading(
    sizes={
        "byte": 8, "word": 16, "dword": 32, "qword": 64, "oword": 128, "yword": 256, "zword": 512,
        "xmmword": 128, "ymmword": 256, "zmmword": 512,
    },
    relative=frozenset({"rel", "rip"}),
    addresses=frozenset({"lea"}),
    jumps=frozenset({"jmp", "ret"}),
    calls=frozenset({"call"}),
    frame=re.compile(r"(push|pop) |(sub|add) +[re]sp, |v?movaps .*[re]sp|call +\S*pic$|vzeroupper|ret$", re.I),
    intel_order=_intel_order,
)  # fmt: skip
