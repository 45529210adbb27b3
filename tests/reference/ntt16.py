# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The number-theoretic transform of ML-KEM and its inverse in plain Python, from FIPS 203, algorithms 9 and 10."""

from __future__ import annotations

from collections.abc import Sequence

PRIME = 3329
ZETAS = [pow(17, int(f"{n:07b}"[::-1], 2), PRIME) for n in range(128)]


def transform(coefficients: Sequence[int]) -> list[int]:
    """The transform of 256 coefficients, in the order of FIPS 203."""
    if len(coefficients) != 256:
        raise ValueError(f"a polynomial of {len(coefficients)} coefficients; it has 256")
    out, n, length = list(coefficients), 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            for at in range(start, start + length):
                t = ZETAS[n] * out[at + length] % PRIME
                out[at + length] = (out[at] - t) % PRIME
                out[at] = (out[at] + t) % PRIME
            n += 1
        length //= 2
    return out


def inverse(values: Sequence[int]) -> list[int]:
    """The 256 coefficients with this transform."""
    out, n, length = list(values), 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            for at in range(start, start + length):
                t = out[at]
                out[at] = (t + out[at + length]) % PRIME
                out[at + length] = ZETAS[n] * (out[at + length] - t) % PRIME
            n -= 1
        length *= 2
    return [value * 3303 % PRIME for value in out]  # by 128


def packed(words: Sequence[int]) -> bytes:
    return b"".join(word.to_bytes(2, "little") for word in words)


def ntt16(polynomial: bytes) -> bytes:
    """The transform of a polynomial in 512 bytes, little-endian words of 16 bits."""
    words = [int.from_bytes(polynomial[at : at + 2], "little") for at in range(0, len(polynomial), 2)]
    return packed(transform(words))
