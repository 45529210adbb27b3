# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the Advanced SIMD instructions of arithmetic on lanes, after Arm's manual (DDI 0487)."""

from __future__ import annotations

import z3

from generator.model import R
from tests.lower.blocks import Bits, Rule, joined, lanes
from tests.lower.machine import Fault
from tests.lower.machine_aarch64_wide import Aarch64Vectors
from tests.lower.products import low, product, signed_product

_LETTERS = {"b": 8, "h": 16, "s": 32, "d": 64}


def _filled(condition: z3.BoolRef, bits: int) -> Bits:
    return z3.If(condition, z3.BitVecVal(-1, bits), z3.BitVecVal(0, bits))


class Aarch64Lanes(Aarch64Vectors):
    """Mixed into the AArch64 machine."""

    def _parts(self, index: int) -> list[Bits]:
        """The lanes of operand ``index``, a whole vector or its lower half."""
        return lanes(self._letter(index), self.get(index))

    def _letter(self, index: int) -> int:
        op = self.item.ops[index]
        if not isinstance(op, R) or op.arrangement is None or "[" in op.arrangement:
            raise Fault(f"{self.item.mnem}: operand {index} is no vector")
        return _LETTERS[op.arrangement[-1]]

    # -- products --------------------------------------------------------------------------------------------------

    def v_mul(self) -> None:
        self._lanewise(lambda x, y: low(product(x, y)), 1, 2)

    def _long(self, times: Rule, half: int = 0, add: bool = False) -> None:
        """Products twice as wide as the factors, which are in the lower or in the upper half."""
        if self._letter(0) != 2 * self._letter(1) or self._letter(1) != self._letter(2):
            raise Fault(f"{self.item.mnem}: the product is not twice as wide as the factors")
        if half and not self.width(1) == self.width(2) == 128:
            raise Fault(f"{self.item.mnem}: no upper half")
        count = 128 // self._letter(0)
        xs, ys = (self._parts(index)[half * count :][:count] for index in (1, 2))
        made = [times(x, y) for x, y in zip(xs, ys)]
        self.put(0, joined([a + b for a, b in zip(self._parts(0), made)] if add else made))

    def v_smull(self) -> None:
        self._long(signed_product)

    def v_umull(self) -> None:
        self._long(product)

    def v_smull2(self) -> None:
        self._long(signed_product, 1)

    def v_umull2(self) -> None:
        self._long(product, 1)

    def v_umlal(self) -> None:
        self._long(product, add=True)

    # -- neighbours ------------------------------------------------------------------------------------------------

    def v_addp(self) -> None:
        every = [*self._parts(1), *self._parts(2)]
        self.put(0, joined([x + y for x, y in zip(every[::2], every[1::2])]))

    def v_uaddlp(self) -> None:
        every = [z3.ZeroExt(part.size(), part) for part in self._parts(1)]
        self.put(0, joined([x + y for x, y in zip(every[::2], every[1::2])]))

    def v_uzp2(self) -> None:
        self.put(0, joined([*self._parts(1)[1::2], *self._parts(2)[1::2]]))

    def v_xtn(self) -> None:
        self.put(0, joined([low(part) for part in self._parts(1)]))

    # -- shifts, comparisons, choices ------------------------------------------------------------------------------

    def v_sshr(self) -> None:
        self._lanewise(lambda x: x >> min(self.imm(2), x.size() - 1), 1)

    def v_cmeq(self) -> None:
        self._lanewise(lambda x, y: _filled(x == y, x.size()), 1, 2)

    def v_cmgt(self) -> None:
        self._lanewise(lambda x, y: _filled(x > y, x.size()), 1, 2)

    def v_cmhi(self) -> None:
        self._lanewise(lambda x, y: _filled(z3.UGT(x, y), x.size()), 1, 2)

    def v_bsl(self) -> None:
        self._lanewise(lambda mask, x, y: mask & x | ~mask & y, 0, 1, 2)

    def v_bit(self) -> None:
        self._lanewise(lambda old, x, mask: mask & x | ~mask & old, 0, 1, 2)

    def v_bif(self) -> None:
        self._lanewise(lambda old, x, mask: ~mask & x | mask & old, 0, 1, 2)

    def v_smin(self) -> None:
        self._lanewise(lambda x, y: z3.If(x < y, x, y), 1, 2)

    def v_smax(self) -> None:
        self._lanewise(lambda x, y: z3.If(x > y, x, y), 1, 2)

    def v_umin(self) -> None:
        self._lanewise(lambda x, y: z3.If(z3.ULT(x, y), x, y), 1, 2)

    def v_umax(self) -> None:
        self._lanewise(lambda x, y: z3.If(z3.UGT(x, y), x, y), 1, 2)
