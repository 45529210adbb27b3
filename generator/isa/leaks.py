# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What an instruction lets be seen of its operands, beyond where it branches and the memory operands it names.

Time: an instruction is listed if its time is known to depend on its operands on some core, or if no vendor promises
that it does not (Intel's list of data operand independent instructions and Arm's list for PSTATE.DIT leave out
division and floating point). Integer multiplication is not listed: all CPUs that the targets stand for take the same
time for all factors. Memory: string instructions and ``maskmovdqu`` reach memory without an operand for it, and some
operands pick which bytes of memory are touched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from generator.isa.features import family
from generator.model import Phys

_DIVISION = "division takes longer for some operands"
_DEPOSIT = "AMD cores before Zen 3 have it in microcode, whose time grows with the bits of the mask"
_FLOAT = "floating-point arithmetic takes longer for some operands, and no vendor promises otherwise"

_X86_FLOAT = re.compile(
    r"v?(add|sub|addsub|hadd|hsub|mul|div|sqrt|min|max|cmp|u?comi|dp|round|rndscale|reduce|range|scalef|getexp|getmant"
    r"|fixupimm|rcp|rcp14|rsqrt|rsqrt14|fn?m(add|sub|addsub|subadd)(132|213|231)|fc?(madd|mul)c)(ps|pd|ph|ss|sd|sh)"
    r"|v?cvt.*|vbcstne.*|vdpbf16ps"
)
_AARCH64_FLOAT = re.compile(r"f(?!(mov|csel|abs|neg)$).*|[su]cvtf|bf(cvt|dot|mla|mmla).*")
_STRING = re.compile(r"(rep )?(movs|stos|lods)[bwdq]")
_AX, _CX, _SI, _DI = (Phys("gp", n) for n in (0, 1, 6, 7))


@dataclass(frozen=True, slots=True)
class Shown:
    """``time``: why its time depends on its operands, empty if it does not. ``loads`` and ``stores``: the register
    through which it reaches memory without a memory operand; ``count`` says how many times, and ``moves`` are changed
    by the way. ``picks``: the operand that, if it is a register and there is memory, picks which bytes are touched."""

    time: str = ""
    loads: Phys | None = None
    stores: Phys | None = None
    count: Phys | None = None
    moves: tuple[Phys, ...] = ()
    picks: int | None = None


NOTHING = Shown()


@cache
def shown(arch: str, mnem: str, operands: int) -> Shown:
    """What ``mnem`` with so many ``operands`` shows; :data:`NOTHING` for nearly all."""
    if family(arch) == "aarch64":
        if mnem in ("sdiv", "udiv"):
            return Shown(_DIVISION)
        return Shown(_FLOAT) if _AARCH64_FLOAT.fullmatch(mnem) else NOTHING
    if not operands and _STRING.fullmatch(mnem):  # movsd with operands is a move of vector registers
        kind = mnem.removeprefix("rep ")[:4]
        loads = None if kind == "stos" else _SI
        stores = None if kind == "lods" else _DI
        count = _CX if mnem.startswith("rep ") else None
        return Shown("", loads, stores, count, tuple(reg for reg in (loads, stores, count) if reg is not None))
    if mnem in ("div", "idiv"):
        return Shown(_DIVISION)
    if mnem in ("pext", "pdep"):
        return Shown(_DEPOSIT)
    if _X86_FLOAT.fullmatch(mnem):
        return Shown(_FLOAT)
    if mnem in ("maskmovdqu", "vmaskmovdqu"):
        return Shown(stores=_DI, picks=1)
    if mnem in ("vmaskmovps", "vmaskmovpd", "vpmaskmovd", "vpmaskmovq"):
        return Shown(picks=1)
    if mnem in ("bt", "btc", "btr", "bts"):  # a bit of memory: a register's bits above those of a word are an address
        return Shown(picks=1)
    if operands == 3 and "gather" in mnem:  # of AVX2: those of AVX-512 have a mask register
        return Shown(picks=2)
    return NOTHING
