# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RIPEMD-160 in plain Python, from ISO/IEC 10118-3."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

N = Any
INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
_MASK = 0xFFFFFFFF
_ADDED = (
    (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E),
    (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0),
)
_TAKEN = (
    "0123456789abcdef 74d1a6f3c0952eb8 3ae49f812706db5c 19ba08c4d37fe562 40597c2ae138b6fd",
    "5e7092b4d6f81a3c 6b370d5aef8c4912 f5137e69b8c2a04d 86413bf05c2d97ae cfa4158762de039b",
)  # fmt: skip
_TURNED = (
    "befc5879bdef6798 768db97f7cf9b7dc bd67e9dfe8d65c75 bcefef989e56865c 9f5b68dc5cdeb856",
    "899bdff5778beec6 9df7c89b77c76fdb 97fb866ecd5edd75 f58bee6e69c9c5f8 85c9c5e68d65fdbb",
)  # fmt: skip


def _mixed(turn: int, x: N, y: N, z: N) -> N:
    return (x ^ y ^ z, x & y | ~x & z, (x | ~y) ^ z, x & z | y & ~z, x ^ (y | ~z))[turn] & _MASK


def _turn(x: N, by: int) -> N:
    return (x << by | x >> (32 - by)) & _MASK


def compress(state: Sequence[N], words: Sequence[N]) -> tuple[N, ...]:
    """One compression: five words of 32 bits and the 16 words of a block give the next five words. Words are
    numbers, or what computes as they do."""
    ends = []
    for right, (added, taken, turned) in enumerate(zip(_ADDED, _TAKEN, _TURNED)):
        a, b, c, d, e = state
        for step, (at, by) in enumerate(zip(taken.replace(" ", ""), turned.replace(" ", ""))):
            turn = step // 16
            x = a + _mixed(4 - turn if right else turn, b, c, d) + words[int(at, 16)] + added[turn]
            a, b, c, d, e = e, (_turn(x & _MASK, int(by, 16)) + e) & _MASK, b, _turn(c, 10), d
        ends.append((a, b, c, d, e))
    left, other = ends
    return tuple((state[(n + 1) % 5] + left[(n + 2) % 5] + other[(n + 3) % 5]) & _MASK for n in range(5))


def blocks(state: bytes, data: bytes) -> bytes:
    """The state after whole blocks, as little-endian bytes."""
    words = struct.unpack("<5I", state)
    for at in range(0, len(data), 64):
        words = compress(words, struct.unpack("<16I", data[at : at + 64]))
    return struct.pack("<5I", *words)


def digest(message: bytes) -> bytes:
    """The digest of a whole message."""
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + struct.pack("<Q", 8 * len(message))
    return blocks(struct.pack("<5I", *INITIAL), padded)
