# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The meaning of broadcasts, changes of lane width and products over lanes, from the docstrings of
:mod:`generator.lang.vector_moves`."""

from __future__ import annotations

import z3

from generator.lang.values import Op
from tests.lower.blocks import BLOCK, Bits, by_lane, joined, lanes, repeated
from tests.lower.dots import carryless, dot, product_of_52, saturated
from tests.lower.machine import load
from tests.lower.meaning_wide import WideMeaning


class MoveMeaning(WideMeaning):
    """Mixed into :class:`tests.lower.meaning.Meaning`."""

    def w_vbroadcast(self, op: Op) -> None:
        word = self.value(op.args[0], 0)
        self.set(op, repeated(z3.Extract(op.attrs["lane"] - 1, 0, word), op.dst[0].type.bits))

    def w_vload_broadcast(self, op: Op) -> None:
        self.set(op, repeated(load(self.memory, self.address(op), op.attrs["lane"]), op.dst[0].type.bits))

    def w_vload_lane(self, op: Op) -> None:
        lane, (x,) = op.attrs["lane"], (self.value(op.args[2], 0),)
        out = lanes(lane, x)
        out[op.attrs["number"]] = load(self.memory, self.address(op), lane)
        self.set(op, joined(out))

    def _widen(self, op: Op, half: int) -> None:
        lane, extend = op.attrs["lane"], z3.SignExt if op.attrs["signed"] else z3.ZeroExt

        def block(x: Bits) -> Bits:
            return joined([extend(lane, one) for one in lanes(lane, lanes(64, x)[half])])

        self.set(op, by_lane(BLOCK, block, *self.sources(op)))

    def w_vwiden_low(self, op: Op) -> None:
        self._widen(op, 0)

    def w_vwiden_high(self, op: Op) -> None:
        self._widen(op, 1)

    def w_vnarrow(self, op: Op) -> None:
        def block(x: Bits, y: Bits) -> Bits:
            every = [*lanes(op.attrs["lane"], x), *lanes(op.attrs["lane"], y)]
            return joined([saturated(one, op.attrs["signed"]) for one in every])

        self.set(op, by_lane(BLOCK, block, *self.sources(op)))

    def w_vclmul(self, op: Op) -> None:
        x_half, y_half = op.attrs["halves"]
        self.set(
            op, by_lane(BLOCK, lambda x, y: carryless(lanes(64, x)[x_half], lanes(64, y)[y_half]), *self.sources(op))
        )

    def w_vdot(self, op: Op) -> None:
        acc, x, y = self.sources(op)
        self.set(op, dot(acc, x, y, *op.attrs["signs"]))

    def w_vmul52_low(self, op: Op) -> None:
        self.set(op, by_lane(64, lambda acc, x, y: product_of_52(acc, x, y, False), *self.sources(op)))

    def w_vmul52_high(self, op: Op) -> None:
        self.set(op, by_lane(64, lambda acc, x, y: product_of_52(acc, x, y, True), *self.sources(op)))
