# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-boxes of Camellia (RFC 3713, 2.4.2): the first one in the form of inversion_box.py. The second and the third
are its results turned by a bit to the left and to the right, and the fourth is the first one of an argument turned to
the left.

The designers' definition (Camellia: A 128-Bit Block Cipher Suitable for Multiple Platforms, 2000) is an inversion in
GF((2^4)^2) between two linear functions, f and h. Bits 8 to 5 of a byte are factors of 1, alpha, alpha^2 and alpha^3,
bits 4 to 1 of the same times beta; bit 1 is the highest.
"""

from math import isqrt

from generator.kernels.cipher.aes_field import power, times
from generator.kernels.cipher.inversion_box import Box, Function, into_aes, inverse, linear

SIGMA = [isqrt(prime << 136) & 2**64 - 1 for prime in (2, 3, 5, 7, 11, 13)]
"""The second to the seventeenth hexadecimal digit of the square roots of the first primes."""

_BETA = 0x169  # beta is a root of this polynomial, and alpha is beta^238
_F = ((2, 6), (1, 7), (3, 5, 8), (3, 8), (4, 7), (2, 5), (1, 8), (4, 6))
_H = ((2, 5, 6), (2, 6), (4, 7), (2, 8), (3, 7), (1, 8), (1, 5), (3, 6))


def _sums(rows: tuple[tuple[int, ...], ...]) -> Function:
    """The function whose bit n is the sum of the bits that entry n - 1 names."""
    return linear([sum(1 << at for at, row in enumerate(reversed(rows)) if 8 - n in row) for n in range(8)])


def _box(which: int) -> Box:
    beta = into_aes(_BETA, which)(2)
    alpha = power(beta, 238)
    half = [power(alpha, n) for n in range(4)]
    element = linear([*half, *(times(one, beta) for one in half)])
    back, f, h = inverse(element), _sums(_F), _sums(_H)
    return Box(lambda x: element(f(x)), 0xC5, lambda x: h(back(x)), 0x6E)


BOX = _box(6)  # of the eight fields, the one whose circuit has the fewest operations


def turned(x: int, by: int) -> int:
    """A byte, turned to the left."""
    return (x << by | x >> (8 - by)) & 0xFF
