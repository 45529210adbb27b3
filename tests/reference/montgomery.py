# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery's product (Mathematics of Computation 44, 1985), on little-endian bytes; and on pairs of numbers."""

DIGIT, PART = 52, 208
"""Bits of a digit of a pair, and of four."""


def inverse(n: int) -> int:
    """-1/n modulo 2^64."""
    return -pow(n, -1, 1 << 64) % (1 << 64)


def product(a: bytes, b: bytes, n: bytes) -> bytes:
    """(a * b + m * n) / R, less n if that is n or more. m = -a * b / n modulo R, and R is 2^(8 * size)."""
    modulus, r = int.from_bytes(n, "little"), 1 << 8 * len(n)
    whole = int.from_bytes(a, "little") * int.from_bytes(b, "little")
    quotient = (whole + whole * -pow(modulus, -1, r) % r * modulus) // r
    return (quotient - modulus if quotient >= modulus else quotient).to_bytes(len(n), "little")


def digits(numbers: tuple[int, int], count: int) -> bytes:
    """Two numbers as pairs of digits of 52 bits."""
    last = (1 << DIGIT) - 1
    return b"".join((n >> DIGIT * i & last).to_bytes(8, "little") for i in range(count) for n in numbers)


def numbers(pairs: bytes) -> tuple[int, int]:
    """The two numbers of pairs of digits."""
    words = [int.from_bytes(pairs[i : i + 8], "little") for i in range(0, len(pairs), 8)]
    return sum(w << DIGIT * i for i, w in enumerate(words[::2])), sum(w << DIGIT * i for i, w in enumerate(words[1::2]))


def constants(moduli: tuple[int, int], parts: int) -> bytes:
    """What the functions for pairs need: Q, n, and -1/n modulo 2^52."""
    r = 1 << PART
    first, second = ((-pow(n, -1, r) % r * n + 1) // r for n in moduli)
    inverses = b"".join((inverse(n) % (1 << DIGIT)).to_bytes(8, "little") for n in moduli)
    return digits((first, second), 4 * parts) + digits(moduli, 4 * parts) + inverses


def pair_product(a: bytes, b: bytes, n: bytes) -> bytes:
    """a * b / R of two numbers, not fully reduced: all parts of the quotient but the last are for the multiple N of n
    with N + 1 divisible by 2^208, and N + 1 divided by that is Q."""
    size = len(a)
    parts, r = size // 64, 1 << PART
    found = []
    for x, y, q, modulus in zip(numbers(a), numbers(b), numbers(n[:size]), numbers(n[size : 2 * size]), strict=True):
        total = x * y
        for _ in range(parts - 1):
            total = (total >> PART) + total % r * q
        found.append((total + total * -pow(modulus, -1, r) % r * modulus) >> PART)
    return digits((found[0], found[1]), 4 * parts)
