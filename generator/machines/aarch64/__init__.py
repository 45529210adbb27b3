# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64."""

from __future__ import annotations

from generator.isa.machine import Machine

AARCH64 = Machine(arch="aarch64", family="aarch64", bits=64)
