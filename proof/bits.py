# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""Equality of terms of bitwise logic, bit by bit. All other terms are taken for independent bits.

Bits of which all masks say the same are one question. z3 answers it with truth values in place of vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proof.terms import Term

LOGIC = ("anf", "and")
EFFORT = 1_000_000
"""z3's limit of resources for one question."""


def alike(x: Term, y: Term, equal: Callable[[Term, Term], bool], draw: Callable[[Term], Any]) -> bool:
    """Whether two terms are equal for all values of the terms that are no logic. ``equal`` judges pairs of these;
    ``draw`` is a value that equal terms share."""
    if x.op not in LOGIC or y.op not in LOGIC:
        return False
    order = _order(x, y)
    leaf: dict[Term, Term] = {}
    by_value: dict[Any, list[Term]] = {}
    for one in order:
        if one.op not in LOGIC and one.op != "const":
            near = by_value.setdefault(draw(one), [])
            leaf[one] = next((other for other in near if equal(other, one)), one)
            near.append(one)
    masks = {mask for one in order if one.op == "anf" for _, mask in one.val}
    masks |= {one.val for one in order if one.op == "const"}
    columns = {tuple(mask >> bit & 1 for mask in sorted(masks)): bit for bit in range(x.w)}
    return all(_holds(x, y, bit, order, leaf) for bit in columns.values())


def _order(*tops: Term) -> list[Term]:
    """The logic below terms and what it reads, operands first."""
    seen, todo = set(tops), list(tops)
    while todo:
        one = todo.pop()
        for arg in one.args if one.op in LOGIC else ():
            if arg not in seen:
                seen.add(arg)
                todo.append(arg)
    return sorted(seen, key=lambda t: t.id)


def _holds(x: Term, y: Term, bit: int, order: list[Term], leaf: dict[Term, Term]) -> bool:
    import z3

    made: dict[Term, Any] = {}
    for one in order:
        if one.op == "const":
            made[one] = z3.BoolVal(bool(one.val >> bit & 1))
        elif one.op == "and":
            made[one] = z3.And(*(made[arg] for arg in one.args))
        elif one.op == "anf":
            rows = [z3.And(*(made[one.args[n]] for n in places)) for places, mask in one.val if mask >> bit & 1]
            value = z3.BoolVal(False)
            for row in rows:
                value = z3.Xor(value, row)
            made[one] = value
        else:
            made[one] = z3.Bool(f"n{leaf[one].id}")
    solver = z3.Solver()
    solver.set("rlimit", EFFORT)
    solver.add(made[x] != made[y])
    return bool(solver.check() == z3.unsat)
