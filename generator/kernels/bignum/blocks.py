# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication in blocks of eight limbs.

Eight words of a total stand in registers. A row adds eight products of one word of a factor, and a word of memory, to
the total; the lowest word goes to memory, and the total moves down by a word. No carry is left: the total stays below
2^512, because (2^512 - 1) * (2^64 - 1) + (2^512 - 1) + (2^64 - 1) is 2^576 - 1.

A square takes each product of two different limbs once, doubles their sum, and adds the limbs' squares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.kernels.bignum.words import Words
from generator.lang import Val

BLOCK = 8
SIZE = 8 * BLOCK
ROWS = 4
"""Rows of one round of a loop."""
HALF = BLOCK // 2

First = Callable[[Val], Val | None]
"""Takes the lowest word of a row, and may add to it. The result is a carry into the word above."""


class LimbBlocks(Words):
    """Numbers of a multiple of eight limbs take the blocks. Others take the loops over words."""

    def multiply(self, a: Val, b: Val) -> None:
        self.either(
            lambda: self.product_of_eight(a, b),
            lambda: self.product_of_blocks(a, b),
            lambda: super(LimbBlocks, self).multiply(a, b),
        )

    def square(self, a: Val) -> None:
        self.either(
            lambda: self.square_of_eight(a),
            lambda: self.square_of_blocks(a),
            lambda: super(LimbBlocks, self).multiply(a, a),
        )

    def most(self) -> int:
        return HALF

    def either(self, single: Callable[[], None], blocks: Callable[[], None], words: Callable[[], None]) -> None:
        k = self.k
        self.blocks = self.limbs >> 3
        self.zero = k.const(k.u64, 0, "zero")
        self.inverse = k.zext(k.u64, self.n0)
        k.cold(self.blocks, self.zero, self.inverse)
        with k.if_(self.limbs.eq(BLOCK)):
            single()
            self.finish_single()
        with k.else_():
            with k.if_((self.limbs & (BLOCK - 1)).eq(0)):
                blocks()
                carry = self.reduced_by_blocks()
                self.finish_blocks(carry)
            with k.else_():
                words()

    # -- rows ------------------------------------------------------------------------------------------------------

    def words_of(self, row: Val) -> list[Val]:
        """What rows multiply: the words at `row`."""
        return self.k.limbs(row, BLOCK, type=self.k.u64)

    def row(self, total: list[Val], words: list[Val], x: Val, first: First) -> None:
        """total = (total + words * x) >> 64. ``first`` gets the lowest word."""
        k = self.k
        low, carry = k.add_carry(total[0], words[0] * x)
        for n in range(1, BLOCK):
            _, carry = k.add_carry(total[n], words[n] * x, carry, to=total[n - 1])
        k.zext(k.u64, carry, to=total[-1])
        into = first(low)
        for n in range(BLOCK):
            _, into = k.add_carry(total[n], k.mul_high(words[n], x), into, to=total[n])

    def through(self, total: list[Val], words: list[Val], at: Val, factor: Val, offset: int = 0) -> None:
        """A row with a word of memory, which the lowest word replaces."""
        k = self.k

        def put(low: Val) -> Val:
            sum, carry = k.add_carry(low, k.load64(at, offset=offset))
            k.store64(at, sum, offset=offset)
            return carry

        self.row(total, words, k.load64(factor, offset=offset), put)

    def rows(self, total: list[Val], row: Val, at: Val, factors: Val, count: Val) -> None:
        """`count` rows. Both pointers move."""
        step = 8 * ROWS
        with self.k.loop(count >> (ROWS.bit_length() - 1), step={at: step, factors: step}, at_least_once=True):
            words = self.words_of(row)
            for n in range(ROWS):
                self.through(total, words, at, factors, 8 * n)

    def nothing(self) -> list[Val]:
        return [self.k.const(self.k.u64, 0, f"t{n}") for n in range(BLOCK)]

    # -- products --------------------------------------------------------------------------------------------------

    def cleared(self) -> None:
        k = self.k
        at = k.copy(self.area, "at")
        with k.loop(self.blocks, step={at: SIZE}, at_least_once=True, align=0):
            k.store64(at, [self.zero] * BLOCK)

    def product_of_eight(self, a: Val, b: Val) -> None:
        k = self.k
        k.note("a * b, eight limbs")
        total, at, words = self.nothing(), k.copy(self.area, "at"), self.words_of(a)
        for n in range(BLOCK):
            self.row(total, words, k.load64(b, offset=8 * n), partial(k.store64, at, offset=8 * n))
        k.store64(at, total, offset=SIZE)

    def square_of_eight(self, a: Val) -> None:
        k = self.k
        k.note("a * a, eight limbs: products of different limbs once, twice these, and the squares")
        at = k.copy(self.area, "at")
        k.store64(at, self.zero)
        total = self.triangle(a, k.add(at, 8), fresh=True)
        k.store64(at, total, offset=SIZE)
        self.double_first(a, at)

    def double_first(self, of: Val, at: Val) -> None:
        """Twice the 16 words at `at`, and the squares of the eight limbs at `of`."""
        k = self.k
        twice, sum = k.const(k.u64, 0, "twice"), k.const(k.u64, 0, "sum")
        self.double_block(of, at, twice, sum)

    def product_of_blocks(self, a: Val, b: Val) -> None:
        k = self.k
        self.cleared()
        k.note("a * b: for each eight limbs of a, a row for each limb of b")
        row, start = k.copy(a, "row"), k.copy(self.area, "start")
        k.cold(row, start, a, b)
        with k.loop(self.blocks, step={row: SIZE, start: SIZE}, at_least_once=True, align=0):
            total, at, factors, of = self.nothing(), k.copy(start, "at"), k.copy(b, "factors"), k.copy(row, "of")
            self.rows(total, of, at, factors, self.limbs)
            k.store64(at, total)

    def square_of_blocks(self, a: Val) -> None:
        k = self.k
        self.cleared()
        k.note("products of different limbs, once each")
        row, start, left = k.copy(a, "row"), k.copy(self.area, "start"), k.copy(self.limbs, "left")
        k.cold(row, start, a, left)
        with k.loop(self.blocks, step={row: SIZE, start: 2 * SIZE}, at_least_once=True, align=0):
            at, of = k.add(start, 8), k.copy(row, "of")
            total = self.triangle(of, at)
            at += SIZE - 8
            left -= BLOCK
            with k.if_(left.ne(0)):
                factors = k.add(of, SIZE)
                self.rows(total, of, at, factors, left)
            k.store64(at, total)
        self.doubled(a)

    def triangle(self, row: Val, at: Val, fresh: bool = False) -> list[Val]:
        """Products of different limbs of eight, and seven words of memory, which the lowest words replace. ``fresh``:
        the words of memory count as 0."""
        k = self.k
        first = [k.const(k.u64, 0) for _ in range(BLOCK - 1)] if fresh else k.load64(at, BLOCK - 1)
        sums = [*first, *(k.value(k.u64, f"t{n}") for n in range(BLOCK))]
        limbs = k.limbs(row, BLOCK, type=k.u64)
        for r in range(BLOCK - 1):
            above = range(r + 1, BLOCK)
            carry = k.add_row(sums[2 * r : r + BLOCK - 1], [limbs[s] * limbs[r] for s in above])
            k.zext(k.u64, carry, to=sums[r + BLOCK - 1])
            k.add_row(sums[2 * r + 1 : r + BLOCK], [k.mul_high(limbs[s], limbs[r]) for s in above])
            k.store64(at, sums[r], offset=8 * r)
        k.set(sums[-1], 0)
        return sums[BLOCK - 1 :]

    def doubled(self, a: Val) -> None:
        """The area = twice the area and the squares of the limbs."""
        k = self.k
        k.note("twice these, and the squares of limbs")
        of, at = k.copy(a, "of"), k.copy(self.area, "at")
        twice, sum = k.const(k.u64, 0, "twice"), k.const(k.u64, 0, "sum")
        with k.loop(self.blocks, step={of: SIZE, at: 2 * SIZE}, at_least_once=True):
            self.double_block(of, at, twice, sum)

    def double_block(self, of: Val, at: Val, twice: Val, sum: Val) -> None:
        """Twice the 16 words at `at`, and the squares of the eight limbs at `of`. `twice` and `sum` are the carries of
        both additions, 0 or 1."""
        k = self.k
        for half in range(2):
            _, carry = k.add_carry(twice, -1)
            words = k.load64(at, BLOCK, offset=SIZE * half)
            k.zext(k.u64, k.add_row(words, words, carry), to=twice)
            limbs = k.load64(of, HALF, offset=8 * HALF * half)
            _, carry = k.add_carry(sum, -1)
            squares = [part for x in limbs for part in (x * x, k.mul_high(x, x))]
            k.zext(k.u64, k.add_row(words, squares, carry), to=sum)
            k.store64(at, words, offset=SIZE * half)

    # -- reduction -------------------------------------------------------------------------------------------------

    def reduced_by_blocks(self) -> Val:
        """Clear the lower half. The result is the carry out of the area, 0 or 1."""
        k = self.k
        k.note("add the multiples of n that clear the lower half")
        start, carry = k.copy(self.area, "start"), k.const(k.u64, 0, "carry")
        k.cold(start, carry)
        with k.loop(self.blocks, step={start: SIZE}, at_least_once=True, align=0):
            at, row = k.copy(start, "at"), k.copy(self.n, "row")
            total = self.clear_block(at, row)
            left = k.copy(self.blocks, "left")
            k.cold(left)
            left -= 1
            with k.while_(left.ne(0), align=32):
                at += SIZE
                row += SIZE
                factors, words = k.copy(start, "factors"), self.words_of(row)
                for r in range(BLOCK):
                    self.through(total, words, at, factors, 8 * r)
                left -= 1
            at += SIZE
            self.add_words(total, at, carry)
        return k.zext(k.usize, carry)

    def add_words(self, total: list[Val], at: Val, carry: Val) -> None:
        """The words at `at` = these + total + carry, and the carry out of the sum."""
        k = self.k
        _, into = k.add_carry(carry, -1)
        k.zext(k.u64, k.add_row(total, k.limbs(at, BLOCK, type=k.u64), into), to=carry)
        k.store64(at, total)

    def clear_block(self, at: Val, row: Val) -> list[Val]:
        """Add the multiples of eight limbs of n that clear the eight words at `at`. The factors replace these. The
        result is the sum above them."""
        k = self.k
        total: list[Val] = k.load64(at, BLOCK)
        words = self.words_of(row)
        for r in range(BLOCK):
            factor = k.mul(total[0], self.inverse)
            k.store64(at, factor, offset=8 * r)
            self.row(total, words, factor, lambda low: None)
        return total

    def finish_blocks(self, carry: Val) -> None:
        """`out` = the upper half, less n if the half or the carry above it reach n."""
        k = self.k
        k.note("the upper half less n")
        upper = k.add(self.area, self.limbs << 3)
        half, modulus, to = k.copy(upper, "half"), k.copy(self.n, "modulus"), k.copy(self.out, "to")
        k.cold(upper)
        below = k.const(k.u64, 0, "below")
        with k.loop(self.blocks, step={half: SIZE, modulus: SIZE, to: SIZE}, at_least_once=True):
            _, borrow = k.sub_borrow(0, below)
            less = k.load64(half, BLOCK)
            k.zext(k.u64, k.sub_row(less, k.limbs(modulus, BLOCK, type=k.u64), borrow), to=below)
            k.store64(to, less)
        k.note("the upper half itself, if n was greater")
        _, borrow = k.sub_borrow(carry, k.zext(k.usize, below))
        mask = k.sub(0, k.zext(k.usize, borrow))
        half, to = upper, k.copy(self.out, "to")
        with k.loop(self.blocks, step={half: SIZE, to: SIZE}, at_least_once=True):
            reduced, same = k.limbs(to, BLOCK, type=k.u64), k.limbs(half, BLOCK, type=k.u64)
            k.store64(to, [k.select(mask.ne(0), x, y) for x, y in zip(same, reduced)])

    def finish_single(self) -> None:
        """The reduction and the last subtraction of eight limbs."""
        k = self.k
        k.note("add the multiples of n that clear the lower half")
        at, row = k.copy(self.area, "at"), k.copy(self.n, "row")
        total, carry = self.clear_block(at, row), k.const(k.u64, 0, "carry")
        k.zext(k.u64, k.add_row(total, k.limbs(at, BLOCK, offset=SIZE, type=k.u64)), to=carry)
        k.note("the upper half less n, or itself if n was greater")
        less = [k.copy(word) for word in total]
        borrow = k.sub_row(less, k.limbs(row, BLOCK, type=k.u64))
        _, borrow = k.sub_borrow(carry, 0, borrow)
        mask = k.zext(k.u64, borrow)
        k.store64(self.out, [k.select(mask.ne(0), x, y) for x, y in zip(total, less)])
