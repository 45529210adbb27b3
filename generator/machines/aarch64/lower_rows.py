# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for AArch64: products of a row of limbs and a word.

No product changes the flags. The low halves of a block's products are one chain, the high halves a second.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.values import Op, Val
from generator.lower.rows import RowRules
from generator.machines.aarch64.lower_products import Aarch64ProductRules
from generator.model import Cond, R

BLOCK = 8
"""Words of a row that are in registers at a time."""


class Aarch64RowRules(RowRules, Aarch64ProductRules):
    """Mixed into the AArch64 lowering."""

    def op_mul_row(self, op: Op) -> None:
        *out, above = op.dst
        *row, x = op.args
        if above.type.bits != 64:
            super().op_mul_row(op)
            return
        assert isinstance(x, Val)
        self.ready(x)
        self.flags_begin()
        self.move(self.vreg(out[0]), self._low(row[0], x).reg, 64)
        high = self._upper(row[0], x, above if len(row) == 1 else None)
        for n, (goal, word) in enumerate(zip(out[1:], row[1:])):
            low = self._low(word, x)
            self.ins("adcs" if n else "adds", self.r(goal), low, high)
            high = self._upper(word, x, above if n == len(row) - 2 else None)
        if len(row) > 1:
            self.ins("cinc", self.r(above), high, Cond("hs"))
        self.flags_end()

    def op_mul_add_row(self, op: Op) -> None:
        *total, above = op.dst
        *row, x = op.args[len(total) :]
        if above.type.bits != 64:
            super().op_mul_add_row(op)
            return
        assert isinstance(x, Val)
        self.ready(x, *total)
        carried: R | None = None
        self.flags_begin()
        for at in range(0, len(row), BLOCK):
            last = at + BLOCK >= len(row)
            carried = self._block(total[at : at + BLOCK], row[at : at + BLOCK], x, carried, above if last else None)
        self.flags_end()

    def _block(self, total: Sequence[Val], row: Sequence[object], x: Val, carried: R | None, above: Val | None) -> R:
        """total += row * x + carried. The result is the word above."""
        for n, (goal, word) in enumerate(zip(total, row)):
            self.ins("adcs" if n else "adds", self.r(goal), self.r(goal), self._low(word, x))
        carry = R(self.temp_vreg("carry"), 64)
        self.ins("cset", R(carry.reg, 32), Cond("hs"))
        chained = False
        for goal, word in zip(total, (None, *row[:-1])):
            addend = carried if word is None else self._upper(word, x, None)
            if addend is not None:
                self.ins("adcs" if chained else "adds", self.r(goal), self.r(goal), addend)
                chained = True
        high = self._upper(row[-1], x, None)
        out = R(self.temp_vreg("above"), 64) if above is None else self.r(above)
        self.ins("adc" if chained else "add", out, high, carry)
        return out

    def _low(self, word: object, x: Val) -> R:
        assert isinstance(word, Val)
        self.ready(word)
        low = R(self.temp_vreg("low"), 64)
        self.ins("mul", low, self.r(word), self.r(x))
        return low

    def _upper(self, word: object, x: Val, to: Val | None) -> R:
        assert isinstance(word, Val)
        high = R(self.temp_vreg("high"), 64) if to is None else self.r(to)
        self.ins("umulh", high, self.r(word), self.r(x))
        return high
