# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication by digits of 27 bits in vectors, for machines whose words have 32 bits.

A vector multiplies two digits by a third at once, and adds the products without carries: a lane of 64 bits has room for
1,024 of them. Two digits of b are a group. A group adds a * b and the multiple of n that clears the two lowest digits,
and moves the sum down by one vector.

R is 2^(64*limbs), but a group divides by 2^54. Hence a is multiplied by 2^s first, where 54 times the number of groups
is 64*limbs + s. The quotient and its bounds are those of R.

One area of the frame holds three rows of lanes, with lanes of zeros on both sides. A lane of `A` has a digit of
a * 2^s below and a digit of b above; a lane of `N` has a digit of n; a lane of `SUM` has a part of the sum.
"""

from __future__ import annotations

from generator.kernels.bignum.words import MOST
from generator.lang import Builder, Val

DIGIT = 27
GROUP = 2
"""Digits of a vector."""
LANE, VECTOR = 8, 16
MASK = (1 << DIGIT) - 1
GROUPS = -(-64 * MOST // (GROUP * DIGIT))
ROW = (GROUPS + 2) * VECTOR
A, N, SUM = VECTOR, ROW + VECTOR, 2 * ROW + VECTOR
"""Offsets of the lowest lanes."""


class Digits:
    """One function's modulus, as digits, and its area."""

    def __init__(self, k: Builder, out: Val, n: Val, n0: Val, limbs: Val) -> None:
        self.k, self.out, self.limbs = k, out, limbs
        self.inverse = k.vbroadcast(k.v128, k.load32(n0), bits=32)
        bits = limbs << 6
        self.groups = k.mul(k.add(bits, 53), 77673) >> 22  # x / 54 for every x up to 64 * MOST + 53
        shift = k.sub(k.mul(self.groups, GROUP * DIGIT), bits)
        self.area = k.frame(3 * ROW, "digits")
        self.row_a = k.copy(self.area, "row_a")  # one lane higher stands for 27 of the bits that a is shifted by
        with k.if_(shift.ge(DIGIT)):
            shift -= DIGIT
            self.row_a += LANE
        power = k.shl(k.const(k.u32, 1), k.trunc(k.u32, shift))
        self.power = k.vbroadcast(k.v128, power, bits=32)
        self.mask = k.vconst(k.v128, [MASK, 0] * 2)
        k.cold(out, limbs, self.groups, self.area, self.row_a, self.inverse, self.power)
        self.clear(ROW, 2 * ROW)
        k.note("the digits of n")
        self.read(n, N)

    def multiply(self, a: Val, b: Val) -> None:
        """`out` = a * b / R modulo n."""
        k = self.k
        k.cold(a, b)
        k.note("the digits of a and b")
        self.read(a, SUM)
        self.read(b, SUM + LANE // 2)
        self.clear(0)
        self.product()
        self.reduce()
        self.write()

    def squares(self, a: Val, times: Val) -> None:
        """`out` = a * a / R modulo n, and so on with each result: `times` times."""
        k = self.k
        k.cold(a, times)
        k.note("the digits of a, twice")
        self.read(a, SUM, twice=True)
        self.clear(0)
        with k.loop(times, at_least_once=True, align=0):
            self.product()
            self.reduce()
        self.write()

    def clear(self, *rows: int) -> None:
        """Zeros in the lanes of rows, and in the lanes below and above them."""
        k = self.k
        at, zero = k.copy(self.area, "at"), k.vzero(k.v128)
        with k.loop(self.groups + 2, step={at: VECTOR}, at_least_once=True, align=0):
            for row in rows:
                k.vstore(at, zero, offset=row)

    def read(self, number: Val, place: int, twice: bool = False) -> None:
        """The digits of a number, from ``place`` in the area on, in every second word, or in all. `A` has the number's
        words in the meantime."""
        k = self.k
        at, of = k.add(self.area, A), k.copy(number, "of")
        with k.loop(self.limbs >> 1, step={at: VECTOR, of: VECTOR}, at_least_once=True, align=0):
            k.vstore(at, k.vload(k.v128, of))
        k.vstore(at, k.vzero(k.v128))
        bit, to = k.const(k.usize, 0, "bit"), k.add(self.area, place)
        with k.loop(self.groups << 1, step={bit: DIGIT, to: LANE}, at_least_once=True, align=0):
            word = k.add(self.area, (bit >> 5) << 2)
            inside = k.trunc(k.u32, bit) & 31
            low = k.load32(word, offset=A) >> inside
            high = (k.load32(word, offset=A + 4) << 1) << (inside ^ 31)
            digit = (low | high) & MASK
            k.store32(to, digit)
            if twice:
                k.store32(to, digit, offset=LANE // 2)

    def product(self) -> None:
        """`SUM` = a * b / R, of numbers a and b in `SUM`. Its lanes hold more than a digit.

        The lanes of `A` that hold no digit are zeros before and after."""
        k = self.k
        k.note("a * 2^s")
        at, to = k.copy(self.area, "at"), k.copy(self.row_a, "to")
        upper = k.vconst(k.v128, [0, -1] * 2)
        zero = k.vzero(k.v128)
        with k.loop(self.groups, step={at: VECTOR, to: VECTOR}, at_least_once=True, align=0):
            digits = k.vload(k.v128, at, offset=SUM)
            shifted = k.vmul_even(digits, self.power) & self.mask
            below = k.vshr(k.vmul_even(k.vload(k.v128, at, offset=SUM - LANE), self.power), DIGIT, bits=64)
            k.vstore(to, (shifted | below) | (digits & upper), offset=A)
        at = k.copy(self.area, "at")
        with k.loop(self.groups, step={at: VECTOR}, at_least_once=True, align=0):
            k.vstore(at, zero, offset=SUM)
        k.note("a group: two digits of b")
        factors = k.copy(self.row_a, "factors")
        k.cold(factors)
        with k.loop(self.groups, step={factors: VECTOR}, at_least_once=True, align=0):
            self.group(factors)

    def group(self, factors: Val) -> None:
        """Add a * b and m * n for two digits b, and the digits m that clear the two lowest digits of the sum."""
        k, area, lanes = self.k, self.area, self.lanes
        b = [
            k.vload_broadcast(k.v128, factors, offset=A + LANE // 2 + LANE * i, bits=32, name=f"b{i}")
            for i in range(GROUP)
        ]
        total = k.vload(k.v128, area, offset=SUM)
        for i, digit in enumerate(b):
            total = lanes(total, k.vload(k.v128, area, offset=A - LANE * i), digit)
        m = []
        for i in range(GROUP):
            quotient = k.vshuffle(k.vmul_even(total, self.inverse), [2 * i, 2 * i + 1] * 2) & self.mask
            m.append(quotient)
            total = lanes(total, k.vload(k.v128, area, offset=N - LANE * i), quotient)
            carry = k.vshr(total, DIGIT, bits=64)
            if i == 0:
                total = k.vadd(total, k.vshl_bytes(carry, LANE), bits=64)
        at = k.copy(area, "at")
        self.vector(at, b, m, k.vshr_bytes(carry, LANE))
        at += VECTOR
        with k.loop(self.groups - 1, step={at: VECTOR}, at_least_once=True):
            self.vector(at, b, m, None)

    def lanes(self, total: Val, x: Val, y: Val) -> Val:
        return self.k.vadd(total, self.k.vmul_even(x, y), bits=64)

    def vector(self, at: Val, b: list[Val], m: list[Val], carry: Val | None) -> None:
        """Two lanes of the sum, one vector above ``at``. They move down to ``at``."""
        k = self.k
        total = k.vload(k.v128, at, offset=SUM + VECTOR)
        if carry is not None:
            total = k.vadd(total, carry, bits=64)
        for row, digits in ((A, b), (N, m)):
            for i, digit in enumerate(digits):
                total = self.lanes(total, k.vload(k.v128, at, offset=row + VECTOR - LANE * i), digit)
        k.vstore(at, total, offset=SUM)

    def reduce(self) -> None:
        """`SUM` less n, if not below n: digits, in both halves of each lane."""
        k = self.k
        k.note("digits, and digits less n")
        at = k.copy(self.area, "at")
        carry, borrow = k.const(k.u64, 0, "carry"), k.const(k.u32, 0, "borrow")
        with k.loop(self.groups << 1, step={at: LANE}, at_least_once=True, align=0):
            total = k.load64(at, offset=SUM) + carry
            k.shr(total, DIGIT, to=carry)
            digit = k.trunc(k.u32, total) & MASK
            less = digit - k.load32(at, offset=N) - borrow
            k.shr(less, 31, to=borrow)
            k.store32(at, digit, offset=SUM)
            k.store32(at, less & MASK, offset=SUM + 4)
        k.note("the lower digits, if n was greater")
        keep = k.vbroadcast(k.v128, k.sub(0, k.sub(borrow, k.trunc(k.u32, carry))), bits=32)
        low = k.vconst(k.v128, [-1, 0] * 2)
        at = k.copy(self.area, "at")
        with k.loop(self.groups, step={at: VECTOR}, at_least_once=True, align=0):
            both = k.vload(k.v128, at, offset=SUM)
            less = k.vshr(both, 32, bits=64)
            chosen = less ^ ((less ^ (both & low)) & keep)
            k.vstore(at, chosen | k.vshl(chosen, 32, bits=64), offset=SUM)

    def write(self) -> None:
        """`out` = the digits of `SUM`."""
        k = self.k
        k.note("words of digits")
        at, to = k.copy(self.area, "at"), k.copy(self.area, "to")
        word, filled = k.const(k.u32, 0, "word"), k.const(k.u32, 0, "filled")
        with k.loop(self.groups << 1, step={at: LANE}, at_least_once=True, align=0):
            digit = k.load32(at, offset=SUM)
            word |= digit << filled
            k.store32(to, word, offset=A)
            rest = (digit >> 1) >> (filled ^ 31)
            filled += DIGIT
            with k.if_(filled.ge(32)):
                filled -= 32
                to += 4
                k.set(word, rest)
        at, to = k.copy(self.area, "at"), self.out
        with k.loop(self.limbs >> 1, step={at: VECTOR, to: VECTOR}, at_least_once=True, align=0):
            k.vstore(to, k.vload(k.v128, at, offset=A))
