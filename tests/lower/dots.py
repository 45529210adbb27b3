# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Numbers in lanes: products of bytes in a form that is equal for equal sums, saturation, and carry-less products.

A signed byte b is the unsigned byte b ^ 0x80, less 128. Sums of products of such terms are polynomials, and z3 brings
polynomials into a normal form. Without this form z3 would compare multipliers bit by bit.
"""

from __future__ import annotations

from functools import reduce
from operator import add, xor

import z3

from tests.lower.blocks import Bits, joined, lanes
from tests.lower.products import signed_product

WORD = 32


def unsigned(byte: Bits) -> Bits:
    return z3.ZeroExt(WORD - 8, byte)


def signed(byte: Bits) -> Bits:
    return z3.ZeroExt(WORD - 8, z3.simplify(byte ^ 0x80)) - 128


def extended(half: Bits) -> Bits | None:
    """The number that a word of 16 bits is, if the word is an extended byte."""
    byte = z3.simplify(z3.Extract(7, 0, half))
    if z3.is_true(z3.simplify(half == z3.ZeroExt(8, byte))):
        return unsigned(byte)
    return signed(byte) if z3.is_true(z3.simplify(half == z3.SignExt(8, byte))) else None


def dot(acc: Bits, x: Bits, y: Bits, x_signed: bool, y_signed: bool) -> Bits:
    """In lanes of 32 bits, the sum of four products of bytes."""
    rules = [signed if one else unsigned for one in (x_signed, y_signed)]
    out = []
    for total, xs, ys in zip(lanes(WORD, acc), lanes(WORD, x), lanes(WORD, y)):
        terms = [rules[0](a) * rules[1](b) for a, b in zip(lanes(8, xs), lanes(8, ys))]
        out.append(z3.simplify(reduce(add, terms, total), som=True))
    return joined(out)


def pairs(x: Bits, y: Bits) -> Bits:
    """In lanes of 32 bits, the sum of two products of signed words of 16 bits."""
    out = []
    for xs, ys in zip(lanes(WORD, x), lanes(WORD, y)):
        terms = []
        for a, b in zip(lanes(16, xs), lanes(16, ys)):
            left, right = extended(a), extended(b)
            terms.append(signed_product(a, b) if left is None or right is None else left * right)
        out.append(z3.simplify(reduce(add, terms), som=True))
    return joined(out)


def arithmetic_shift(x: Bits, count: int) -> Bits:
    """x >> count with copies of the sign, as an extension."""
    count = min(count, x.size() - 1)
    return z3.SignExt(count, z3.Extract(x.size() - 1, count, x))


def saturated(x: Bits, signed_result: bool) -> Bits:
    """A signed number as the nearest number of half the width."""
    bits = x.size() // 2
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed_result else (0, (1 << bits) - 1)
    low, high = z3.BitVecVal(low, x.size()), z3.BitVecVal(high, x.size())
    return z3.Extract(bits - 1, 0, z3.If(x < low, low, z3.If(x > high, high, x)))


def carryless(x: Bits, y: Bits) -> Bits:
    """The product of two polynomials over GF(2), twice as wide as each."""
    if (found := _CARRYLESS.get((x.get_id(), y.get_id()))) is not None:
        return found[0]
    bits = x.size()
    wide, zero = z3.ZeroExt(bits, x), z3.BitVecVal(0, 2 * bits)
    terms = [z3.If(z3.Extract(n, n, y) == 1, wide << n, zero) for n in range(bits)]
    made = reduce(xor, terms)
    _CARRYLESS[x.get_id(), y.get_id()] = made, x, y
    return made


_CARRYLESS: dict[tuple[int, int], tuple[Bits, Bits, Bits]] = {}
"""Products that were made before, by z3's numbers of the factors, which last as long as the factors are held."""


def product_of_52(acc: Bits, x: Bits, y: Bits, high: bool) -> Bits:
    """A lane of 64 bits plus half of the product of numbers of 52 bits."""
    left, right = (z3.ZeroExt(52, z3.Extract(51, 0, value)) for value in (x, y))
    first = 52 if high else 0
    return acc + z3.ZeroExt(12, z3.Extract(first + 51, first, left * right))
