# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The operands that the AArch64 lowering gives to its rules."""

from __future__ import annotations

from generator.lang.values import Source, Val
from generator.lower.base import Lowering
from generator.model import Operand, R


class Aarch64Operands(Lowering):
    """Base of the rules that are mixed into the AArch64 lowering, which has the methods."""

    def r(self, val: Val, width: int = 0) -> R:
        raise NotImplementedError

    def source(self, mnem: str, dst: R, x: R, arg: Source) -> tuple[Operand, ...]:
        raise NotImplementedError
