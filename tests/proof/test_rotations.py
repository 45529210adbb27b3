# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of exclusive-ors of rotated words: what it finds equal has equal values, and equal words are found."""

from __future__ import annotations

import random

import pytest

from proof.rotations import alike
from proof.terms import Term, add, band, bxor, const, fresh, rotl, sym
from proof.values import value

TURNS = 4


@pytest.fixture(autouse=True)
def words() -> list[Term]:
    fresh()
    return [sym(32, name) for name in "abcd"]


def xor(*terms: Term) -> Term:
    out = terms[0]
    for one in terms[1:]:
        out = bxor(out, one)
    return out


def same(x: Term, y: Term) -> bool:
    return all(value(x, turn) == value(y, turn) for turn in range(TURNS))


def test_a_rotation_of_an_exclusive_or(words: list[Term]) -> None:
    """Two more rotations come together, and a rotation by the whole width is none."""
    a, b, c, _ = words
    whole, parts = rotl(xor(a, b, rotl(c, 3)), 5), xor(rotl(a, 5), rotl(b, 5), rotl(c, 8))
    assert alike(whole, parts) and alike(parts, whole) and same(whole, parts)
    assert alike(rotl(rotl(xor(a, b), 20), 17), xor(rotl(a, 5), rotl(b, 5)))
    assert alike(rotl(xor(a, rotl(b, 31)), 1), xor(rotl(a, 1), b))


@pytest.mark.parametrize("fault", ["a count", "a word", "a constant", "a word less", "a word twice"])
def test_what_differs(fault: str, words: list[Term]) -> None:
    a, b, c, d = words
    whole = rotl(xor(a, b, rotl(c, 3)), 5)
    other = {
        "a count": xor(rotl(a, 5), rotl(b, 5), rotl(c, 9)),
        "a word": xor(rotl(a, 5), rotl(b, 5), rotl(d, 8)),
        "a constant": xor(rotl(a, 5), rotl(b, 5), rotl(c, 8), const(32, 1)),
        "a word less": xor(rotl(a, 5), rotl(b, 5)),
        "a word twice": xor(rotl(a, 5), rotl(b, 5), rotl(c, 8), rotl(c, 9)),
    }[fault]
    assert not alike(whole, other) and not alike(other, whole) and not same(whole, other)


def test_constants_are_rotated(words: list[Term]) -> None:
    a, b, _, _ = words
    whole = rotl(xor(a, b, const(32, 0x80000001)), 4)
    assert alike(whole, xor(rotl(a, 4), rotl(b, 4), const(32, 0x18)))
    assert not alike(whole, xor(rotl(a, 4), rotl(b, 4), const(32, 0x80000001)))


def test_other_operations_are_words_of_their_own(words: list[Term]) -> None:
    """Sums and products are looked at as a whole, so that equal ones in another form are left to other rules."""
    a, b, c, d = words
    inside = add(a, band(b, c))
    assert alike(rotl(xor(inside, d), 7), xor(rotl(inside, 7), rotl(d, 7)))
    assert not alike(rotl(xor(inside, d), 7), xor(rotl(add(a, c), 7), rotl(d, 7)))
    assert not alike(band(a, b), band(a, b)) and not alike(a, rotl(b, 1))


def test_a_word_that_is_left_over_is_left_to_other_rules(words: list[Term]) -> None:
    """Whichever side is no exclusive-or and no rotation."""
    a, b, c, _ = words
    alone = add(a, b)
    left = rotl(xor(rotl(xor(alone, c), 1), rotl(c, 1)), 31)
    assert same(left, alone) and not alike(left, alone) and not alike(alone, left)
    assert alike(rotl(left, 3), rotl(alone, 3))


def test_a_schedule_by_two_recurrences(words: list[Term]) -> None:
    """SHA-1's schedule, FIPS 180-4, 6.1.2: each word by 16 words before, or from word 32 on by 32 words before."""
    first = [sym(32, f"w{n}") for n in range(16)]
    one, other = list(first), list(first)
    for n in range(16, 40):
        one.append(rotl(xor(one[n - 3], one[n - 8], one[n - 14], one[n - 16]), 1))
        far = rotl(xor(other[n - 6], other[n - 16], other[n - 28], other[n - 32]), 2) if n >= 32 else None
        other.append(far or rotl(xor(other[n - 3], other[n - 8], other[n - 14], other[n - 16]), 1))
    assert all(alike(x, y) for x, y in zip(one[32:], other[32:]))
    assert not any(alike(x, y) for x, y in zip(one[32:], other[31:]))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_alike_has_equal_values(seed: int, words: list[Term]) -> None:
    """Random words of exclusive-ors and rotations by a few counts: alike exactly if they have equal values."""
    dice = random.Random(seed)

    def some(depth: int) -> Term:
        if depth == 0:
            return dice.choice([*words[:2], const(32, 1)])
        return rotl(xor(some(depth - 1), some(depth - 1)), dice.choice([1, 31]))

    found = [one for one in (some(3) for _ in range(30)) if one.op in ("rotl", "anf")]
    assert len(found) > 5
    for x in found:
        for y in found:
            assert alike(x, y) == same(x, y)
