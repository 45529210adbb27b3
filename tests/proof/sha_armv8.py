# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Armv8's SHA instructions, from the pseudocode of the Arm Architecture Reference Manual (A-profile).

Operands and results are the words of a vector, the lowest first: four of 32 bits, or two of 64 for SHA-512. The first
operand is the destination. A word is a number, or computes as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

N = Any
Words = Sequence[N]


def _right(x: N, by: int, bits: int) -> N:
    return (x >> by | x << (bits - by)) & ((1 << bits) - 1)


def _sum(x: N, turns: tuple[int, int, int], bits: int, shift: bool = False) -> N:
    """Three rotations; the last is a shift if ``shift``."""
    last = x >> turns[2] if shift else _right(x, turns[2], bits)
    return _right(x, turns[0], bits) ^ _right(x, turns[1], bits) ^ last


def _choose(x: N, y: N, z: N) -> N:
    return ((y ^ z) & x) ^ z


def _parity(x: N, y: N, z: N) -> N:
    return x ^ y ^ z


def _majority(x: N, y: N, z: N) -> N:
    return x & y ^ x & z ^ y & z


_MASK = 0xFFFFFFFF
_LONG = (1 << 64) - 1


def _sha1(function: Callable[[N, N, N], N], x: Words, y: Words, w: Words) -> list[N]:
    words, e = list(x), y[0]
    for term in w:
        total = (e + _right(words[0], 27, 32) + function(words[1], words[2], words[3]) + term) & _MASK
        words[1] = _right(words[1], 2, 32)
        e, words = words[3], [total, *words[:3]]
    return words


def _sha1h(old: Words, x: Words) -> list[N]:
    return [_right(x[0], 2, 32), 0, 0, 0]


def _sha1su0(x: Words, y: Words, z: Words) -> list[N]:
    return [a ^ b ^ c for a, b, c in zip((x[2], x[3], y[0], y[1]), x, z)]


def _sha1su1(x: Words, y: Words) -> list[N]:
    mixed = [x[0] ^ y[1], x[1] ^ y[2], x[2] ^ y[3], x[3]]
    out = [_right(one, 31, 32) for one in mixed]
    return [*out[:3], out[3] ^ _right(mixed[0], 30, 32)]


def _sha256hash(x: Words, y: Words, w: Words) -> tuple[list[N], list[N]]:
    a, e = list(x), list(y)
    for term in w:
        one = (e[3] + _sum(e[0], (6, 11, 25), 32) + _choose(*e[:3]) + term) & _MASK
        a[3] = (one + a[3]) & _MASK
        e[3] = (one + _sum(a[0], (2, 13, 22), 32) + _majority(*a[:3])) & _MASK
        a, e = [e[3], *a[:3]], [a[3], *e[:3]]
    return a, e


def _sha256h(x: Words, y: Words, w: Words) -> list[N]:
    return _sha256hash(x, y, w)[0]


def _sha256h2(x: Words, y: Words, w: Words) -> list[N]:
    return _sha256hash(y, x, w)[1]


def _sha256su0(x: Words, y: Words) -> list[N]:
    following = (*x[1:], y[0])
    return [(one + _sum(two, (7, 18, 3), 32, shift=True)) & _MASK for one, two in zip(x, following)]


def _sha256su1(x: Words, y: Words, z: Words) -> list[N]:
    middle, recent = (*y[1:], z[0]), [z[2], z[3]]
    for n in range(4):
        recent.append((x[n] + middle[n] + _sum(recent[n], (17, 19, 10), 32, shift=True)) & _MASK)
    return recent[2:]


def _sha512h(w: Words, x: Words, y: Words) -> list[N]:
    upper = (_choose(y[1], x[0], x[1]) + _sum(y[1], (14, 18, 41), 64) + w[1]) & _LONG
    new = (upper + y[0]) & _LONG
    return [(_choose(new, y[1], x[0]) + _sum(new, (14, 18, 41), 64) + w[0]) & _LONG, upper]


def _sha512h2(w: Words, x: Words, y: Words) -> list[N]:
    upper = (_majority(x[0], y[1], y[0]) + _sum(y[0], (28, 34, 39), 64) + w[1]) & _LONG
    return [(_majority(upper, y[0], y[1]) + _sum(upper, (28, 34, 39), 64) + w[0]) & _LONG, upper]


def _sha512su0(w: Words, x: Words) -> list[N]:
    return [(one + _sum(two, (1, 8, 7), 64, shift=True)) & _LONG for one, two in zip(w, (w[1], x[0]))]


def _sha512su1(w: Words, x: Words, y: Words) -> list[N]:
    return [(one + _sum(two, (19, 61, 6), 64, shift=True) + three) & _LONG for one, two, three in zip(w, x, y)]


INSTRUCTIONS: dict[str, Callable[..., list[N]]] = {
    "sha1c": partial(_sha1, _choose),
    "sha1p": partial(_sha1, _parity),
    "sha1m": partial(_sha1, _majority),
    "sha1h": _sha1h,
    "sha1su0": _sha1su0,
    "sha1su1": _sha1su1,
    "sha256h": _sha256h,
    "sha256h2": _sha256h2,
    "sha256su0": _sha256su0,
    "sha256su1": _sha256su1,
    "sha512h": _sha512h,
    "sha512h2": _sha512h2,
    "sha512su0": _sha512su0,
    "sha512su1": _sha512su1,
}
"""An instruction → its result, from the destination before and the other operands."""
