# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the Advanced SIMD instructions that lowering rules emit, after Arm's manual (DDI 0487)."""

from __future__ import annotations

from collections.abc import Callable

import z3

from generator.model import R
from tests.lower.blocks import BLOCK, Bits, Rounds, Rule, by_lane, byte_of, joined, lanes, repeated
from tests.lower.machine import Fault, Machine

_LANES = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}


class Aarch64Vectors(Machine):
    """Mixed into the AArch64 machine: 128-bit registers. A narrower write clears the rest."""

    rounds = Rounds()

    def vector_rule(self, mnem: str) -> Callable[[], None] | None:
        """The method that executes an instruction on vectors."""
        found: Callable[[], None] | None = getattr(self, f"v_{mnem}", None)
        return found

    def _shape(self, index: int) -> int:
        """Width of the lanes of operand ``index``."""
        op = self.item.ops[index]
        if not isinstance(op, R) or op.arrangement is None or op.width != BLOCK or "[" in op.arrangement:
            raise Fault(f"{self.item.mnem}: operand {index} is no whole vector")
        return _LANES[op.arrangement[-1]]

    def _element(self, index: int) -> Bits:
        """Operand ``index``, one lane of a vector."""
        op = self.item.ops[index]
        if not isinstance(op, R) or op.arrangement is None or "[" not in op.arrangement:
            raise Fault(f"{self.item.mnem}: operand {index} is no lane")
        letter, _, number = op.arrangement.rstrip("]").partition("[")
        return lanes(_LANES[letter], self.get(index))[int(number)]

    def _lanewise(self, rule: Rule, *operands: int) -> None:
        widths = {self._shape(index) for index in (0, *operands)}
        if len(widths) != 1:
            raise Fault(f"{self.item.mnem}: lanes of {sorted(widths)} bits together")
        self.put(0, by_lane(widths.pop(), rule, *(self.get(index) for index in operands)))

    # -- moves -----------------------------------------------------------------------------------------------------

    def v_mov(self) -> None:
        self.put(0, self.get(1))

    def v_movi(self) -> None:
        if self._shape(0) != 8:
            raise Fault("movi of other than bytes has no semantics in tests/lower")
        self.put(0, repeated(z3.BitVecVal(self.imm(1), 8), BLOCK))

    def v_fmov(self) -> None:
        self.put(0, self.get(1, self.width(0)))

    def v_umov(self) -> None:
        self.put(0, self._element(1))

    def v_dup(self) -> None:
        self._shape(0)
        self.put(0, repeated(self._element(1), BLOCK))

    # -- logic and lanes -------------------------------------------------------------------------------------------

    def v_eor(self) -> None:
        self._lanewise(lambda x, y: x ^ y, 1, 2)

    def v_and(self) -> None:
        self._lanewise(lambda x, y: x & y, 1, 2)

    def v_orr(self) -> None:
        self._lanewise(lambda x, y: x | y, 1, 2)

    def v_bic(self) -> None:
        self._lanewise(lambda x, y: x & ~y, 1, 2)

    def v_orn(self) -> None:
        self._lanewise(lambda x, y: x | ~y, 1, 2)

    def v_mvn(self) -> None:
        self._lanewise(lambda x: ~x, 1)

    def v_add(self) -> None:
        self._lanewise(lambda x, y: x + y, 1, 2)

    def v_sub(self) -> None:
        self._lanewise(lambda x, y: x - y, 1, 2)

    def v_shl(self) -> None:
        self._lanewise(lambda x: x << self.imm(2), 1)

    def v_ushr(self) -> None:
        self._lanewise(lambda x: z3.LShR(x, self.imm(2)), 1)

    def v_sri(self) -> None:
        """Shift right and insert. The upper bits stay."""

        def lane(old: Bits, x: Bits) -> Bits:
            kept = ~z3.LShR(z3.BitVecVal(-1, x.size()), self.imm(2))
            return old & kept | z3.LShR(x, self.imm(2))

        self._lanewise(lane, 0, 1)

    def _reversed(self, container: int) -> None:
        width = self._shape(1)
        if self._shape(0) != width or width >= container:
            raise Fault(f"{self.item.mnem} on lanes of {width} bits")
        self.put(0, by_lane(container, lambda x: joined(lanes(width, x)[::-1]), self.get(1)))

    def v_rev16(self) -> None:
        self._reversed(16)

    def v_rev32(self) -> None:
        self._reversed(32)

    def v_rev64(self) -> None:
        self._reversed(64)

    # -- whole registers -------------------------------------------------------------------------------------------

    def v_ext(self) -> None:
        both = z3.Concat(self.get(2), self.get(1))
        self.put(0, z3.Extract(8 * self.imm(3) + 127, 8 * self.imm(3), both))

    def v_tbl(self) -> None:
        if len(self.item.ops) != 3:
            raise Fault("tbl of more than one register has no semantics in tests/lower")
        table = self.get(1)

        def byte(n: Bits) -> Bits:
            outside = z3.simplify(z3.UGE(n, 16))
            return z3.If(outside, z3.BitVecVal(0, 8), byte_of(table, z3.Extract(3, 0, n)))

        self.put(0, by_lane(8, byte, self.get(2)))

    def _zip(self, half: int) -> None:
        width = self._shape(0)
        count = 64 // width
        xs, ys = (lanes(width, self.get(index))[half * count :] for index in (1, 2))
        self.put(0, joined([lane for n in range(count) for lane in (xs[n], ys[n])]))

    def v_zip1(self) -> None:
        self._zip(0)

    def v_zip2(self) -> None:
        self._zip(1)

    # -- AES -------------------------------------------------------------------------------------------------------

    def v_aese(self) -> None:
        self.put(0, self.rounds.enc(self.get(0) ^ self.get(1)))

    def v_aesd(self) -> None:
        self.put(0, self.rounds.dec(self.get(0) ^ self.get(1)))

    def v_aesmc(self) -> None:
        self.put(0, self.rounds.mix(self.get(1)))

    def v_aesimc(self) -> None:
        self.put(0, self.rounds.mix_back(self.get(1)))
