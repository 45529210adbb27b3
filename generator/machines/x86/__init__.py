# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86 in 64-bit and 32-bit mode."""

from __future__ import annotations

from generator.isa.machine import Machine

X86_64 = Machine(arch="x86_64", family="x86", bits=64)
X86 = Machine(arch="x86", family="x86", bits=32)
