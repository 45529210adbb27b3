# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Semantics of the x86 vector instructions that lowering rules emit, after Intel's manual, volume 2.

A vector register has 512 bits. Instructions with a v clear all bits above the written width. SSE keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import z3

from generator.model import Imm, Mem, R
from tests.lower.blocks import BLOCK, Bits, Rounds, Rule, by_block, by_lane, byte_of, joined, lanes, repeated
from tests.lower.machine import Fault, Machine

_LANES = {"b": 8, "w": 16, "d": 32, "q": 64}
_UNPACKS = {"punpckl": 0, "punpckh": 1}
_UNPACKED = {"bw": 8, "wd": 16, "dq": 32, "qdq": 64}
_BITWISE: dict[str, Rule] = {
    "pxor": lambda x, y: x ^ y,
    "pand": lambda x, y: x & y,
    "por": lambda x, y: x | y,
    "pandn": lambda x, y: ~x & y,
}
_LANEWISE: dict[str, Rule] = {
    "padd": lambda x, y: x + y,
    "psub": lambda x, y: x - y,
    "psllv": lambda x, n: x << n,  # of bit vectors, zero from a lane's bits on
    "psrlv": z3.LShR,
    "prorv": z3.RotateRight,
}
_SHIFTS: dict[str, Callable[[Bits, int], Bits]] = {
    "psll": lambda x, n: x << n if n < x.size() else z3.BitVecVal(0, x.size()),
    "psrl": lambda x, n: z3.LShR(x, n) if n < x.size() else z3.BitVecVal(0, x.size()),
    "prol": lambda x, n: z3.RotateLeft(x, n % x.size()),
}
_UNALIGNED = re.compile(r"v?movdqu(8|16|32|64)?|v?mov[dq]")


