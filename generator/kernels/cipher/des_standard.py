# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tables of DES (FIPS 46-3). Bits are numbered from 0, the most significant bit of the first byte, which is the
order of the standard.

The initial permutation has a formula: bit 8 * r + c of L is bit 2 * r + 1 of byte 7 - c, and that of R is bit 2 * r.
The expansion has one too: bit j of S-box s is bit 4 * s - 1 + j of R, modulo 32.
"""

BLOCK = 8  # bytes
ROUNDS = 16
BOXES = 8
SELECTORS = 6  # input bits of an S-box, the most significant one first
INPUTS = (1, 4, 2, 3, 0, 5)
"""The order of the inputs in the schedule."""
ROUND_KEY = BOXES * SELECTORS  # bytes of the schedule

_ROWS = (
    ("e4d12fb83a6c5907", "0f74e2d1a6cb9538", "41e8d62bfc973a50", "fc8249175b3ea06d"),
    ("f18e6b34972dc05a", "3d47f28ec01a69b5", "0e7ba4d158c6932f", "d8a13f42b67c05e9"),
    ("a09e63f51dc7b428", "d709346a285ecbf1", "d6498f30b12c5ae7", "1ad069874fe3b52c"),
    ("7de3069a1285bc4f", "d8b56f03472c1ae9", "a690cb7df13e5284", "3f06a1d8945bc72e"),
    ("2c417ab6853fd0e9", "eb2c47d150fa3986", "421bad78f9c5630e", "b8c71e2d6f09a453"),
    ("c1af92680d34e75b", "af427c9561de0b38", "9ef528c3704a1db6", "432c95fabe17608d"),
    ("4b2ef08d3c975a61", "d0b7491ae35c2f86", "14bdc37eaf680592", "6bd814a7950fe23c"),
    ("d2846fb1a93e50c7", "1fd8a374c56b0e92", "7b419ce206adf358", "21e74a8dfc90356b"),
)
# Bits 0 and 5 of the input choose a row, the others a column.
S = [[int(rows[n >> 4 & 2 | n & 1][n >> 1 & 15], 16) for n in range(64)] for rows in _ROWS]

_P = "16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25"
P = [int(one) - 1 for one in _P.split()]
PLACE = [P.index(n) for n in range(32)]
"""The bit of the round function that output 4 * s + o, bit o of S-box s, becomes."""

PC1 = [
    int(one) - 1
    for one in (
        "57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36 "
        "63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4"
    ).split()
]
PC2 = [
    int(one) - 1
    for one in (
        "14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2 "
        "41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32"
    ).split()
]
HALF_KEY = 28  # bits
TURNS = [1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28]
"""How far both halves of the key are turned in each round, from the first round on."""


def left(n: int) -> int:
    """The bit of a block that the initial permutation brings to bit n of L."""
    return 8 * (7 - n % 8) + 2 * (n // 8) + 1


def right(n: int) -> int:
    return left(n) - 1


def expanded(box: int, bit: int) -> int:
    """The bit of R that is input `bit` of an S-box."""
    return (4 * box - 1 + bit) % 32


def key_bit(box: int, bit: int) -> int:
    """The bit of both halves of the key, before their turn, that goes to input `bit` of an S-box."""
    return PC2[SELECTORS * box + bit]
