# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Equality of exclusive-ors of rotated words, such as SHA-1's schedule, which codes compute by other recurrences.

A rotation of an exclusive-or is the exclusive-or of the rotations. So each such word is a constant and a set of words
with counts, by which it is known: no order of terms decides anything.
"""

from __future__ import annotations

from proof.terms import Term, const, rotl

Parts = dict[Term, int]
"""Words that are no exclusive-or and no rotation → the counts by which they are rotated, a bit for each."""
Known = dict[Term, tuple[int, Parts]]


def alike(x: Term, y: Term) -> bool:
    """Whether two words are the exclusive-or of one constant and of the same rotated words."""
    if not (_linear(x) and _linear(y)):
        return False
    known: Known = {}
    return _parts(x, known) == _parts(y, known)


def _linear(x: Term) -> bool:
    if x.op == "rotl":
        return True
    ones = (1 << x.w) - 1
    return x.op == "anf" and all(len(places) == 1 and mask == ones for places, mask in x.val if places)


def _parts(top: Term, known: Known) -> tuple[int, Parts]:
    todo = [top]
    while todo:
        one = todo[-1]
        missing = [arg for arg in one.args if arg not in known] if _linear(one) else []
        todo += missing
        if not missing:
            todo.pop()
            if one not in known:
                known[one] = _of(one, known)
    return known[top]


def _of(x: Term, known: Known) -> tuple[int, Parts]:
    if x.op == "const":
        return x.val, {}
    if not _linear(x):
        return 0, {x: 1}
    if x.op == "rotl":
        fixed, parts = known[x.args[0]]
        return rotl(const(x.w, fixed), x.val).val, {one: _turned(x.w, bits, x.val) for one, bits in parts.items()}
    fixed, total = 0, Parts()
    for places, mask in x.val:
        more, parts = known[x.args[places[0]]] if places else (mask, Parts())
        fixed ^= more
        for one, bits in parts.items():
            total[one] = total.get(one, 0) ^ bits
    return fixed, {one: bits for one, bits in total.items() if bits}


def _turned(w: int, bits: int, count: int) -> int:
    """Each count of a set grows, modulo the width."""
    return (bits << count | bits >> (w - count)) & ((1 << w) - 1)