class X86Vectors(Machine):
    """Mixed into the x86 machine."""

    vector_bits = 512
    rounds = Rounds()

    @property
    def vex(self) -> bool:
        return self.item.mnem[0] == "v"

    def vector_rule(self, mnem: str) -> Callable[[], None] | None:
        """The method that executes an instruction on vectors, by its name without the v."""
        stem = mnem[1:] if mnem[0] == "v" else mnem
        name, letter = stem[:-1], stem[-1]
        for suffix in ("", "d", "q"):
            if stem.endswith(suffix) and stem.removesuffix(suffix) in _BITWISE:
                return partial(self._two, _BITWISE[stem.removesuffix(suffix)])
        if name in _LANEWISE and letter in _LANES:
            return partial(self._two, partial(by_lane, _LANES[letter], _LANEWISE[name]))
        if name in _SHIFTS and letter in _LANES:
            return partial(self._shift, _LANES[letter], _SHIFTS[name])
        if stem[:7] in _UNPACKS and stem[7:] in _UNPACKED:
            return partial(self._two, partial(self._unpacked, _UNPACKED[stem[7:]], _UNPACKS[stem[:7]]))
        found: Callable[[], None] | None = getattr(self, f"v_{stem}", None)
        return found

    # -- operands --------------------------------------------------------------------------------------------------

    def vector(self, index: int) -> Bits:
        """A vector operand's value. Memory must be aligned, or the instruction must accept misaligned memory."""
        op = self.item.ops[index]
        if not isinstance(op, Mem):
            return self.get(index)
        if self.demands_alignment(op) and (self.table_of(op) is None or op.disp % (op.width // 8)):
            raise Fault(f"{self.item.mnem} wants its memory operand aligned, which this one need not be")
        if not op.broadcast:
            return self.get(index)
        return repeated(self.get(index), self.width(0))

    def demands_alignment(self, mem: Mem) -> bool:
        aligned = self.item.mnem.startswith(("vmovdqa", "vmovaps"))
        return aligned or (not self.vex and not _UNALIGNED.fullmatch(self.item.mnem))

    def merged_vector(self, op: R, value: Bits) -> Bits:
        above = self.vector_bits - value.size()
        if not above:
            return value
        if self.item.copy:  # it may vanish: the bits above its width are unknown
            return z3.Concat(self.unknown(above), value)
        if self.vex:
            return z3.ZeroExt(above, value)
        return z3.Concat(z3.Extract(self.vector_bits - 1, value.size(), self.whole(op.reg)), value)

    def _two(self, rule: Rule) -> None:
        """dst = rule(x, y). In SSE x is dst."""
        first = 1 if self.vex else 0
        if self.item.idiom and len({op for op in self.item.ops if isinstance(op, R)}) != 1:
            raise Fault(f"{self.item.mnem} is marked an idiom, but its operands differ")
        if len(self.item.ops) - isinstance(self.item.ops[-1], Imm) != 2 + first:
            raise Fault(f"{self.item.mnem}: so many operands have no semantics in tests/lower")
        self.put(0, rule(self.vector(first), self.vector(first + 1)))

    def _one(self, rule: Rule) -> None:
        """dst = rule(x). x may differ from dst in SSE too."""
        self.put(0, rule(self.vector(1)))

    def _shift(self, width: int, rule: Callable[[Bits, int], Bits]) -> None:
        count, source = (self.imm(2), 1) if self.vex else (self.imm(1), 0)
        self.put(0, by_lane(width, lambda x: rule(x, count), self.vector(source)))

    # -- moves -----------------------------------------------------------------------------------------------------

    def _move(self) -> None:
        if isinstance(self.item.ops[0], Mem):
            if self.demands_alignment(self.item.ops[0]):
                raise Fault(f"{self.item.mnem} wants its memory operand aligned, which this one need not be")
            self.put(0, self.get(1))
        else:
            self.put(0, self.vector(1))

    v_movdqa = v_movdqu = v_movdqa32 = v_movdqa64 = v_movdqu64 = _move

    def _word(self, bits: int) -> None:
        first = self.item.ops[0]
        if isinstance(first, R) and first.reg.cls == "vec":
            self.put(0, z3.ZeroExt(BLOCK - bits, self.get(1, bits)))
        else:
            self.put(0, self.get(1, bits))

    def v_movd(self) -> None:
        self._word(32)

    def v_movq(self) -> None:
        self._word(64)

    def _broadcast(self) -> None:
        self.put(0, repeated(self.get(1), self.width(0)))

    v_broadcasti128 = v_broadcasti32x4 = _broadcast

    def _extract_word(self, bits: int) -> None:
        self.put(0, lanes(bits, self.get(1))[self.imm(2) % (BLOCK // bits)])

    def v_pextrd(self) -> None:
        self._extract_word(32)

    def v_pextrq(self) -> None:
        self._extract_word(64)

    # -- logic and lanes -------------------------------------------------------------------------------------------

    def _ternary(self) -> None:
        table = self.imm(3)
        x, y, z = (self.vector(index) for index in range(3))
        out = z3.BitVecVal(0, x.size())
        for index in range(8):
            if table >> index & 1:
                out |= (x if index & 4 else ~x) & (y if index & 2 else ~y) & (z if index & 1 else ~z)
        self.put(0, out)

    v_pternlogd = v_pternlogq = _ternary

    # -- within blocks ---------------------------------------------------------------------------------------------

    def _bytes(self, rule: Callable[[Bits, int], Bits]) -> None:
        self._shift(BLOCK, lambda x, count: rule(x, 8 * min(count, 16)))

    def v_pslldq(self) -> None:
        self._bytes(_SHIFTS["psll"])

    def v_psrldq(self) -> None:
        self._bytes(_SHIFTS["psrl"])

    def v_palignr(self) -> None:
        first = 8 * self.imm(len(self.item.ops) - 1)
        both: Rule = lambda high, low: z3.Extract(127, 0, z3.LShR(z3.Concat(high, low), first))  # noqa: E731
        self._two(lambda high, low: by_block(both, high, low))

    def v_pshufb(self) -> None:
        def byte(table: Bits, n: Bits) -> Bits:
            clear = z3.simplify(z3.Extract(7, 7, n) == 1)
            return z3.If(clear, z3.BitVecVal(0, 8), byte_of(table, z3.Extract(3, 0, n)))

        def block(table: Bits, index: Bits) -> Bits:
            return joined([byte(table, n) for n in lanes(8, index)])

        self._two(lambda table, index: by_block(block, table, index))

    def v_pshufd(self) -> None:
        imm = self.imm(2)
        self._one(lambda x: by_block(lambda b: joined([lanes(32, b)[imm >> 2 * n & 3] for n in range(4)]), x))

    @staticmethod
    def _unpacked(width: int, half: int, x: Bits, y: Bits) -> Bits:
        def block(x: Bits, y: Bits) -> Bits:
            count = 64 // width
            xs, ys = lanes(width, x)[half * count :], lanes(width, y)[half * count :]
            return joined([lane for n in range(count) for lane in (xs[n], ys[n])])

        return by_block(block, x, y)

    # -- across blocks ---------------------------------------------------------------------------------------------

    def v_perm2i128(self) -> None:
        imm, zero = self.imm(3), z3.BitVecVal(0, BLOCK)
        choices = [*lanes(BLOCK, self.vector(1)), *lanes(BLOCK, self.vector(2))]
        halves = [zero if imm >> at & 8 else choices[imm >> at & 3] for at in (0, 4)]
        self.put(0, joined(halves))

    def v_alignq(self) -> None:
        high, low = (lanes(64, self.vector(index)) for index in (1, 2))
        count = self.imm(3) % len(low)
        self.put(0, joined([*low, *high][count : count + len(low)]))

    def _extract(self) -> None:
        blocks = lanes(BLOCK, self.get(1))
        self.put(0, blocks[self.imm(2) % len(blocks)])

    v_extracti128 = v_extracti32x4 = _extract

    def _insert(self) -> None:
        blocks = lanes(BLOCK, self.get(1))
        blocks[self.imm(3) % len(blocks)] = self.vector(2)
        self.put(0, joined(blocks))

    v_inserti128 = v_inserti32x4 = _insert

    # -- AES -------------------------------------------------------------------------------------------------------

    def _aes(self, *steps: Rule) -> None:
        def block(state: Bits, key: Bits) -> Bits:
            for step in steps:
                state = step(state)
            return state ^ key

        self._two(lambda state, key: by_block(block, state, key))

    def v_aesenc(self) -> None:
        self._aes(self.rounds.enc, self.rounds.mix)

    def v_aesenclast(self) -> None:
        self._aes(self.rounds.enc)

    def v_aesdec(self) -> None:
        self._aes(self.rounds.dec, self.rounds.mix_back)

    def v_aesdeclast(self) -> None:
        self._aes(self.rounds.dec)

    def v_aesimc(self) -> None:
        self._one(lambda x: by_block(self.rounds.mix_back, x))
