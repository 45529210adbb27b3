# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Registers of AArch64: their names, and their numbers in DWARF.

Source of DWARF's numbers: DWARF for the Arm 64-bit Architecture.
"""

from __future__ import annotations

from generator.isa.registers import Names, Registers
from generator.isa.unwinding import Dwarf
from generator.model import Phys, RegClass

SP, ZERO = Phys("gp", 31), Phys("gp", 32)
_SCALARS = {8: "b", 16: "h", 32: "s", 64: "d", 128: "q"}


def _names() -> Names:
    out: dict[tuple[RegClass, int, int], str] = {}
    out.update({("gp", width, n): f"{letter}{n}" for width, letter in ((32, "w"), (64, "x")) for n in range(31)})
    out["gp", 32, SP.num], out["gp", 64, SP.num] = "wsp", "sp"
    out["gp", 32, ZERO.num], out["gp", 64, ZERO.num] = "wzr", "xzr"
    out.update({("vec", width, n): f"{letter}{n}" for width, letter in _SCALARS.items() for n in range(32)})
    return out


NAMES = _names()
REGISTERS = Registers(
    names=NAMES, whole={"gp": 64, "vec": 128}, stack_pointer=SP, zero=ZERO, scalars=_SCALARS, shaped="v"
)
DWARF = Dwarf(
    numbers={
        **{Phys("gp", n): n for n in range(32)},
        **{Phys("vec", n): 64 + n for n in range(32)},
    },
    return_address=30, stack_pointer=SP.num, word=8, pushed=0, views={"gp": 64, "vec": 64}, longest=4,
)  # fmt: skip
