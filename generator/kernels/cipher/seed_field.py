# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-boxes of SEED (RFC 4269, 2.2) in the form of inversion_box.py, and its function G.

The boxes are linear functions of x^247 and x^251, which are the eighth and the fourth power of 1 / x: powers of two of
a number are linear, too. So both are the same inversion, before different functions.
"""

from __future__ import annotations

from generator.kernels.cipher.aes_field import power
from generator.kernels.cipher.inversion_box import Box, into_aes, inverse

_POLYNOMIAL = 0x163
# The rows of both matrices, the highest bit first, counted from the highest bit of the result.
_ROWS = (
    "10001010 11111110 10000101 01000010 01000101 00100001 10001000 00010100",
    "01000101 10000101 11111110 00100001 10001010 10001000 01000010 00010100",
)
_MASKS = (0xFC, 0xF3, 0xCF, 0x3F)
GOLDEN = 0x9E3779B9


def _boxes(which: int) -> tuple[Box, Box]:
    element = into_aes(_POLYNOMIAL, which)
    back = inverse(element)

    def box(rows: str, exponent: int, constant: int) -> Box:
        sums = [int(row, 2) for row in rows.split()[::-1]]

        def after(x: int) -> int:
            x = back(power(x, exponent))
            return sum((bin(x & row).count("1") & 1) << n for n, row in enumerate(sums))

        return Box(element, 0, after, constant)

    return box(_ROWS[0], 8, 169), box(_ROWS[1], 4, 56)


BOXES = _boxes(3)  # of the eight fields, the first of those whose circuits have the fewest operations
"""Of bytes 0 and 2 of a word, and of bytes 1 and 3."""
CONSTANT = (BOXES[0].constant | BOXES[1].constant << 8) * 0x10001
LAYERS = (*BOXES[0].layers(), BOXES[1].layers()[1])
MASKS = [sum(_MASKS[(2 * n - turn) % 4] << 8 * n for n in range(4)) for turn in range(4)]
"""G of a word is the sum of its substitute, turned to the left by 0 to 3 bytes, each with a mask."""


def turned(word: int, by: int) -> int:
    """A word, turned to the left."""
    by %= 32
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def part(byte: int) -> list[int]:
    """What a byte adds to G, of each of its values."""
    made = []
    for x in range(256):
        word = BOXES[byte % 2](x) << 8 * byte
        made.append(sum(turned(word, 8 * turn) & mask for turn, mask in enumerate(MASKS)))
    return made
