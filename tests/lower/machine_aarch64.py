# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the AArch64 instructions that lowering rules emit, after Arm's manual (DDI 0487)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import z3

from generator.model import Cond, LabelRef, Mem, Phys, R, Shift
from tests.lower.blocks import by_lane
from tests.lower.counts import crc32c, leading_zeros, ones, reversed_bits
from tests.lower.machine import Fault, reversed_bytes, table_address
from tests.lower.machine_aarch64_blocks import Aarch64Blocks
from tests.lower.machine_aarch64_lanes import Aarch64Lanes
from tests.lower.products import high, low, product

_CONDITIONS: dict[str, Callable[[Aarch64Machine], z3.BoolRef]] = {
    "eq": lambda m: m.flag("Z"),
    "ne": lambda m: z3.Not(m.flag("Z")),
    "hs": lambda m: m.flag("C"),
    "lo": lambda m: z3.Not(m.flag("C")),
    "lt": lambda m: m.flag("N") != m.flag("V"),
    "ge": lambda m: m.flag("N") == m.flag("V"),
}


class Aarch64Machine(Aarch64Blocks, Aarch64Lanes):
    """The general-purpose half."""

    def rule(self, mnem: str) -> Callable[[], None] | None:
        if any(isinstance(op, R) and op.reg.cls == "vec" for op in self.item.ops):
            return self.vector_rule(mnem)
        if mnem.startswith("b.") and mnem[2:] in _CONDITIONS:
            return lambda: self.leave(_CONDITIONS[mnem[2:]](self))
        return super().rule(mnem)

    def merged(self, op: R, value: z3.BitVecRef) -> z3.BitVecRef:
        if op.reg.cls == "vec":
            above = self.vector_bits - value.size()
            return z3.ZeroExt(above, value) if above else value
        if (isinstance(op.reg, Phys) and op.reg.num > 30) or op.reg.cls != "gp" or op.width not in (32, 64):
            raise Fault(f"{self.item.mnem} writes {op}, which has no semantics in tests/lower")
        return value if op.width == 64 else z3.ZeroExt(32, value)

    def last(self, index: int) -> z3.BitVecRef:
        """Operand ``index`` with the shift that may follow."""
        value = self.get(index, self.width(0))
        if len(self.item.ops) == index + 1:
            return value
        shift = self.item.ops[index + 1]
        if isinstance(shift, Shift) and shift.kind == "lsl":
            return value << shift.amount
        if isinstance(shift, Shift) and shift.kind == "lsr":
            return z3.LShR(value, shift.amount)
        if isinstance(shift, Shift) and shift.kind == "ror":
            return z3.RotateRight(value, shift.amount)
        raise Fault(f"{self.item.mnem}: {shift} has no semantics in tests/lower")

    # -- moves -----------------------------------------------------------------------------------------------------

    def i_mov(self) -> None:
        self.put(0, self.get(1))

    def i_movz(self) -> None:
        self.put(0, self.last(1))

    def i_movn(self) -> None:
        self.put(0, ~self.last(1))

    def i_movk(self) -> None:
        bits = self.width(0)
        shift = self.item.ops[2].amount if len(self.item.ops) == 3 and isinstance(self.item.ops[2], Shift) else 0
        hole = z3.BitVecVal(~(0xFFFF << shift), bits)
        self.put(0, self.get(0) & hole | self.last(1))

    # -- arithmetic and logic --------------------------------------------------------------------------------------

    def i_adrp(self) -> None:
        label = self.item.ops[1]
        assert isinstance(label, LabelRef)
        self.put(0, table_address(label.name, 64) & ~z3.BitVecVal(0xFFF, 64))

    def i_add(self) -> None:
        label = self.item.ops[2]
        if isinstance(label, LabelRef):  # :lo12:
            self.put(0, self.get(1) + (table_address(label.name, 64) & 0xFFF))
            return
        self.put(0, self.get(1) + self.last(2))

    def i_sub(self) -> None:
        self.put(0, self.get(1) - self.last(2))

    def i_eor(self) -> None:
        self.put(0, self.get(1) ^ self.last(2))

    def i_and(self) -> None:
        self.put(0, self.get(1) & self.last(2))

    def i_orr(self) -> None:
        self.put(0, self.get(1) | self.last(2))

    def i_bic(self) -> None:
        self.put(0, self.get(1) & ~self.last(2))

    def i_orn(self) -> None:
        self.put(0, self.get(1) | ~self.last(2))

    def i_mvn(self) -> None:
        self.put(0, ~self.last(1))

    def i_rev16(self) -> None:
        value = self.get(1)
        halves = [z3.Extract(at + 15, at, value) for at in range(0, value.size(), 16)]
        self.put(0, z3.Concat(*(reversed_bytes(half) for half in reversed(halves))))

    def i_rev(self) -> None:
        self.put(0, reversed_bytes(self.get(1)))

    # -- products --------------------------------------------------------------------------------------------------

    def i_mul(self) -> None:
        self.put(0, low(product(self.get(1), self.get(2))))

    def i_umulh(self) -> None:
        self.put(0, high(product(self.get(1), self.get(2))))

    def i_umull(self) -> None:
        self.put(0, product(self.get(1), self.get(2)))

    def i_neg(self) -> None:
        self.put(0, -self.last(1))

    def _count(self) -> z3.BitVecRef:
        """A count: a constant within the width, or a register modulo the width."""
        bits = self.width(0)
        if isinstance(self.item.ops[2], R):
            return self.get(2) & (bits - 1)
        if not 0 <= self.imm(2) < bits:
            raise Fault(f"{self.item.mnem} by {self.imm(2)} of {bits} bits")
        return z3.BitVecVal(self.imm(2), bits)

    def i_lsl(self) -> None:
        self.put(0, self.get(1) << self._count())

    def i_lsr(self) -> None:
        self.put(0, z3.LShR(self.get(1), self._count()))

    def i_asr(self) -> None:
        self.put(0, self.get(1) >> self._count())

    def i_ror(self) -> None:
        self.put(0, z3.RotateRight(self.get(1), self._count()))

    def i_sbfx(self) -> None:
        lowest, bits, width = self.imm(2), self.imm(3), self.width(0)
        self.put(0, z3.SignExt(width - bits, z3.Extract(lowest + bits - 1, lowest, self.get(1))))

    def _sign_extended(self, bits: int) -> None:
        self.put(0, z3.SignExt(self.width(0) - bits, z3.Extract(bits - 1, 0, self.get(1))))

    def i_sxtb(self) -> None:
        self._sign_extended(8)

    def i_sxth(self) -> None:
        self._sign_extended(16)

    def i_sxtw(self) -> None:
        self._sign_extended(32)

    # -- counts of bits --------------------------------------------------------------------------------------------

    def i_clz(self) -> None:
        self.put(0, leading_zeros(self.get(1)))

    def i_rbit(self) -> None:
        self.put(0, reversed_bits(self.get(1)))

    def i_ctz(self) -> None:
        self.put(0, leading_zeros(reversed_bits(self.get(1))))

    def i_cnt(self) -> None:
        self.put(0, ones(self.get(1)))

    def _crc(self, bits: int) -> None:
        self.put(0, crc32c(self.get(1), z3.Extract(bits - 1, 0, self.get(2))))

    def i_crc32cb(self) -> None:
        self._crc(8)

    def i_crc32ch(self) -> None:
        self._crc(16)

    def i_crc32cw(self) -> None:
        self._crc(32)

    def i_crc32cx(self) -> None:
        self._crc(64)

    def v_cnt(self) -> None:
        self.put(0, by_lane(8, ones, self.get(1)))

    def v_addv(self) -> None:
        value = self.get(1)
        bits = self.width(0)
        lanes = [z3.Extract(at + bits - 1, at, value) for at in range(0, value.size(), bits)]
        self.put(0, reduce(lambda x, y: x + y, lanes))

    # -- flags -----------------------------------------------------------------------------------------------------

    def _compare(self, x: z3.BitVecRef, y: z3.BitVecRef) -> z3.BitVecRef:
        """Set the flags of a difference. C is the absence of a borrow."""
        difference = x - y
        zero = z3.BitVecVal(0, x.size())
        overflow = ((x ^ y) & (x ^ difference)) < zero
        self.set_flags(N=difference < zero, Z=difference == zero, C=z3.UGE(x, y), V=overflow)
        return difference

    def i_cmp(self) -> None:
        self._compare(self.get(0), self.last(1))

    def i_subs(self) -> None:
        self.put(0, self._compare(self.get(1), self.last(2)))

    def _chain(self, x: z3.BitVecRef, y: z3.BitVecRef, more: z3.BitVecRef) -> None:
        """Write x + y + more and the flags, C among them. A difference is the sum with ~y."""
        bits = x.size()
        wide = z3.ZeroExt(1, x) + z3.ZeroExt(1, y) + z3.ZeroExt(1, more)
        total, zero = z3.Extract(bits - 1, 0, wide), z3.BitVecVal(0, bits)
        overflow = ((x ^ total) & (y ^ total)) < zero
        self.put(0, total)
        self.set_flags(N=total < zero, Z=total == zero, C=z3.Extract(bits, bits, wide) == 1, V=overflow)

    def _carry(self) -> z3.BitVecRef:
        bits = self.width(0)
        return z3.If(self.flag("C"), z3.BitVecVal(1, bits), z3.BitVecVal(0, bits))

    def i_adds(self) -> None:
        self._chain(self.get(1), self.last(2), z3.BitVecVal(0, self.width(0)))

    def i_adcs(self) -> None:
        self._chain(self.get(1), self.get(2), self._carry())

    def i_adc(self) -> None:
        self.put(0, self.get(1) + self.get(2) + self._carry())

    def i_sbcs(self) -> None:
        self._chain(self.get(1), ~self.get(2), self._carry())

    def i_negs(self) -> None:
        self.put(0, self._compare(z3.BitVecVal(0, self.width(0)), self.last(1)))

    def i_cset(self) -> None:
        cond, bits = self.item.ops[1], self.width(0)
        if not isinstance(cond, Cond) or cond.name not in _CONDITIONS:
            raise Fault(f"cset {cond} has no semantics in tests/lower")
        self.put(0, z3.If(_CONDITIONS[cond.name](self), z3.BitVecVal(1, bits), z3.BitVecVal(0, bits)))

    def i_cinc(self) -> None:
        cond = self.item.ops[2]
        if not isinstance(cond, Cond) or cond.name not in _CONDITIONS:
            raise Fault(f"cinc {cond} has no semantics in tests/lower")
        self.put(0, z3.If(_CONDITIONS[cond.name](self), self.get(1) + 1, self.get(1)))

    def i_csel(self) -> None:
        cond = self.item.ops[3]
        if not isinstance(cond, Cond) or cond.name not in _CONDITIONS:
            raise Fault(f"csel {cond} has no semantics in tests/lower")
        self.put(0, z3.If(_CONDITIONS[cond.name](self), self.get(1), self.get(2)))

    def i_cbz(self) -> None:
        self.leave(self.get(0) == 0)

    def i_cbnz(self) -> None:
        self.leave(self.get(0) != 0)

    def i_b(self) -> None:
        self.leave(z3.BoolVal(True))

    # -- memory ----------------------------------------------------------------------------------------------------

    def _load(self, bits: int) -> None:
        mem = self.item.ops[1]
        if not isinstance(mem, Mem) or mem.width != bits:
            raise Fault(f"{self.item.mnem}: {mem} is not {bits} bits of memory")
        self.put(0, z3.ZeroExt(self.width(0) - bits, self.get(1)))

    def _store(self, bits: int) -> None:
        mem = self.item.ops[1]
        if not isinstance(mem, Mem) or mem.width != bits:
            raise Fault(f"{self.item.mnem}: {mem} is not {bits} bits of memory")
        self.put(1, self.get(0, bits))

    def i_ldr(self) -> None:
        self._load(self.width(0))

    def i_ldrb(self) -> None:
        self._load(8)

    def i_str(self) -> None:
        self._store(self.width(0))

    def i_strb(self) -> None:
        self._store(8)

    def i_ldrh(self) -> None:
        self._load(16)

    def i_strh(self) -> None:
        self._store(16)

    def _load_signed(self, bits: int) -> None:
        if self.width(1) != bits:
            raise Fault(f"{self.item.mnem}: not {bits} bits of memory")
        self.put(0, z3.SignExt(self.width(0) - bits, self.get(1)))

    def i_ldrsb(self) -> None:
        self._load_signed(8)

    def i_ldrsh(self) -> None:
        self._load_signed(16)

    def i_ldrsw(self) -> None:
        self._load_signed(32)

    i_ldur, i_ldurb, i_stur, i_sturb = i_ldr, i_ldrb, i_str, i_strb
    i_ldurh, i_sturh, i_ldursb, i_ldursh, i_ldursw = i_ldrh, i_strh, i_ldrsb, i_ldrsh, i_ldrsw
    v_ldr, v_ldur, v_str, v_stur = i_ldr, i_ldr, i_str, i_str
