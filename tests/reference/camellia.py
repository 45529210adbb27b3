# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Camellia in plain Python, from RFC 3713: the key schedule in the library's order, and ECB.

A schedule is the subkeys in the order of their use, eight bytes each: kw1, kw2, six round keys, two of FL, and so on,
at the end kw4 and kw3. In the reverse order they decrypt. The S-box is computed from the field.
"""

from __future__ import annotations

from functools import cache
from math import isqrt

BLOCK = 16
ROUNDS = {16: 18, 24: 24, 32: 24}
"""Bytes of a key → rounds."""
MASK32, MASK64, MASK128 = 2**32 - 1, 2**64 - 1, 2**128 - 1
SIGMA = [isqrt(prime << 136) & MASK64 for prime in (2, 3, 5, 7, 11, 13)]
"""The second to the seventeenth hexadecimal digit of the square roots of the first primes."""
_POLYNOMIAL = 0x169  # of beta
_ALPHA = 0x6C  # beta^6 + beta^5 + beta^3 + beta^2

# Bit 1 is a byte's highest. Bit n of the result is the sum of the bits named in entry n - 1.
_F = ((2, 6), (1, 7), (3, 5, 8), (3, 8), (4, 7), (2, 5), (1, 8), (4, 6))
_H = ((2, 5, 6), (2, 6), (4, 7), (2, 8), (3, 7), (1, 8), (1, 5), (3, 6))

# The S-boxes of the eight bytes, and the bytes that are added to each byte of the result.
_BOXES = (1, 2, 3, 4, 2, 3, 4, 1)
_P = (
    (1, 3, 4, 6, 7, 8), (1, 2, 4, 5, 7, 8), (1, 2, 3, 5, 6, 8), (2, 3, 4, 5, 6, 7),
    (1, 2, 6, 7, 8), (2, 3, 5, 7, 8), (3, 4, 5, 6, 8), (1, 4, 5, 6, 7),
)  # fmt: skip


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= _POLYNOMIAL
        b >>= 1
    return product


def _sums(rows: tuple[tuple[int, ...], ...], x: int) -> int:
    out = 0
    for row in rows:
        out = out << 1 | sum(x >> (8 - n) & 1 for n in row) & 1
    return out


@cache
def _elements() -> list[int]:
    """The element of the field that a byte stands for: bits 8 to 5 count 1, alpha, alpha^2 and alpha^3, bits 4 to 1 the
    same times beta."""
    powers = [1]
    for _ in range(3):
        powers.append(_times(powers[-1], _ALPHA))
    powers += [_times(one, 2) for one in powers]
    out = [0] * 256
    for byte in range(256):
        for n, one in enumerate(powers):
            out[byte] ^= one if byte >> n & 1 else 0
    return out


def box(number: int, x: int) -> int:
    """S-box 1 to 4 of a byte."""
    return _boxes()[number - 1][x]


@cache
def _boxes() -> tuple[bytes, ...]:
    elements = _elements()
    inverse = {x: next((y for y in elements if _times(x, y) == 1), 0) for x in elements}
    first = bytes(_sums(_H, elements.index(inverse[elements[_sums(_F, x ^ 0xC5)]])) ^ 0x6E for x in range(256))
    turned = [bytes((x << by | x >> (8 - by)) & 255 for x in range(256)) for by in (1, 7)]
    return first, first.translate(turned[0]), first.translate(turned[1]), bytes(first[x] for x in turned[0])


@cache
def _tables() -> tuple[tuple[int, ...], ...]:
    """What each byte of F's argument adds to the result, by its place and value."""
    places = [sum(255 << (56 - 8 * to) for to, row in enumerate(_P) if n + 1 in row) for n in range(8)]
    return tuple(tuple(place // 255 * box(number, x) for x in range(256)) for place, number in zip(places, _BOXES))


def f(x: int, key: int) -> int:
    """The F-function, 2.4.1."""
    out = 0
    for table, byte in zip(_tables(), (x ^ key).to_bytes(8, "big")):
        out ^= table[byte]
    return out


def _rotl32(x: int) -> int:
    return (x << 1 | x >> 31) & MASK32


def fl(x: int, key: int) -> int:
    left, right = x >> 32, x & MASK32
    right ^= _rotl32(left & key >> 32)
    left ^= right | key & MASK32
    return left << 32 | right


def fl_inverse(x: int, key: int) -> int:
    left, right = x >> 32, x & MASK32
    left ^= right | key & MASK32
    right ^= _rotl32(left & key >> 32)
    return left << 32 | right


def encrypt_schedule(key: bytes) -> bytes:
    """The subkeys of a key of 16, 24 or 32 bytes, 2.2."""
    left = int.from_bytes(key[:16], "big")
    tail = key[16:] if len(key) != 24 else key[16:] + bytes(255 - one for one in key[16:])
    right = int.from_bytes(tail, "big")
    mixed = left ^ right
    made = []
    for turn in range(3):
        high, low = mixed >> 64, mixed & MASK64
        low ^= f(high, SIGMA[2 * turn])
        high ^= f(low, SIGMA[2 * turn + 1])
        made.append(high << 64 | low)
        mixed = made[-1] ^ (left if turn == 0 else right)
    _, a, b = made

    def pair(x: int, by: int) -> list[int]:
        turned = (x << by | x >> (128 - by)) & MASK128
        return [turned >> 64, turned & MASK64]

    if len(key) == 16:
        keys = [
            *pair(left, 0), *pair(a, 0), *pair(left, 15), *pair(a, 15), *pair(a, 30), *pair(left, 45),
            pair(a, 45)[0], pair(left, 60)[1], *pair(a, 60), *pair(left, 77), *pair(left, 94), *pair(a, 94),
            *pair(left, 111), *pair(a, 111)[::-1],
        ]  # fmt: skip
    else:
        keys = [
            *pair(left, 0), *pair(b, 0), *pair(right, 15), *pair(a, 15), *pair(right, 30), *pair(b, 30),
            *pair(left, 45), *pair(a, 45), *pair(left, 60), *pair(right, 60), *pair(b, 60), *pair(left, 77),
            *pair(a, 77), *pair(right, 94), *pair(a, 94), *pair(left, 111), *pair(b, 111)[::-1],
        ]  # fmt: skip
    return b"".join(one.to_bytes(8, "big") for one in keys)


def decrypt_schedule(key: bytes) -> bytes:
    made = encrypt_schedule(key)
    return b"".join(made[at : at + 8] for at in range(len(made) - 8, -1, -8))


def crypt(schedule: bytes, block: bytes) -> bytes:
    """A block under a schedule of either direction."""
    keys = [int.from_bytes(schedule[at : at + 8], "big") for at in range(0, len(schedule), 8)]
    d1, d2 = (int.from_bytes(block[at : at + 8], "big") ^ key for at, key in zip((0, 8), keys))
    for at in range(2, len(keys) - 2, 8):
        if at > 2:
            d1, d2 = fl(d1, keys[at - 2]), fl_inverse(d2, keys[at - 1])
        for n in range(at, at + 6, 2):
            d2 ^= f(d1, keys[n])
            d1 ^= f(d2, keys[n + 1])
    return (d2 ^ keys[-1]).to_bytes(8, "big") + (d1 ^ keys[-2]).to_bytes(8, "big")


def ecb(schedule: bytes, data: bytes) -> bytes:
    return b"".join(crypt(schedule, data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))
