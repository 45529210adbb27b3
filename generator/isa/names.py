# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The names of registers, in every renderer's and every message's spelling."""

from __future__ import annotations

from generator.isa.machine import machine
from generator.model import Phys


def reg_name(arch: str, reg: Phys, width: int = 0, arrangement: str | None = None) -> str:
    """The assembler's name of ``reg`` on the machine ``arch``; see :meth:`generator.isa.registers.Registers.name`."""
    return machine(arch).registers.name(reg, width, arrangement)
