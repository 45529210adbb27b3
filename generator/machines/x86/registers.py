# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Registers of x86: their names, and their numbers in DWARF.

Source of DWARF's numbers: the psABIs of x86-64 and i386.
"""

from __future__ import annotations

from generator.isa.registers import Names, Registers
from generator.isa.unwinding import Dwarf
from generator.model import Phys, RegClass

LEGACY = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di")
"""General-purpose registers 0 to 7, in the order in which instructions encode them."""
_BYTE = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil")
_GP = {
    8: (*_BYTE, *(f"r{n}b" for n in range(8, 16))),
    16: (*LEGACY, *(f"r{n}w" for n in range(8, 16))),
    32: (*(f"e{n}" for n in LEGACY), *(f"r{n}d" for n in range(8, 16))),
    64: (*(f"r{n}" for n in LEGACY), *(f"r{n}" for n in range(8, 16))),
}
_VECTOR = {32: "x", 64: "x", 128: "x", 256: "y", 512: "z"}


def _names() -> Names:
    out: dict[tuple[RegClass, int, int], str] = {}
    out.update({("gp", width, n): name for width, names in _GP.items() for n, name in enumerate(names)})
    out.update({("vec", width, n): f"{letter}mm{n}" for width, letter in _VECTOR.items() for n in range(32)})
    out.update({("mask", width, n): f"k{n}" for width in (8, 16, 32, 64) for n in range(8)})
    return out


def _in_32_bit_mode(cls: RegClass, width: int, number: int) -> bool:
    """True if code for 32-bit mode can name a view."""
    if cls == "gp":
        return number < 8 and width < 64 and (width > 8 or number < 4)
    return number < 8


NAMES_64 = _names()
NAMES_32 = {view: name for view, name in NAMES_64.items() if _in_32_bit_mode(*view)}

SP = Phys("gp", 4)
REGISTERS_64 = Registers(names=NAMES_64, whole={"gp": 64, "vec": 128, "mask": 64}, stack_pointer=SP)
REGISTERS_32 = Registers(names=NAMES_32, whole={"gp": 32, "vec": 128, "mask": 64}, stack_pointer=SP)

_LONGEST = 15
# Instructions encode rax rcx rdx rbx rsp rbp rsi rdi; DWARF on x86-64 counts rax rdx rcx rbx rsi rdi rbp rsp.
_NUMBERS_64 = (0, 2, 1, 3, 7, 6, 4, 5, *range(8, 16))
DWARF_64 = Dwarf(
    numbers={
        **{Phys("gp", n): number for n, number in enumerate(_NUMBERS_64)},
        **{Phys("vec", n): (17 if n < 16 else 51) + n for n in range(32)},
    },
    return_address=16, stack_pointer=7, word=8, pushed=8, views={"gp": 64, "vec": 128}, longest=_LONGEST,
)  # fmt: skip
DWARF_32 = Dwarf(
    numbers={**{Phys("gp", n): n for n in range(8)}, **{Phys("vec", n): 21 + n for n in range(8)}},
    return_address=8, stack_pointer=4, word=4, pushed=4, views={"gp": 32, "vec": 128}, longest=_LONGEST,
)  # fmt: skip
