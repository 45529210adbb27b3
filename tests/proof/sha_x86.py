# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86's SHA instructions, from the operation that Intel's manual (SDM, volume 2) gives for each.

Operands and results are the words of a vector, the lowest first. A word is a number, or computes as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference import sha

N = Any
_MASK = 0xFFFFFFFF
_BIG0, _BIG1, _SMALL0, _SMALL1 = (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)


_LONG = (1 << 64) - 1
_LONG_BIG0, _LONG_BIG1, _LONG_SMALL0, _LONG_SMALL1 = (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)


def _sum(x: N, by: tuple[int, int, int], *, shift: bool = False) -> N:
    """The exclusive or of rotations of 64 bits, or of two and a shift."""
    one, two, last = ((x >> n | x << (64 - n)) & _LONG for n in by)
    return one ^ two ^ (x >> by[2] if shift else last)


def sha512rnds2(one: Sequence[N], two: Sequence[N], sums: Sequence[N]) -> list[N]:
    h, g, d, c = one
    f, e, b, a = two
    for w in sums:
        first = (h + _sum(e, _LONG_BIG1) + (e & f ^ ~e & g) + w) & _LONG
        second = _sum(a, _LONG_BIG0) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & _LONG, a, b, c, (d + first) & _LONG, e, f, g
    return [f, e, b, a]


def sha512msg1(one: Sequence[N], two: Sequence[N]) -> list[N]:
    words = [*one, two[0]]
    return [(words[n] + _sum(words[n + 1], _LONG_SMALL0, shift=True)) & _LONG for n in range(4)]


def sha512msg2(one: Sequence[N], two: Sequence[N]) -> list[N]:
    words = [two[2], two[3]]
    for n in range(4):
        words.append((one[n] + _sum(words[n], _LONG_SMALL1, shift=True)) & _LONG)
    return words[2:]


def _left(x: N, by: int) -> N:
    return (x << by | x >> (32 - by)) & _MASK


def _right(x: N, by: int) -> N:
    return _left(x, 32 - by)


def _big(x: N, by: tuple[int, int, int]) -> N:
    return _right(x, by[0]) ^ _right(x, by[1]) ^ _right(x, by[2])


def _small(x: N, by: tuple[int, int, int]) -> N:
    return _right(x, by[0]) ^ _right(x, by[1]) ^ x >> by[2]


def sha256rnds2(one: Sequence[N], two: Sequence[N], sums: Sequence[N]) -> list[N]:
    h, g, d, c = one
    f, e, b, a = two
    for w in sums[:2]:
        first = (h + _big(e, _BIG1) + (e & f ^ ~e & g) + w) & _MASK
        second = _big(a, _BIG0) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & _MASK, a, b, c, (d + first) & _MASK, e, f, g
    return [f, e, b, a]


def sha256msg1(one: Sequence[N], two: Sequence[N]) -> list[N]:
    words = [*one, two[0]]
    return [(words[n] + _small(words[n + 1], _SMALL0)) & _MASK for n in range(4)]


def sha256msg2(one: Sequence[N], two: Sequence[N]) -> list[N]:
    words = [two[2], two[3]]
    for n in range(4):
        words.append((one[n] + _small(words[n], _SMALL1)) & _MASK)
    return words[2:]


def sha1rnds4(one: Sequence[N], two: Sequence[N], number: int) -> list[N]:
    d, c, b, a = one
    e: N = 0
    for w in reversed(two):
        if number == 0:
            f = b & c ^ ~b & d
        elif number == 2:
            f = b & c ^ b & d ^ c & d
        else:
            f = b ^ c ^ d
        total = (f + _left(a, 5) + w + e + sha.SHA1_CONSTANTS[number]) & _MASK
        a, b, c, d, e = total, a, _left(b, 30), c, d
    return [d, c, b, a]


def sha1nexte(one: Sequence[N], two: Sequence[N]) -> list[N]:
    return [*two[:3], (two[3] + _left(one[3], 30)) & _MASK]


def sha1msg1(one: Sequence[N], two: Sequence[N]) -> list[N]:
    words = [two[2], two[3], *one]  # the newest first
    return [words[n] ^ words[n + 2] for n in range(4)]


def sha1msg2(one: Sequence[N], two: Sequence[N]) -> list[N]:
    first = _left(one[3] ^ two[2], 1)
    return [_left(one[0] ^ first, 1), _left(one[1] ^ two[0], 1), _left(one[2] ^ two[1], 1), first]


INSTRUCTIONS: dict[str, Callable[..., list[N]]] = {
    one.__name__: one
    for one in (
        *(sha512rnds2, sha512msg1, sha512msg2, sha256rnds2, sha256msg1, sha256msg2),
        *(sha1rnds4, sha1nexte, sha1msg1, sha1msg2),
    )
}
