# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The instruction sets, one folder each. Importing this package registers their records."""

from __future__ import annotations

from generator.isa.machine import register
from generator.machines import aarch64, x86

register(x86.X86_64, x86.X86, aarch64.AARCH64)
