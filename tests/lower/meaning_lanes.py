# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The meaning of arithmetic on lanes, from the docstrings of :mod:`generator.lang.vector_arithmetic` alone."""

from __future__ import annotations

import z3

from generator.lang.values import Op
from tests.lower.blocks import Bits, lanes
from tests.lower.meaning_wide import WideMeaning
from tests.lower.products import high, low, product, signed_product, whole


def filled(condition: z3.BoolRef, bits: int) -> Bits:
    """All ones, or zero."""
    return z3.If(condition, z3.BitVecVal(-1, bits), z3.BitVecVal(0, bits))


class LaneMeaning(WideMeaning):
    """Mixed into :class:`tests.lower.meaning.Meaning`."""

    def w_vmul_low(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: low(whole(x, y, 32)))

    def w_vmul_high(self, op: Op) -> None:
        times = signed_product if op.attrs["signed"] else product
        self._lanes(op, op.attrs["lane"], lambda x, y: high(times(x, y)))

    def w_vmul_even(self, op: Op) -> None:
        times = signed_product if op.attrs["signed"] else product
        self._lanes(op, 64, lambda x, y: times(low(x), low(y)))

    def w_vmul_pairs(self, op: Op) -> None:
        self._lanes(op, 32, lambda x, y: signed_product(low(x), low(y)) + signed_product(high(x), high(y)))

    def w_vsar(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x: x >> op.attrs["bits"])

    def w_vequal(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: filled(x == y, x.size()))

    def _greater(self, op: Op, x: Bits, y: Bits) -> z3.BoolRef:
        return x > y if op.attrs["signed"] else z3.UGT(x, y)

    def w_vgreater(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: filled(self._greater(op, x, y), x.size()))

    def w_vblend(self, op: Op) -> None:
        mask, x, y = self.sources(op)
        self.given.extend(z3.Or(byte == 0, byte == 255) for byte in lanes(8, mask))
        self.set(op, mask & x | ~mask & y)

    def w_vmin(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: z3.If(self._greater(op, x, y), y, x))

    def w_vmax(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: z3.If(self._greater(op, x, y), x, y))
