# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery's product (Mathematics of Computation 44, 1985), on little-endian bytes."""


def inverse(n: int) -> int:
    """-1/n modulo 2^64."""
    return -pow(n, -1, 1 << 64) % (1 << 64)


def product(a: bytes, b: bytes, n: bytes) -> bytes:
    """(a * b + m * n) / R, less n if that is n or more. m = -a * b / n modulo R, and R is 2^(8 * size)."""
    modulus, r = int.from_bytes(n, "little"), 1 << 8 * len(n)
    whole = int.from_bytes(a, "little") * int.from_bytes(b, "little")
    quotient = (whole + whole * -pow(modulus, -1, r) % r * modulus) // r
    return (quotient - modulus if quotient >= modulus else quotient).to_bytes(len(n), "little")
