# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SEED in plain Python, from RFC 4269. A schedule is the 32 round keys in words of the host. The S-boxes are computed
from the powers that define them."""

from __future__ import annotations

from functools import cache

BLOCK = 16
ROUNDS = {16: 16}
MASK = 0xFFFFFFFF
GOLDEN = 0x9E3779B9
_POLYNOMIAL = 0x163
# Rows of the matrices of 2.2, the highest bit first.
_A = (
    (247, 169, "10001010 11111110 10000101 01000010 01000101 00100001 10001000 00010100"),
    (251, 56, "01000101 10000101 11111110 00100001 10001010 10001000 01000010 00010100"),
)
_MASKS = (0xFC, 0xF3, 0xCF, 0x3F)


def _power(x: int, n: int) -> int:
    out = 1
    for _ in range(n):
        product = 0
        for bit in range(8):
            product ^= out << bit if x >> bit & 1 else 0
        for bit in range(15, 7, -1):
            product ^= _POLYNOMIAL << bit - 8 if product >> bit & 1 else 0
        out = product
    return out


@cache
def boxes() -> list[list[int]]:
    made = []
    for n, constant, rows in _A:
        sums = [int(row, 2) for row in rows.split()]
        powers = [_power(x, n) for x in range(256)]
        made.append([int("".join(str((row & one).bit_count() & 1) for row in sums), 2) ^ constant for one in powers])
    return made


@cache
def g(x: int) -> int:
    y = [boxes()[n % 2][x >> 8 * n & 0xFF] for n in range(4)]
    out = 0
    for i in range(4):
        for j in range(4):
            out ^= (y[j] & _MASKS[(i + j) % 4]) << 8 * i
    return out


def encrypt_schedule(key: bytes) -> bytes:
    a, b, c, d = (int.from_bytes(key[n : n + 4], "big") for n in range(0, 16, 4))
    made = b""
    for n in range(16):
        constant = (GOLDEN << n | GOLDEN >> 32 - n) & MASK
        for word in (g(a + c - constant & MASK), g(b - d + constant & MASK)):
            made += word.to_bytes(4, "little")
        if n % 2 == 0:
            a, b = (a >> 8 | b << 24) & MASK, (b >> 8 | a << 24) & MASK
        else:
            c, d = (c << 8 | d >> 24) & MASK, (d << 8 | c >> 24) & MASK
    return made


def decrypt_schedule(key: bytes) -> bytes:
    made = encrypt_schedule(key)
    return b"".join(made[n : n + 8] for n in range(120, -1, -8))


def block(made: bytes, data: bytes) -> bytes:
    a, b, c, d = (int.from_bytes(data[n : n + 4], "big") for n in range(0, 16, 4))
    for n in range(0, 128, 8):
        x = c ^ int.from_bytes(made[n : n + 4], "little")
        y = g(d ^ int.from_bytes(made[n + 4 : n + 8], "little") ^ x)
        x = g(x + y & MASK)
        y = g(x + y & MASK)
        x = x + y & MASK
        a, b, c, d = c, d, a ^ x, b ^ y
    return b"".join(word.to_bytes(4, "big") for word in (c, d, a, b))


def ecb(made: bytes, data: bytes) -> bytes:
    return b"".join(block(made, data[n : n + BLOCK]) for n in range(0, len(data), BLOCK))
