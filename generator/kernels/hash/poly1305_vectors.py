# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 with a block in each lane of 64 bits: h = h * r^n + block in each of n lanes, and at the end the sum of the
lanes, each times its own power of r. Lane 0 starts with the state.

A number is five digits of 26 bits, for products of 32 bits, or three of 44, for products of 52 by halves. A digit at
2^130 or above is worth 5 or 20 times as much at the bottom. A carry leaves digits a little longer than their width.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.kernels.hash import poly1305_words as words
from generator.lang import Builder, Val, stream


@dataclass(frozen=True)
class Digits:
    """How lanes hold numbers: `width` bits a digit, `count` digits."""

    width: int = 26
    count: int = 5

    def of(self, k: Builder, h: list[Val]) -> list[Val]:
        """The digits of a number in words, with a `top` up to 4."""
        bits, out = k.usize.bits, []
        for n in range(self.count):
            at, inside = divmod(n * self.width, bits)
            digit = h[at] >> inside if inside else h[at]
            if inside + self.width > bits:
                digit = digit | (h[at + 1] << bits - inside)
            out.append(k.and_(digit, (1 << self.width) - 1) if n < self.count - 1 else digit)
        return out

    def number(self, k: Builder, digits: list[Val], h: list[Val]) -> None:
        """`h` = the number of the digits, of 32 bits each at most or of 48, folded."""
        bits = k.usize.bits
        for n, digit in enumerate(digits):
            at, inside = divmod(n * self.width, bits)
            row: list[Val | int] = [digit << inside if inside else digit]
            if at + 1 < len(h):
                row.append(digit >> bits - inside if inside else 0)
            if n == 0:
                for to in h:
                    k.set(to, 0)
            k.add_row(h[at:], [*row, *[0] * (len(h) - at - len(row))])
        words.fold(k, h)


Term = tuple[Iterable[Val], list[Val], list[Val]]


