# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication in blocks of eight limbs, by products that keep flags and two chains of carries.

Eight words of a total stand in registers. A row adds eight products of one word of a factor, and a word of memory, to
the total; the lowest word goes to memory, and the total moves down by a word. No carry is left: the total stays below
2^512, because (2^512 - 1) * (2^64 - 1) + (2^512 - 1) + (2^64 - 1) is 2^576 - 1.

A square takes each product of two different limbs once, doubles their sum, and adds the limbs' squares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.kernels.bignum.words import STEP, Words
from generator.lang import Val

BLOCK = 8
SIZE = 8 * BLOCK
ROWS = 4
"""Rows of one round of a loop."""


class Chains(Words):
    """Numbers of a multiple of eight limbs take the blocks. Others take the loops over words."""

    def multiply(self, a: Val, b: Val) -> None:
        self.either(
            lambda: self.product_of_eight(a, b),
            lambda: self.product_of_blocks(a, b),
            lambda: super(Chains, self).multiply(a, b),
        )

    def square(self, a: Val) -> None:
        self.either(
            lambda: self.square_of_eight(a),
            lambda: self.square_of_blocks(a),
            lambda: super(Chains, self).multiply(a, a),
        )

    def most(self) -> int:
        return STEP

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

    def start(self) -> None:
        """Both chains begin without a carry."""
        self.k.asm("test", self.zero, self.zero)

    def times(self, high: Val, low: Val, x: Val, row: Val, n: int) -> None:
        """high, low = x * word n of the row."""
        k = self.k
        k.asm("mulx", high, low, k.mem(row, 8 * n, width=64), k.bind(x))

    def row(self, total: list[Val], row: Val, x: Val, first: Callable[[Val], None]) -> None:
        """total = (total + row * x) >> 64. ``first`` gets the lowest word, and may add to both chains."""
        k = self.k
        low, high = k.value(k.u64, "low"), k.value(k.u64, "high")
        self.start()
        self.times(high, low, x, row, 0)
        k.asm("adcx", low, total[0])
        first(low)
        for n in range(1, BLOCK):
            above = k.value(k.u64, "high")
            self.times(above, total[n - 1], x, row, n)
            k.asm("adcx", total[n - 1], total[n])
            k.asm("adox", total[n - 1], high)
            high = above
        k.set(total[-1], high)
        k.asm("adcx", total[-1], self.zero)
        k.asm("adox", total[-1], self.zero)

    def through(self, total: list[Val], row: Val, at: Val, factor: Val, offset: int = 0) -> None:
        """A row with a word of memory, which the lowest word replaces."""
        k = self.k

        def put(low: Val) -> None:
            k.asm("adox", low, k.mem(at, offset, width=64))
            k.store64(at, low, offset=offset)

        self.row(total, row, k.load64(factor, offset=offset), put)

    def rows(self, total: list[Val], row: Val, at: Val, factors: Val, count: Val) -> None:
        """`count` rows. Both pointers move."""
        step = 8 * ROWS
        with self.k.loop(count >> (ROWS.bit_length() - 1), step={at: step, factors: step}, at_least_once=True):
            for n in range(ROWS):
                self.through(total, row, at, factors, 8 * n)

    def nothing(self) -> list[Val]:
        return [self.k.const(self.k.u64, 0, f"t{n}") for n in range(BLOCK)]

    # -- products --------------------------------------------------------------------------------------------------

    def cleared(self) -> None:
        k = self.k
        at = k.copy(self.area, "at")
        zero = k.vzero(k.v128)
        with k.loop(self.blocks, step={at: SIZE}, at_least_once=True, align=0):
            k.vstore(at, [zero] * (SIZE // 16))

    def product_of_eight(self, a: Val, b: Val) -> None:
        k = self.k
        k.note("a * b, eight limbs")
        total, at = self.nothing(), k.copy(self.area, "at")
        for n in range(BLOCK):
            self.row(total, a, k.load64(b, offset=8 * n), partial(k.store64, at, offset=8 * n))
        k.store64(at, total, offset=SIZE)

    def square_of_eight(self, a: Val) -> None:
        k = self.k
        k.note("a * a, eight limbs: products of different limbs once, twice these, and the squares")
        at = k.copy(self.area, "at")
        k.store64(at, self.zero)
        total = self.triangle(a, k.add(at, 8), fresh=True)
        k.store64(at, total, offset=SIZE)
        self.start()
        self.double_block(a, at)

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
        words = [*first, *(k.value(k.u64, f"t{n}") for n in range(BLOCK))]
        k.set(words[BLOCK - 1], 0)
        for r in range(BLOCK - 1):
            x = k.load64(row, offset=8 * r)
            self.start()
            for s in range(r + 1, BLOCK):
                place, last = r + s - 1, s == BLOCK - 1
                low = k.value(k.u64, "low")
                high = words[place + 1] if last and r else k.value(k.u64, "high")
                self.times(high, low, x, row, s)
                k.asm("adcx", words[place], low)
                if not last or not r:
                    k.asm("adox", words[place + 1], high)
            top = words[r + BLOCK - 1]
            k.asm("adcx", top, self.zero)
            if r:
                k.asm("adox", top, self.zero)
            k.store64(at, words[r], offset=8 * r)
        k.set(words[-1], 0)
        return words[BLOCK - 1 :]

    def doubled(self, a: Val) -> None:
        """The area = twice the area and the squares of the limbs."""
        k = self.k
        k.note("twice these, and the squares of limbs")
        of, at = k.copy(a, "of"), k.copy(self.area, "at")
        twice, sum = k.const(k.u64, 0, "twice"), k.const(k.u64, 0, "sum")
        ones = k.const(k.u64, -1, "ones")
        with k.loop(self.blocks, step={of: SIZE, at: 2 * SIZE}, at_least_once=True):
            self.start()
            k.asm("adcx", sum, ones)  # the carries of the round before
            k.asm("adox", twice, ones)
            self.double_block(of, at)
            k.set(sum, self.zero)
            k.set(twice, self.zero)
            k.asm("adcx", sum, self.zero)
            k.asm("adox", twice, self.zero)

    def double_block(self, of: Val, at: Val) -> None:
        """Twice the 16 words at `at`, and the squares of the eight limbs at `of`, with the carries of both chains."""
        k = self.k
        for n in range(BLOCK):
            x, low, high = k.load64(of, offset=8 * n), k.value(k.u64, "low"), k.value(k.u64, "high")
            k.asm("mulx", high, low, x, k.bind(x))
            for part, square in enumerate((low, high)):
                word = k.load64(at, offset=16 * n + 8 * part)
                k.asm("adox", word, word)
                k.asm("adcx", word, square)
                k.store64(at, word, offset=16 * n + 8 * part)

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
                factors = k.copy(start, "factors")
                for r in range(BLOCK):
                    self.through(total, row, at, factors, 8 * r)
                left -= 1
            at += SIZE
            k.asm("add", carry, -1)
            for n, word in enumerate(total):
                k.asm("adc", word, k.mem(at, 8 * n, width=64))
                k.store64(at, word, offset=8 * n)
            k.set(carry, self.zero)
            k.asm("adc", carry, self.zero)
        return k.zext(k.usize, carry)

    def through2(self, total: list[Val], row: Val, at: Val, factors: Val, offset: int) -> None:
        self.through(total, row, at, factors, offset)

    def clear_block(self, at: Val, row: Val) -> list[Val]:
        """Add the multiples of eight limbs of n that clear the eight words at `at`. The factors replace these. The
        result is the sum above them."""
        k = self.k
        total: list[Val] = k.load64(at, BLOCK)
        for r in range(BLOCK):
            factor = k.mul(total[0], self.inverse)
            k.store64(at, factor, offset=8 * r)
            self.row(total, row, factor, lambda low: None)
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
            less = k.load64(half, BLOCK)
            k.asm("add", below, -1)  # the borrow of the round before
            for n, word in enumerate(less):
                k.asm("sbb", word, k.mem(modulus, 8 * n, width=64))
                k.store64(to, word, offset=8 * n)
            k.set(below, self.zero)
            k.asm("adc", below, self.zero)
        k.note("the upper half itself, if n was greater")
        _, borrow = k.sub_borrow(carry, k.zext(k.usize, below))
        mask = k.sub(0, k.zext(k.usize, borrow))
        half, to = upper, k.copy(self.out, "to")
        with k.loop(self.blocks, step={half: SIZE, to: SIZE}, at_least_once=True):
            chosen = k.load64(to, BLOCK)
            k.asm("test", mask, mask)
            for n, word in enumerate(chosen):
                k.asm("cmovne", word, k.mem(half, 8 * n, width=64))
                k.store64(to, word, offset=8 * n)

    def finish_single(self) -> None:
        """The reduction and the last subtraction of eight limbs."""
        k = self.k
        k.note("add the multiples of n that clear the lower half")
        at, row = k.copy(self.area, "at"), k.copy(self.n, "row")
        total, carry = self.clear_block(at, row), k.const(k.u64, 0, "carry")
        for n, word in enumerate(total):
            k.asm("adc" if n else "add", word, k.mem(at, SIZE + 8 * n, width=64))
            k.store64(at, word, offset=SIZE + 8 * n)
        k.asm("adc", carry, 0)
        k.note("the upper half less n, or itself if n was greater")
        for n, word in enumerate(total):
            k.asm("sbb" if n else "sub", word, k.mem(row, 8 * n, width=64))
        k.asm("sbb", carry, 0)
        to = self.out
        for n, word in enumerate(total):
            k.asm("cmovb", word, k.mem(at, SIZE + 8 * n, width=64))
            k.store64(to, word, offset=8 * n)
