# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rules that find words equal: exclusive-ors of rotated words, exclusive-ors of shifted words, and polynomials. Equal
words are found, and what a rule finds equal has equal values."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from proof import products, rotations, shifts
from proof.conditions import ult
from proof.equal import Judge
from proof.lanes import narrow
from proof.memory import contents, load, store
from proof.terms import (
    Term,
    add,
    band,
    bor,
    bxor,
    concat,
    const,
    extract,
    fresh,
    mul,
    permuted,
    rotl,
    scaled,
    sext,
    shl,
    shr,
    sub,
    sym,
    zext,
)
from proof.values import value

Rule = Callable[[Term, Term], bool]
Make = Callable[..., tuple[Term, Term]]
TURNS = 5


def _is(x: Term, y: Term) -> bool:
    return x is y


def _value(x: Term) -> int:
    return int(value(x, 0))


def rotated(x: Term, y: Term) -> bool:
    return rotations.alike(x, y)


def shifted(x: Term, y: Term) -> bool:
    return shifts.alike(x, y, _is, _value)


def polynomials(x: Term, y: Term) -> bool:
    return products.alike(x, y, _is, _value)


def same(x: Term, y: Term) -> bool:
    return all(value(x, turn) == value(y, turn) for turn in range(TURNS))


def xor(*terms: Term) -> Term:
    out = terms[0]
    for one in terms[1:]:
        out = bxor(out, one)
    return out


def k(number: int, w: int = 32) -> Term:
    return const(w, number)


def turned(lower: Term, upper: Term, count: int) -> Term:
    """The lower word of a pair that is rotated to the right by less than 32."""
    return xor(shr(lower, count), shl(upper, 32 - count))


def whole(a: Term, b: Term, c: Term) -> Term:
    return rotl(xor(a, b, rotl(c, 3)), 5)


def pair(a: Term, b: Term, c: Term, *more: Term) -> tuple[Term, Term]:
    """SHA-512's sum of three rotations, FIPS 180-4, 4.1.3, as 32-bit code computes it, in two orders."""
    x, y = add(a, b), sub(c, a)
    first = xor(turned(x, y, 14), turned(x, y, 18), turned(y, x, 9))
    parts = xor(shr(x, 14), shr(x, 18), shr(y, 9))
    return first, xor(xor(shl(y, 18), shl(y, 14), shl(x, 23)), parts, *more)


def left_over(a: Term, b: Term, c: Term) -> Term:
    """A sum in another form, as an exclusive-or of rotations."""
    return rotl(xor(rotl(xor(add(a, b), c), 1), rotl(c, 1)), 31)


def wide(x: Term) -> Term:
    return zext(64, x)


def low(x: Term) -> Term:
    return extract(31, 0, x)


def high(x: Term) -> Term:
    return extract(63, 32, x)


def times(x: Term, y: Term) -> Term:
    """The product of halves of two words."""
    return mul(wide(x), wide(y))


def crossed(x: Term, y: Term) -> Term:
    return add(times(low(x), high(y)), times(high(x), low(y)))


def sign(x: Term) -> Term:
    return extract(31, 31, x)


def masked(x: Term, y: Term) -> Term:
    """y if x is negative, else 0."""
    return band(sext(32, sign(x)), y)


def signed(x: Term, y: Term) -> Term:
    return mul(sext(64, x), sext(64, y))


def carry(x: Term, y: Term) -> Term:
    return extract(32, 32, add(zext(33, x), zext(33, y)))


