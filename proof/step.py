# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Values in step: at a cut, one value is a multiple of another one plus a value of the entry.

A pointer and a counter of rounds are such a pair. The condition of the way to a cut counts: where it says that a sum is
zero, terms that differ by a multiple of the sum are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from proof.terms import Term, bxor, const, form, linear, ordered, scaled, sub, zext


@dataclass(frozen=True, slots=True)
class Reached:
    """Two values where a way reaches a cut. ``under``: the way's condition. ``before``: the values where the way
    began, if it began at the same cut."""

    under: Term
    values: tuple[Term, Term]
    before: tuple[Term, Term] | None


def zeros(under: Term, w: int) -> Iterator[Term]:
    """Terms of ``w`` bits that are zero where a condition holds."""
    products = list(form(under))
    for one in ordered(frozenset.intersection(*products)) if products else ():
        if one.op == "zero" and one.args[0].w <= w:
            (found,) = one.args
            yield zext(w, found)
            if found.op == "sum" and found.val[1] == (1,):  # the normal form of a comparison with a constant
                yield zext(w, bxor(found.args[0], const(found.w, -found.val[0])))


def times(x: Term, zero: Term, part: Term) -> int | None:
    """How often ``zero`` is to be subtracted from ``x``, so that ``part`` vanishes."""
    have, by = linear(x).parts.get(part, 0), linear(zero).parts.get(part, 0)
    return have * pow(by, -1, 1 << x.w) if have and by & 1 else None


def same(x: Term, y: Term, under: Term) -> bool:
    """Whether two words are one where a condition holds, by the sums that are zero then."""
    if x is y or not x.w or x.w != y.w:
        return x is y
    away = sub(x, y)
    for zero in zeros(under, x.w):
        for part in linear(zero).parts:
            found = times(away, zero, part)
            if found is not None and sub(away, scaled(zero, found)) is const(x.w, 0):
                return True
    return False


def without(x: Term, under: Term, local: Callable[[Term], bool]) -> Term:
    """The same value where a condition holds, in which no local part is left that the condition tells."""
    for zero in zeros(under, x.w):
        for part in linear(zero).parts:
            found = times(x, zero, part) if local(part) else None
            if found is not None:
                x = sub(x, scaled(zero, found))
    return x


def tied(ways: Sequence[Reached], local: Callable[[Term], bool]) -> tuple[int, Term] | None:
    """A number and a value of the entry: the first value is always so many times the second one, plus that."""
    for count in dict.fromkeys(count for way in ways for count in _counts(way)):
        rest = [sub(way.values[0], scaled(way.values[1], count)) for way in ways]
        kept = [
            way.before is not None and same(one, sub(way.before[0], scaled(way.before[1], count)), way.under)
            for way, one in zip(ways, rest)
        ]
        for begin in dict.fromkeys(without(one, way.under, local) for way, one in zip(ways, rest)):
            if not local(begin) and all(
                held or same(one, begin, way.under) for way, one, held in zip(ways, rest, kept)
            ):
                return count, begin
    return None


def _counts(way: Reached) -> Iterator[int]:
    """How often the second value may be in the first one: by what one round adds to both, and by a part of both."""
    x, y = way.values
    if way.before is not None:
        one, other = sub(x, way.before[0]), sub(y, way.before[1])
        if one.op == other.op == "const" and other.val and one.val:
            more, per = (t.val - (t.val >> (t.w - 1) << t.w) for t in (one, other))
            if more % per == 0:
                yield more // per
    for part, by in linear(y).parts.items():
        if by == 1 and part in linear(x).parts:
            yield linear(x).parts[part]
