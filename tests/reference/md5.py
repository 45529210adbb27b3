# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""MD5 compression in plain Python, from RFC 1321."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

N = Any
INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)
_MASK = 0xFFFFFFFF
_SINES = [int(abs(math.sin(step + 1)) * 2**32) for step in range(64)]
_SHIFTS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_INDEX = [(1, 0), (5, 1), (3, 5), (7, 0)]  # word of step i in round r: factor * i + offset, modulo 16


def _step_table() -> list[tuple[int, int, int]]:
    rows = []
    for step in range(64):
        factor, offset = _INDEX[step // 16]
        rows.append(((factor * step + offset) % 16, _SINES[step], _SHIFTS[step // 16][step % 4]))
    return rows


_STEPS = _step_table()


def compress(state: Sequence[N], words: Sequence[N]) -> tuple[N, N, N, N]:
    """One compression: four words of 32 bits and the 16 words of a block give the next four words. Words are numbers,
    or what computes as they do."""
    a, b, c, d = state
    for step, (word, sine, shift) in enumerate(_STEPS):
        if step < 16:
            mixed = (b & c) | (~b & d)
        elif step < 32:
            mixed = (b & d) | (c & ~d)
        elif step < 48:
            mixed = b ^ c ^ d
        else:
            mixed = c ^ (b | (~d & _MASK))
        total = (a + mixed + words[word] + sine) & _MASK
        a, d, c, b = d, c, b, (b + (total << shift | total >> (32 - shift))) & _MASK
    return (
        (state[0] + a) & _MASK,
        (state[1] + b) & _MASK,
        (state[2] + c) & _MASK,
        (state[3] + d) & _MASK,
    )


def blocks(state: bytes, data: bytes) -> bytes:
    """The 16-byte state (four little-endian words) after compressing ``data``, a multiple of 64 bytes."""
    if len(data) % 64:
        raise ValueError(f"md5 blocks: {len(data)} bytes is not a multiple of 64")
    a, b, c, d = struct.unpack("<4I", state)
    words = (a, b, c, d)
    for at in range(0, len(data), 64):
        words = compress(words, struct.unpack("<16I", data[at : at + 64]))
    return struct.pack("<4I", *words)


def digest(message: bytes) -> bytes:
    """The MD5 of a whole message, 16 bytes."""
    padding = b"\x80" + bytes((55 - len(message)) % 64) + struct.pack("<Q", 8 * len(message) & (2**64 - 1))
    return blocks(struct.pack("<4I", *INITIAL), message + padding)
