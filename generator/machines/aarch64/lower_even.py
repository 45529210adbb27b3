# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lowering rules for products of the lower halves of lanes of 64 bits on AArch64.

An instruction takes the halves of both lanes side by side. A factor that is made once has them in a register of their
own from there on, so that loops find them. Another factor gets them where it is multiplied first, up to the next label.
A product that is only added is added by its instruction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from generator.abi import Abi
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Op, Val, changeable
from generator.machines.aarch64.lower_wide import Aarch64WideRules
from generator.model import R

HALVES = {16: "4h", 32: "2s"}


class Aarch64EvenRules(Aarch64WideRules):
    """Mixed into the AArch64 lowering."""

    def __init__(self, kernel: Kernel, variant: Variant, abi: Abi) -> None:
        super().__init__(kernel, variant, abi)
        self.once: frozenset[int] = frozenset()  # ids of factors that are made once
        self.lower: dict[int, Val] = {}  # id of a factor → the lower halves of its lanes, where a register has them
        self.added: frozenset[int] = frozenset()  # ids of products that the next operation adds, and no other reads
        self._product: Op | None = None  # such a product, if it is the last operation

    def plan(self, ops: Sequence[Op]) -> None:
        super().plan(ops)
        factors = {x.id for op in ops if op.name == "vmul_even" for x in op.args}
        operands = [arg for op in ops for one in op.args for arg in (one.args if isinstance(one, Op) else (one,))]
        reads = Counter(arg.id for arg in operands if isinstance(arg, Val))
        writes = Counter(val.id for op in ops for val in changeable(op))
        self.once = frozenset(id for id in factors if writes[id] == 1)
        self.added = frozenset(
            op.dst[0].id
            for op, after in pairwise(ops)
            if op.name == "vmul_even" and not op.attrs["signed"] and after.name == "vadd" and after.attrs["lane"] == 64
            and any(arg is op.dst[0] for arg in after.args) and reads[op.dst[0].id] == 1
        )  # fmt: skip

    def op(self, op: Op) -> None:
        if op.name == "vmul_even" and op.dst[0].id in self.added:
            self._product = op
            return
        super().op(op)
        if op.name == "label":
            self.lower = {id: half for id, half in self.lower.items() if id in self.once}
        for val in changeable(op):
            self.lower.pop(val.id, None)
            if val.id in self.once:
                self._lower(val)

    def _half(self, val: Val, lane: int) -> R:
        """The lower 64 bits of a vector."""
        self.v(val)
        return R(self.vreg(val), 64, HALVES[lane])

    def _sign(self, op: Op) -> str:
        return "s" if op.attrs["signed"] else "u"

    def _lower(self, x: Val) -> R:
        """The lower half of each lane of 64 bits, together in the lower half of a vector."""
        if x.id not in self.lower:
            out = self.lower[x.id] = self.temp(x.type, f"{x.name}_lower")
            self.vreg(out).cold = x.cold
            self.ins("xtn", self._half(out, 32), self.v(x, 64))
        return self._half(self.lower[x.id], 32)

    def wide_vmul_even(self, op: Op) -> None:
        self.ins(self._sign(op) + "mull", self.v(op.dst[0], 64), *map(self._lower, op.args))

    def wide_vadd(self, op: Op) -> None:
        product, self._product = self._product, None
        if product is None:
            self.three_wide("add", op)
            return
        (dst,), (total,) = op.dst, (arg for arg in op.args if arg is not product.dst[0])
        factors = [self._lower(x) for x in product.args]
        self.sub_op("copy", dst, total)
        self.ins("umlal", self.v(dst, 64), *factors)
