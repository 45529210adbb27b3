# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of words as whole numbers, for long sums with carries.

A carry is a number, too: the sum of its operands less the word that remains, divided by 2^64. So every word of a row
is a linear form of products, words and words that remained before, and two orders of adding the same have one form.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proof.memory import most
from proof.terms import Term, extract, linear, signed, sub

Form = dict[Term | None, Fraction]
"""Multiples of the values of terms; of None, the constant."""


def alike(x: Term, y: Term, equal: Callable[[Term, Term], bool], draw: Callable[[Term], Any]) -> bool:
    """Whether two words are equal, as numbers modulo 2^w. ``equal`` judges the terms that are left; ``draw`` is a value
    that equal terms share."""
    if x.w not in (32, 64) or not {x.op, y.op} & {"sum", "ext"}:
        return False
    made: dict[Term, Form] = {}
    total: Form = {}
    _add(total, _word(x, made), Fraction(1))
    _add(total, _word(y, made), Fraction(-1))
    places: dict[Any, list[Term]] = {}
    left: dict[Term | None, Fraction] = {}
    for term, times in sorted(total.items(), key=lambda one: -1 if one[0] is None else one[0].id):
        if times and term is not None:
            near = places.setdefault((term.w, draw(term)), [])
            found = next((one for one in near if one is term or equal(one, term)), None)
            if found is None:
                near.append(term)
                found = term
            left[found] = left.get(found, Fraction(0)) + times
        elif times:
            left[None] = times
    return all(times.denominator == 1 and times.numerator % (1 << x.w) == 0 for times in left.values())


def _add(total: Form, form: Form, times: Fraction) -> None:
    for term, count in form.items():
        total[term] = total.get(term, Fraction(0)) + count * times


def _sum(term: Term, made: dict[Term, Form]) -> Form:
    """A sum before it is cut to its width. What is cut off is a multiple of 2^w."""
    given = linear(term)
    out: Form = {None: Fraction(signed(given.const, term.w))}
    for one, times in given.parts.items():
        _add(out, _value(one, made), Fraction(signed(times, term.w)))
    return out


def _word(term: Term, made: dict[Term, Form]) -> Form:
    return _sum(term, made) if term.op == "sum" else _value(term, made)


def _value(term: Term, made: dict[Term, Form]) -> Form:
    """The value of a term, exactly."""
    found = made.get(term)
    if found is None:
        found = made[term] = _computed(term, made)
    return found


def _computed(term: Term, made: dict[Term, Form]) -> Form:
    out: Form
    if term.op == "const":
        return {None: Fraction(term.val)}
    if term.op == "concat":
        out = {}
        at = term.w
        for part in term.args:
            at -= part.w
            _add(out, _value(part, made), Fraction(1 << at))
        return out
    if term.op == "sum" and bounds(term)[0] >= 0:
        out = _sum(term, made)
        if min(bounds(term)[1], _greatest(out)) < 1 << term.w:
            return out
    if term.op == "anf" and term.w == 1 and len(term.args) == 1 and len(term.val) == 2:  # not
        out = {None: Fraction(1)}
        _add(out, _value(term.args[0], made), Fraction(-1))
        return out
    if term.op == "ult":
        x, y = term.args
        out = dict(_value(sub(x, y), made))
        _add(out, _value(x, made), Fraction(-1))
        _add(out, _value(y, made), Fraction(1))
        return _divided(out, x.w)
    if term.op == "ext" and term.val and term.val + term.w == term.args[0].w:
        upper = _upper(term.args[0], term.val, made)
        if upper is not None:
            return upper
    return {term: Fraction(1)}


def _upper(whole: Term, low: int, made: dict[Term, Form]) -> Form | None:
    """The bits of a sum or of a product above its ``low`` lowest ones."""
    rest = _value(extract(low - 1, 0, whole), made)
    if whole.op == "mul":
        out: Form = {whole: Fraction(1)}
        _add(out, rest, Fraction(-1))
        return _divided(out, low)
    if whole.op != "sum":
        return None
    least, greatest = bounds(whole)
    out = _sum(whole, made)
    if 0 <= least and greatest < 1 << whole.w:
        _add(out, rest, Fraction(-1))
        return _divided(out, low)
    if whole.w == low + 1 and -(1 << low) <= least and greatest < 1 << low:  # a borrow
        borrow = dict(rest)
        _add(borrow, out, Fraction(-1))
        return _divided(borrow, low)
    return None


def bounds(total: Term) -> tuple[int, int]:
    """The least and the greatest value of a sum before it is cut to its width."""
    given = linear(total)
    least = greatest = signed(given.const, total.w)
    for one, times in given.parts.items():
        reach = signed(times, total.w) * _most(one)
        least, greatest = least + min(reach, 0), greatest + max(reach, 0)
    return least, greatest


def _greatest(form: Form) -> int:
    """A bound for the value of a form that is a whole number."""
    return math.floor(sum(times * (1 if term is None else _most(term)) for term, times in form.items() if times > 0))


def _most(term: Term) -> int:
    """The largest value that a term may have."""
    if term.op == "mul":
        return min(most(term.args[0]) * most(term.args[1]), most(term))
    if term.op == "sum" and bounds(term)[0] >= 0:
        return min(bounds(term)[1], most(term))
    if term.op == "ext" and term.val + term.w == term.args[0].w:
        return _most(term.args[0]) >> int(term.val)
    return most(term)


def _divided(form: Form, bits: int) -> Form:
    return {term: times / (1 << bits) for term, times in form.items()}
