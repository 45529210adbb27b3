# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows of limbs: loads that wait for their readers, and products of a row and a word by the rules of single words."""

from __future__ import annotations

from generator.lang.values import Op, Source, Type, Val
from generator.lower.base import Lowering
from generator.model import VReg

PASSED = frozenset((
    "add", "add_carry", "and", "andn", "bswap", "const", "copy", "load", "mul", "mul_add_row", "mul_high", "mul_row",
    "mul_wide", "not", "note", "or", "orn", "rotl", "rotr", "select", "shl", "shr", "sub", "sub_borrow", "trunc", "xor",
    "zext",
))  # fmt: skip
"""Operations that a waiting load may follow instead of precede: they change no memory and do not branch."""
_CARRY = Type("carry", 32)


class RowRules(Lowering):
    """Mixed into the lowerings. A machine with better code for rows has rules of its own."""

    def op(self, op: Op) -> None:
        if op.attrs.get("waits"):
            self.waiting[op.dst[0].id] = op
            return
        if self.waiting:
            if op.name not in PASSED:
                self.flush()
            elif not op.name.endswith("_row"):  # those read their words one by one
                self.ready(*op.args)
            written = {val.id for val in op.dst}
            if any(written & {load.dst[0].id, load.args[0].id} for load in self.waiting.values()):
                self.flush()
        super().op(op)

    def vreg(self, val: Val) -> VReg:
        """The register of a value. A word that waits is loaded first, wherever the operation names it: in a condition
        too."""
        if self.waiting:
            self.ready(val)
        return super().vreg(val)

    def flush(self) -> None:
        """Load all words that wait."""
        for number in list(self.waiting):
            super().op(self.waiting.pop(number))

    def ready(self, *args: object) -> None:
        """Load the words among ``args`` that wait."""
        for arg in args:
            load = self.waiting.pop(arg.id, None) if isinstance(arg, Val) else None
            if load is not None:
                src, exempt, public = self.src, self.exempt, self.public
                super().op(load)
                self.src, self.exempt, self.public = src, exempt, public

    # -- products by single words ----------------------------------------------------------------------------------

    def op_mul_row(self, op: Op) -> None:
        *out, above = op.dst
        *row, x = op.args
        self.ready(x)
        carried: Source | None = None
        for goal, word in zip(out, row):
            carried = self._limb(goal, None, word, x, carried)
        assert isinstance(carried, Val)
        self.sub_op("copy", above, carried)

    def op_mul_add_row(self, op: Op) -> None:
        *total, above = op.dst
        *row, x = op.args[len(total) :]
        self.ready(x, *total)
        carried: Source | None = None
        for goal, word in zip(total, row):
            carried = self._limb(goal, goal, word, x, carried)
        assert isinstance(carried, Val)
        self.sub_op("copy", above, carried)

    def _limb(self, goal: Val, added: Val | None, word: Source, x: Source, carried: Source | None) -> Val:
        """goal = the low half of word * x + added + carried. The result is the high half, which never wraps."""
        self.ready(word)
        low, high = self.temp(goal.type, "low"), self.temp(goal.type, "high")
        low.cold = high.cold = goal.cold  # a row in the frame needs few registers
        self._made("mul_wide", (low, high), word, x)
        for addend in (carried, added):
            if addend is not None:
                between, none = self.temp(_CARRY, "carry"), self.temp(_CARRY, "carry")
                self._made("add_carry", (low, between), low, addend)
                self._made("add_carry", (high, none), high, 0, between)
        self.sub_op("copy", goal, low)
        return high

    def _made(self, name: str, dst: tuple[Val, ...], *args: object) -> None:
        made = Op(name, dst, args, self.src)
        rule = self.rule(made)
        assert rule is not None, f"no rule {name}"
        rule(made)
