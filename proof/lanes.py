# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on lanes of vectors, and functions that no rule looks into."""

from __future__ import annotations

from proof.nodes import is_open
from proof.terms import BLOCK, Term, add, band, bxor, concat, const, extract, node, starts, vshift


def lanewise(op: str, lane: int, *args: Term) -> Term:
    """A function of lanes, opaque to the normal form but for its name, lane and operands."""
    if args[0].w > BLOCK:
        return concat(*(lanewise(op, lane, *(extract(n + 127, n, x) for x in args)) for n in starts(args[0].w)))
    if op in ("vadd",) and args[0] is args[1]:
        return vshift("vshl", lane, 1, args[0])
    if op == "vequal" and args[0] is args[1]:
        return const(args[0].w, -1)
    if op in ("vadd", "vequal"):
        args = tuple(sorted(args, key=lambda t: t.id))
    if op == "vadd":
        rest = [t for t in args if is_open(t)]
        if len(rest) < 2:
            return rest[0] if rest else args[0]
        flat = [t for one in args for t in (one.args if one.op == op and one.val == lane else (one,))]
        return node(op, args[0].w, tuple(sorted(_disjoint(flat), key=lambda t: t.id)), lane)
    return node(op, args[0].w, args, lane)


def _disjoint(terms: list[Term]) -> list[Term]:
    """Addends, where logical terms that are never 1 together are one."""
    forms = [t for t in terms if t.op == "anf"]
    for n, x in enumerate(forms):
        for y in forms[n + 1 :]:
            if x is not y and set(x.args) & set(y.args) and not is_open(band(x, y)):
                joined = bxor(x, y)
                if joined.op == "anf":
                    rest = list(terms)
                    rest.remove(x)
                    rest.remove(y)
                    return _disjoint([*rest, joined])
    return terms


def opaque(name: str, w: int, *args: Term) -> Term:
    """A function that both sides share and that no rule looks into, such as a round of AES."""
    return node("uf", w, args, name)


def mul52(half: str, x: Term, y: Term) -> Term:
    """The low or high 52 bits of the products of the low 52 bits of lanes of 64 bits."""
    lanes = []
    for n in reversed(range(0, x.w, 64)):
        pair = sorted((_digit(x, n), _digit(y, n)), key=lambda t: t.id)
        lanes.append(opaque(f"mul52_{half}", 64, *pair))
    return concat(*lanes)


def _digit(x: Term, first: int) -> Term:
    """52 bits of a vector from ``first`` on."""
    found = extract(first + 51, first, x)
    return extract(51, 0, narrow(extract(first + 63, first, x))) if found.op == "ext" else found


def narrow(x: Term) -> Term:
    """A part of a load as a load of that part: other code loads more or less at once."""
    if x.op != "ext" or x.args[0].op != "load" or x.val % 8 or x.w % 8:
        return x
    memory, address = x.args[0].args
    return node("load", x.w, (memory, add(address, const(address.w, x.val // 8))))
