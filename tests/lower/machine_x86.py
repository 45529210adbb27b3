# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the x86 instructions that lowering rules emit, after Intel's manual, volume 2: general registers."""

from __future__ import annotations

from collections.abc import Callable

import z3

from generator.model import Mem, Phys, R
from tests.lower.machine import Fault, reversed_bytes
from tests.lower.machine_x86_wide import X86Vectors
from tests.lower.products import high, low, product

_CONDITIONS = {"e": ("ZF", True), "ne": ("ZF", False), "b": ("CF", True), "ae": ("CF", False)}


_ACCUMULATOR, _DATA = Phys("gp", 0), Phys("gp", 2)


class X86Machine(X86Vectors):
    """64-bit mode."""

    implicit = frozenset({"mul", "mulx"})

    def rule(self, mnem: str) -> Callable[[], None] | None:
        if any(isinstance(op, R) and op.reg.cls == "vec" for op in self.item.ops):
            return self.vector_rule(mnem)
        for stem, action in (("j", self._jump), ("cmov", self._move_if)):
            if mnem.startswith(stem) and mnem[len(stem) :] in _CONDITIONS:
                name, wanted = _CONDITIONS[mnem[len(stem) :]]
                return lambda: action(name, wanted)
        return super().rule(mnem)

    def merged(self, op: R, value: z3.BitVecRef) -> z3.BitVecRef:
        if op.reg.cls == "vec":
            return self.merged_vector(op, value)
        if op.width == self.word:
            return value
        if op.width == 32:
            return z3.ZeroExt(self.word - 32, value)
        return z3.Concat(z3.Extract(self.word - 1, op.width, self.whole(op.reg)), value)

    # -- moves -----------------------------------------------------------------------------------------------------

    def i_mov(self) -> None:
        self.put(0, self.get(1, self.width(0)))

    def i_movzx(self) -> None:
        self.put(0, z3.ZeroExt(self.width(0) - self.width(1), self.get(1)))

    def i_lea(self) -> None:
        mem = self.item.ops[1]
        if not isinstance(mem, Mem) or self.item.form.ops[1].access:
            raise Fault("lea of no address, or one that the table takes for an access")
        self.put(0, z3.Extract(self.width(0) - 1, 0, self.address(mem)))

    def i_bswap(self) -> None:
        self.put(0, reversed_bytes(self.get(0)))

    # -- arithmetic and logic --------------------------------------------------------------------------------------

    def _result(
        self, value: z3.BitVecRef, carry: z3.BoolRef | None, overflow: z3.BoolRef | None, keep: bool = True
    ) -> None:
        """Write operand 0 and the six flags. Adjust and parity may have any value, because no rule reads them."""
        if keep:
            self.put(0, value)
        zero = z3.BitVecVal(0, value.size())
        self.set_flags(CF=carry, OF=overflow, ZF=value == zero, SF=value < zero, PF=None, AF=None)

    def _add(self, carry: z3.BitVecRef) -> None:
        bits = self.width(0)
        x, y = self.get(0), self.get(1, bits)
        wide = z3.ZeroExt(1, x) + z3.ZeroExt(1, y) + z3.ZeroExt(1, carry)
        sum_ = z3.Extract(bits - 1, 0, wide)
        overflow = z3.Extract(bits - 1, bits - 1, (x ^ sum_) & (y ^ sum_)) == 1
        self._result(sum_, z3.Extract(bits, bits, wide) == 1, overflow)

    def _subtract(self, borrow: z3.BitVecRef, keep: bool = True) -> None:
        bits = self.width(0)
        x, y = self.get(0), self.get(1, bits)
        wide = z3.ZeroExt(1, x) - z3.ZeroExt(1, y) - z3.ZeroExt(1, borrow)
        difference = z3.Extract(bits - 1, 0, wide)
        overflow = z3.Extract(bits - 1, bits - 1, (x ^ y) & (x ^ difference)) == 1
        self._result(difference, z3.Extract(bits, bits, wide) == 1, overflow, keep)

    def _carry(self) -> z3.BitVecRef:
        bits = self.width(0)
        return z3.If(self.flag("CF"), z3.BitVecVal(1, bits), z3.BitVecVal(0, bits))

    def i_add(self) -> None:
        self._add(z3.BitVecVal(0, self.width(0)))

    def i_adc(self) -> None:
        self._add(self._carry())

    def _chained(self, flag: str) -> None:
        """An addition with a carry of one flag. The other flags stay."""
        more = z3.If(self.flag(flag), z3.BitVecVal(1, self.width(0) + 1), z3.BitVecVal(0, self.width(0) + 1))
        wide = z3.ZeroExt(1, self.get(0)) + z3.ZeroExt(1, self.get(1)) + more
        self.put(0, z3.Extract(self.width(0) - 1, 0, wide))
        self.set_flags(**{flag: z3.Extract(self.width(0), self.width(0), wide) == 1})

    def i_adcx(self) -> None:
        self._chained("CF")

    def i_adox(self) -> None:
        self._chained("OF")

    def i_sub(self) -> None:
        self._subtract(z3.BitVecVal(0, self.width(0)))

    def i_sbb(self) -> None:
        self._subtract(self._carry())

    def i_cmp(self) -> None:
        self._subtract(z3.BitVecVal(0, self.width(0)), keep=False)

    def i_bt(self) -> None:
        place = self.imm(1)
        if not 0 <= place < self.width(0):
            raise Fault(f"bt: bit {place} of {self.width(0)}")
        self.set_flags(CF=z3.Extract(place, place, self.get(0)) == 1, OF=None, SF=None, PF=None, AF=None)

    def i_setb(self) -> None:
        self.put(0, z3.If(self.flag("CF"), z3.BitVecVal(1, 8), z3.BitVecVal(0, 8)))

    # -- products --------------------------------------------------------------------------------------------------

    def _hidden(self, reg: Phys, bits: int, access: tuple[Phys, ...]) -> z3.BitVecRef:
        if reg not in access:
            raise Fault(f"{self.item.mnem} uses {reg}, which the instruction table does not know")
        return z3.Extract(bits - 1, 0, self.whole(reg))

    def i_imul(self) -> None:
        if len(self.item.ops) == 3:
            x, y = self.get(1), self.get(2, self.width(0))
        else:
            x, y = self.get(0), self.get(1)
        self.put(0, low(product(x, y)))
        self.set_flags(CF=None, OF=None, ZF=None, SF=None, PF=None, AF=None)

    def i_mul(self) -> None:
        bits, form = self.width(0), self.item.form
        made = product(self._hidden(_ACCUMULATOR, bits, form.implicit_read), self.get(0))
        for reg, half in ((_ACCUMULATOR, low(made)), (_DATA, high(made))):
            self._hidden(reg, bits, form.implicit_write)
            self.regs[reg] = self.merged(R(reg, bits), half)
        carry = high(made) != 0
        self.set_flags(CF=carry, OF=carry, ZF=None, SF=None, PF=None, AF=None)

    def i_mulx(self) -> None:
        made = product(self._hidden(_DATA, self.width(0), self.item.form.implicit_read), self.get(2))
        self.put(1, low(made))
        self.put(0, high(made))

    def _logic(self, value: z3.BitVecRef, keep: bool = True) -> None:
        self._result(value, z3.BoolVal(False), z3.BoolVal(False), keep)

    def i_and(self) -> None:
        self._logic(self.get(0) & self.get(1, self.width(0)))

    def i_or(self) -> None:
        self._logic(self.get(0) | self.get(1, self.width(0)))

    def i_xor(self) -> None:
        if self.item.idiom:
            if self.item.ops[0] != self.item.ops[1]:
                raise Fault("xor is marked a zeroing idiom, but its operands differ")
            self._logic(z3.BitVecVal(0, self.width(0)))
        else:
            self._logic(self.get(0) ^ self.get(1, self.width(0)))

    def i_test(self) -> None:
        self._logic(self.get(0) & self.get(1, self.width(0)), keep=False)

    def i_not(self) -> None:
        self.put(0, ~self.get(0))

    def i_andn(self) -> None:
        self.put(0, ~self.get(1) & self.get(2))
        value = ~self.get(1) & self.get(2)
        zero = z3.BitVecVal(0, value.size())
        flags = dict.fromkeys(self.item.form.flags_clobbered - {"CF", "OF", "ZF", "SF"})
        self.set_flags(CF=z3.BoolVal(False), OF=z3.BoolVal(False), ZF=value == zero, SF=value < zero, **flags)

    # -- shifts ----------------------------------------------------------------------------------------------------

    def _shifted(self, value: z3.BitVecRef, zero_and_sign: bool) -> None:
        """Set the flags of a shift. Carry and overflow depend on the count and may have any value: no rule reads
        them."""
        self.put(0, value)
        zero = z3.BitVecVal(0, value.size())
        known = {"ZF": value == zero, "SF": value < zero} if zero_and_sign else {}
        self.set_flags(**{name: known.get(name) for name in self.item.form.flags_clobbered})

    def _count(self, index: int) -> int:
        count = self.imm(index)
        if not 0 < count < self.width(0):
            raise Fault(f"{self.item.mnem} by {count} of {self.width(0)} bits")
        return count

    def i_shl(self) -> None:
        self._shifted(self.get(0) << self._count(1), True)

    def i_shr(self) -> None:
        self._shifted(z3.LShR(self.get(0), self._count(1)), True)

    def i_rol(self) -> None:
        self._shifted(z3.RotateLeft(self.get(0), self._count(1)), False)

    def i_ror(self) -> None:
        self._shifted(z3.RotateRight(self.get(0), self._count(1)), False)

    def i_rorx(self) -> None:
        self.put(0, z3.RotateRight(self.get(1), self._count(2)))

    def i_shld(self) -> None:
        bits, count = self.width(0), self._count(2)
        self._shifted(z3.Extract(2 * bits - 1, bits, z3.Concat(self.get(0), self.get(1)) << count), True)

    def i_shrd(self) -> None:
        bits, count = self.width(0), self._count(2)
        self._shifted(z3.Extract(bits - 1, 0, z3.LShR(z3.Concat(self.get(1), self.get(0)), count)), True)

    # -- conditions ------------------------------------------------------------------------------------------------

    def _condition(self, name: str, wanted: bool) -> z3.BoolRef:
        return self.flag(name) if wanted else z3.Not(self.flag(name))

    def _jump(self, name: str, wanted: bool) -> None:
        self.leave(self._condition(name, wanted))

    def _move_if(self, name: str, wanted: bool) -> None:
        # Even a move that does not happen clears the upper half of a 64-bit register.
        self.put(0, z3.If(self._condition(name, wanted), self.get(1), self.get(0)))

    def i_jmp(self) -> None:
        self.leave(z3.BoolVal(True))


class I386Machine(X86Machine):
    """32-bit mode, with registers half as wide."""

    word = 32
