# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of exclusive-ors of words that are shifted, cut and put together, such as a rotation of a word of 64 bits in
two of 32.

Each bit of such a word is a constant and an exclusive-or of bits of other terms. So a word is known by its constant,
and by the terms with their shifts and the bits of the word that each reaches. The order of exclusive-ors is free.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from proof.nodes import Linear, from_linear
from proof.terms import Term

Parts = dict[tuple[Term, int], int]
"""Another term, and how far it is shifted to the left (to the right, below 0) → the bits that it reaches."""


def alike(x: Term, y: Term, equal: Callable[[Term, Term], bool], draw: Callable[[Term], Any]) -> bool:
    """Whether two words are the exclusive-or of one constant and of the same bits. ``equal`` judges the other terms;
    ``draw`` is a value that equal terms share."""
    if x.w != y.w or not (_linear(x) and _linear(y)):
        return False
    known: dict[Term, tuple[int, Parts]] = {}
    (fixed, mine), (other, theirs) = (_parts(one, known) for one in (x, y))
    left = _plus(mine, theirs)
    if fixed != other:
        return False
    total: Parts = {}
    places: dict[Any, list[Term]] = {}
    for (term, shift), mask in left.items():
        near = places.setdefault((term.w, draw(term)), [])
        found = next((one for one in near if one is term or equal(one, term)), None)
        if found is None:
            near.append(term)
            found = term
        total[found, shift] = total.get((found, shift), 0) ^ mask
    return not any(total.values())


def _linear(x: Term) -> bool:
    """Whether each bit of a term is an exclusive-or of bits of its operands."""
    if x.op == "sum":
        return _shift(x) > 0
    return x.op in ("rotl", "concat", "ext", "const") or (x.op == "anf" and all(len(ones) < 2 for ones, _ in x.val))


def _shift(x: Term) -> int:
    """The number of zeros below a sum: all its multiples are of a power of two."""
    bits: int = reduce(or_, x.val[1], x.val[0])
    return (bits & -bits).bit_length() - 1


def _halved(x: Term) -> Term:
    """A sum without the zeros below it. What comes in above them is cut off again."""
    count = _shift(x)
    sign = 1 << (x.w - count - 1)
    fixed, *times = ((((one >> count) ^ sign) - sign) for one in (x.val[0], *x.val[1]))
    return from_linear(x.w, Linear(fixed, dict(zip(x.args, times))))


def _parts(top: Term, known: dict[Term, tuple[int, Parts]]) -> tuple[int, Parts]:
    todo = [top]
    while todo:
        one = todo[-1]
        missing = [arg for arg, _, _ in _pieces(one) if arg is not None and arg not in known] if _linear(one) else []
        todo += missing
        if not missing:
            todo.pop()
            if one not in known:
                known[one] = _of(one, known)
    return known[top]


def _of(x: Term, known: dict[Term, tuple[int, Parts]]) -> tuple[int, Parts]:
    ones = (1 << x.w) - 1
    if x.op == "const":
        return x.val, {}
    if not _linear(x):
        return 0, {(x, 0): ones}
    fixed, total = 0, Parts()
    for inner, shift, mask in _pieces(x):
        more, parts = (ones, Parts()) if inner is None else known[inner]
        fixed ^= _moved(more, shift) & mask
        total = _plus(
            total, {(one, by + shift): bits for (one, by), old in parts.items() if (bits := _moved(old, shift) & mask)}
        )
    return fixed, total


def _pieces(x: Term) -> list[tuple[Term | None, int, int]]:
    """The operands of a term with their shifts, and the bits of the result that each reaches. None is all ones."""
    ones = (1 << x.w) - 1
    if x.op == "const":
        return []
    if x.op == "sum":
        return [(_halved(x), _shift(x), ones & ~((1 << _shift(x)) - 1))]
    if x.op == "rotl":
        low = (1 << x.val) - 1
        return [(x.args[0], x.val, ones & ~low), (x.args[0], x.val - x.w, low)]
    if x.op == "ext":
        return [(x.args[0], -x.val, ones)]
    if x.op == "concat":
        out, at = [], x.w
        for arg in x.args:
            at -= arg.w
            out.append((arg, at, ((1 << arg.w) - 1) << at))
        return [*out]
    return [(x.args[places[0]] if places else None, 0, mask) for places, mask in x.val]


def _moved(bits: int, shift: int) -> int:
    return bits << shift if shift >= 0 else bits >> -shift


def _plus(x: Parts, y: Parts) -> Parts:
    out = dict(x)
    for key, bits in y.items():
        out[key] = out.get(key, 0) ^ bits
    return {key: bits for key, bits in out.items() if bits}
