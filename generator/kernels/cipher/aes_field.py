# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GF(2^8) of FIPS 197 as the tower GF((2^4)^2), and the tables of the engine by byte permutations (aes_vperm.py).

The technique is Mike Hamburg's (Accelerating AES with Vector Permute Instructions, CHES 2009). A byte x is k + i*T with
nibbles i, k in GF(2^4) and T*T = a*T + a. With j = i + k and 1/0 = infinity, 1/infinity = 0,

    io = 1/(1/i + a/k) + j = N/(k + a*i)        jo = 1/(1/j + a/k) + i = N/(k + a*j)

where N is the norm of x. Both parts of 1/x = (k + a*i)/N + (i/N)*T are linear in 1/io and 1/jo. Any linear function of
1/x is therefore one table over io plus one table over jo. A table has sixteen entries.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

INFINITY = 0x80  # an index with bit 7 set looks up 0, also after the addition of a nibble
Linear = Callable[[int], int]


@cache
def times(x: int, y: int) -> int:
    """The product in GF(2^8), FIPS 197, 4.2."""
    out = 0
    while y:
        out ^= x if y & 1 else 0
        x = x << 1 ^ (0x11B if x & 0x80 else 0)
        y >>= 1
    return out


def power(x: int, n: int) -> int:
    out = 1
    for _ in range(n):
        out = times(out, x)
    return out


def affine(x: int) -> int:
    """The linear part of SubBytes' affine transformation, FIPS 197, 5.1.1."""
    out = x
    for n in range(1, 5):
        out ^= (x << n | x >> (8 - n)) & 0xFF
    return out


CONSTANT = 0x63  # of the affine transformation
AFFINE_INVERSE = {affine(x): x for x in range(256)}
SUBFIELD = [x for x in range(256) if power(x, 16) == x]
_ROOT = next(x for x in SUBFIELD if power(x, 4) ^ x ^ 1 == 0)  # nibbles are polynomials over GF(2) modulo x^4 + x + 1
_EMBED = [
    (n & 1) ^ (_ROOT if n & 2 else 0) ^ (power(_ROOT, 2) if n & 4 else 0) ^ (power(_ROOT, 3) if n & 8 else 0)
    for n in range(16)
]
_NIBBLE = {value: n for n, value in enumerate(_EMBED)}
A, T = next(
    (a, t)
    for a in range(1, 16)
    for t in range(256)
    if t not in _NIBBLE and times(t, t) == times(_EMBED[a], t) ^ _EMBED[a]
)
FROM_TOWER = [_EMBED[n & 15] ^ times(_EMBED[n >> 4], T) for n in range(256)]  # i in the upper nibble, k in the lower
TO_TOWER = {value: n for n, value in enumerate(FROM_TOWER)}


@cache
def divide(x: int, y: int) -> int:
    """x/y of nibbles, neither of them 0."""
    return next(n for n in range(16) if times(_EMBED[n], _EMBED[y]) == _EMBED[x])


RECIPROCAL = [INFINITY, *(divide(1, n) for n in range(1, 16))]
A_OVER = [INFINITY, *(divide(A, n) for n in range(1, 16))]


def over_io(function: Linear) -> list[int]:
    """The table over io of a linear function of 1/x, given over standard bytes. No byte's io is 0."""
    return [0, *(function(_EMBED[u] ^ times(_EMBED[divide(u ^ divide(u, A), A)], T)) for u in RECIPROCAL[1:])]


def over_jo(function: Linear) -> list[int]:
    """The table over jo of the same function: the sum of both tables' values is the function of 1/x. No byte's jo is
    0."""
    return [0, *(function(times(_EMBED[divide(divide(u, A), A)], T)) for u in RECIPROCAL[1:])]


def low_nibble(function: Linear, constant: int = 0) -> list[int]:
    """The table over lower nibbles of a linear function of a byte, plus a constant. :func:`high_nibble` makes the table
    over upper nibbles."""
    return [function(n) ^ constant for n in range(16)]


def high_nibble(function: Linear) -> list[int]:
    return [function(n << 4) for n in range(16)]


def tower(x: int) -> int:
    return TO_TOWER[x]


def from_tower(x: int) -> int:
    return FROM_TOWER[x]


def tower_before_inverse(x: int) -> int:
    """A byte as decryption's state, without the constant: in the tower, SubBytes' affine transformation undone."""
    return TO_TOWER[AFFINE_INVERSE[x]]


def multiple(factor: int, function: Linear) -> Linear:
    """``function`` of a multiple of a byte."""
    return lambda x: function(times(factor, x))
