# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of Camellia by tables: each byte of a half indexes what it adds to F. Addresses depend on the text and on
the key."""

from __future__ import annotations

from generator.kernels.cipher.camellia_field import BOX, turned
from generator.lang import Builder, Val

TABLE = "camellia_table"
EXEMPT = {TABLE: "bytes of the text and of the key index tables, for programs that ask for speed over secrecy"}
SBOXES = "12342341"
"""Of byte 1 of a half to byte 8, 2.4.1."""
# The bytes of P's result that have each byte of its argument, 2.4.6.
_SUMS = ("12358", "23456", "13467", "12478", "234678", "134578", "124568", "123567")


def _substitute(box: str, x: int) -> int:
    return BOX(turned(x, 1)) if box == "4" else turned(BOX(x), {"1": 0, "2": 1, "3": 7}[box])


def part(byte: int) -> list[int]:
    """What a byte adds to F, of each of its values. The first byte of a half is the highest."""
    mask = sum(1 << 64 - 8 * int(one) for one in _SUMS[byte])
    return [_substitute(SBOXES[byte], x) * mask for x in range(256)]


class IndexedCamellia:
    """A half of a block is a word of 64 bits, its first byte the highest."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        self.table = k.table("camellia_parts", k.u64, [word for byte in range(8) for word in part(byte)])
        k.cold(schedule, rounds)

    def load(self, at: Val, offset: int = 0) -> Val:
        word: Val = self.k.load64(at, offset=offset, be=True)
        return word

    def add_f(self, to: Val, x: Val) -> None:
        """Add F of a half with its round key. What is there first is added first, and bytes are in the order in which
        their words come."""
        sums = [to]
        for byte in (0, 7, 1, 2, 3, 4, 5, 6):
            word = self.word(x, byte)
            if byte in (0, 7, 2, 4, 6):
                sums[-1] ^= word
            else:
                sums.append(word)
        _, second, third, fourth = sums
        to ^= second
        third ^= fourth
        to ^= third

    def word(self, x: Val, byte: int) -> Val:
        """What a byte of x adds."""
        index = self.k.shr(x, 56 - 8 * byte) if byte < 7 else x
        index = index & 0xFF if byte else index
        word: Val = self.k.load64(self.table, index=index, scale=8, offset=2048 * byte, exempt=TABLE)
        return word

    def cipher(self, left: Val, right: Val) -> None:
        """Encrypt or decrypt a block in place, as the schedule says. The halves change places at the end."""
        k = self.k
        at, turns = k.copy(self.schedule, "at"), k.copy(self.rounds, "turns")
        k.cold(turns)
        left ^= self.load(at)
        right ^= self.load(at, 8)
        with k.while_(turns.ne(0)):
            k.note("six rounds")
            at += 16
            x = left ^ self.load(at)
            with k.loop(k.const(k.usize, 3), step={at: 16}, at_least_once=True):
                for n, half in enumerate((right, left)):
                    key = self.load(at, 8 + 8 * n)
                    following = half ^ key  # before F, which is the last to come
                    self.add_f(following, x)
                    k.xor(following, key, to=half)
                    k.set(x, following)
            turns -= 6
            k.break_if(turns.eq(0))
            k.note("FL of the left half, its inverse of the right half")
            self.fl(left, self.load(at), 0)
            self.fl(right, self.load(at, 8), 1)
        left ^= self.load(at)
        right ^= self.load(at, 8)

    def fl(self, half: Val, key: Val, inverse: int) -> None:
        k = self.k

        def low() -> None:
            both = k.trunc(k.u32, (half >> 32) & (key >> 32))
            k.xor(half, k.zext(k.u64, k.rotl(both, 1)), to=half)

        def high() -> None:
            k.xor(half, (half | key) << 32, to=half)

        for step in (high, low) if inverse else (low, high):
            step()
