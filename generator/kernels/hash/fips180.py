# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The numbers of FIPS 180-4: computed constants, and the shapes of SHA-1, SHA-256 and SHA-512."""

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
    """``bits`` of a word, ``rounds`` of a block, names of the ``state``'s words, and the ``period``: the rounds after
    which the words stand in their places again."""

    bits: int
    rounds: int
    state: str
    period: int

    @property
    def bytes(self) -> int:
        """Size of a word."""
        return self.bits // 8

    @property
    def block(self) -> int:
        """Size of a block in bytes: sixteen words."""
        return 16 * self.bytes

    def load(self, k: Builder, ptr: Val, *, names: Sequence[str], offset: int = 0, be: bool = False) -> list[Val]:
        """Load consecutive words, from `offset` bytes behind `ptr` on."""
        load = k.load32 if self.bits == 32 else k.load64
        return list(load(ptr, len(names), offset=offset, names=names, be=be))

    def store(self, k: Builder, ptr: Val, words: Sequence[Val]) -> None:
        """Store consecutive words at `ptr`."""
        store = k.store32 if self.bits == 32 else k.store64
        store(ptr, words)

    def table(self) -> list[int]:
        """The constants as vectors of 16 bytes add them: each constant of SHA-1 four times."""
        return [constant for constant in SHA1_CONSTANTS for _ in range(4)]

    def table_at(self, t: int) -> int:
        """The offset in the table, in bytes, of the constants of the rounds from t on."""
        return 16 * (t // 20)


@dataclass(frozen=True)
class Sha2(Shape):
    """A shape with the rotations (and shifts) of the four functions of FIPS 180-4, 4.1.2 and 4.1.3."""

    big0: tuple[int, int, int]
    big1: tuple[int, int, int]
    small0: tuple[int, int, int]
    small1: tuple[int, int, int]

    def table(self) -> list[int]:
        """One constant for each round, from the cube roots of the first primes (4.2.2 and 4.2.3)."""
        return [root_bits(prime, 3, self.bits) for prime in PRIMES[: self.rounds]]

    def table_at(self, t: int) -> int:
        return t * self.bytes


SHA1 = Shape(32, 80, "abcde", 80)
SHA256 = Sha2(32, 64, "abcdefgh", 16, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
SHA512 = Sha2(64, 80, "abcdefgh", 16, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
