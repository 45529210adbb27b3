# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the x86 instructions of broadcasts, changes of lane width and products over lanes, after Intel's manual,
volume 2."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import z3

from generator.model import Imm
from tests.lower.blocks import BLOCK, Bits, by_block, by_lane, joined, lanes, repeated
from tests.lower.dots import arithmetic_shift, carryless, dot, pairs, product_of_52, saturated
from tests.lower.machine import Fault
from tests.lower.machine_x86_wide import X86Vectors

_WIDTHS = {"b": 8, "w": 16, "d": 32, "q": 64}
_BROADCAST = re.compile(r"pbroadcast([bwdq])")
_EXTEND = re.compile(r"pmov([sz])x(bw|wd|dq)")
_SHIFT = re.compile(r"psra([wd])")
_INSERT = re.compile(r"pinsr([bwdq])")
_PACK = re.compile(r"pack([su])s(wb|dw)")


class X86Blocks(X86Vectors):
    """Mixed into the x86 machine."""

    def vector_rule(self, mnem: str) -> Callable[[], None] | None:
        stem = mnem[1:] if mnem[0] == "v" else mnem
        if found := _BROADCAST.fullmatch(stem):
            return partial(self._broadcast_lane, _WIDTHS[found[1]])
        if found := _INSERT.fullmatch(stem):
            return partial(self._insert_lane, _WIDTHS[found[1]])
        if found := _EXTEND.fullmatch(stem):
            return partial(self._extended, found[1] == "s", _WIDTHS[found[2][0]])
        if (found := _SHIFT.fullmatch(stem)) and isinstance(self.item.ops[-1], Imm):
            return partial(self._shift, _WIDTHS[found[1]], arithmetic_shift)
        if found := _PACK.fullmatch(stem):
            return partial(self._packed, found[1] == "s", _WIDTHS[found[2][0]])
        return super().vector_rule(mnem)

    def _broadcast_lane(self, lane: int) -> None:
        source = self.get(1)
        self.put(0, repeated(z3.Extract(lane - 1, 0, source), self.width(0)))

    def _insert_lane(self, lane: int) -> None:
        out = lanes(lane, self.get(len(self.item.ops) - 3))
        out[self.imm(len(self.item.ops) - 1)] = z3.Extract(lane - 1, 0, self.get(len(self.item.ops) - 2))
        self.put(0, joined(out))

    def v_pextrw(self) -> None:
        self.put(0, z3.ZeroExt(16, lanes(16, self.get(1))[self.imm(2)]))

    def _extended(self, signed: bool, lane: int) -> None:
        extend = z3.SignExt if signed else z3.ZeroExt
        count = self.width(0) // (2 * lane)
        self.put(0, joined([extend(lane, one) for one in lanes(lane, self.vector(1))[:count]]))

    def _packed(self, signed: bool, lane: int) -> None:
        def block(x: Bits, y: Bits) -> Bits:
            return joined([saturated(one, signed) for one in (*lanes(lane, x), *lanes(lane, y))])

        self._two(partial(by_block, block))

    def v_shufi32x4(self) -> None:
        """Each operand gives the blocks of half of the result."""
        imm, count = self.imm(3), self.width(0) // BLOCK
        if count != 4:
            raise Fault("vshufi32x4 of two blocks has no semantics in tests/lower")
        sources = [lanes(BLOCK, self.vector(index)) for index in (1, 1, 2, 2)]
        self.put(0, joined([blocks[imm >> 2 * n & 3] for n, blocks in enumerate(sources)]))

    def v_pmaddwd(self) -> None:
        self._two(pairs)

    def v_pclmulqdq(self) -> None:
        imm = self.imm(len(self.item.ops) - 1)
        x_half, y_half = imm & 1, imm >> 4 & 1
        self._two(partial(by_block, lambda x, y: carryless(lanes(64, x)[x_half], lanes(64, y)[y_half])))

    def v_pdpbusd(self) -> None:
        self.put(0, dot(self.get(0), self.vector(1), self.vector(2), False, True))

    def _multiplied_52(self, high: bool) -> None:
        self.put(
            0,
            by_lane(64, lambda acc, x, y: product_of_52(acc, x, y, high), self.get(0), self.vector(1), self.vector(2)),
        )

    def v_pmadd52luq(self) -> None:
        self._multiplied_52(False)

    def v_pmadd52huq(self) -> None:
        self._multiplied_52(True)
