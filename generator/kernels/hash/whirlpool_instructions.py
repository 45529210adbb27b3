# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instructions for Whirlpool that the language has no words for."""

from generator.lang import Builder, Val


def by_matrix(k: Builder, x: Val, matrix: Val) -> Val:
    """The products of bytes with a matrix over GF(2)."""
    out = k.value(x.type)
    k.asm("vgf2p8affineqb", out, x, matrix, 0)
    return out


def permute(k: Builder, order: Val, x: Val) -> Val:
    """Byte ``order[n]`` of a vector as byte n."""
    out = k.value(x.type)
    k.asm("vpermb", out, order, x)
    return out