class Lanes:
    """The values of a stream of turns: h and the multipliers r^n, and the table of powers for the end."""

    def __init__(self, k: Builder, poly: words.Words, pad: Val | int, bits: int, digits: Digits) -> None:
        self.k, self.poly, self.digits = k, poly, digits
        self.type, self.lanes, self.size = k.vector(bits), bits // 64, bits // 8
        low = (1 << digits.width) - 1
        self.mask = k.vconst(self.type, [low & 0xFFFFFFFF, low >> 32] * self.lanes, name="mask")
        one = k.vconst(self.type, [1, 0] * self.lanes, name="one")
        if isinstance(pad, Val):
            one &= k.vbroadcast(self.type, k.trunc(k.u32, pad), bits=32)
        self.pad = k.vshl(one, 128 - digits.width * (digits.count - 1), bits=64)
        self.powers()
        self.r, self.s = self.factors([
            k.vload_broadcast(self.type, self.table, offset=n * self.size, bits=64) for n in range(digits.count)
        ])  # fmt: skip
        k.cold(self.mask, self.pad)

    def place(self, block: int) -> int:
        """The lane of a block of a group: that of unpacking the halves of a group's vectors."""
        half = self.lanes // 2
        return 2 * block if block < half else 2 * (block - half) + 1

    def powers(self) -> None:
        """The table: a vector for each digit, of the powers of r that the lanes have at the end."""
        k, poly = self.k, self.poly
        k.note("powers of r")
        self.table = k.frame(self.digits.count * self.size, "powers")
        power = words.Words(poly.r, poly.s, [*(k.copy(one) for one in poly.r), k.const(k.usize, 0)])
        k.cold(power.h, self.table)
        for n in reversed(range(self.lanes)):
            for i, digit in enumerate(self.digits.of(k, power.h)):
                at = i * self.size + 8 * self.place(n)
                k.store_limbs(self.table, [digit, *[k.const(k.usize, 0)] * (64 // k.usize.bits - 1)], offset=at)
            if n:
                words.multiply(k, power)

    def factors(self, r: list[Val]) -> tuple[list[Val], list[Val]]:
        """The digits of a factor, and those that products above the highest digit take."""
        s = [self.fold(one) for one in r[1:]]
        self.k.cold(r, s)
        return r, s

    def resting(self, x: Val) -> Val:
        """`x`, which may rest in the frame where eight registers are all."""
        if self.k.vectors <= 8:
            self.k.cold(x)
        return x

    def fold(self, x: Val) -> Val:
        """What digits above the highest are worth at the bottom: 5 times as much for those from 2^130 on."""
        k = self.k
        five = k.vadd(x, k.vshl(x, 2, bits=64), bits=64)
        more = self.digits.width * self.digits.count - 130
        return k.vshl(five, more, bits=64) if more else five

    def group(self, data: Val, offset: int = 0) -> Iterator[Val]:
        """The digits of a group of blocks, each recorded when asked for."""
        k, width = self.k, self.digits.width
        first, second = (k.vload(self.type, data, offset=offset + n * self.size) for n in range(2))
        low, high = k.vunpack_low(first, second, bits=64), k.vunpack_high(first, second, bits=64)
        for n in range(self.digits.count):
            at = n * width
            if at + width <= 64 or at >= 64:
                digit = k.vshr(high if at >= 64 else low, at % 64, bits=64) if at else low
            else:
                digit = k.vshr(low, at, bits=64) | k.vshl(high, 64 - at, bits=64)
            yield self.resting(digit & self.mask if n < self.digits.count - 1 else digit | self.pad)

    def begin(self, data: Val) -> None:
        """The first group, and the state in lane 0."""
        k = self.k
        self.h = list(self.group(data))
        for n, digit in enumerate(self.digits.of(k, self.poly.h)):
            alone = k.vfrom(k.trunc(k.u32, digit) if self.digits.width < 32 else k.zext(k.u64, digit))
            if self.type.bits > 128:
                alone = k.vinsert(k.vzero(self.type), alone, 0)
            self.h[n] = self.resting(k.vadd(self.h[n], alone, bits=64))

    def twice(self) -> None:
        """The multipliers of a turn of two groups."""
        self.square = self.factors(self.sum([(self.r, self.r, self.s)]))

    @staticmethod
    @stream
    def turn(k: Builder, lanes: Lanes, data: Val, offset: int = 0, groups: int = 1) -> None:
        """Multiply the lanes by r^n, and add a group. With two groups: h * r^2n + first * r^n + second."""
        terms: list[Term] = [(lanes.h, lanes.r, lanes.s)]
        if groups == 2:
            terms = [(lanes.group(data, offset), lanes.r, lanes.s), (lanes.h, *lanes.square)]
            offset += 2 * lanes.size
        lanes.set(lanes.sum(terms, list(lanes.group(data, offset))))

    def set(self, sums: list[Val]) -> None:
        for to, total in zip(self.h, sums):
            self.k.set(to, total)

    def sum(self, terms: Sequence[Term], more: list[Val] | None = None) -> list[Val]:
        """The digits of a sum of products: each term has digits, and a factor's."""
        return (self.sum_26 if self.digits.width == 26 else self.sum_44)(terms, more)

    def parts(self, terms: Sequence[Term]) -> Iterator[tuple[int, Val, Val]]:
        """The products of digits, each with the place that it counts at."""
        count = self.digits.count
        for digits, r, s in terms:
            for i, digit in enumerate(digits):
                for n in range(count):
                    yield n, digit, r[n - i] if i <= n else s[count + n - i - 1]

    def sum_26(self, terms: Sequence[Term], more: list[Val] | None) -> list[Val]:
        k = self.k
        sums = [*more] if more else []
        for n, digit, factor in self.parts(terms):
            part = k.vmul_even(digit, factor)
            if n < len(sums):
                part = self.resting(k.vadd(sums[n], part, bits=64))
            sums[n : n + 1] = [part]
        for n in (0, 3, 1, 4, 2, 0, 3):
            self.carry(sums, n)
        return sums

    def carry(self, sums: list[Val], n: int) -> None:
        k, width = self.k, self.digits.width
        above = k.vshr(sums[n], width, bits=64)
        sums[n] = self.resting(sums[n] & self.mask)
        if n == len(sums) - 1:
            above = self.fold(above)
        to = (n + 1) % len(sums)
        sums[to] = self.resting(k.vadd(sums[to], above, bits=64))

    def sum_44(self, terms: Sequence[Term], more: list[Val] | None) -> list[Val]:
        k, count = self.k, self.digits.count
        # A high half is worth 2^52: a digit more, and 8 bits.
        high = [k.vzero(self.type) for _ in range(count)]
        low = more or [k.vzero(self.type) for _ in range(count)]
        for n, digit, factor in self.parts(terms):
            k.vmul52_low(low[n], digit, factor, to=low[n])
            k.vmul52_high(high[n], digit, factor, to=high[n])
        high = [k.vshl(one, 8, bits=64) for one in high]
        for n in range(count - 1):
            low[n + 1] = k.vadd(low[n + 1], high[n], bits=64)
        for n in range(count - 1):
            self.carry(low, n)
        above = k.vadd(high[-1], k.vshr(low[-1], self.digits.width, bits=64), bits=64)
        low[-1] &= self.mask
        low[0] = k.vadd(low[0], self.fold(above), bits=64)
        self.carry(low, 0)
        return low

    def end(self) -> None:
        """The state, in words: the sum of the lanes, each times its power of r."""
        k = self.k
        powers = [k.vload(self.type, self.table, offset=n * self.size) for n in range(len(self.h))]
        self.set(self.sum([(self.h, *self.factors(powers))]))
        kind = k.u32 if self.digits.width < 32 else k.u64
        digits = []
        for vector in self.h:
            total = k.vextract(vector, 0)
            for n in range(1, self.lanes // 2):
                total = k.vadd(total, k.vextract(vector, n), bits=64)
            total = k.vadd(total, k.vshuffle(total, [2, 3, 0, 1]), bits=64)
            digits.append(k.zext(k.usize, k.vword(kind, total)))
        self.digits.number(k, digits, self.poly.h)


@dataclass(frozen=True)
class Blocks:
    """An engine: vectors of `bits` from `least` blocks on, and two groups a turn from `many` on, if that is not 0.
    `least_64`: `least` where words have 64 bits, and take fewer steps."""

    bits: int
    least: int
    many: int
    digits: Digits = Digits()
    least_64: int = 0

    def __call__(self, k: Builder, poly: words.Words, data: Val, blocks: Val, pad: Val) -> None:
        """Take as many blocks as fill vectors, and the others by words."""
        n = self.bits // 64
        with k.if_(blocks.ge(self.least_64 or self.least if k.usize.bits == 64 else self.least)):
            lanes = Lanes(k, poly, pad, self.bits, self.digits)
            k.note("the first blocks")
            lanes.begin(data)
            data += n * words.BLOCK
            if self.many:
                with k.if_(blocks.ge(self.many)):
                    k.note("two blocks in each lane")
                    lanes.twice()
                    with k.while_(blocks.ge(3 * n), align=32):
                        k.emit(Lanes.turn(k, lanes, data, groups=2))
                        data += 2 * n * words.BLOCK
                        blocks -= 2 * n
            k.note("a block in each lane")
            with k.while_(blocks.ge(2 * n), align=32):
                k.emit(Lanes.turn(k, lanes, data))
                data += n * words.BLOCK
                blocks -= n
            blocks -= n
            k.note("the sum of the lanes")
            lanes.end()
        words.each(k, poly, data, blocks, pad)
