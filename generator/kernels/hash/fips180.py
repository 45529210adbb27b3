# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The numbers of FIPS 180-4: constants, computed, and the shapes of SHA-256 and SHA-512."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from generator.lang import Builder, Val

SHA1_CONSTANTS = [0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6]  # 4.2.1: square roots of 2, 3, 5, 10
PRIMES = [n for n in range(2, 410) if all(n % d for d in range(2, isqrt(n) + 1))]


def root_bits(n: int, degree: int, bits: int) -> int:
    """The first `bits` bits of the fractional part of the `degree`-th root of `n`, by bisection in integers."""
    goal, low, high = n << (degree * bits), 0, n << bits
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= goal else (low, middle)
    return low & ((1 << bits) - 1)


@dataclass(frozen=True)
class Shape:
    """FIPS 180-4, 4.1.2 and 4.1.3: word size in bits, rounds, and the rotations (and shifts) of the four functions."""

    bits: int
    rounds: int
    big0: tuple[int, int, int]
    big1: tuple[int, int, int]
    small0: tuple[int, int, int]
    small1: tuple[int, int, int]

    def constants(self) -> list[int]:
        """4.2.2 and 4.2.3: the cube roots of the first primes."""
        return [root_bits(prime, 3, self.bits) for prime in PRIMES[: self.rounds]]

    @property
    def bytes(self) -> int:
        """Size of a word."""
        return self.bits // 8

    def load(self, k: Builder, ptr: Val, *, names: Sequence[str], offset: int = 0, be: bool = False) -> list[Val]:
        """Words, one after the other, `offset` bytes from `ptr`."""
        load = k.load32 if self.bits == 32 else k.load64
        return list(load(ptr, len(names), offset=offset, names=names, be=be))

    def add_from(self, k: Builder, to: Val, ptr: Val, offset: int) -> None:
        """Add the word `offset` bytes from `ptr`."""
        to += self.load(k, ptr, names=["sum"], offset=offset)[0]

    def store(self, k: Builder, ptr: Val, words: Sequence[Val]) -> None:
        """Words, one after the other, to `ptr`."""
        store = k.store32 if self.bits == 32 else k.store64
        store(ptr, words)


SHA256 = Shape(32, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
SHA512 = Shape(64, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
