# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SipHash-2-4 with 64-bit output in plain Python, from Aumasson and Bernstein 2012."""

from __future__ import annotations

import struct

_MASK = 2**64 - 1


def _rotate(word: int, bits: int) -> int:
    return (word << bits | word >> (64 - bits)) & _MASK


def _rounds(v0: int, v1: int, v2: int, v3: int, count: int) -> tuple[int, int, int, int]:
    for _ in range(count):
        v0 = (v0 + v1) & _MASK
        v1 = _rotate(v1, 13) ^ v0
        v0 = _rotate(v0, 32)
        v2 = (v2 + v3) & _MASK
        v3 = _rotate(v3, 16) ^ v2
        v0 = (v0 + v3) & _MASK
        v3 = _rotate(v3, 21) ^ v0
        v2 = (v2 + v1) & _MASK
        v1 = _rotate(v1, 17) ^ v2
        v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


def siphash24(key: bytes, data: bytes) -> bytes:
    """The eight bytes, little-endian, of SipHash-2-4 of ``data`` under a 16-byte key."""
    if len(key) != 16:
        raise ValueError(f"siphash key of {len(key)} bytes; it has 16")
    k0, k1 = struct.unpack("<2Q", key)
    v0, v1 = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D
    v2, v3 = k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573
    tail = len(data) % 8
    padded = data + bytes(7 - tail) + bytes((len(data) & 255,))
    for (word,) in struct.iter_unpack("<Q", padded):
        v3 ^= word
        v0, v1, v2, v3 = _rounds(v0, v1, v2, v3, 2)
        v0 ^= word
    v2 ^= 0xFF
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3, 4)
    return struct.pack("<Q", v0 ^ v1 ^ v2 ^ v3)
