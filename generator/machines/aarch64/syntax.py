# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The text of AArch64 files other than operands, and the rules for reading instructions from text."""

from __future__ import annotations

import re

from generator.isa.spelling import LandingPad, PropertyNote, Reading, Spelling

SPELLING = Spelling(
    macros=("__aarch64__", "_M_ARM64"),
    landing_pad=LandingPad("bti c", "hint #34"),
    lands=frozenset({"paciasp", "pacibsp"}),
    # Assemblers for Armv8.0 lack these mnemonics.
    aliases={"paciasp": "hint #25", "pacibsp": "hint #27", "autiasp": "hint #29", "autibsp": "hint #31"},
    kcfi=("\t.rept\t15", "\tnop", "\t.endr", "\t.4byte\t__kcfi_typeid_{symbol}"),
    property_note=PropertyNote(0xC0000000, 7),
    object_features=0x4800,
)
READING = Reading(
    pages=frozenset({"adrp"}),
    lows=frozenset({"add"}),
    modifiers=frozenset("lsl lsr asr ror uxtb uxth uxtw uxtx sxtb sxth sxtw sxtx".split()),
    shifts=frozenset("lsl lsr asr ror".split()),
    scaling="lsl",
    conditions=frozenset("eq ne hs lo mi pl vs vc hi ls ge lt gt le al cs cc".split()),
    post_indexed=True,
    jumps=frozenset({"b", "br", "ret"}),
    calls=frozenset({"bl", "blr"}),
    frame=re.compile(r"(stp|ldp|str|ldr) .*\[sp\b|mov +x29, sp$|(sub|add) +sp, sp, |(paci|auti)[ab]sp$|ret$", re.I),
)
