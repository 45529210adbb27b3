# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Counts of bits and CRC-32C as bit vectors, for operations and for instructions."""

from __future__ import annotations

import z3

CASTAGNOLI = 0x82F63B78


def leading_zeros(x: z3.BitVecRef) -> z3.BitVecRef:
    """The zeros above the highest 1; the width for 0."""
    bits = x.size()
    out: z3.BitVecRef = z3.BitVecVal(bits, bits)
    for n in range(bits):
        out = z3.If(z3.Extract(n, n, x) == 1, z3.BitVecVal(bits - 1 - n, bits), out)
    return out


def reversed_bits(x: z3.BitVecRef) -> z3.BitVecRef:
    return z3.Concat(*(z3.Extract(n, n, x) for n in range(x.size())))


def ones(x: z3.BitVecRef) -> z3.BitVecRef:
    """The number of ones: of neighbouring bits, of the sums of these, and so on. z3 finds the way through the sums of
    neighbours much faster than through a sum of single bits."""
    sums = [z3.Extract(n, n, x) for n in range(x.size())]
    while len(sums) > 1:
        sums = [z3.ZeroExt(1, a) + z3.ZeroExt(1, b) for a, b in zip(sums[::2], sums[1::2])]
    return z3.ZeroExt(x.size() - sums[0].size(), sums[0])


def crc32c(crc: z3.BitVecRef, x: z3.BitVecRef) -> z3.BitVecRef:
    """``crc`` continued by the bits of ``x``, the lowest first. ``test_counts`` compares it with RFC 3720."""
    if x.size() == 64:
        return crc32c(crc32c(crc, z3.Extract(31, 0, x)), z3.Extract(63, 32, x))
    rest = crc ^ (z3.ZeroExt(32 - x.size(), x) if x.size() < 32 else x)
    for _ in range(x.size()):
        rest = z3.LShR(rest, 1) ^ (-(rest & 1) & CASTAGNOLI)
    return rest
