# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instruction tables: which operands an instruction takes, what it reads and writes, what CPU it needs."""
