# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Two Montgomery products side by side, by digits of 52 bits.

A block of 16 bytes holds a digit of the first number and the digit of the second number at the same place. A vector
holds four such blocks, here called a part: 208 bits of each number. All work is the same for both numbers, so no lane
of a vector is idle, and one vector instruction moves both numbers by whole digits.

A product of parts I and J takes the four digits of J one by one, each beside all four of I. Sums of products stay where
the lanes put them, in one vector for each of the four digits: `low` and `high` halves apart. When all products of a
column I + J are added, the sums are moved to their places, by 0 to 4 blocks, once.

The quotient: let N be the multiple of n for which N + 1 is divisible by 2^208, and Q = (N + 1) / 2^208. With the lowest
part m of a sum, sum + m * N is divisible by 2^208, and the quotient is (sum - m) / 2^208 + m * Q. So m is the sum's
lowest part itself (H. Orup, Simplifying Quotient Determination in High-Radix Modular Multiplication, 1995). Q is no
longer than n, but results have the size of N. The last part's m is taken for n, digit by digit, which makes them short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from generator.lang import Builder, Val

DIGIT = 52
DIGITS = 4
"""Digits of a part."""
BLOCK = 16
PART = DIGITS * BLOCK
MOST = 20
"""Parts of the longest numbers."""

Factors = Callable[[Val, Val, Val], None]
"""Adds products of the factors' parts: ``top``, ``first``, ``count`` as in :meth:`Pairs.quotient`."""


