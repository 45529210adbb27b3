# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of exclusive-ors of shifted words: what it finds equal has equal values, and equal words are found."""

from __future__ import annotations

import random

import pytest

from proof.shifts import alike
from proof.terms import Term, add, band, bxor, concat, const, extract, fresh, rotl, shl, shr, sub, sym
from proof.values import ROUNDS, value


@pytest.fixture(autouse=True)
def words() -> list[Term]:
    fresh()
    return [sym(32, name) for name in "abcd"]


def same(x: Term, y: Term) -> bool:
    return all(value(x, turn) == value(y, turn) for turn in range(ROUNDS))


def judged(x: Term, y: Term) -> bool:
    return alike(x, y, lambda one, other: one is other, lambda term: value(term, 0))


def xor(*terms: Term) -> Term:
    out = terms[0]
    for one in terms[1:]:
        out = bxor(out, one)
    return out


def turned(low: Term, high: Term, count: int) -> Term:
    """The lower word of a pair that is rotated to the right by less than 32."""
    return xor(shr(low, count), shl(high, 32 - count))


def test_a_rotation_of_a_pair_in_another_order(words: list[Term]) -> None:
    """SHA-512's sum of three rotations, FIPS 180-4, 4.1.3, as 32-bit code computes it."""
    low, high = add(words[0], words[1]), sub(words[2], words[3])
    first = xor(turned(low, high, 14), turned(low, high, 18), turned(high, low, 9))
    shifts = xor(shr(low, 14), shr(low, 18), shr(high, 9))
    second = xor(xor(shl(high, 18), shl(high, 14), shl(low, 23)), shifts)
    assert first is not second and judged(first, second) and same(first, second)
    assert not judged(first, xor(second, const(32, 1)))
    assert not judged(first, xor(second, shl(high, 31)))


def test_a_rotation_by_two_shifts(words: list[Term]) -> None:
    whole = add(words[0], sub(words[1], words[2]), const(32, 5))
    assert judged(rotl(whole, 7), xor(shl(whole, 7), shr(whole, 25)))
    assert not judged(rotl(whole, 7), xor(shl(whole, 7), shr(whole, 24)))
    assert not judged(rotl(whole, 7), shl(whole, 7))


def test_bits_of_one_word_are_not_those_of_another(words: list[Term]) -> None:
    a, b, _, _ = words
    assert judged(rotl(xor(a, b), 8), xor(rotl(a, 8), rotl(b, 8)))
    assert not judged(rotl(a, 8), rotl(b, 8)) and not judged(rotl(a, 8), rotl(a, 9))
    assert not judged(a, shl(a, 1)), "a word by itself is left to other rules"
    assert not judged(rotl(a, 8), concat(const(8, 0), rotl(a, 8))), "words of two sizes"
    assert not judged(band(a, b), rotl(b, 8)), "a product of words"


def test_other_terms_are_judged_by_others(words: list[Term]) -> None:
    """Terms that differ in form are asked for if they share a value, and nothing else is."""
    a, b, c, _ = words
    asked: list[tuple[Term, Term]] = []

    def equal(x: Term, y: Term) -> bool:
        asked.append((x, y))
        return True

    assert alike(rotl(xor(a, b), 3), rotl(xor(a, c), 3), equal, lambda term: 0 if term in (b, c) else term)
    assert set(asked) == {(b, c)}
    assert not alike(rotl(xor(a, b), 3), rotl(xor(a, c), 3), equal, lambda term: term)
    assert not alike(rotl(xor(a, b), 3), rotl(xor(a, c), 4), equal, lambda term: 0 if term in (b, c) else term)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_alike_has_equal_values(seed: int, words: list[Term]) -> None:
    """Random exclusive-ors, shifts and cuts of two words: alike exactly if they have equal values."""
    dice = random.Random(seed)

    def some(depth: int) -> Term:
        if depth == 0:
            return dice.choice([*words[:2], const(32, 3)])
        x, count = some(depth - 1), dice.choice([8, 16])
        made = {"shl": shl, "shr": shr, "rotl": rotl}.get(dice.choice(["shl", "shr", "rotl", "cut"]))
        one = made(x, count) if made else concat(extract(31 - count, 0, x), extract(31, 32 - count, some(0)))
        return xor(one, some(depth - 1))

    found = [one for one in (some(2) for _ in range(25)) if one.op in ("rotl", "anf", "concat")]
    assert len(found) > 8
    pairs = [(x, y) for x in found for y in found]
    for x, y in pairs:
        assert judged(x, y) == same(x, y)
