# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CAST-128 in plain Python, from RFC 2144. A schedule is the masking and the rotating subkey of each round, in words of
32 bits, little-endian. The S-boxes are those of the script: they are found, not computed."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache

ROUNDS = {5: 12, 8: 12, 10: 12, 11: 16, 15: 16, 16: 16}
"""Some sizes of keys in bytes → rounds."""
_MASK = 0xFFFFFFFF


@cache
def boxes() -> list[list[int]]:
    """Those of the script, which are found and not computed. A tree without the script has the other references."""
    from generator.kernels.cipher.cast128_boxes import BOXES

    return BOXES


def _sum(four: Sequence[int], fifth: int, box: int) -> int:
    out = boxes()[box - 1][fifth]
    for n, byte in enumerate(four):
        out ^= boxes()[4 + n][byte]
    return out


def _next(b: bytes, order: tuple[int, int, int, int]) -> bytes:
    """z of x (with the words of x in an order), and x of z."""
    made: list[int] = []

    def four(*places: int) -> list[int]:
        whole = b"".join(word.to_bytes(4, "big") for word in made)
        return [whole[n] for n in places]

    def word(at: int) -> int:
        return int.from_bytes(b[4 * at : 4 * at + 4], "big")

    first = (13, 15, 12, 14) if order[0] == 0 else (5, 7, 4, 6)
    fifths = (8, 10, 9, 11) if order[0] == 0 else (0, 2, 1, 3)
    made.append(word(order[0]) ^ _sum([b[n] for n in first], b[fifths[0]], 7))
    made.append(word(order[1]) ^ _sum(four(0, 2, 1, 3), b[fifths[1]], 8))
    made.append(word(order[2]) ^ _sum(four(7, 6, 5, 4), b[fifths[2]], 5))
    made.append(word(order[3]) ^ _sum(four(10, 9, 11, 8), b[fifths[3]], 6))
    return b"".join(one.to_bytes(4, "big") for one in made)


def _taken(b: bytes, ends_first: bool, fifths: Sequence[int]) -> list[int]:
    """Four subkeys of the bytes of x or z: pairs that go up, and pairs that go down, from the middle or the ends."""
    rows = ((8, 9, 7, 6), (10, 11, 5, 4), (12, 13, 3, 2), (14, 15, 1, 0))
    if ends_first:
        rows = ((3, 2, 12, 13), (1, 0, 14, 15), (7, 6, 8, 9), (5, 4, 10, 11))
    return [_sum([b[n] for n in row], b[fifth], 5 + n) for n, (row, fifth) in enumerate(zip(rows, fifths))]


@cache
def encrypt_schedule(key: bytes) -> bytes:
    x, subkeys = key.ljust(16, b"\0"), list[int]()
    for _ in range(2):
        for middle, ends in (((2, 6, 9, 12), (8, 13, 3, 7)), ((9, 12, 2, 6), (3, 7, 8, 13))):
            z = _next(x, (0, 2, 3, 1))
            first = middle[0] == 2
            subkeys += _taken(z, not first, middle)
            x = _next(z, (2, 0, 1, 3))
            subkeys += _taken(x, first, ends)
    rounds = 12 if len(key) <= 10 else 16
    pairs = zip(subkeys[:rounds], (one & 31 for one in subkeys[16:]))
    return b"".join(struct.pack("<2I", *pair) for pair in pairs)


def decrypt_schedule(key: bytes) -> bytes:
    made = encrypt_schedule(key)
    return b"".join(made[n - 8 : n] for n in range(len(made), 0, -8))


def _function(kind: int, mask: int, turn: int, d: int) -> int:
    i = (mask + d, mask ^ d, mask - d)[kind] & _MASK
    i = (i << turn | i >> 32 - turn) & _MASK
    a, b, c, d = (box[i >> shift & 0xFF] for box, shift in zip(boxes(), (24, 16, 8, 0)))
    return (((a ^ b) - c + d, (a - b + c) ^ d, (a + b ^ c) - d)[kind]) & _MASK


def _run(schedule: bytes, data: bytes, decrypts: bool) -> bytes:
    keys = [*struct.iter_unpack("<2I", schedule)]
    kinds = [n % 3 for n in range(len(keys))]
    out = b""
    for left, right in struct.iter_unpack(">2I", data):
        for kind, (mask, turn) in zip(kinds[::-1] if decrypts else kinds, keys):
            left, right = right, left ^ _function(kind, mask, turn, right)
        out += struct.pack(">2I", right, left)
    return out


def ecb(schedule: bytes, data: bytes) -> bytes:
    return _run(schedule, data, decrypts=False)


def decrypt(schedule: bytes, data: bytes) -> bytes:
    """A schedule does not tell its direction."""
    return _run(schedule, data, decrypts=True)
