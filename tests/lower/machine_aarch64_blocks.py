# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the Advanced SIMD instructions of broadcasts, changes of lane width, three-input logic and products over
lanes, after Arm's manual (DDI 0487)."""

from __future__ import annotations

import z3

from generator.model import R
from tests.lower.blocks import BLOCK, Bits, joined, lanes, repeated
from tests.lower.dots import carryless, dot, saturated
from tests.lower.machine import Fault
from tests.lower.machine_aarch64_wide import _LANES, Aarch64Vectors


class Aarch64Blocks(Aarch64Vectors):
    """Mixed into the AArch64 machine."""

    def _lane(self, index: int) -> int:
        """Width of the lanes of operand ``index``, a whole register or its lower half."""
        op = self.item.ops[index]
        if not isinstance(op, R) or op.arrangement is None or "[" in op.arrangement:
            raise Fault(f"{self.item.mnem}: operand {index} has no lanes")
        return _LANES[op.arrangement[-1]]

    def v_dup(self) -> None:
        op = self.item.ops[1]
        if isinstance(op, R) and op.reg.cls == "gp":
            lane = self._shape(0)
            if op.width != max(lane, 32):
                raise Fault(f"dup of lanes of {lane} bits of a register of {op.width}")
            self.put(0, repeated(z3.Extract(lane - 1, 0, self.get(1)), BLOCK))
        else:
            super().v_dup()

    def _set_element(self, value: Bits) -> None:
        """Operand 0 is one lane of a vector, the rest of which stays."""
        op = self.item.ops[0]
        assert isinstance(op, R) and op.arrangement is not None
        letter, _, number = op.arrangement.rstrip("]").partition("[")
        out = lanes(_LANES[letter], self.get(0, BLOCK))
        out[int(number)] = value
        self.put(0, joined(out))

    def v_ins(self) -> None:
        self._set_element(self._element(1))

    def v_ld1(self) -> None:
        self._set_element(self.get(1))

    def v_ld1r(self) -> None:
        if self.width(1) != self._shape(0):
            raise Fault("ld1r of another width than its lanes")
        self.put(0, repeated(self.get(1), BLOCK))

    # -- lanes of another width ------------------------------------------------------------------------------------

    def _extended(self, signed: bool, high: bool) -> None:
        lane = self._lane(1)
        if self._shape(0) != 2 * lane:
            raise Fault(f"{self.item.mnem}: lanes of {self._shape(0)} bits of lanes of {lane}")
        half = lanes(64, self.get(1))[1] if high else self.get(1)
        extend = z3.SignExt if signed else z3.ZeroExt
        self.put(0, joined([extend(lane, one) for one in lanes(lane, half)]))

    def v_uxtl(self) -> None:
        self._extended(False, False)

    def v_uxtl2(self) -> None:
        self._extended(False, True)

    def v_sxtl(self) -> None:
        self._extended(True, False)

    def v_sxtl2(self) -> None:
        self._extended(True, True)

    def _narrowed(self, signed: bool) -> Bits:
        lane = self._shape(1)
        if self._lane(0) * 2 != lane:
            raise Fault(f"{self.item.mnem}: lanes of {self._lane(0)} bits of lanes of {lane}")
        return joined([saturated(one, signed) for one in lanes(lane, self.get(1))])

    def v_sqxtn(self) -> None:
        self.put(0, self._narrowed(True))

    def v_sqxtun(self) -> None:
        self.put(0, self._narrowed(False))

    def v_sqxtn2(self) -> None:
        self.put(0, z3.Concat(self._narrowed(True), lanes(64, self.get(0))[0]))

    def v_sqxtun2(self) -> None:
        self.put(0, z3.Concat(self._narrowed(False), lanes(64, self.get(0))[0]))

    # -- logic -----------------------------------------------------------------------------------------------------

    def v_bsl(self) -> None:
        self._lanewise(lambda d, n, m: d & n | ~d & m, 0, 1, 2)

    def v_bit(self) -> None:
        self._lanewise(lambda d, n, m: d & ~m | n & m, 0, 1, 2)

    def v_bif(self) -> None:
        self._lanewise(lambda d, n, m: d & m | n & ~m, 0, 1, 2)

    def v_eor3(self) -> None:
        self._lanewise(lambda n, m, a: n ^ m ^ a, 1, 2, 3)

    def v_bcax(self) -> None:
        self._lanewise(lambda n, m, a: n ^ m & ~a, 1, 2, 3)

    # -- products --------------------------------------------------------------------------------------------------

    def v_pmull(self) -> None:
        self.put(0, carryless(self.get(1), self.get(2)))

    def v_pmull2(self) -> None:
        self.put(0, carryless(*(lanes(64, self.get(index))[1] for index in (1, 2))))

    def _dot(self, *signs: bool) -> None:
        if [self._shape(index) for index in range(3)] != [32, 8, 8]:
            raise Fault(f"{self.item.mnem}: these lanes have no semantics in tests/lower")
        self.put(0, dot(self.get(0), self.get(1), self.get(2), *signs))

    def v_udot(self) -> None:
        self._dot(False, False)

    def v_sdot(self) -> None:
        self._dot(True, True)

    def v_usdot(self) -> None:
        self._dot(False, True)
