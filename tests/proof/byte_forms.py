# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Bytes as sums of functions of bytes, in a normal form that does not depend on the basis of a field.

A form is a constant plus functions of subjects, each a table of 256 bytes. A subject is a byte that is not known, or a
sum of several such functions. A function which is linear and has an inverse is carried into a sum. Any other one needs
a subject: the sum, in the basis in which its first byte that is not known stands for itself. So the inverse in a tower
field of a transformed sum, and the inverse in the standard's field of the sum, are functions of one subject.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from proof.memory import NoProof
from proof.nodes import Term, const, node

Parts = tuple[tuple[Term, bytes], ...]
IDENTITY = bytes(range(256))
FORM, SUBJECT = "form", "subject"


def table(function: Callable[[int], int]) -> bytes:
    return bytes(function(x) & 255 for x in range(256))


@cache
def is_linear(function: bytes) -> bool:
    """Whether a function is linear over bits. It may have no inverse."""
    made = [0]
    for bit in range(8):
        made += [function[1 << bit] ^ one for one in made]
    return bytes(made) == function


@cache
def inverse(function: bytes) -> bytes | None:
    return bytes(function.index(x) for x in range(256)) if len(set(function)) == 256 else None


def _split(term: Term) -> tuple[int, Parts]:
    """A byte's constant and parts."""
    if term.op == "const":
        return int(term.val), ()
    if term.op == FORM:
        constant, tables = term.val
        return constant, tuple(zip(term.args, tables))
    return 0, ((term, IDENTITY),)


def _joined(constant: int, parts: dict[Term, bytes]) -> Term:
    found = sorted(((one, made) for one, made in parts.items() if any(made)), key=lambda pair: pair[0].id)
    if not found:
        return const(8, constant)
    if len(found) == 1 and not constant and found[0][1] == IDENTITY and found[0][0].op != SUBJECT:
        return found[0][0]
    return node(FORM, 8, tuple(one for one, _ in found), (constant, tuple(made for _, made in found)))


def _plus(x: bytes, y: bytes) -> bytes:
    return (int.from_bytes(x, "little") ^ int.from_bytes(y, "little")).to_bytes(256, "little")


@cache
def _behind_sum(function: bytes, constant: int) -> bytes:
    """A function of a byte plus a constant."""
    return bytes(function[x ^ constant] for x in range(256))


def total(*terms: Term) -> Term:
    """The exclusive-or of bytes."""
    constant, parts = 0, dict[Term, bytes]()
    for term in terms:
        own, of_term = _split(term)
        constant ^= own
        for subject, made in of_term:
            parts[subject] = _plus(parts[subject], made) if subject in parts else made
    for subject, made in list(parts.items()):
        first = made[0]
        constant ^= first
        if first:
            made = parts[subject] = _plus(made, bytes([first]) * 256)
        if subject.op == SUBJECT and is_linear(made) and inverse(made):
            del parts[subject]
            return total(const(8, constant), _joined(0, parts), _carried(made, _sum_of(subject)))
    return _joined(constant, parts)


def applied(function: bytes, term: Term) -> Term:
    """A function of a byte."""
    constant, parts = _split(term)
    if not parts:
        return const(8, function[constant])
    if len(parts) == 1:
        ((subject, made),) = parts
        return total(_joined(0, {subject: made.translate(_behind_sum(function, constant))}))
    linear = _plus(function, function[:1] * 256)
    if is_linear(linear) and inverse(linear):
        return total(const(8, function[0]), _carried(linear, term))
    subject, basis = _subject(parts)
    return total(_joined(0, {subject: basis.translate(_behind_sum(function, constant))}))


def values_of(term: Term) -> set[int]:
    """The values that a byte may have. Those of a sum of several functions are all."""
    constant, parts = _split(term)
    if len(parts) > 1:
        return set(range(256))
    return {x ^ constant for x in parts[0][1]} if parts else {constant}


def _carried(linear: bytes, term: Term) -> Term:
    """A linear function of a sum: the sum of the functions."""
    constant, parts = _split(term)
    return total(const(8, linear[constant]), *(_joined(0, {one: made.translate(linear)}) for one, made in parts))


def _subject(parts: Parts) -> tuple[Term, bytes]:
    """The subject of a sum, and the basis: the sum is this function of the subject."""
    for one, made in parts:
        back = inverse(made)
        if one.op != SUBJECT and back and is_linear(made):
            return node(SUBJECT, 8, tuple(t for t, _ in parts), tuple(f.translate(back) for _, f in parts)), made
    raise NoProof("a function of a sum in which no byte stands for itself")


def _sum_of(subject: Term) -> Term:
    return node(FORM, 8, subject.args, (0, subject.val))
