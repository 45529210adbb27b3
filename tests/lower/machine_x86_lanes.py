# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the x86 instructions of arithmetic on lanes, after Intel's manual, volume 2. Mask registers have 64
bits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import z3

from generator.model import R
from tests.lower.blocks import Bits, Rule, by_block, by_lane, joined, lanes
from tests.lower.machine import Fault
from tests.lower.machine_x86_wide import X86Vectors
from tests.lower.products import high, low, product, signed_product, whole

_WIDTHS = {"b": 8, "w": 16, "d": 32, "q": 64}
_COMPARED: dict[str, Callable[[Bits, Bits], z3.BoolRef]] = {
    "pcmpeq": lambda x, y: x == y,
    "pcmpgt": lambda x, y: x > y,
}
_UNSIGNED: dict[int, Callable[[Bits, Bits], z3.BoolRef]] = {
    0: lambda x, y: x == y, 1: z3.ULT, 2: z3.ULE, 4: lambda x, y: x != y, 5: z3.UGE, 6: z3.UGT,
}  # fmt: skip
"""Predicate → the comparison of unsigned lanes."""
_LANEWISE: dict[str, Rule] = {
    "pmull": lambda x, y: low(whole(x, y, 32)),
    "pmulhu": lambda x, y: high(product(x, y)),
    "pmulh": lambda x, y: high(signed_product(x, y)),
    "pmins": lambda x, y: z3.If(x < y, x, y),
    "pmaxs": lambda x, y: z3.If(x > y, x, y),
    "pminu": lambda x, y: z3.If(z3.ULT(x, y), x, y),
    "pmaxu": lambda x, y: z3.If(z3.UGT(x, y), x, y),
    "psubus": lambda x, y: z3.If(z3.UGT(x, y), x - y, z3.BitVecVal(0, x.size())),
}


class X86Lanes(X86Vectors):
    """Mixed into the x86 machine."""

    masks = True

    def vector_rule(self, mnem: str) -> Callable[[], None] | None:
        stem = mnem[1:] if mnem[0] == "v" else mnem
        name, letter = stem[:-1], stem[-1]
        if letter in _WIDTHS:
            width = _WIDTHS[letter]
            if name in _COMPARED:
                return partial(self._compared, width, _COMPARED[name])
            if name == "pcmpu":
                return partial(self._compared, width, _UNSIGNED[self.imm(3)])
            if name in _LANEWISE:
                return partial(self._two, partial(by_lane, width, _LANEWISE[name]))
            if name == "psra":
                return partial(self._shift, width, lambda x, n: x >> min(n, x.size() - 1))
            if name == "pmovm2":
                return partial(self._spread, width)
        return super().vector_rule(mnem)

    def put(self, index: int, value: Bits) -> None:
        """Under a mask, lanes left out become zero. Mask registers are written whole."""
        op, mask = self.item.ops[index], self.item.mask
        if isinstance(op, R) and op.reg.cls == "mask":
            self.regs[op.reg] = value
            return
        if mask is not None:
            if not self.item.zero or self.item.mnem[-1] not in _WIDTHS:
                raise Fault(f"{self.item.mnem}: a mask that keeps lanes has no semantics in tests/lower")
            parts = lanes(_WIDTHS[self.item.mnem[-1]], value)
            bits = self._bits(mask)
            value = joined([z3.If(bit == 1, part, z3.BitVecVal(0, part.size())) for part, bit in zip(parts, bits)])
        super().put(index, value)

    def _bits(self, mask: R) -> list[Bits]:
        held = self.regs[mask.reg]
        return [z3.Extract(n, n, held) for n in range(64)]

    def _compared(self, width: int, rule: Callable[[Bits, Bits], z3.BoolRef]) -> None:
        first = self.item.ops[0]
        if isinstance(first, R) and first.reg.cls == "mask":
            pairs = zip(*(lanes(width, self.vector(index)) for index in (1, 2)))
            bits = [z3.If(rule(x, y), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)) for x, y in pairs]
            self.put(0, z3.ZeroExt(64 - len(bits), joined(bits)) if len(bits) < 64 else joined(bits))
            return
        ones, zeros = z3.BitVecVal(-1, width), z3.BitVecVal(0, width)
        self._two(lambda x, y: by_lane(width, lambda a, b: z3.If(rule(a, b), ones, zeros), x, y))

    def _spread(self, width: int) -> None:
        """Each bit of a mask, in all bits of a lane."""
        mask = self.item.ops[1]
        assert isinstance(mask, R)
        self.put(0, joined([z3.SignExt(width - 1, bit) for bit in self._bits(mask)[: self.width(0) // width]]))

    # -- products --------------------------------------------------------------------------------------------------

    def v_pmuludq(self) -> None:
        self._two(partial(by_lane, 64, lambda x, y: product(low(x), low(y))))

    def v_pmuldq(self) -> None:
        self._two(partial(by_lane, 64, lambda x, y: signed_product(low(x), low(y))))

    def v_pmaddwd(self) -> None:
        def pair(x: Bits, y: Bits) -> Bits:
            return signed_product(low(x), low(y)) + signed_product(high(x), high(y))

        self._two(partial(by_lane, 32, pair))

    # -- choices and order -----------------------------------------------------------------------------------------

    def v_pblendvb(self) -> None:
        if not self.vex:
            raise Fault("pblendvb has no semantics in tests/lower")
        x, y, mask = (lanes(8, self.vector(index)) for index in (1, 2, 3))
        self.put(0, joined([z3.If(z3.Extract(7, 7, m) == 1, b, a) for a, b, m in zip(x, y, mask)]))

    def _halves(self, half: int) -> None:
        imm = self.imm(2)

        def block(value: Bits) -> Bits:
            words = lanes(16, value)
            moved = [words[4 * half + (imm >> 2 * n & 3)] for n in range(4)]
            return joined([*moved, *words[4:]] if half == 0 else [*words[:4], *moved])

        self._one(lambda x: by_block(block, x))

    def v_pshuflw(self) -> None:
        self._halves(0)

    def v_pshufhw(self) -> None:
        self._halves(1)
