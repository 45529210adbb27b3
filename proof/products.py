# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of words as polynomials over whole numbers: a product of words is the sum of the products of their halves.

A value is a sum of multiples of products of atoms. An atom is a term of at most 32 bits, which stands for its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from proof.memory import most
from proof.numbers import bounds
from proof.terms import Term, extract, form, linear, signed

HALF = 32
Key = tuple[Term, ...]
Poly = dict[Key, Fraction]
"""Products of atoms, in the order of their making, and how often each is in the sum."""
MANY = 200
"""The most products of one polynomial. Nothing is said of larger ones."""


class _TooMany(Exception):
    """A polynomial with too many products."""


def alike(x: Term, y: Term, equal: Callable[[Term, Term], bool], draw: Callable[[Term], Any]) -> bool:
    """Whether two words are equal, as numbers modulo 2^w. ``equal`` judges atoms; ``draw`` is a value that equal terms
    share."""
    if not HALF <= x.w <= 2 * HALF:
        return False
    reader = _Reader(equal, draw)
    try:
        left = _total([(reader.modulo(x, x.w), 1), (reader.modulo(y, x.w), -1)])
    except _TooMany:
        return False
    return all(times.denominator == 1 and times.numerator % (1 << x.w) == 0 for times in left.values())


def _total(parts: Iterable[tuple[Poly, Fraction | int]]) -> Poly:
    out: Poly = {}
    for poly, times in parts:
        for key, count in poly.items():
            out[key] = out.get(key, Fraction(0)) + count * times
    if len(out) > MANY:
        raise _TooMany
    return out


def _product(x: Poly, y: Poly) -> Poly:
    """A bit times itself is the bit."""
    out: Poly = {}
    for one, a in x.items():
        for other, b in y.items():
            both = [*one, *(t for t in other if t.w > 1 or t not in one)]
            key = tuple(sorted(both, key=lambda t: t.id))
            out[key] = out.get(key, Fraction(0)) + a * b
    if len(out) > MANY:
        raise _TooMany
    return out


class _Reader:
    def __init__(self, equal: Callable[[Term, Term], bool], draw: Callable[[Term], Any]) -> None:
        self.equal, self.draw = equal, draw
        self.atoms: dict[Any, list[Term]] = {}
        self.known: dict[tuple[Term, int], Poly] = {}

    def _atom(self, term: Term) -> Poly:
        near = self.atoms.setdefault((term.w, self.draw(term)), [])
        found = next((one for one in near if one is term or self.equal(one, term)), None)
        if found is None:
            near.append(term)
        return {(found or term,): Fraction(1)}

    def modulo(self, term: Term, bits: int) -> Poly:
        """A number that is equal to the term's modulo 2^bits."""
        if bits <= 0:
            return {}
        key = term, min(bits, term.w + 1)
        if key not in self.known:
            self.known[key] = self._modulo(term, bits) if bits <= term.w else self._exact(term)
        return self.known[key]

    def _modulo(self, t: Term, bits: int) -> Poly:
        if t.op not in ("sum", "mul"):
            t = extract(min(-(-bits // HALF) * HALF, t.w) - 1, 0, t)
        if t.op == "sum":
            return self._sum(t, lambda one, zeros: self.modulo(one, bits - zeros))
        if t.op == "mul":
            return _product(*(self.modulo(one, bits) for one in t.args))
        if t.op == "concat":
            return self._joined(t, bits)
        if t.op == "sext":
            return _total([(self._exact(t.args[0]), 1), (self._exact(_sign(t.args[0])), -1 << t.args[0].w)])
        if t.op == "anf":
            masked = _masked(t)
            if masked is not None:
                return _product(self._exact(masked[0]), self.modulo(masked[1], bits))
        if t.op == "ext" and t.val and t.args[0].op in ("sum", "mul"):
            return self._above(t, self.modulo(t.args[0], t.val + bits))
        return self._exact(t)

    def _sum(self, t: Term, read: Callable[[Term, int], Poly]) -> Poly:
        """``read``: the polynomial of a term whose multiple has so many zeros."""
        given = linear(t)
        parts: list[tuple[Poly, int]] = [({(): Fraction(1)}, signed(given.const, t.w))]
        for one, times in given.parts.items():
            parts.append((read(one, (times & -times).bit_length() - 1), signed(times, t.w)))
        return _total(parts)

    def _above(self, t: Term, whole: Poly) -> Poly:
        """Bits of a number, without those below."""
        made = _total([(whole, 1), (self._exact(extract(t.val - 1, 0, t.args[0])), -1)])
        return {key: times / (1 << t.val) for key, times in made.items()}

    def _joined(self, t: Term, bits: int) -> Poly:
        parts, at = [], t.w
        for one in t.args:
            at -= one.w
            parts.append((self.modulo(one, bits - at), 1 << at))
        return _total(parts)

    def _exact(self, t: Term) -> Poly:
        """The term's number itself."""
        if t.op == "const":
            return {(): Fraction(t.val)}
        if t.op == "concat":
            return self._joined(t, t.w + 1)
        if t.op == "sext":
            return _total([(self._modulo(t, t.w), 1), (self._exact(_sign(t.args[0])), 1 << t.w)])
        masked = _masked(t) if t.op == "anf" else None
        if masked is not None:
            return _product(*map(self._exact, masked))
        if _fits(t):
            return (
                _product(*map(self._exact, t.args)) if t.op == "mul" else self._sum(t, lambda one, _: self._exact(one))
            )
        if t.op == "ext" and t.val and t.val + t.w == t.args[0].w and _fits(t.args[0]):
            return self._above(t, self._exact(t.args[0]))
        if t.w > HALF:
            halves = extract(HALF - 1, 0, t), extract(t.w - 1, HALF, t)
            return _total([(self._exact(halves[0]), 1), (self._exact(halves[1]), 1 << HALF)])
        return self._atom(t)


def _fits(t: Term) -> bool:
    """Whether a product or a sum is a number of its width without a cut."""
    if t.op == "mul":
        return most(t.args[0]) * most(t.args[1]) < 1 << t.w
    return t.op == "sum" and bounds(t)[0] >= 0 and bounds(t)[1] < 1 << t.w


def _sign(x: Term) -> Term:
    return extract(x.w - 1, x.w - 1, x)


def _masked(t: Term) -> tuple[Term, Term] | None:
    """The bit and the word of a word under a mask that has this bit everywhere."""
    found = list(form(t).items())
    if len(found) != 1 or found[0][1] != (1 << t.w) - 1 or len(found[0][0]) != 2:
        return None
    one, other = sorted(found[0][0], key=lambda x: x.op != "sext" or x.args[0].w > 1)
    return (one.args[0], other) if one.op == "sext" and one.args[0].w == 1 else None
