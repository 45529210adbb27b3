# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What ciphers with two halves share."""

from generator.lang import Builder, Val


def exchange(k: Builder, one: Val, other: Val) -> None:
    """Each takes the value of the other."""
    kept = k.copy(one)
    k.set(one, other)
    k.set(other, kept)
