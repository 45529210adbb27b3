# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES as FIPS 46-3 says it, and triple DES (SP 800-67), bit by bit. A schedule is that of the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

IP = [
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24,
    16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39,
    31, 23, 15, 7,
]  # fmt: skip
FINAL = [IP.index(n) + 1 for n in range(1, 65)]
P = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4,
     25]  # fmt: skip
PC1 = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55,
    47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
]  # fmt: skip
PC2 = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30,
    40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
]  # fmt: skip
ROUNDS = {8: 16, 16: 48, 24: 48}
ORDER = [1, 4, 2, 3, 0, 5]
SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
S = [
    [14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8, 4,
     1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13],
    [15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5, 0,
     14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9],
    [10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1, 13,
     6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12],
    [7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9, 10,
     6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14],
    [2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6, 4,
     2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3],
    [12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8, 9,
     14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13],
    [4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6, 1,
     4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12],
    [13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2, 7,
     11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11],
]  # fmt: skip


def bits_of(data: bytes) -> list[int]:
    return [byte >> 7 - n & 1 for byte in data for n in range(8)]


def bytes_of(bits: Sequence[int]) -> bytes:
    return bytes(sum(bit << 7 - n for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def schedule(key: bytes, *, reverse: bool = False) -> bytes:
    """Byte 8 * j + s of a round is 255 if bit ORDER[j] of the round key of S-box s is 1."""
    bits = bits_of(key)
    c, d = ([bits[n - 1] for n in half] for half in (PC1[:28], PC1[28:]))
    made = []
    for shift in SHIFTS:
        c, d = c[shift:] + c[:shift], d[shift:] + d[:shift]
        chosen = [(c + d)[n - 1] for n in PC2]
        made.append(bytes(255 * chosen[6 * box + bit] for bit in ORDER for box in range(8)))
    return b"".join(reversed(made) if reverse else made)


def encrypt_schedule(key: bytes) -> bytes:
    """The schedule of a key of 8, 16 or 24 bytes: of DES, or of triple DES with two or three keys."""
    parts = [key[n : n + 8] for n in range(0, len(key), 8)]
    if len(parts) == 2:
        parts.append(parts[0])
    return b"".join(schedule(part, reverse=n == 1) for n, part in enumerate(parts))


def decrypt_schedule(key: bytes) -> bytes:
    """The same round keys in reverse order."""
    made = encrypt_schedule(key)
    return b"".join(made[n : n + 48] for n in range(len(made) - 48, -1, -48))


@cache
def substituted(box: int, x: int) -> int:
    """What an S-box makes of six bits, after the permutation."""
    value = S[box][16 * (x >> 5 << 1 | x & 1) + (x >> 1 & 15)]
    return sum((value >> 3 - (n - 1) % 4 & 1) << 31 - place for place, n in enumerate(P) if (n - 1) // 4 == box)


@cache
def round_keys(made: bytes) -> list[list[int]]:
    """The six bits for each S-box, of each round."""
    every = (made[at : at + 48] for at in range(0, len(made), 48))
    return [
        [sum((key[8 * n + box] & 1) << 5 - bit for n, bit in enumerate(ORDER)) for box in range(8)] for key in every
    ]


def _permuted(x: int, order: Sequence[int]) -> int:
    return sum((x >> 64 - n & 1) << 63 - place for place, n in enumerate(order))


def block(made: bytes, data: bytes) -> bytes:
    """One block under a schedule of 16 rounds for each pass."""
    x = int.from_bytes(data, "big")
    keys = round_keys(made)
    for at in range(0, len(keys), 16):
        x = _permuted(x, IP)
        left, right = x >> 32, x & 0xFFFFFFFF
        for key in keys[at : at + 16]:
            wide = (right & 1) << 33 | right << 1 | right >> 31  # E, six bits from each fourth bit on
            out = 0
            for box in range(8):
                out |= substituted(box, wide >> 28 - 4 * box & 63 ^ key[box])
            left, right = right, left ^ out
        x = _permuted(right << 32 | left, FINAL)
    return x.to_bytes(8, "big")


def ecb(made: bytes, data: bytes) -> bytes:
    return b"".join(block(made, data[n : n + 8]) for n in range(0, len(data), 8))
