# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products of GHASH in words, without a table and without a branch or an address that depends on a secret.

A carry-less product of two words is the exclusive-or of integer products of words that have every fourth bit alone:
the number that a bit's place collects fits the three empty places above. With 64 bits sixteen ones may meet in one
place, so one factor leaves out its lowest four bits, which are added by masks. Longer factors take Karatsuba's method:
three products of 64 bits, or nine of 32.
"""

from __future__ import annotations

from generator.kernels.cipher.ghash_vectors import LAST, POWERS
from generator.lang import Builder, Val

BLOCK = 16  # bytes
TURN = 4  # one bit in so many is there


class GhashWords:
    """Numbers are lists of words, the lowest first. ghash.py has their meaning."""

    def __init__(self, k: Builder, powers: Val, xi: Val | None = None) -> None:
        self.k, self.powers, self.xi = k, powers, xi
        self.type = k.u64 if k.usize.bits == 64 else k.u32
        self.bits = self.type.bits
        self.size = self.bits // 8  # bytes
        self.load, self.store = (k.load64, k.store64) if self.bits == 64 else (k.load32, k.store32)
        self.products = 3 if self.bits == 64 else 9
        self.x, self.h = (k.frame(self.products * self.size, name) for name in ("parts_x", "parts_h"))
        self.z = k.frame(2 * self.products * self.size, "products")
        k.cold(self.x, self.h, self.z)

    def number(self, at: Val, offset: int = 0, *, be: bool = False) -> list[Val]:
        places = range(0, BLOCK, self.size)
        words = [self.load(at, offset=offset + n, be=be) for n in (reversed(places) if be else places)]
        self.k.cold(words)
        return words

    def keep(self, at: Val, words: list[Val], offset: int = 0, *, be: bool = False) -> None:
        places = range(0, BLOCK, self.size)
        for n, word in zip(reversed(places) if be else places, words):
            self.store(at, word, offset=offset + n, be=be)

    def parts(self, words: list[Val]) -> list[Val]:
        """The factors of Karatsuba's products."""
        if len(words) == 1:
            return words
        half = len(words) // 2
        low, high = words[:half], words[half:]
        both = [x ^ y for x, y in zip(low, high)]
        self.k.cold(both)
        return [*self.parts(low), *self.parts(high), *self.parts(both)]

    def spread(self, to: Val, words: list[Val]) -> None:
        for n, part in enumerate(self.parts(words)):
            self.store(to, part, offset=n * self.size)

    def joined(self, z: list[Val]) -> list[Val]:
        """The product that Karatsuba's products make."""
        if len(z) == 2:
            return z
        third = len(z) // 3
        low, high, middle = (self.joined(z[n : n + third]) for n in range(0, len(z), third))
        for n, word in enumerate(middle):
            word ^= low[n]
            word ^= high[n]
        out = [*low, *high]
        for n, word in enumerate(middle, len(middle) // 2):
            out[n] ^= word
        return out

    def multiply(self, words: list[Val]) -> list[Val]:
        """The product of a number and the second factor, reduced."""
        k = self.k
        self.spread(self.x, words)
        x, h, z = (k.copy(at) for at in (self.x, self.h, self.z))
        k.cold(x, h, z)
        steps = {x: self.size, h: self.size, z: 2 * self.size}
        with k.loop(k.const(k.usize, self.products), step=steps, at_least_once=True):
            for n, word in enumerate(self.product(self.load(x), self.load(h))):
                self.store(z, word, offset=n * self.size)
        made = [self.load(self.z, offset=n * self.size) for n in range(2 * self.products)]
        k.cold(made)
        return self.reduced(self.joined(made))

    def product(self, x: Val, y: Val) -> tuple[Val, Val]:
        """Both halves of the carry-less product of two words."""
        k = self.k
        ones = sum(1 << n for n in range(0, self.bits, TURN))
        masks = [k.const(self.type, ones << n, "mask") for n in range(TURN)]
        k.cold(x, y, masks)
        least = TURN if self.bits == 64 else 0  # the bits of x that the products leave out
        whole = k.shl(k.shr(x, least), least) if least else x
        some, others = [whole & mask for mask in masks], [y & mask for mask in masks]
        k.cold(some, others)
        low, high = k.const(self.type, 0), k.const(self.type, 0)
        k.cold(low, high)
        for place, mask in enumerate(masks):
            total: list[Val] = []
            for n, one in enumerate(some):
                made = k.mul_wide(one, others[(place - n) % TURN])
                k.cold(*made)
                for word, sum_ in zip(made, total):
                    sum_ ^= word
                total = total or list(made)
            for word, sum_ in zip((low, high), total):
                sum_ &= mask
                word ^= sum_
        for n in range(least):
            t = y & k.sar(k.shl(x, self.bits - 1 - n), self.bits - 1)
            k.cold(t)
            low ^= k.shl(t, n) if n else t
            if n:
                high ^= k.shr(t, self.bits - n)
        return low, high

    def reduced(self, z: list[Val]) -> list[Val]:
        """A product divided by x^128, modulo the polynomial: multiples of the polynomial clear the lowest words."""
        k, count = self.k, len(z) // 2
        for n in range(count):
            for by in (1, 2, 7):
                z[n + count - 1] ^= k.shl(z[n], self.bits - by)
                z[n + count] ^= k.shr(z[n], by)
            z[n + count] ^= z[n]
        return z[count:]

    def times_x(self, words: list[Val]) -> list[Val]:
        """The product of a number and x."""
        k = self.k
        carry = k.shr(words[-1], self.bits - 1)
        k.cold(carry)
        made = []
        for n, word in enumerate(words):
            below = k.shr(words[n - 1], self.bits - 1) if n else carry
            made.append(k.shl(word, 1) ^ below)
            k.cold(made[-1])
        for by in (1, 2, 7):
            made[-1] ^= k.shl(carry, self.bits - by)
        return made

    # -- what the kernels ask for ----------------------------------------------------------------------------------

    def make_powers(self, h: Val) -> None:
        """The kernel of the powers, from the last to the first."""
        k, powers = self.k, self.powers
        words = self.times_x(self.number(h, be=True))
        self.spread(self.h, words)
        to = k.add(powers, (POWERS - 1) * BLOCK)
        k.cold(powers, to)
        self.keep(to, words)
        with k.loop(k.const(k.usize, POWERS - 1), step={to: -BLOCK}, at_least_once=True):
            for word, product in zip(words, self.multiply(words)):
                k.set(word, product)
            self.keep(to, words, offset=-BLOCK)

    def blocks(self, in_: Val, blocks: Val) -> None:
        """The kernel."""
        k, powers, xi = self.k, self.powers, self.xi
        assert xi is not None
        k.cold(powers, xi, in_, blocks)
        self.spread(self.h, self.number(powers, (LAST - 1) * BLOCK))
        state = self.number(xi, be=True)
        with k.while_(blocks.ne(0)):
            for word, other in zip(state, self.number(in_, be=True)):
                word ^= other
            for word, product in zip(state, self.multiply(state)):
                k.set(word, product)
            in_ += BLOCK
            blocks -= 1
        self.keep(xi, state, be=True)
