# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for arithmetic on lanes on AArch64: products, arithmetic shifts, comparisons, choices."""

from __future__ import annotations

from generator.lang.values import Op, Val
from generator.machines.aarch64.lower_even import Aarch64EvenRules


class Aarch64LaneRules(Aarch64EvenRules):
    """Advanced SIMD has instructions for all but products of lanes of 64 bits."""

    # -- products --------------------------------------------------------------------------------------------------

    def wide_vmul_low(self, op: Op) -> None:
        dst, (x, y), lane = op.dst[0], op.args, op.attrs["lane"]
        if lane < 64:
            self.three_wide("mul", op)
            return
        # The products of unlike halves count in the upper half. The product of the lower halves is added last.
        total = self.temp(dst.type, "total")
        self.ins("rev64", self.v(total, 32), self.v(y, 32))
        self.ins("mul", self.v(total, 32), self.v(total, 32), self.v(x, 32))
        self.ins("uaddlp", self.v(total, 64), self.v(total, 32))
        self._shift("shl", total, total, 32, 64)
        self.ins("umlal", self.v(total, 64), *map(self._lower, (x, y)))
        self.sub_op("copy", dst, total)

    def _both(self, op: Op, mnem: str) -> tuple[Val, Val]:
        """The products, of 32 bits, of the lower and of the upper half's lanes of 16 bits."""
        x, y = op.args
        low, high = self.temp(x.type, "low"), self.temp(x.type, "high")
        self.ins(mnem, self.v(low, 32), self._half(x, 16), self._half(y, 16))
        self.ins(mnem + "2", self.v(high, 32), self.v(x, 16), self.v(y, 16))
        return low, high

    def wide_vmul_high(self, op: Op) -> None:
        low, high = self._both(op, self._sign(op) + "mull")
        self.ins("uzp2", self.v(op.dst[0], 16), self.v(low, 16), self.v(high, 16))

    def wide_vmul_pairs(self, op: Op) -> None:
        low, high = self._both(op, "smull")
        self.ins("addp", self.v(op.dst[0], 32), self.v(low, 32), self.v(high, 32))

    # -- shifts, comparisons, choices ------------------------------------------------------------------------------

    def wide_vgreater(self, op: Op) -> None:
        self.three_wide("cmgt" if op.attrs["signed"] else "cmhi", op)

    def wide_vblend(self, op: Op) -> None:
        """Each of the three instructions keeps one operand's register for the result."""
        dst, (mask, x, y) = op.dst[0], op.args
        if dst is x and dst is not mask:
            self.ins("bif", self.v(dst), self.v(y), self.v(mask))
        elif dst is y and dst is not mask:
            self.ins("bit", self.v(dst), self.v(x), self.v(mask))
        else:
            out = self.temp(dst.type) if dst is x or dst is y else dst
            if out is not mask:
                self.wide_move(out, mask)
            self.ins("bsl", self.v(out), self.v(x), self.v(y))
            self.sub_op("copy", dst, out)

    def wide_vmin(self, op: Op) -> None:
        self.three_wide(self._sign(op) + "min", op)

    def wide_vmax(self, op: Op) -> None:
        self.three_wide(self._sign(op) + "max", op)
