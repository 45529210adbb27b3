# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of Camellia in words: no table, no branch and no address depends on a key or on data.

A half of a block is two words of 32 bits, most significant byte first: bytes 1 to 4 and bytes 5 to 8. The S-boxes of
eight bytes are one run of a circuit over bit slices; the rest is on whole words.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.aes_circuit import substitute
from generator.kernels.cipher.camellia_field import BOX
from generator.kernels.cipher.halves import exchange
from generator.kernels.cipher.inversion_box import bytes_of
from generator.lang import Builder, Val

BLOCK = 16
LAYERS = BOX.layers()
Half = list[Val]  # two words


class WordsCamellia:
    """The engine. Of the four bytes of a word the first has S-box 1, the second S-box 2, and so on: bytes 5 to 8 are
    turned by a byte for it."""

    def __init__(self, k: Builder, schedule: Val | None = None, rounds: Val | None = None) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        if schedule is not None and rounds is not None:
            k.cold(schedule, rounds)

    def read(self, at: Val, offset: int = 0) -> list[Val]:
        """A block, or another row of four words."""
        words = [self.k.load32(at, offset=offset + n, be=True) for n in range(0, BLOCK, 4)]
        self.k.cold(words)
        return words

    def write(self, to: Val, words: Sequence[Val], offset: int = 0) -> None:
        for n, word in enumerate(words):
            self.k.store32(to, word, offset=offset + 4 * n, be=True)

    # -- steps of the key schedule ---------------------------------------------------------------------------------

    def zeros(self) -> list[Val]:
        """A block of zeros."""
        state = [self.k.const(self.k.u32, 0) for _ in range(4)]
        self.k.cold(state)
        return state

    def add(self, state: list[Val], at: Val) -> None:
        """Add a block in memory."""
        for word, other in zip(state, self.read(at)):
            word ^= other

    def two_rounds(self, state: list[Val], at: Val) -> None:
        """Two rounds, after which the halves are in their places again."""
        at = self.k.copy(at)
        with self.k.loop(self.k.const(self.k.usize, 2), step={at: 8}, at_least_once=True):
            self.round(state[:2], state[2:], at)

    def store(self, to: Val, state: list[Val]) -> None:
        self.write(to, state)

    # -- the F-function --------------------------------------------------------------------------------------------

    def f(self, half: Sequence[Val], at: Val) -> Half:
        """F of a half, 2.4.1, with the round key at ``at``."""
        k = self.k
        a, b = (word ^ k.load32(at, offset=4 * n, be=True) for n, word in enumerate(half))
        k.rotr(b, 8, to=b)
        for word in (a, b):
            k.note("the fourth byte, turned to the left", inline=True)
            high = word << 1
            high ^= word
            high &= 0xFE
            low = word >> 7
            low ^= word
            low &= 1
            high ^= low
            word ^= high
            word ^= bytes_of(BOX.added)
        q = self.slices(a, b)
        substitute(k, q, layers=LAYERS)
        a, b = self.words(q)
        for word in (a, b):
            word ^= bytes_of(BOX.constant)
        for word in (a, b):
            k.note("the second byte, turned to the left, and the third, to the right", inline=True)
            left, down = word << 1, word >> 7
            left &= 0x00FE0000
            down &= 0x00010000
            left ^= down
            right, up = word >> 1, word << 7
            right &= 0x00007F00
            up &= 0x00008000
            right ^= up
            left ^= right
            word &= 0xFF0000FF
            word ^= left
        # With i counting the bytes of a word: w = a[i] + a[i + 1], u = a[i] + w[i + 2], and v like u of b.
        w, t = k.rotl(a, 8), k.rotl(b, 8)
        w ^= a
        t ^= b
        u, v = k.rotl(w, 16), k.rotl(t, 16)
        u ^= a
        v ^= b
        u ^= v
        w ^= v
        k.cold(u, w)
        return [u, w]

    def slices(self, a: Val, b: Val) -> list[Val]:
        """Word n has bit n of each byte; other bits of it are of no account."""
        k = self.k
        if k.usize.bits == 64:
            x = k.shl(k.zext(k.u64, a), 32) | k.zext(k.u64, b)
            q = [k.shr(x, n) if n else x for n in range(8)]
        else:
            q = []
            for n in range(8):
                one = (k.shr(a, n) if n else a) & 0x01010101
                one ^= (k.shr(b, n - 1) if n > 1 else k.shl(b, 1 - n) if n == 0 else b) & 0x02020202
                q.append(one)
        k.cold(q)
        return q

    def words(self, q: Sequence[Val]) -> Half:
        """The way back from slices."""
        k = self.k
        if k.usize.bits == 64:
            mask = k.const(k.u64, 0x0101010101010101)
            k.cold(mask)
            x = q[7] & mask
            for one in q[6::-1]:
                one &= mask
                k.shl(x, 1, to=x)
                x ^= one
            return [k.trunc(k.u32, k.shr(x, 32)), k.trunc(k.u32, x)]
        a, b = k.const(k.u32, 0), k.const(k.u32, 0)
        k.cold(a, b)
        for n, one in enumerate(q):
            a ^= k.shl(one & 0x01010101, n) if n else one & 0x01010101
            one &= 0x02020202
            b ^= k.shr(one, 1) if n == 0 else k.shl(one, n - 1) if n > 1 else one
        return [a, b]

    def round(self, left: Half, right: Half, at: Val) -> None:
        """A round: the new left half is the right one plus F, and the new right half is the left one."""
        for old, other, made in zip(left, right, self.f(left, at)):
            made ^= other
            self.k.set(other, old)
            self.k.set(old, made)

    # -- the cipher ------------------------------------------------------------------------------------------------

    def cipher(self, block: list[Val]) -> None:
        """Encrypt or decrypt a block in place, as the schedule says."""
        k = self.k
        assert self.schedule is not None and self.rounds is not None
        left, right = block[:2], block[2:]
        at, turns = k.copy(self.schedule, "at"), k.copy(self.rounds, "turns")
        k.cold(at, turns)
        for word, key in zip(block, self.read(at)):
            word ^= key
        with k.while_(turns.ne(0)):
            k.note("six rounds")
            with k.loop(k.const(k.usize, 6), step={at: 8}, at_least_once=True):
                self.round(left, right, k.add(at, BLOCK))
            turns -= 6
            k.break_if(turns.eq(0))
            k.note("FL of the left half, its inverse of the right half")
            keys = self.read(at, BLOCK)
            self.fl(left, keys[:2])
            self.fl_inverse(right, keys[2:])
            at += BLOCK
        # the last two subkeys are those of the halves as they stand; the output has them exchanged
        for word, key in zip(block, self.read(at, BLOCK)):
            word ^= key
        for one, other in zip(left, right):
            exchange(k, one, other)

    def fl(self, half: Half, key: Half) -> None:
        left, right = half
        right ^= self.k.rotl(left & key[0], 1)
        left ^= right | key[1]

    def fl_inverse(self, half: Half, key: Half) -> None:
        left, right = half
        left ^= right | key[1]
        right ^= self.k.rotl(left & key[0], 1)
