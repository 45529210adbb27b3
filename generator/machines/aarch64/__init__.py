# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64."""

from __future__ import annotations

from generator.isa.machine import Machine
from generator.machines.aarch64.gas import GasAarch64
from generator.machines.aarch64.registers import DWARF, REGISTERS
from generator.machines.aarch64.syntax import READING, SPELLING

AARCH64 = Machine(
    arch="aarch64", family="aarch64", bits=64,
    # text
    registers=REGISTERS, renderers={"gas": GasAarch64, "clang-cl": GasAarch64}, spelling=SPELLING, reading=READING,
    dwarf=DWARF,
)  # fmt: skip
