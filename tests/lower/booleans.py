# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Boolean functions of three inputs: of every truth table, of random shape, and sums of disjoint parts."""

from __future__ import annotations

import random
from collections.abc import Callable

from generator.lang.ternary import Boolean, Expr


def of_table(table: int) -> Boolean:
    """An expression with the given truth table: the union of its minterms."""

    def function(x: Expr, y: Expr, z: Expr) -> Expr:
        out: Expr | None = None
        for index in range(8):
            if table >> index & 1:
                term = (x if index & 4 else ~x) & (y if index & 2 else ~y) & (z if index & 1 else ~z)
                out = term if out is None else out | term
        return out if out is not None else x & ~x

    return function


def random_tree(chosen: random.Random, depth: int) -> Callable[[tuple[Expr, Expr, Expr]], Expr]:
    kind = chosen.choice(("leaf", "not", "and", "or", "xor")) if depth else "leaf"
    if kind == "leaf":
        which = chosen.randrange(3)
        return lambda inputs: inputs[which]
    left = random_tree(chosen, depth - 1)
    if kind == "not":
        return lambda inputs: ~left(inputs)
    right = random_tree(chosen, depth - 1)
    if kind == "and":
        return lambda inputs: left(inputs) & right(inputs)
    return (
        (lambda inputs: left(inputs) | right(inputs)) if kind == "or" else (lambda inputs: left(inputs) ^ right(inputs))
    )


UNIONS: tuple[list[Boolean], ...] = (
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],  # FIPS 180-4's Maj
    [lambda x, y, z: x & y, lambda x, y, z: z & ~x],  # FIPS 180-4's Ch
    [lambda x, y, z: x ^ y ^ z],
)
"""Functions as sums of disjoint parts, in which every input counts."""
