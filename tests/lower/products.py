# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Products for the proofs: an unknown function of two words, of which three facts are known.

z3 cannot multiply words bit by bit in useful time. Operations and instructions therefore share one function for each
width. The function is commutative; no product is greater than the square of the greatest word; and a product of words
whose upper halves are 0 is the product of the lower halves. A product of numbers is a number, and so is a product with
0. ``test_a_product_is_the_sum_of_four`` proves the words that :func:`columns` makes of half as wide products.
"""

from __future__ import annotations

from functools import reduce

import z3

BOUNDS: list[z3.BoolRef] = []
"""The bounds of the products made since a proof began. :func:`tests.lower.prove.prove` takes and clears them."""


def product(x: z3.BitVecRef, y: z3.BitVecRef) -> z3.BitVecRef:
    """Both halves of x * y, twice as wide as the operands."""
    bits = x.size()
    assert y.size() == bits
    x, y = z3.simplify(x), z3.simplify(y)
    if isinstance(x, z3.BitVecNumRef) and isinstance(y, z3.BitVecNumRef):
        return z3.BitVecVal(x.as_long() * y.as_long(), 2 * bits)
    if any(isinstance(one, z3.BitVecNumRef) and one.as_long() == 0 for one in (x, y)):
        return z3.BitVecVal(0, 2 * bits)
    if bits == 64 and not (_upper(x) or _upper(y)):
        return z3.ZeroExt(64, product(z3.Extract(31, 0, x), z3.Extract(31, 0, y)))
    x, y = sorted((x, y), key=lambda one: one.sexpr())
    word = z3.BitVecSort(bits)
    made = z3.Function(f"times{bits}", word, word, z3.BitVecSort(2 * bits))(x, y)
    BOUNDS.append(z3.ULE(made, z3.BitVecVal(((1 << bits) - 1) ** 2, 2 * bits)))
    return made


def _upper(x: z3.BitVecRef) -> bool:
    """False if the upper half is always 0."""
    upper = z3.simplify(z3.Extract(63, 32, x))
    return not isinstance(upper, z3.BitVecNumRef) or upper.as_long() != 0


def whole(x: z3.BitVecRef, y: z3.BitVecRef, word: int) -> z3.BitVecRef:
    """Both halves of x * y on a machine that multiplies words of ``word`` bits: the sum of four products if the
    operands are twice as wide."""
    bits = x.size()
    if bits <= word:
        return product(x, y)
    assert bits == 2 * word

    (xl, xh), (yl, yh) = ((low(v), high(v)) for v in (x, y))
    parts = product(xl, yl), product(xl, yh), product(xh, yl), product(xh, yh)
    return z3.Concat(*reversed(columns(*parts)))


def columns(p: z3.BitVecRef, q: z3.BitVecRef, r: z3.BitVecRef, s: z3.BitVecRef) -> list[z3.BitVecRef]:
    """The four words of p + (q + r) B + s B^2, the lowest first, where B is 2^32 for products of 64 bits."""
    word = p.size() // 2

    def total(*terms: z3.BitVecRef) -> z3.BitVecRef:
        return reduce(lambda x, y: x + y, [z3.ZeroExt(word + 2 - term.size(), term) for term in terms])

    second = total(high(p), low(q), low(r))
    third = total(high(q), high(r), low(s), z3.Extract(word + 1, word, second))
    fourth = total(high(s), z3.Extract(word + 1, word, third))
    return [low(p), *(z3.Extract(word - 1, 0, one) for one in (second, third, fourth))]


def low(x: z3.BitVecRef) -> z3.BitVecRef:
    return z3.Extract(x.size() // 2 - 1, 0, x)


def high(x: z3.BitVecRef) -> z3.BitVecRef:
    return z3.Extract(x.size() - 1, x.size() // 2, x)


def signed_product(x: z3.BitVecRef, y: z3.BitVecRef) -> z3.BitVecRef:
    """Both halves of x * y as signed numbers. A negative factor counts 2^bits too much as an unsigned one: the other
    factor is too much in the upper half."""
    zero = z3.BitVecVal(0, x.size())
    upper = high(product(x, y)) - z3.If(x < zero, y, zero) - z3.If(y < zero, x, zero)
    return z3.Concat(upper, low(product(x, y)))
