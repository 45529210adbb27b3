# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Chains of additions as whole numbers: an executor of the instructions in products of rows.

Bit vectors of many words take z3 minutes. As numbers the words of a row are unknowns of linear equations: a sum is a
word and a carry times 2^64, and a product is two words and an unknown that both its halves share. An instruction
without semantics here is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from generator.model import ENTRY, AnyReg, Cond, Imm, Instr, Item, Mem, Phys, R
from tests.lower.machine import Fault

_NAMES = {"add": "CF", "adc": "CF", "adcx": "CF", "adox": "OF", "adds": "CF", "adcs": "CF"}
_CHANGED = {"add": {"CF", "OF"}, "adc": {"CF", "OF"}, "adcx": {"CF"}, "adox": {"OF"}, "adds": {"CF"}, "adcs": {"CF"}}


class Numbers:
    """Registers and flags as numbers. ``known``: what is true of them."""

    def __init__(self, bits: int, arm: bool) -> None:
        self.bits, self.base, self.arm = bits, 1 << bits, arm
        self.regs: dict[AnyReg, z3.ArithRef] = {}
        self.memory: dict[tuple[AnyReg | None, int], z3.ArithRef] = {}
        self.flags: dict[str, z3.ArithRef] = {}
        self.known: list[z3.BoolRef] = []
        self.products: dict[tuple[str, str], tuple[z3.ArithRef, z3.ArithRef, z3.ArithRef]] = {}
        self._count = 0

    def new(self, most: int) -> z3.ArithRef:
        """An unknown number from 0 to ``most``."""
        self._count += 1
        made = z3.Int(f"n{self._count}")
        self.known += [made >= 0, made <= most]
        return made

    def reg(self, reg: AnyReg) -> z3.ArithRef:
        if reg not in self.regs:
            self.regs[reg] = self.new(self.base - 1)
        return self.regs[reg]

    def get(self, op: object) -> z3.ArithRef:
        if isinstance(op, Imm):
            return z3.IntVal(op.value)
        if isinstance(op, R):
            return self.reg(op.reg)
        assert isinstance(op, Mem) and op.index is None and op.width == self.bits
        place = op.base, op.disp
        if place not in self.memory:
            self.memory[place] = self.new(self.base - 1)
        return self.memory[place]

    def product(self, x: z3.ArithRef, y: z3.ArithRef) -> tuple[z3.ArithRef, z3.ArithRef, z3.ArithRef]:
        """x * y, its low half and its high half."""
        low, high = sorted((str(x), str(y)))
        if (low, high) not in self.products:
            whole, parts = self.new((self.base - 1) ** 2), (self.new(self.base - 1), self.new(self.base - 1))
            self.known.append(whole == parts[0] + self.base * parts[1])
            self.products[low, high] = whole, *parts
        return self.products[low, high]

    def run(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Instr) and item.mnem != ENTRY:
                self.step(item)

    def step(self, item: Instr) -> None:
        name, ops = item.mnem, item.ops
        out = ops[0].reg if isinstance(ops[0], R) else None
        if out is None or item.mask is not None:
            raise Fault(f"{item.mnem} without a register has no semantics in numbers")
        if name in _NAMES and not (self.arm and name in ("add", "adc")):
            first, second = (self.get(op) for op in ops[-2:])
            self.add(item, out, first, second)
        elif name in ("add", "adc"):  # flags stay
            self.regs[out] = self.whole(self.get(ops[1]) + self.get(ops[2]) + (self.flag("CF") if name == "adc" else 0))
        elif name == "xor" and item.idiom:
            self.regs[out] = z3.IntVal(0)
            self.flags = {"CF": z3.IntVal(0), "OF": z3.IntVal(0)}
        elif name in ("mov", "ldr"):
            self.regs[out] = self.get(ops[1])
        elif name == "mul" and len(ops) == 1:
            _, self.regs[Phys("gp", 0)], self.regs[Phys("gp", 2)] = self.product(
                self.reg(Phys("gp", 0)), self.get(ops[0])
            )
            self.flags = {}
        elif name == "mulx":
            _, low, high = self.product(self.reg(Phys("gp", 2)), self.get(ops[2]))
            assert isinstance(ops[1], R)
            self.regs[ops[1].reg], self.regs[out] = low, high
        elif name in ("mul", "umulh"):
            self.regs[out] = self.product(self.get(ops[1]), self.get(ops[2]))[2 if name == "umulh" else 1]
        elif name in ("cset", "cinc") and isinstance(ops[-1], Cond) and ops[-1].name == "hs":
            before = self.get(ops[1]) if name == "cinc" else z3.IntVal(0)
            self.regs[out] = self.whole(before + self.flag("CF"))
        else:
            raise Fault(f"{name} has no semantics in numbers")

    def flag(self, name: str) -> z3.ArithRef:
        if name not in self.flags:
            raise Fault(f"{name} holds no carry here")
        return self.flags[name]

    def add(self, item: Instr, out: AnyReg, x: z3.ArithRef, y: z3.ArithRef) -> None:
        flag = _NAMES[item.mnem]
        total = x + y + (self.flag(flag) if item.mnem not in ("add", "adds") else 0)
        word, carry = self.new(self.base - 1), self.new(1)
        self.known.append(total == word + self.base * carry)
        for changed in _CHANGED[item.mnem]:
            self.flags.pop(changed, None)
        self.regs[out], self.flags[flag] = word, carry

    def whole(self, total: z3.ArithRef) -> z3.ArithRef:
        """The sum without its carry."""
        word = self.new(self.base - 1)
        self.known.append(total == word + self.base * self.new(1))
        return word
