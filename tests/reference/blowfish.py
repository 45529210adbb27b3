# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blowfish, from its paper (Fast Software Encryption 1993). A schedule is the 18 subkeys and the four boxes, in words
of 32 bits, little-endian."""

from __future__ import annotations

import struct
from functools import cache

ROUNDS = dict.fromkeys((4, 7, 16, 55, 56), 16)
"""Some sizes of keys in bytes → rounds."""
_WORDS = 18 + 4 * 256


@cache
def _pi() -> tuple[int, ...]:
    """Words of the fraction of pi, by Bailey, Borwein and Plouffe's series."""
    bits = 32 * _WORDS + 64
    terms = ((4, 1), (-2, 4), (-1, 5), (-1, 6))
    total = sum(sum((x << bits) // (8 * n + y) for x, y in terms) >> 4 * n for n in range(bits // 4 + 1))
    fraction = (total & (1 << bits) - 1) >> 64
    return struct.unpack(f">{_WORDS}I", fraction.to_bytes(4 * _WORDS, "big"))


def _encrypt(words: list[int], left: int, right: int) -> tuple[int, int]:
    for subkey in words[:16]:
        left ^= subkey
        a, b, c, d = (18 + 256 * n + (left >> 24 - 8 * n & 0xFF) for n in range(4))
        mixed = ((words[a] + words[b] ^ words[c]) + words[d]) & 0xFFFFFFFF
        left, right = right ^ mixed, left
    return right ^ words[17], left ^ words[16]


@cache
def encrypt_schedule(key: bytes) -> bytes:
    words = [*_pi()]
    again = key * 72
    for n in range(18):
        words[n] ^= int.from_bytes(again[4 * n : 4 * n + 4], "big")
    block = (0, 0)
    for n in range(0, _WORDS, 2):
        block = _encrypt(words, *block)
        words[n : n + 2] = block
    return struct.pack(f"<{_WORDS}I", *words)


def decrypt_schedule(key: bytes) -> bytes:
    made = encrypt_schedule(key)
    return b"".join(made[4 * n : 4 * n + 4] for n in range(17, -1, -1)) + made[72:]


def ecb(schedule: bytes, data: bytes) -> bytes:
    words = [*struct.unpack(f"<{_WORDS}I", schedule)]
    halves = struct.iter_unpack(">2I", data)
    return b"".join(struct.pack(">2I", *_encrypt(words, left, right)) for left, right in halves)
