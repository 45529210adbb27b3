# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of x86's instructions beyond operands and flags: the facts that passes ask of forms.

Time. An instruction counts as variable if its time depends on its operands on some core, or if no vendor promises the
contrary. Intel's list of data operand independent instructions leaves out division and floating point. Integer
multiplication counts as constant: all CPUs of the targets take the same time for all factors.

Memory. String instructions and ``maskmovdqu`` reach memory without an operand for it. Some operands pick the bytes of
memory that are touched.
"""

from __future__ import annotations

import re

from generator.isa.words import words
from generator.model import PLAIN, Facts, OpSpec, Phys, Reach

HARMLESS = words(
    "nop pause endbr32 endbr64 prefetchnta prefetcht0 prefetcht1 prefetcht2 prefetchw lfence sfence mfence"
)
"""Instructions that change no value: hints, prefetches, fences."""
CONSTANT = words("vzeroall")
"""Instructions with the same result each time. They need not read anything."""
IDENTIFIES = words("cpuid xgetbv")
"""Instructions whose registers only choose a part of the processor's state to read. The table shows them as
computing."""
UNALIGNED = words("movdqu movups movupd lddqu pcmpestri pcmpestrm pcmpistri pcmpistrm")
"""Legacy SSE instructions whose 16 bytes of memory may have any address."""
ALIGNED = words("vmovdqa vmovdqa32 vmovdqa64 vmovaps vmovapd vmovntdq vmovntdqa vmovntps vmovntpd cmpxchg16b")
"""Instructions other than legacy SSE whose memory must be aligned to its size."""
ANYWHERE = {
    "movdqa": "movdqu", "movaps": "movups", "movapd": "movupd", "vmovdqa": "vmovdqu", "vmovaps": "vmovups",
    "vmovapd": "vmovupd", "vmovdqa32": "vmovdqu32", "vmovdqa64": "vmovdqu64",
}  # fmt: skip
"""Moves of aligned memory → the same moves without that demand."""
MOVES = words("mov movzx") | frozenset(ANYWHERE) | frozenset(ANYWHERE.values())
COPIES = MOVES - {"movzx"} | words("movd movq vmovd vmovq vmovdqu8 vmovdqu16")
CANCELS = words("xor sub pxor vpxor vpxord vpxorq xorps vxorps pcmpeqd vpcmpeqd kxorw")
# SHA-256 that rotates operands in the frame ran at a quarter of the speed on Zen 5. Double shifts of memory are
# microcode on every core. A reload before such an instruction is faster.
SLOW_ON_MEMORY = words("rorx shld shrd")
SPELLED_TWICE = words("vmovq")
"""Instructions with a memory operand and two EVEX encodings. Assemblers choose different ones."""
MASKED = words("maskmovdqu vmaskmovdqu vmaskmovps vmaskmovpd vpmaskmovd vpmaskmovq")
"""Moves of bytes or words that a register picks."""

_DIVISION = "division takes longer for some operands"
_DEPOSIT = "AMD cores before Zen 3 have it in microcode, whose time grows with the bits of the mask"
_FLOAT = "floating-point arithmetic takes longer for some operands, and no vendor promises otherwise"
_FLOATS = re.compile(
    r"v?(add|sub|addsub|hadd|hsub|mul|div|sqrt|min|max|cmp|u?comi|dp|round|rndscale|reduce|range|scalef|getexp|getmant"
    r"|fixupimm|rcp|rcp14|rsqrt|rsqrt14|fn?m(add|sub|addsub|subadd)(132|213|231)|fc?(madd|mul)c)(ps|pd|ph|ss|sd|sh)"
    r"|v?cvt.*|vbcstne.*|vdpbf16ps"
)
_STRING = re.compile(r"(rep )?(movs|stos|lods)[bwdq]")
_COUNT, _SOURCE, _GOAL = (Phys("gp", n) for n in (1, 6, 7))
_DIRECTION = "DF, which the caller relies on and code after it takes as it should be"
_HIDDEN = {
    "vzeroupper": "the upper halves of all vector registers, live values among them",
    **dict.fromkeys(IDENTIFIES, "the processor's own state"),
}


def facts(mnem: str, ops: tuple[OpSpec, ...], evex: bool, flags: frozenset[str] = frozenset()) -> Facts:
    """The facts of one form. ``ops``: the operands in the assembler's text. ``flags``: the flags that the instruction
    reads or changes."""
    kinds = {kind for spec in ops for kind in spec.kinds}
    legacy = mnem[0] not in "vk" and "xmm" in kinds
    made = Facts(
        address_only=mnem == "lea",
        moves_whole=mnem in MOVES,
        copies=mnem in COPIES,
        cancels=mnem in CANCELS,
        adds={"add": 1, "sub": -1}.get(mnem, 0),
        stack="push" if mnem == "push" else "pop" if mnem == "pop" else "",
        partial=mnem in MASKED,
        aligned=mnem in ALIGNED or (legacy and "m128" in kinds and mnem not in UNALIGNED),
        unaligned=ANYWHERE.get(mnem, ""),
        foldable=mnem not in SLOW_ON_MEMORY and not (evex and mnem in SPELLED_TWICE),
        keeps_beside_zero=mnem in ("xor", "or"),
        keeps_uppers=legacy,
        clears_uppers=mnem in ("vzeroupper", "vzeroall"),
        harmless=mnem in HARMLESS,
        constant=mnem in CONSTANT,
        hidden=_DIRECTION if "DF" in flags else _HIDDEN.get(mnem, ""),
        variable_time=_time(mnem),
        reach=_reach(mnem, len(ops)),
    )
    return PLAIN if made == PLAIN else made


def _time(mnem: str) -> str:
    if mnem in ("div", "idiv"):
        return _DIVISION
    if mnem in ("pext", "pdep"):
        return _DEPOSIT
    return _FLOAT if _FLOATS.fullmatch(mnem) else ""


def _reach(mnem: str, operands: int) -> Reach | None:
    if not operands and _STRING.fullmatch(mnem):  # movsd with operands moves vector registers
        kind = mnem.removeprefix("rep ")[:4]
        loads = None if kind == "stos" else _SOURCE
        stores = None if kind == "lods" else _GOAL
        count = _COUNT if mnem.startswith("rep ") else None
        return Reach(loads, stores, count, tuple(reg for reg in (loads, stores, count) if reg is not None))
    if mnem in ("maskmovdqu", "vmaskmovdqu"):
        return Reach(stores=_GOAL, picks=1)
    if mnem in MASKED or mnem in ("bt", "btc", "btr", "bts"):  # bits of memory: high bit numbers move the address
        return Reach(picks=1)
    if operands == 3 and "gather" in mnem:  # AVX2's: AVX-512's have a mask register
        return Reach(picks=2)
    return None


def alignment(mnem: str, width: int, vectors: bool) -> int:
    """The bytes of which the address of a memory operand of ``width`` bits must be a multiple. ``vectors``: the
    instruction has vector registers."""
    size = width // 8
    if mnem in ALIGNED:
        return size
    return 16 if vectors and size == 16 and mnem[0] != "v" and mnem not in UNALIGNED else 1


def instead(mnem: str) -> str:
    """The remedy for an unaligned memory operand, in words."""
    return ANYWHERE.get(mnem, f"{ANYWHERE['vmovdqa' if mnem[0] == 'v' else 'movdqa']} into a value first")
