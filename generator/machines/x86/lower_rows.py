# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for x86 and x86_64: products of a row of limbs and a word.

``mulx`` leaves the flags alone. ADX has two additions with carry, each with a flag of its own: the low halves of the
products are one chain, the high halves the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.values import Op, Val
from generator.lower.rows import RowRules
from generator.machines.x86.lower_products import DATA, X86ProductRules
from generator.model import Imm, R


class X86RowRules(RowRules, X86ProductRules):
    """Mixed into the x86 lowering."""

    def op_mul_row(self, op: Op) -> None:
        if not self._by_mulx(op):
            super().op_mul_row(op)
            return
        *out, above = op.dst
        *row, x = op.args
        self._begin(x)
        self._products(row, out, above, None)
        self.flags_end()

    def op_mul_add_row(self, op: Op) -> None:
        if not self._by_mulx(op):
            super().op_mul_add_row(op)
            return
        *total, above = op.dst
        *row, x = op.args[len(total) :]
        self.ready(*total)
        self._begin(x)
        if "adx" in self.have:
            self._two_chains(total, row, above)
        else:
            size = 4 if len(row) <= 6 else 2  # words whose products are in registers at a time
            carried: Val | None = None
            for at in range(0, len(row), size):
                part = row[at : at + size]
                lows = [self.temp(above.type, "low") for _ in part]
                high = above if at + size >= len(row) else self.temp(above.type, "high")
                self._products(part, lows, high, carried)
                for n, (goal, low) in enumerate(zip(total[at:], lows)):
                    self.ins("adc" if n else "add", self.r(goal), self.r(low))
                self.ins("adc", self.r(high), Imm(0))
                carried = high
        self.flags_end()

    def _by_mulx(self, op: Op) -> bool:
        return "bmi2" in self.have and op.dst[0].type.bits == self.abi.bits

    def _begin(self, x: object) -> None:
        assert isinstance(x, Val)
        self.ready(x)
        self.flags_begin()  # streams may not take turns between the moves of a fixed register
        self._set(R(DATA, x.type.bits), x)

    def _mulx(self, high: Val, low: Val, word: object) -> None:
        assert isinstance(word, Val)
        self.ready(word)
        self.ins("mulx", self.r(high), self.r(low), self.r(word))

    def _products(self, row: Sequence[object], lows: Sequence[Val], above: Val, carried: Val | None) -> None:
        """lows, above = row * x + carried, by one chain."""
        before, chained = carried, False
        for n, (word, low) in enumerate(zip(row, lows)):
            high = above if n == len(row) - 1 else self.temp(above.type, "high")
            self._mulx(high, low, word)
            if before is not None:
                self.ins("adc" if chained else "add", self.r(low), self.r(before))
                chained = True
            before = high
        if chained:
            self.ins("adc", self.r(above), Imm(0))

    def _two_chains(self, total: Sequence[Val], row: Sequence[object], above: Val) -> None:
        zero = R(self.temp_vreg("zero"), 32)
        self.ins("xor", zero, zero, idiom=True)  # clears both flags
        for n, word in enumerate(row):
            last = n == len(row) - 1
            high, low = above if last else self.temp(above.type, "high"), self.temp(above.type, "low")
            self._mulx(high, low, word)
            self.ins("adcx", self.r(total[n]), self.r(low))
            if not last:
                self.ins("adox", self.r(total[n + 1]), self.r(high))
        for chain in ("adox", "adcx"):
            self.ins(chain, self.r(above), R(zero.reg, self.abi.bits))
