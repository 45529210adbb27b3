# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4 in plain Python. A state is 258 little-endian words of 32 bits: the permutation, then x and y as after the last
byte handled."""

from __future__ import annotations

import struct
from collections.abc import Sequence

STATE_BYTES = 4 * 258


def state(words: Sequence[int]) -> bytes:
    """The permutation, x and y as they lie in memory."""
    return struct.pack("<258I", *words)


def set_key(key: bytes) -> bytes:
    """The state for a key of 1 to 256 bytes."""
    if not 1 <= len(key) <= 256:
        raise ValueError(f"rc4 key of {len(key)} bytes; 1 to 256 are possible")
    table = list(range(256))
    j = 0
    for i in range(256):
        j = (j + table[i] + key[i % len(key)]) & 255
        table[i], table[j] = table[j], table[i]
    return state([*table, 0, 0])


def stream(before: bytes, data: bytes) -> tuple[bytes, bytes]:
    """Encrypts or decrypts ``data``: the next state and as many bytes of output."""
    if len(before) != STATE_BYTES:
        raise ValueError(f"rc4 state of {len(before)} bytes; it has {STATE_BYTES}")
    *table, x, y = struct.unpack("<258I", before)
    out = bytearray(len(data))
    for at, byte in enumerate(data):
        x = (x + 1) & 255
        first = table[x]
        y = (y + first) & 255
        second = table[y]
        table[x], table[y] = second, first
        out[at] = byte ^ table[(first + second) & 255]
    return state([*table, x, y]), bytes(out)