EQUAL: dict[str, tuple[Rule, Make]] = {
    "a rotation of an exclusive-or": (
        rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5), rotl(c, 8))),
    ),
    "two rotations": (rotated, lambda a, b, c: (rotl(rotl(xor(a, b), 20), 17), xor(rotl(a, 5), rotl(b, 5)))),
    "a rotation by the whole width": (rotated, lambda a, b, c: (rotl(xor(a, rotl(b, 31)), 1), xor(rotl(a, 1), b))),
    "a constant": (rotated, lambda a, b, c: (rotl(xor(a, b, k(0x80000001)), 4), xor(rotl(a, 4), rotl(b, 4), k(0x18)))),
    "a sum inside": (rotated, lambda a, b, c: (rotl(xor(add(a, b), c), 7), xor(rotl(add(a, b), 7), rotl(c, 7)))),
    "a sum that is left over": (rotated, lambda a, b, c: (rotl(left_over(a, b, c), 3), rotl(add(a, b), 3))),
    "a rotation of a pair": (shifted, pair),
    "a rotation by two shifts": (
        shifted, lambda a, b, c: (rotl(add(a, b), 7), xor(shl(add(a, b), 7), shr(add(a, b), 25))),
    ),
    "rotated words": (shifted, lambda a, b, c: (rotl(xor(a, b), 8), xor(rotl(a, 8), rotl(b, 8)))),
}  # fmt: skip
DIFFERENT: dict[str, tuple[Rule, Make]] = {
    "a count": (rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5), rotl(c, 9)))),
    "a word": (rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5), rotl(a, 8)))),
    "one more constant": (rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5), rotl(c, 8), k(1)))),
    "a word less": (rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5)))),
    "a word twice": (rotated, lambda a, b, c: (whole(a, b, c), xor(rotl(a, 5), rotl(b, 5), rotl(c, 8), rotl(c, 9)))),
    "a constant that is not rotated": (
        rotated, lambda a, b, c: (rotl(xor(a, b, k(0x80000001)), 4), xor(rotl(a, 4), rotl(b, 4), k(0x80000001))),
    ),
    "another sum": (rotated, lambda a, b, c: (rotl(xor(add(a, b), c), 7), xor(rotl(add(a, c), 7), rotl(c, 7)))),
    "a rotation and none": (rotated, lambda a, b, c: (a, rotl(b, 1))),
    "a pair and a bit": (shifted, lambda a, b, c: pair(a, b, c, k(1))),
    "a pair and a shift": (shifted, lambda a, b, c: pair(a, b, c, shl(a, 31))),
    "a shift by one bit more": (shifted, lambda a, b, c: (rotl(a, 7), xor(shl(a, 7), shr(a, 24)))),
    "half a rotation": (shifted, lambda a, b, c: (rotl(a, 7), shl(a, 7))),
    "another word": (shifted, lambda a, b, c: (rotl(a, 8), rotl(b, 8))),
    "another rotation": (shifted, lambda a, b, c: (rotl(a, 8), rotl(a, 9))),
    "a word by itself": (shifted, lambda a, b, c: (a, shl(a, 1))),
    "words of two sizes": (shifted, lambda a, b, c: (rotl(a, 8), concat(k(0, 8), rotl(a, 8)))),
    "a product of words": (shifted, lambda a, b, c: (band(a, b), rotl(b, 8))),
}  # fmt: skip
EQUAL_LONG: dict[str, Make] = {
    "by halves": lambda x, y: (mul(x, y), add(times(low(x), low(y)), shl(crossed(x, y), 32))),
    "by words": lambda x, y: (
        mul(x, y),
        concat(add(high(times(low(x), low(y))), mul(low(x), high(y)), mul(high(x), low(y))), mul(low(x), low(y))),
    ),
    "a constant": lambda x, y: (
        mul(x, k(0x123456789ABCDEF0, 64)),
        add(times(low(x), k(0x9ABCDEF0)), shl(times(low(x), k(0x12345678)), 32),
            shl(times(high(x), k(0x9ABCDEF0)), 32)),
    ),
    "signed": lambda x, y: (
        signed(low(x), low(y)),
        sub(times(low(x), low(y)), shl(wide(add(masked(low(x), low(y)), masked(low(y), low(x)))), 32)),
    ),
    "a carry": lambda x, y: (
        concat(zext(32, carry(low(x), low(y))), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))
    ),
}  # fmt: skip
DIFFERENT_LONG: dict[str, Make] = {
    "without a cross product": lambda x, y: (mul(x, y), add(times(low(x), low(y)), shl(times(low(x), high(y)), 32))),
    "one more": lambda x, y: (mul(x, y), add(times(low(x), low(y)), shl(crossed(x, y), 32), k(1, 64))),
    "a product that is cut": lambda x, y: (wide(mul(low(x), low(y))), times(low(x), low(y))),
    "a sum that is cut": lambda x, y: (wide(add(low(x), low(y))), add(wide(low(x)), wide(low(y)))),
    "a difference that is cut": lambda x, y: (wide(sub(low(x), low(y))), sub(wide(low(x)), wide(low(y)))),
    "a sum that is cut, under a mask": lambda x, y: (
        wide(masked(low(x), add(low(x), low(y)))), mul(wide(sign(low(x))), add(wide(low(x)), wide(low(y)))),
    ),
    "bits above a sum that is cut": lambda x, y: (
        wide(extract(31, 16, add(low(x), low(y)))), extract(63, 0, zext(96, extract(47, 16, add(x, y)))),
    ),
    "signed for unsigned": lambda x, y: (signed(low(x), low(y)), times(low(x), low(y))),
    "a sign extended to less": lambda x, y: (sext(64, low(x)), wide(low(x))),
    "a mask of part of a word": lambda x, y: (
        wide(band(masked(low(x), low(y)), k(0xFFFF))), wide(masked(low(x), low(y))),
    ),
    "logic for a sum": lambda x, y: (wide(bor(low(x), low(y))), add(wide(low(x)), wide(low(y)))),
    "without the carry": lambda x, y: (concat(k(0), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))),
    "a borrow for a carry": lambda x, y: (
        concat(zext(32, ult(low(x), low(y))), add(low(x), low(y))), add(wide(low(x)), wide(low(y)))
    ),
    "a square": lambda x, y: (mul(x, x), mul(x, y)),
}  # fmt: skip
CASES = [
    *((name, *given, True) for name, given in EQUAL.items()),
    *((name, *given, False) for name, given in DIFFERENT.items()),
    *((f"a product: {name}", polynomials, make, True) for name, make in EQUAL_LONG.items()),
    *((f"a product: {name}", polynomials, make, False) for name, make in DIFFERENT_LONG.items()),
]


