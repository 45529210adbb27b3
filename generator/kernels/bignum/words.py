# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication by loops over words, for any even number of limbs.

The product stands in the frame first: twice as many words as a factor has. A reduction adds multiples of the modulus
which clear the lower half. No factor is read after the first word of the result is written.
"""

from __future__ import annotations

from generator.lang import Builder, Val

MOST = 64
"""Limbs of the longest numbers."""
STEP = 2
"""Words of one round of a loop, for any number of limbs."""


class Words:
    """One function's modulus, and its area of 2 * `limbs` limbs."""

    def __init__(self, k: Builder, out: Val, n: Val, n0: Val, limbs: Val) -> None:
        self.k, self.out, self.n, self.limbs = k, out, n, limbs
        self.word = k.usize.bits // 8
        self.count = limbs if k.usize.bits == 64 else limbs + limbs
        self.n0 = k.limbs(n0, 1)[0]
        self.area = k.frame(2 * MOST * 8, "product")
        self.step = STEP
        k.cold(out, n, limbs, self.count, self.n0, self.area)

    def multiply(self, a: Val, b: Val) -> None:
        """`out` = a * b / R modulo n."""
        most = self.most()
        if most == STEP:
            self.by_steps(STEP, a, b)
            return
        with self.k.if_((self.count & (most - 1)).eq(0)):
            self.by_steps(most, a, b)
        with self.k.else_():
            self.by_steps(STEP, a, b)

    def most(self) -> int:
        """Words of one round, if the number of limbs allows as many: registers hold their sum."""
        return 8 if self.k.registers > 20 else 4 if self.k.registers > 10 else STEP

    def by_steps(self, step: int, a: Val, b: Val) -> None:
        self.step = step
        self.product(a, b)
        self.finish(self.reduced())

    def square(self, a: Val) -> None:
        """`out` = a * a / R modulo n."""
        self.multiply(a, a)

    def squares(self, a: Val, times: Val) -> None:
        """`out` = a * a / R modulo n, and so on with each result: `times` times."""
        k = self.k
        square = k.copy(a, "square")
        k.cold(square)
        with k.loop(times, at_least_once=True, align=0):
            self.square(square)
            k.set(square, self.out)

    def product(self, a: Val, b: Val) -> None:
        k, word = self.k, self.word
        k.note("the first half of the area is 0")
        at, zero = k.copy(self.area, "at"), k.const(k.usize, 0)
        with k.loop(self.count, step={at: word}, at_least_once=True, align=0):
            k.store_limbs(at, [zero])
        k.note("a * b: a row of products for each word of b")
        top, low, factors = at, k.copy(self.area, "low"), k.copy(b, "factors")
        k.cold(a, top, low, factors)
        with k.loop(self.count, step={top: word, low: word, factors: word}, at_least_once=True, align=0):
            above = self.add_product(low, a, k.limbs(factors, 1)[0])
            k.store_limbs(top, [above])

    def reduced(self) -> Val:
        """Clear the lower half. The result is the carry out of the area, 0 or 1."""
        k, word = self.k, self.word
        k.note("add the multiples of n that clear the lower half")
        low = k.copy(self.area, "low")
        top = k.add(self.area, self.limbs << 3)
        carry = k.const(k.usize, 0, "carry")
        k.cold(top, low, carry)
        with k.loop(self.count, step={top: word, low: word}, at_least_once=True, align=0):
            above = self.add_product(low, self.n, k.limbs(low, 1)[0] * self.n0)
            above, first = k.add_carry(above, k.limbs(top, 1)[0])
            above, second = k.add_carry(above, carry)
            k.store_limbs(top, [above])
            k.add(k.zext(k.usize, first), k.zext(k.usize, second), to=carry)
        return carry

    def add_product(self, at: Val, row: Val, factor: Val) -> Val:
        """Add row * factor to the words from `at` on. The result is the word above them."""
        k = self.k
        k.cold(factor)
        above = k.const(k.usize, 0, "above")
        to, of = k.copy(at, "to"), k.copy(row, "of")
        step = self.step
        count = self.count >> (step.bit_length() - 1)
        with k.loop(count, step={to: step * self.word, of: step * self.word}, at_least_once=True):
            total = k.limbs(to, step)
            k.mul_add_row(total, k.limbs(of, step), factor, above)
            k.store_limbs(to, total)
        return above

    def finish(self, carry: Val) -> None:
        """`out` = the upper half, less n if the half or the carry above it reach n."""
        k, word = self.k, self.word
        k.note("the upper half less n")
        upper = k.add(self.area, self.limbs << 3)
        k.cold(upper)
        half, modulus, to = k.copy(upper, "half"), k.copy(self.n, "modulus"), k.copy(self.out, "to")
        below = k.const(k.usize, 0, "below")
        with k.loop(self.count >> 1, step={half: 2 * word, modulus: 2 * word, to: 2 * word}, at_least_once=True):
            _, borrow = k.sub_borrow(0, below)
            less = k.limbs(half, 2)
            borrow = k.sub_row(less, k.limbs(modulus, 2), borrow)
            k.zext(k.usize, borrow, to=below)
            k.store_limbs(to, less)
        k.note("the upper half itself, if n was greater")
        _, borrow = k.sub_borrow(carry, below)
        mask = k.sub(0, k.zext(k.usize, borrow))
        half, to = upper, k.copy(self.out, "to")
        with k.loop(self.count, step={half: word, to: word}, at_least_once=True):
            reduced, same = k.limbs(to, 1)[0], k.limbs(half, 1)[0]
            k.store_limbs(to, [reduced ^ ((reduced ^ same) & mask)])
