# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Words as polynomials: what is equal for all values, and what only looks so. Each pair that differs does so where a
sum or a product is cut."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from proof import products
from proof.conditions import ult
from proof.terms import Term, add, band, bor, concat, const, extract, fresh, mul, sext, shl, sub, sym, zext
from proof.values import value

Make = Callable[[Term, Term], tuple[Term, Term]]


def wide(x: Term) -> Term:
    return zext(64, x)


def low(x: Term) -> Term:
    return extract(31, 0, x)


def high(x: Term) -> Term:
    return extract(63, 32, x)


def whole(x: Term, y: Term) -> Term:
    """The product of halves of two words."""
    return mul(wide(x), wide(y))


def crossed(x: Term, y: Term) -> Term:
    return add(whole(low(x), high(y)), whole(high(x), low(y)))


def sign(x: Term) -> Term:
    return extract(31, 31, x)


def masked(x: Term, y: Term) -> Term:
    """y if x is negative, else 0."""
    return band(sext(32, sign(x)), y)


def signed_product(x: Term, y: Term) -> Term:
    return mul(sext(64, x), sext(64, y))


def carry(x: Term, y: Term) -> Term:
    return extract(32, 32, add(zext(33, x), zext(33, y)))


EQUAL: dict[str, Make] = {
    "by halves": lambda x, y: (mul(x, y), add(whole(low(x), low(y)), shl(crossed(x, y), 32))),
    "by words": lambda x, y: (
        mul(x, y),
        concat(
            add(high(whole(low(x), low(y))), mul(low(x), high(y)), mul(high(x), low(y))),
            mul(low(x), low(y)),
        ),
    ),
    "a constant": lambda x, y: (
        mul(x, const(64, 0x123456789ABCDEF0)),
        add(whole(low(x), const(32, 0x9ABCDEF0)), shl(whole(low(x), const(32, 0x12345678)), 32),
            shl(whole(high(x), const(32, 0x9ABCDEF0)), 32)),
    ),
    "signed": lambda x, y: (
        signed_product(low(x), low(y)),
        sub(whole(low(x), low(y)), shl(wide(add(masked(low(x), low(y)), masked(low(y), low(x)))), 32)),
    ),
    "a carry": lambda x, y: (
        concat(zext(32, carry(low(x), low(y))), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))
    ),
}  # fmt: skip
DIFFERENT: dict[str, Make] = {
    "without a cross product": lambda x, y: (
        mul(x, y), add(whole(low(x), low(y)), shl(whole(low(x), high(y)), 32)),
    ),
    "one more": lambda x, y: (mul(x, y), add(whole(low(x), low(y)), shl(crossed(x, y), 32), const(64, 1))),
    "a product that is cut": lambda x, y: (wide(mul(low(x), low(y))), whole(low(x), low(y))),
    "a sum that is cut": lambda x, y: (wide(add(low(x), low(y))), add(wide(low(x)), wide(low(y)))),
    "a difference that is cut": lambda x, y: (wide(sub(low(x), low(y))), sub(wide(low(x)), wide(low(y)))),
    "a sum that is cut, under a mask": lambda x, y: (
        wide(masked(low(x), add(low(x), low(y)))),
        mul(wide(sign(low(x))), add(wide(low(x)), wide(low(y)))),
    ),
    "bits above a sum that is cut": lambda x, y: (
        wide(extract(31, 16, add(low(x), low(y)))), extract(63, 0, zext(96, extract(47, 16, add(x, y)))),
    ),
    "signed for unsigned": lambda x, y: (signed_product(low(x), low(y)), whole(low(x), low(y))),
    "a sign extended to less": lambda x, y: (sext(64, low(x)), wide(low(x))),
    "a mask of part of a word": lambda x, y: (
        wide(band(masked(low(x), low(y)), const(32, 0xFFFF))), wide(masked(low(x), low(y))),
    ),
    "logic for a sum": lambda x, y: (wide(bor(low(x), low(y))), add(wide(low(x)), wide(low(y)))),
    "without the carry": lambda x, y: (
        concat(const(32, 0), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))
    ),
    "a borrow for a carry": lambda x, y: (
        concat(zext(32, ult(low(x), low(y))), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))
    ),
    "a square": lambda x, y: (mul(x, x), mul(x, y)),
}  # fmt: skip


def alike(make: Make) -> bool:
    fresh()
    x, y = make(sym(64, "x"), sym(64, "y"))
    return products.alike(x, y, lambda a, b: a is b, lambda t: value(t, 0))


@pytest.mark.parametrize("name", EQUAL)
def test_equal_words_are_equal(name: str) -> None:
    assert alike(EQUAL[name])


@pytest.mark.parametrize("name", DIFFERENT)
def test_different_words_are_not(name: str) -> None:
    assert not alike(DIFFERENT[name])


@pytest.mark.parametrize("seed", range(200))
def test_what_is_equal_has_equal_values(seed: int) -> None:
    """Random sums, products and cuts of two words: no pair with different values is equal."""
    chance = random.Random(seed)

    def term(depth: int, x: Term, y: Term) -> Term:
        if not depth:
            return chance.choice((x, y, wide(low(x)), wide(high(y)), const(64, chance.choice((1, 3, 1 << 32)))))
        a, b = term(depth - 1, x, y), term(depth - 1, x, y)
        kind = chance.randrange(6)
        if kind < 2:
            return (add, mul)[kind](a, b)
        return (
            wide(low(a)), wide(high(a)), sext(64, low(a)), concat(low(a), high(b)),
        )[kind - 2]  # fmt: skip

    fresh()
    x, y = sym(64, "x"), sym(64, "y")
    made = [term(2, x, y) for _ in range(8)]
    for one in made:
        for other in made:
            if products.alike(one, other, lambda a, b: a is b, lambda t: value(t, 0)):
                assert all(value(one, turn) == value(other, turn) for turn in range(5))
