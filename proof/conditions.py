# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Conditions: terms of one bit."""

from __future__ import annotations

from proof.terms import Term, bnot, concat, const, extract, form, node, scaled, sext, sub, zeros


def is_zero(x: Term) -> Term:
    if x.op == "const":
        return const(1, x.val == 0)
    if x.w == 1:
        return bnot(x)
    if x.op == "concat" and x.args[0].op == "const" and x.args[0].val == 0:
        return is_zero(concat(*x.args[1:]))
    if x.op == "anf" and len(x.val) == 2 and all(mask == (1 << x.w) - 1 for _, mask in x.val):
        one, other = (key for key in form(x))
        if len(one) < 2 and len(other) < 2:
            return is_zero(sub(*(next(iter(key)) if key else const(x.w, -1) for key in (one, other))))
    if x.op == "sum" and x.val[1][0] >> (x.w - 1):
        x = scaled(x, -1)
        if x.op != "sum":
            return is_zero(x)
    if x.op == "sum" and x.val[1] == (1,):  # a number with zeros at its top, compared with a constant
        found, wanted = x.args[0], const(x.w, -x.val[0])
        top = min(zeros(found), zeros(wanted))
        if top:
            return is_zero(sub(extract(x.w - top - 1, 0, found), extract(x.w - top - 1, 0, wanted)))
    return node("zero", 1, (x,))


def eq(x: Term, y: Term) -> Term:
    top = min(zeros(x), zeros(y))
    if 0 < top < x.w:
        x, y = extract(x.w - top - 1, 0, x), extract(x.w - top - 1, 0, y)
    return is_zero(sub(x, y))


def ult(x: Term, y: Term) -> Term:
    if x is y:
        return const(1, 0)
    if x.op == y.op == "const":
        return const(1, x.val < y.val)
    if y.op == "const" and y.val == 1:
        return is_zero(x)
    if x.op == "const" and x.val == 0:
        return bnot(is_zero(y))
    if y.op == "const" and y.val == 0:
        return const(1, 0)
    top = min(zeros(x), zeros(y))
    if 0 < top < x.w:
        return ult(extract(x.w - top - 1, 0, x), extract(x.w - top - 1, 0, y))
    return node("ult", 1, (x, y))


def slt(x: Term, y: Term) -> Term:
    if x.op == y.op == "const":
        return const(1, sext(x.w + 1, x).val - sext(x.w + 1, y).val >> x.w & 1)
    return node("slt", 1, (x, y))