@pytest.mark.parametrize(("name", "rule", "make", "equal"), CASES, ids=[one[0] for one in CASES])
def test_words(name: str, rule: Rule, make: Make, equal: bool) -> None:
    fresh()
    x, y = make(*(sym(64, n) for n in "xy")) if rule is polynomials else make(*(sym(32, n) for n in "abc"))
    assert rule(x, y) == rule(y, x) == equal and (not equal or same(x, y))


def test_words_that_are_left_to_other_rules() -> None:
    """Whichever side is no exclusive-or and no rotation; and what a rule asks of others."""
    fresh()
    a, b, c = (sym(32, n) for n in "abc")
    assert same(left_over(a, b, c), add(a, b)) and not rotated(left_over(a, b, c), add(a, b))
    asked: list[tuple[Term, Term]] = []

    def equal(x: Term, y: Term) -> bool:
        asked.append((x, y))
        return True

    def alike(x: Term) -> object:
        return 0 if x in (b, c) else x

    assert shifts.alike(rotl(xor(a, b), 3), rotl(xor(a, c), 3), equal, alike)
    assert set(asked) == {(b, c)}
    assert not shifts.alike(rotl(xor(a, b), 3), rotl(xor(a, c), 3), equal, lambda x: x)
    assert not shifts.alike(rotl(xor(a, b), 3), rotl(xor(a, c), 4), equal, alike)


@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("first", [0, 4, 8, 12])
def test_a_part_of_a_load_has_the_stores_of_that_part_alone(first: int, size: int) -> None:
    """Equal parts of a long and of a short load are one term: what a store wrote, if it wrote the whole part. But not
    where another store reaches into the part."""
    fresh()
    at, memory, alone = sym(64, "at"), contents("bytes"), contents("bytes")

    def place(n: int) -> Term:
        return add(at, const(64, n))

    for n in range(-8, 24, size):
        data = sym(8 * size, f"word {n}")
        memory = store(memory, place(n), data)
        if first - size < n < first + 4:
            alone = store(alone, place(n), data)
    long, short = load(memory, at, 16), load(alone, place(first), 8)
    found = extract(8 * first + 31, 8 * first, long)
    assert found is extract(31, 0, short)
    assert (found.op == "load") == (size < 4)
    assert all(value(found, n) == value(long, n) >> 8 * first & 0xFFFFFFFF for n in range(TURNS))
    for n in (first - 1, first, first + 3):
        more = load(store(memory, place(n), sym(16, "more")), at, 16)
        other = extract(8 * first + 31, 8 * first, more)
        assert other is not found
        assert all(value(other, n) == value(more, n) >> 8 * first & 0xFFFFFFFF for n in range(TURNS))


def test_bits_of_a_moved_byte_are_bits_of_the_byte() -> None:
    fresh()
    x = sym(32, "x")
    made = permuted([x], [(0, 3 - n % 4) if n < 12 else None for n in range(16)])
    assert extract(36, 33, made) is extract(28, 25, x)
    assert extract(100, 97, made) is const(4, 0)
    across = extract(40, 33, made)
    assert across.op == "ext" and all(value(across, n) == value(made, n) >> 33 & 255 for n in range(TURNS))


def test_bits_of_loads_are_those_of_the_bytes_that_have_them() -> None:
    fresh()
    at, memory = sym(64, "at"), contents("bytes")
    long, short = (load(memory, add(at, const(64, n)), size) for n, size in ((0, 8), (3, 4)))
    assert extract(45, 26, long) is not extract(21, 2, short)
    assert narrow(extract(45, 26, long)) is narrow(extract(21, 2, short))
    assert all(narrow(extract(45, 26, long)) is not narrow(extract(n + 19, n, short)) for n in (0, 1, 3, 10))
    for low, high in ((0, 25), (26, 51), (31, 32), (8, 15), (9, 9), (16, 63)):
        part = extract(high, low, long)
        assert all(value(narrow(part), n) == value(part, n) for n in range(TURNS))


