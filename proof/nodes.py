# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The nodes of terms, each once, and linear forms over them."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple


class Term:
    """One node. ``w``: width in bits, 0 for memory. ``val``: constants of the node, such as masks."""

    __slots__ = ("args", "id", "op", "sig", "val", "w")

    def __init__(self, op: str, w: int, args: tuple[Term, ...], val: Any, id_: int) -> None:
        self.op, self.w, self.args, self.val, self.id = op, w, args, val, id_
        self.sig: list[Any] = []

    def __repr__(self) -> str:
        return show(self, 4)


NUMBER = attrgetter("id")
"""Order terms by it: an order that does not hang on where they lie in memory."""


class Linear(NamedTuple):
    """A constant plus multiples of terms."""

    const: int
    parts: dict[Term, int]


_table: dict[tuple[Any, ...], Term] = {}


def node(op: str, w: int, args: tuple[Term, ...] = (), val: Any = None) -> Term:
    """The one node with these contents, as it stands: without normalisation."""
    key = (op, w, args, val)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(op, w, args, val, len(_table))
    return found


def forget() -> None:
    """Drop all terms. The next ones are numbered from 0: normal forms and what is tried first go by these numbers."""
    _table.clear()


def show(term: Term, depth: int) -> str:
    """A term as text, cut off at a depth."""
    if term.op == "const":
        return f"{term.val:#x}"
    if term.op in ("sym", "mem"):
        return str(term.val)
    if depth == 0:
        return "…"
    inner = ", ".join(show(arg, depth - 1) for arg in term.args)
    return f"{term.op}{term.w}[{'' if term.val is None else term.val}]({inner})"


def const(w: int, value: int) -> Term:
    return node("const", w, (), value & ((1 << w) - 1))


def sym(w: int, name: Any) -> Term:
    """An unknown value. ``name``: text, or an object of another type, whose names are then apart from all texts."""
    return node("sym", w, (), name)


def linear(term: Term) -> Linear:
    if term.op == "const":
        return Linear(term.val, {})
    if term.op == "sum":
        return Linear(term.val[0], dict(zip(term.args, term.val[1])))
    return Linear(0, {term: 1})


def from_linear(w: int, given: Linear) -> Term:
    full = (1 << w) - 1
    parts = {t: c & full for t, c in given.parts.items() if c & full}
    value = given.const & full
    if not parts:
        return const(w, value)
    if len(parts) == 1 and not value:
        ((one, times),) = parts.items()
        if times == 1:
            return one
    args = tuple(sorted(parts, key=NUMBER))
    return node("sum", w, args, (value, tuple(parts[t] for t in args)))


def is_open(term: Term) -> bool:
    """False for zero."""
    return not (term.op == "const" and term.val == 0)
