# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instruction tables: the operands of each instruction, its reads and writes, and the CPU features that it needs."""
