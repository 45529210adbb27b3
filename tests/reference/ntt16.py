# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The inverse of ML-KEM's number-theoretic transform in plain Python, from FIPS 203, algorithm 10. The transform stands
beside its kernel, in ``tests/external/ntt16.py``."""

from __future__ import annotations

from collections.abc import Sequence

PRIME = 3329
ZETAS = [pow(17, int(f"{n:07b}"[::-1], 2), PRIME) for n in range(128)]


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
