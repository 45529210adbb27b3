# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Arithmetic that scripts and machines share: lanes as words side by side, counts of bits, CRC-32C.

Each function computes with terms of words, so z3 knows all of them but products without carries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proof.conditions import slt, ult
from proof.lanes import opaque
from proof.terms import BLOCK, Term, add, band, bxor, concat, const, extract, ite, mul, node, sext, shr, sub, zext

CASTAGNOLI = 0x82F63B78
"""The polynomial of CRC-32C, the coefficient of x^31 in the lowest bit."""


def lanes(x: Term, lane: int) -> list[Term]:
    """The lanes of a vector, the lowest first."""
    return [extract(n + lane - 1, n, x) for n in range(0, x.w, lane)]


def joined(parts: Sequence[Term]) -> Term:
    """Lanes as a vector, the lowest first."""
    return concat(*reversed(parts))


def by_lane(rule: Callable[..., Term], lane: int, *xs: Term) -> Term:
    """A rule of words, applied to each lane."""
    return joined([rule(*one) for one in zip(*(lanes(x, lane) for x in xs))])


def grown(signed: bool, w: int, x: Term) -> Term:
    return (sext if signed else zext)(w, x)


def product(signed: bool, x: Term, y: Term) -> Term:
    """Twice as wide as the factors."""
    return mul(grown(signed, 2 * x.w, x), grown(signed, 2 * x.w, y))


def high(signed: bool) -> Callable[[Term, Term], Term]:
    return lambda x, y: extract(2 * x.w - 1, x.w, product(signed, x, y))


def neighbours(x: Term, y: Term) -> Term:
    """The sum of the products of the signed halves of two words."""
    return add(*(product(True, *pair) for pair in zip(lanes(x, x.w // 2), lanes(y, y.w // 2))))


def less(signed: bool, x: Term, y: Term) -> Term:
    return slt(x, y) if signed else ult(x, y)


def greater(signed: bool) -> Callable[[Term, Term], Term]:
    """All ones or zeros."""
    return lambda x, y: sext(x.w, less(signed, y, x))


def chosen(name: str, signed: bool) -> Callable[[Term, Term], Term]:
    """The lesser (``min``) or the greater (``max``)."""
    return lambda x, y: ite(less(signed, x, y), *((x, y) if name == "min" else (y, x)))


def without_borrow(x: Term, y: Term) -> Term:
    """The unsigned difference, or zero if that is negative."""
    return ite(ult(x, y), const(x.w, 0), sub(x, y))


def saturated(signed: bool, x: Term) -> Term:
    """The number of half the width that is nearest to a signed number."""
    w = x.w // 2
    least, most = (-(1 << w - 1), (1 << w - 1) - 1) if signed else (0, (1 << w) - 1)
    low, top = const(x.w, least), const(x.w, most)
    return extract(w - 1, 0, ite(slt(x, low), low, ite(slt(top, x), top, x)))


def narrowed(signed: bool, lane: int, x: Term, y: Term) -> Term:
    """The lanes of two blocks, each of half the width."""
    return joined([saturated(signed, one) for block in (x, y) for one in lanes(block, lane)])


def widened(signed: bool, lane: int, half: int, x: Term) -> Term:
    """The lanes of one half of a block, each of twice the width."""
    count = BLOCK // lane // 2
    return joined([grown(signed, 2 * lane, one) for one in lanes(x, lane)[half * count :][:count]])


def dot(signed_x: bool, signed_y: bool) -> Callable[[Term, Term, Term], Term]:
    """A word of 32 bits plus the products of four bytes."""

    def run(acc: Term, x: Term, y: Term) -> Term:
        factors = zip(lanes(x, 8), lanes(y, 8))
        return add(acc, *(mul(grown(signed_x, 32, a), grown(signed_y, 32, b)) for a, b in factors))

    return run


def carry_less(x: Term, y: Term) -> Term:
    """The product of two polynomials over GF(2), of 64 bits each."""
    return opaque("carry-less product", 2 * x.w, *sorted((x, y), key=lambda t: t.id))


def turned_round(x: Term) -> Term:
    """The bits in reverse order."""
    return x.args[0] if x.op == "rbit" else node("rbit", x.w, (x,))


def leading_zeros(x: Term) -> Term:
    """As many as the width if there is no one."""
    return node("clz", x.w, (x,))


def trailing_zeros(x: Term) -> Term:
    return leading_zeros(turned_round(x))


def ones(x: Term) -> Term:
    """The number of ones, by sums of neighbours in fields of 2, 4, 8 bits and so on. No sum exceeds its field."""
    if x.w < 32:
        return extract(x.w - 1, 0, ones(zext(32, x)))
    fifths, thirds, low = ((1 << x.w) // n for n in (5, 3, 17))
    total = sub(x, band(shr(x, 1), const(x.w, thirds)))
    total = add(band(total, const(x.w, fifths)), band(shr(total, 2), const(x.w, fifths)))
    total = band(add(total, shr(total, 4)), const(x.w, low))
    field = 8
    while field < x.w:
        total = add(total, shr(total, field))
        field *= 2
    return band(total, const(x.w, 0x7F))


def crc32c(crc: Term, x: Term) -> Term:
    """The CRC continued by the bytes of ``x``, bit by bit."""
    if x.w == 64:
        return crc32c(crc32c(crc, extract(31, 0, x)), extract(63, 32, x))
    rest = bxor(zext(32, x), crc)
    for _ in range(x.w):
        out = band(sub(const(32, 0), band(rest, const(32, 1))), const(32, CASTAGNOLI))
        rest = bxor(shr(rest, 1), out)
    return rest