class Pairs:
    """One function's constants and sums, and its area with the parts of the quotient."""

    def __init__(self, k: Builder, out: Val, n: Val, parts: Val) -> None:
        self.k, self.out, self.q, self.parts = k, out, n, parts
        self.size = parts << 6
        self.n = k.add(n, self.size)
        self.area = k.frame(MOST * PART, "quotient")
        k.cold(out, n, parts, self.size, self.n, self.area)
        self.low, self.high, *self.next = (
            [k.value(k.v512, f"{name}{i}") for i in range(DIGITS)] for name in ("low", "high", "next_low", "next_high")
        )
        self.above = [k.value(k.v512, f"above{i + 1}") for i in range(DIGITS)]
        self.newest = [k.value(k.v512, f"newest{i}") for i in range(DIGITS)]
        self.carry = k.value(k.v128, "carry")

    # -- products ----------------------------------------------------------------------------------------------------

    def multiply(self, a: Val, b: Val) -> None:
        """`out` = a * b / R."""
        k = self.k
        k.cold(a, b)

        def factors(top: Val, first: Val, count: Val) -> None:
            down, up = k.copy(top, "down"), k.copy(first, "up")
            with k.loop(count, step={down: -PART, up: PART}, at_least_once=True):
                self.product(a, down, b, up)

        self.columns(factors)

    def squares(self, a: Val, times: Val) -> None:
        """`out` = a * a / R, and so on with each result: `times` times."""
        k = self.k
        square = k.copy(a, "square")
        k.cold(square, times)

        def factors(top: Val, first: Val, count: Val) -> None:
            """The products of different parts once, then doubled, and the part in the middle by itself."""
            down, up = k.copy(top, "down"), k.copy(first, "up")
            with k.loop(count >> 1, step={down: -PART, up: PART}):
                self.product(square, down, square, up)
            for total in (*self.low, *self.high):
                k.vadd(total, total, bits=64, to=total)
            with k.if_((count & 1).ne(0)):
                self.product(square, down, square, down)

        with k.loop(times, at_least_once=True, align=0):
            self.columns(factors)
            k.set(square, self.out)

    def quotient(self, top: Val, first: Val, count: Val) -> None:
        """Add ``count`` products of Q's parts, from that at ``top`` downwards, and the quotient's, from that at
        ``first`` upwards."""
        k = self.k
        down, up = k.copy(top, "down"), k.copy(first, "up")
        with k.loop(count, step={down: -PART, up: PART}):
            self.product(self.q, down, self.area, up)

    def product(self, x: Val, down: Val, y: Val, up: Val) -> None:
        """Add the product of the parts at ``x`` + ``down`` and ``y`` + ``up``."""
        k = self.k
        part = k.vload(k.v512, x, index=down)
        for i in range(DIGITS):
            self.row(i, part, k.vblock(k.v512, y, index=up, offset=i * BLOCK))

    def newest_product(self, part: Val) -> None:
        """Add the product of ``part`` and the newest part of the quotient."""
        for i, digit in enumerate(self.newest):
            self.row(i, part, digit)

    def row(self, i: int, part: Val, digit: Val) -> None:
        k = self.k
        k.vmul52_low(self.low[i], part, digit, to=self.low[i])
        k.vmul52_high(self.high[i], part, digit, to=self.high[i])

    # -- columns -----------------------------------------------------------------------------------------------------

    def columns(self, factors: Factors) -> None:
        """All columns. Before a column's sums are moved to their places, most products of the next one are added."""
        k = self.k
        for total in self.above:
            k.vzero(k.v512, to=total)
        k.vzero(k.v128, to=self.carry)
        k.note("the lower columns: parts of the quotient")
        top, count = k.const(k.usize, 0, "top"), k.const(k.usize, 0, "count")
        none, one = k.const(k.usize, 0, "none"), k.const(k.usize, 1, "one")
        last = k.sub(self.parts, 1)
        k.cold(last, none)
        self.clear()
        factors(top, none, one)

        def lower(quotient: bool = True) -> None:
            """The next column, which is a lower one, ahead; the quotient's part of this one."""
            with self.ahead():
                factors(k.add(top, PART), none, k.add(count, 2))
                if quotient:
                    self.quotient(top, none, count)
            self.next_part(top)
            self.move()
            k.add(top, PART, to=top)
            k.add(count, 1, to=count)

        lower(quotient=False)
        with k.while_(count.ne(last)):
            self.newest_product(k.vload(k.v512, self.q))
            lower()
        k.note("the last part of the quotient, for n itself")
        self.newest_product(k.vload(k.v512, self.q))
        first, to = k.const(k.usize, PART, "first"), k.copy(self.out, "to")
        k.cold(first, to)

        def upper() -> None:
            """The next column, which is an upper one, ahead."""
            with self.ahead():
                factors(top, first, count)
                self.quotient(top, first - PART, count)

        upper()
        self.last_part()
        self.move()
        k.note("the upper columns: the result")
        with k.while_(count.ne(1)):
            self.newest_product(k.vload(k.v512, self.n, index=first))
            k.add(first, PART, to=first)
            k.sub(count, 1, to=count)
            upper()
            self.write(to)
            self.move()
            k.add(to, PART, to=to)
        self.newest_product(k.vload(k.v512, self.n, index=first))
        self.write(to)
        self.clear()
        self.write(to, PART)

    @contextmanager
    def ahead(self) -> Iterator[None]:
        """Products of the body are sums of the next column."""
        now = self.low, self.high
        self.low, self.high = self.next
        self.clear()
        yield
        self.low, self.high = now

    def move(self) -> None:
        """The next column is this one."""
        for old, new in zip((*self.low, *self.high), (*self.next[0], *self.next[1]), strict=True):
            self.k.set(old, new)

    def clear(self) -> None:
        """No sums yet."""
        for total in (*self.low, *self.high):
            self.k.vzero(self.k.v512, to=total)

    def column(self) -> list[Val]:
        """The four digits of the column's sum, before carries. What belongs above the column stays in `above`."""
        k, low, high, above = self.k, self.low, self.high, self.above
        for i in range(1, DIGITS):
            k.vadd(low[i], high[i - 1], bits=64, to=low[i])
        moved = [k.vfollow(above[i - 1], low[i], blocks=i) for i in range(1, DIGITS)]
        total = k.vadd(k.vadd(low[0], above[-1], bits=64), moved[0], bits=64)
        total = k.vadd(total, k.vadd(moved[1], moved[2], bits=64), bits=64)
        for old, new in zip(above, (*low[1:], high[-1]), strict=True):
            k.set(old, new)
        digits = [k.vextract(total, i) for i in range(DIGITS)]
        digits[0] = k.vadd(digits[0], self.carry, bits=64)
        return digits

    def settled(self) -> list[Val]:
        """The column's digits with carries moved up. Bits from 52 on are left: multiplications do not read them."""
        k, digits = self.k, self.column()
        for i in range(1, DIGITS):
            digits[i] = k.vadd(digits[i], k.vshr(digits[i - 1], DIGIT, bits=64), bits=64)
        k.vshr(digits[-1], DIGIT, bits=64, to=self.carry)
        return digits

    def next_part(self, top: Val) -> None:
        """The column's digits are the quotient's next part: to its place and, each in all blocks, to ``newest``."""
        k, digits = self.k, self.settled()
        self.spread(digits)
        k.vstore(self.area, digits, index=top)

    def spread(self, digits: Sequence[Val]) -> None:
        for digit, new in zip(digits, self.newest, strict=True):
            self.k.vbroadcast(self.k.v512, digit, to=new)

    def write(self, to: Val, offset: int = 0) -> None:
        """The column's digits, to the result."""
        k = self.k
        mask = k.vconst(k.v128, [(1 << DIGIT) - 1] * 2, bits=64)
        k.vstore(to, [digit & mask for digit in self.settled()], offset=offset)

    def last_part(self) -> None:
        """The quotient's part for n: a digit m clears a digit of the sum, and changes those above."""
        k, sums = self.k, self.column()
        n0 = k.vload(k.v128, self.n, index=self.size)
        n = [k.vload(k.v128, self.n, offset=i * BLOCK) for i in range(DIGITS)]
        most = k.vconst(k.v128, [(1 << DIGIT) - 1] * 2, bits=64)
        found = []
        for i in range(DIGITS):
            m = k.vmul52_low(k.vzero(k.v128), sums[i], n0)
            found.append(m)
            k.note("the cleared digit's carry: 1 more than its upper bits, but for a digit of zeros")
            carry = k.vshr(k.vadd(sums[i], most, bits=64), DIGIT, bits=64)
            for j in range(i + 1, DIGITS):
                apart = k.vmul52_high(carry if j == i + 1 else k.vzero(k.v128), n[j - i - 1], m)
                sums[j] = k.vadd(k.vmul52_low(sums[j], n[j - i], m), apart, bits=64)
        k.set(self.carry, carry)
        self.spread(found)
        k.note("what n's lowest part adds above the column")
        part = k.vload(k.v512, self.n)
        for i, digit in enumerate(self.newest):
            if i > 0:
                k.vmul52_low(self.above[i - 1], part, digit, to=self.above[i - 1])
            k.vmul52_high(self.above[i], part, digit, to=self.above[i])