def test_sums_by_parts() -> None:
    """The parts of two sums are paired by their factors and values, in whatever order their terms were made."""
    fresh()
    at, memory = sym(64, "at"), contents("bytes")

    def part(n: int, size: int) -> Term:
        return extract(25, 0, load(memory, add(at, const(64, n)), size))

    def total(one: Term, other: Term, times: int, fixed: int) -> Term:
        return add(one, scaled(other, times), const(26, fixed))

    p, q = part(0, 8), part(8, 8)
    other_q, other_p = part(8, 4), part(0, 4)
    judge = Judge()
    assert p is not other_p and q is not other_q
    assert total(p, q, 5, 1).args == (p, q) and total(other_p, other_q, 5, 1).args == (other_q, other_p)
    assert judge.equal(total(p, q, 5, 1), total(other_p, other_q, 5, 1)) and not judge.asked
    for wrong in (total(other_p, other_q, 3, 1), total(other_p, other_q, 5, 2), total(other_q, other_p, 5, 1)):
        assert not Judge()._by_parts(total(p, q, 5, 1), wrong)


def test_a_schedule_by_two_recurrences() -> None:
    """SHA-1's schedule, FIPS 180-4, 6.1.2: each word by 16 words before, or from word 32 on by 32 words before."""
    fresh()
    one, other = ([sym(32, f"w{n}") for n in range(16)] for _ in range(2))
    for n in range(16, 40):
        one.append(rotl(xor(one[n - 3], one[n - 8], one[n - 14], one[n - 16]), 1))
        far = rotl(xor(other[n - 6], other[n - 16], other[n - 28], other[n - 32]), 2) if n >= 32 else None
        other.append(far or rotl(xor(other[n - 3], other[n - 8], other[n - 14], other[n - 16]), 1))
    assert all(rotated(x, y) for x, y in zip(one[32:], other[32:]))
    assert not any(rotated(x, y) for x, y in zip(one[32:], other[31:]))


def _rotations(dice: random.Random, depth: int) -> Term:
    if depth == 0:
        return dice.choice([sym(32, "a"), sym(32, "b"), k(1)])
    return rotl(xor(_rotations(dice, depth - 1), _rotations(dice, depth - 1)), dice.choice([1, 31]))


def _shifts(dice: random.Random, depth: int) -> Term:
    if depth == 0:
        return dice.choice([sym(32, "a"), sym(32, "b"), k(3)])
    x, count = _shifts(dice, depth - 1), dice.choice([8, 16])
    made = {"shl": shl, "shr": shr, "rotl": rotl}.get(dice.choice(["shl", "shr", "rotl", "cut"]))
    one = made(x, count) if made else concat(extract(31 - count, 0, x), extract(31, 32 - count, _shifts(dice, 0)))
    return xor(one, _shifts(dice, depth - 1))


def _products(dice: random.Random, depth: int) -> Term:
    x, y = sym(64, "x"), sym(64, "y")
    if not depth:
        return dice.choice((x, y, wide(low(x)), wide(high(y)), k(dice.choice((1, 3, 1 << 32)), 64)))
    a, b = _products(dice, depth - 1), _products(dice, depth - 1)
    kind = dice.randrange(6)
    if kind < 2:
        return (add, mul)[kind](a, b)
    return (wide(low(a)), wide(high(a)), sext(64, low(a)), concat(low(a), high(b)))[kind - 2]


@pytest.mark.parametrize(
    ("rule", "some", "depth", "kinds", "seeds"),
    [
        (rotated, _rotations, 3, ("rotl", "anf"), 20),
        (shifted, _shifts, 2, ("rotl", "anf", "concat"), 10),
        (polynomials, _products, 2, (), 100),
    ],
)
def test_words_at_random(
    rule: Rule, some: Callable[[random.Random, int], Term], depth: int, kinds: tuple[str, ...], seeds: int
) -> None:
    """What is found equal has equal values. Of rotations and shifts, all with equal values are found equal."""
    for seed in range(seeds):
        fresh()
        dice = random.Random(seed)
        made = [some(dice, depth) for _ in range(25 if kinds else 8)]
        found = [one for one in made if not kinds or one.op in kinds]
        assert len(found) > 5
        for x in found:
            for y in found:
                equal = rule(x, y)
                assert equal == same(x, y) if kinds else not equal or same(x, y)
