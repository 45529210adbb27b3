# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms of bytes have the values of what they were made from, and do not depend on a basis."""

from __future__ import annotations

import random

import pytest

from proof.memory import NoProof
from proof.terms import Term, fresh, sym
from tests.proof.byte_forms import FORM, IDENTITY, SUBJECT, applied, inverse, is_linear, table, total, values_of
from tests.reference import aes

BYTES = 4


def value(term: Term, given: dict[Term, int]) -> int:
    if term.op == "const":
        return int(term.val)
    if term.op not in (FORM, SUBJECT):
        return given[term]
    constant, tables = term.val if term.op == FORM else (0, term.val)
    for one, made in zip(term.args, tables):
        constant ^= made[value(one, given)]
    return constant


def linear(chance: random.Random) -> bytes:
    columns = [chance.randrange(256) for _ in range(8)]
    made = [0]
    for column in columns:
        made += [column ^ one for one in made]
    return bytes(made)


@pytest.mark.parametrize("seed", range(40))
def test_a_form_has_the_value_of_what_it_was_made_from(seed: int) -> None:
    fresh()
    chance = random.Random(seed)
    symbols = [sym(8, f"byte {n}") for n in range(BYTES)]
    given = {one: chance.randrange(256) for one in symbols}
    found = list(given.items())
    for _ in range(30):
        (x, known), (y, other) = chance.choice(found), chance.choice(found)
        function = chance.choice([linear(chance), chance.randbytes(256), aes._box(), table(lambda n: n & 15)])
        try:
            made = [(total(x, y), known ^ other), (applied(function, x), function[known])]
        except NoProof:  # a sum without a byte that stands for itself
            continue
        for term, wanted in made:
            assert value(term, given) == wanted
            assert wanted in values_of(term)
        found += made
    assert len(found) > 30


@pytest.mark.parametrize("seed", range(10))
def test_a_form_does_not_depend_on_the_basis(seed: int) -> None:
    """The S-box of a sum, and what it is in another basis, whose input and output come in halves."""
    fresh()
    chance = random.Random(seed)
    basis = next(one for one in iter(lambda: linear(chance), None) if inverse(one))
    back = inverse(basis)
    assert back is not None and is_linear(back)
    key, *others = (sym(8, f"byte {n}") for n in range(BYTES))
    state = total(key, *(applied(aes._box(), one) for one in others))
    moved = total(applied(basis, key), *(applied(aes._box().translate(basis), one) for one in others))
    inner = back.translate(aes._box()).translate(basis)
    halves = [applied(table(mask.__and__), moved) for mask in (15, 240)]
    low, high = (table(mask.__and__).translate(back) for mask in (15, 240))
    assert applied(aes._box(), state) is applied(back, applied(inner, moved))
    assert total(applied(low, moved), applied(high, moved)) is state
    assert applied(back, total(*halves)) is state
    assert applied(IDENTITY, state) is state
