# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Boolean functions of three inputs: written as an expression, kept as a tree and as a truth table.

The tree keeps the author's order, and serves instruction sets with two-input logic. The table (bit ``4x+2y+z``) is the
immediate of a three-input instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

_INPUTS = (0xF0, 0xCC, 0xAA)


@dataclass(frozen=True, slots=True)
class Expr:
    """A node: ``op`` is x, y, z, not, and, or, xor."""

    op: str
    args: tuple[Expr, ...] = ()

    def __and__(self, other: Expr) -> Expr:
        return Expr("and", (self, other))

    def __or__(self, other: Expr) -> Expr:
        return Expr("or", (self, other))

    def __xor__(self, other: Expr) -> Expr:
        return Expr("xor", (self, other))

    def __invert__(self) -> Expr:
        return Expr("not", (self,))

    def __str__(self) -> str:
        if not self.args:
            return self.op
        if self.op == "not":
            return f"~{self.args[0]}"
        sign = {"and": " & ", "or": " | ", "xor": " ^ "}[self.op]
        return f"({sign.join(map(str, self.args))})"

    @property
    def table(self) -> int:
        """The truth table, one byte."""
        if not self.args:
            return _INPUTS["xyz".index(self.op)]
        values = [arg.table for arg in self.args]
        if self.op == "not":
            return values[0] ^ 0xFF
        if self.op == "and":
            return values[0] & values[1]
        return values[0] | values[1] if self.op == "or" else values[0] ^ values[1]

    def __bool__(self) -> bool:
        raise TypeError("a bit has no answer while recording, so that and, or, not and if choose nothing")


Boolean = Callable[[Expr, Expr, Expr], Expr]
_X, _Y, _Z = Expr("x"), Expr("y"), Expr("z")


def expression(function: Boolean) -> Expr:
    """The tree of a three-argument lambda over ``& | ^ ~``. Raises TypeError for any other lambda."""
    made = function(_X, _Y, _Z)
    todo: list[object] = [made]
    while todo:
        node = todo.pop()
        if not isinstance(node, Expr):
            raise TypeError(f"{node!r} is none of the three")
        todo += node.args
    return made


def disjoint(parts: Sequence[Expr]) -> bool:
    """True if no two parts have a 1 in the same bit. Their sum is then their union."""
    seen = 0
    for part in parts:
        if seen & part.table:
            return False
        seen |= part.table
    return True


@cache
def shortest(table: int) -> Expr:
    """A shortest expression with that truth table, other than 0 and 0xff. Two inputs of which one is complemented are
    one step of every machine for ``and``, and of some for ``or``."""
    return _all_shortest()[table]


@cache
def _all_shortest() -> dict[int, Expr]:
    """Table → expression. Expressions grow by one node over expressions of a lower cost, the cheapest first."""
    costs = {one.table: (0, one) for one in (_X, _Y, _Z)}
    by_cost: dict[int, list[int]] = {0: list(costs)}
    for cost in range(1, 40):
        made: dict[int, Expr] = {}

        def offer(expr: Expr, made: dict[int, Expr] = made) -> None:
            if expr.table not in costs:
                made.setdefault(expr.table, expr)

        for table in by_cost.get(cost - _COMPLEMENT, ()):
            offer(~costs[table][1])
        for first, second in ((a, cost - step - a) for step in (_STEP, _COMPLEMENT) for a in range(cost - step + 1)):
            for x in by_cost.get(first, ()):
                for y in by_cost.get(second, ()):
                    left, right = costs[x][1], costs[y][1]
                    if first + second + _STEP == cost:
                        for expr in (left & right, left | right, left ^ right, left & ~right):
                            offer(expr)
                    else:
                        offer(left | ~right)
        by_cost[cost] = sorted(made)
        costs.update((table, (cost, made[table])) for table in by_cost[cost])
        if len(costs) >= 254 and {*range(1, 255)} <= costs.keys():
            break
    return {table: expr for table, (_, expr) in costs.items()}


_STEP, _COMPLEMENT = 2, 3
"""The cost of a node, and of a complement that no instruction includes everywhere."""
