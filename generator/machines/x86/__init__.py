# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86 in 64-bit and 32-bit mode."""

from __future__ import annotations

from generator.isa.machine import Machine
from generator.machines.x86.gas import GasX86
from generator.machines.x86.masm import Masm
from generator.machines.x86.nasm import Nasm
from generator.machines.x86.registers import DWARF_32, DWARF_64, REGISTERS_32, REGISTERS_64
from generator.machines.x86.syntax import READING, SPELLING_32, SPELLING_64

_RENDERERS = {"gas": GasX86, "nasm": Nasm, "masm": Masm, "clang-cl": GasX86}
X86_64 = Machine(
    arch="x86_64", family="x86", bits=64,
    # text
    registers=REGISTERS_64, renderers=_RENDERERS, spelling=SPELLING_64, reading=READING, dwarf=DWARF_64,
    lanes=("gp", "vec"),
)  # fmt: skip
X86 = Machine(
    arch="x86", family="x86", bits=32,
    # text; lanes: constants of code in a vector lane are relative to the program counter, which this mode lacks
    registers=REGISTERS_32, renderers=_RENDERERS, spelling=SPELLING_32, reading=READING, dwarf=DWARF_32,
)  # fmt: skip
