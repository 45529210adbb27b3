# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How registers are spelled. Every renderer and every message uses these names."""

from __future__ import annotations

from generator.model import Phys

_X86_LEGACY = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di")
_X86_LOW = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil")
_SUFFIX = {8: "b", 16: "w", 32: "d", 64: ""}
_SCALAR = {8: "b", 16: "h", 32: "s", 64: "d", 128: "q"}


def _x86_gp(num: int, width: int) -> str:
    if num >= 8:
        return f"r{num}{_SUFFIX[width]}"
    if width == 8:
        return _X86_LOW[num]
    return {16: "", 32: "e", 64: "r"}[width] + _X86_LEGACY[num]


def _aarch64_gp(num: int, width: int) -> str:
    letter = {32: "w", 64: "x"}[width]
    if num == 31:
        return "sp" if width == 64 else "wsp"
    return f"{letter}zr" if num == 32 else f"{letter}{num}"


def reg_name(arch: str, reg: Phys, width: int, arrangement: str | None = None) -> str:
    """The assembler's name of ``reg`` seen ``width`` bits wide: ``eax sil zmm31 k1``, ``w0 xzr sp q0 v0.4s v0.s[1]``.

    AArch64 vector registers: ``arrangement`` ``"4s"`` or ``"s[1]"`` gives ``v0.4s``, ``v0.s[1]``; a lone letter
    (``"q"``) or None gives the scalar name of that width. Raises KeyError for a width the class does not have.
    """
    if arch in ("x86_64", "x86"):
        if reg.cls == "gp":
            return _x86_gp(reg.num, width)
        if reg.cls == "vec":
            return {128: "xmm", 256: "ymm", 512: "zmm"}[width] + str(reg.num)
        return f"k{reg.num}"
    if reg.cls == "gp":
        return _aarch64_gp(reg.num, width)
    if arrangement is None:
        return f"{_SCALAR[width]}{reg.num}"
    return f"{arrangement}{reg.num}" if arrangement in ("b", "h", "s", "d", "q") else f"v{reg.num}.{arrangement}"
