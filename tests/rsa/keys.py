# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RSA keys for tests: made from random primes, or from the primes of published vectors."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import gcd, isqrt


@dataclass(frozen=True, slots=True)
class Key:
    """A key with two primes."""

    p: int
    q: int
    e: int = 65537

    @property
    def n(self) -> int:
        return self.p * self.q

    @property
    def d(self) -> int:
        return pow(self.e, -1, (self.p - 1) * (self.q - 1))

    @property
    def length(self) -> int:
        return (self.n.bit_length() + 7) // 8

    @property
    def half(self) -> int:
        """The bytes of each part of the private key."""
        return (self.length + 1) // 2

    def parts(self) -> list[bytes]:
        """p, q, the exponents of both, and the inverse of q, as octet strings."""
        numbers = (self.p, self.q, self.d % (self.p - 1), self.d % (self.q - 1), pow(self.q, -1, self.p))
        return [number.to_bytes(self.half, "big") for number in numbers]

    def power(self, number: int) -> int:
        """The number to the power of the private exponent, from both primes: four times as fast as from n."""
        one, two = (pow(number, self.d % (prime - 1), prime) for prime in (self.p, self.q))
        return two + self.q * ((one - two) * pow(self.q, -1, self.p) % self.p)

    def turned(self) -> Key:
        """The same key with its primes in the other order."""
        return Key(self.q, self.p, self.e)

    def octets(self, number: int) -> bytes:
        return number.to_bytes(self.length, "big")


def _prime(rng: random.Random, least: int, most: int, e: int) -> int:
    """A number between the two that passes Fermat's test, and that does without e."""
    while True:
        number = rng.randrange(least, most) | 1
        if number % e != 1 and all(number % small for small in (3, 5, 7, 11, 13)) and pow(2, number - 1, number) == 1:
            return number


def made(rng: random.Random, bits: int, e: int = 65537) -> Key:
    """A key whose modulus has ``bits`` bits."""
    while True:
        p = _prime(rng, isqrt(1 << (bits + bits % 2 - 1)), 1 << (bits + 1) // 2, e)
        q = _prime(rng, ((1 << (bits - 1)) - 1) // p + 1, ((1 << bits) - 1) // p, e)
        if p != q and (p * q).bit_length() == bits and q.bit_length() <= 8 * ((bits + 15) // 16):
            return Key(p, q, e)


_TO_PRIMES = {2048: (286, 396), 3072: (50, 2980), 4096: (3832, 2790)}
"""Bits of a key → the distances of its primes from numbers that Python's generator gives: a search takes long."""


def long_key(bits: int, e: int = 65537) -> Key:
    """A key of one of these sizes."""
    half = bits // 2
    starts = [random.Random(seed).getrandbits(half) | 3 << (half - 2) | 1 for seed in (1, 2)]
    p, q = (start + distance for start, distance in zip(starts, _TO_PRIMES[bits]))
    return Key(p, q, e)


def unequal(rng: random.Random, e: int = 65537) -> Key:
    """A key of 95 octets: one prime fills its limbs, and the other one is shorter by almost two octets."""
    return Key(_prime(rng, 15 << 380, 1 << 384, e), _prime(rng, 1 << 369, 1 << 370, e), e)


def factored(n: int, e: int, d: int, seed: int = 1) -> Key:
    """The key of a modulus whose exponents are known."""
    odd, twos = d * e - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    rng = random.Random(seed)
    while True:
        x = pow(rng.randrange(2, n - 1), odd, n)
        for _ in range(twos):
            before, x = x, x * x % n
            if x == 1 and before not in (1, n - 1):
                p = gcd(before - 1, n)
                return Key(p, n // p, e)
