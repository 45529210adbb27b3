# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1, SHA-256 and SHA-512 compression in plain Python, from FIPS 180-4. Constants are taken from the standard's
tables by computing the roots they are defined as, in decimal arithmetic."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from decimal import Decimal, getcontext
from functools import cache
from typing import Any

N = Any
getcontext().prec = 60
INITIAL_SHA1 = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
SHA1_CONSTANTS = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)
_SHAPES = {
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10), 64),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6), 80),
}


def _primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _fraction(value: Decimal, bits: int) -> int:
    return int((value % 1) * (1 << bits))


@cache
def constants(bits: int) -> tuple[int, ...]:
    """Of SHA-256 (bits = 32) or SHA-512 (64): cube roots of primes."""
    third = Decimal(1) / Decimal(3)
    return tuple(_fraction(Decimal(prime) ** third, bits) for prime in _primes(_SHAPES[bits][4]))


@cache
def initial(bits: int) -> tuple[int, ...]:
    """Of SHA-256 or SHA-512: square roots of the first eight primes."""
    return tuple(_fraction(Decimal(prime).sqrt(), bits) for prime in _primes(8))


def _right(x: N, by: int, bits: int) -> N:
    return (x >> by | x << (bits - by)) & ((1 << bits) - 1)


def sha1(state: Sequence[N], block: Sequence[N]) -> tuple[N, ...]:
    """The next five words, from the words of a block of 16. Words are numbers, or what computes as they do."""
    w = list(block)
    for t in range(16, 80):
        w.append(_right(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 31, 32))
    a, b, c, d, e = state
    for t in range(80):
        if t < 20:
            f = b & c | ~b & d
        elif t < 40:
            f = b ^ c ^ d
        elif t < 60:
            f = b & c | b & d | c & d
        else:
            f = b ^ c ^ d
        k = SHA1_CONSTANTS[t // 20]
        a, b, c, d, e = (_right(a, 27, 32) + f + e + k + w[t]) & 0xFFFFFFFF, a, _right(b, 2, 32), c, d
    return tuple((x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d, e)))


def sha2(state: Sequence[N], block: Sequence[N], bits: int) -> tuple[N, ...]:
    """The next eight words of SHA-256 (bits = 32) or SHA-512 (64), from the words of a block of 16."""
    big0, big1, small0, small1, rounds = _SHAPES[bits]
    mask = (1 << bits) - 1

    def big(x: N, by: tuple[int, int, int]) -> N:
        return _right(x, by[0], bits) ^ _right(x, by[1], bits) ^ _right(x, by[2], bits)

    def small(x: N, by: tuple[int, int, int]) -> N:
        return _right(x, by[0], bits) ^ _right(x, by[1], bits) ^ x >> by[2]

    w = list(block)
    for t in range(16, rounds):
        w.append((small(w[t - 2], small1) + w[t - 7] + small(w[t - 15], small0) + w[t - 16]) & mask)
    a, b, c, d, e, f, g, h = state
    for t, k in enumerate(constants(bits)):
        one = h + big(e, big1) + (e & f ^ ~e & g) + k + w[t]
        two = big(a, big0) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (one + two) & mask, a, b, c, (d + one) & mask, e, f, g
    return tuple((x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h)))


def blocks(name: str, state: bytes, data: bytes) -> bytes:
    """The state (words of native order: little-endian) after compressing ``data``; ``name`` is sha1, sha256 or
    sha512."""
    word, size = ("Q", 128) if name == "sha512" else ("I", 64)
    if len(data) % size:
        raise ValueError(f"{name} blocks: {len(data)} bytes is not a multiple of {size}")
    form = f"<{5 if name == 'sha1' else 8}{word}"
    words: tuple[int, ...] = struct.unpack(form, state)
    for at in range(0, len(data), size):
        block = struct.unpack(f">16{word}", data[at : at + size])
        words = sha1(words, block) if name == "sha1" else sha2(words, block, 64 if name == "sha512" else 32)
    return struct.pack(form, *words)


def digest(name: str, message: bytes) -> bytes:
    """The whole hash: padding, compression, big-endian output."""
    word, size = ("Q", 128) if name == "sha512" else ("I", 64)
    start = INITIAL_SHA1 if name == "sha1" else initial(64 if name == "sha512" else 32)
    padded = message + b"\x80"
    field = size // 8  # the message's length in bits, as wide as two words
    padded += bytes(-(len(padded) + field) % size) + (8 * len(message)).to_bytes(field, "big")
    final = blocks(name, struct.pack(f"<{len(start)}{word}", *start), padded)
    return struct.pack(f">{len(start)}{word}", *struct.unpack(f"<{len(start)}{word}", final))
