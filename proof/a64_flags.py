# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the flags. They hold the operation that set them, and are computed when an instruction reads them."""

from __future__ import annotations

from proof.conditions import eq, is_zero, slt, ult
from proof.flags import each
from proof.graph import State
from proof.memory import NoProof
from proof.shared import linked
from proof.terms import Term, bnot, bor, extract, node, zext

CELL = ("flag", "nzcv")
INVERSE = {"ne": "eq", "lo": "hs", "pl": "mi", "ls": "hi", "ge": "lt", "gt": "le"}


class Flags:
    """The flags of a state."""

    def flags(self, state: State, kind: str, *args: Term) -> None:
        """Set the flags: ``add`` and ``sub`` of two values, and of the carry before, or ``logic`` of a result."""
        state[CELL] = node("flags", 4, args, kind)

    def carry(self, state: State) -> Term:
        return each(self._flags(state), _carry)

    def _flags(self, state: State) -> Term:
        found = state.get(CELL)
        if found is None:
            raise NoProof("flags that no instruction of this stretch has set")
        return found

    def holds(self, state: State, code: str) -> Term:
        """A condition by its suffix."""
        if code in INVERSE:
            return bnot(self.holds(state, INVERSE[code]))
        rules = {"eq": _zero, "hs": _carry, "mi": _sign, "hi": _above, "lt": _less, "le": _less_or_equal}
        if code not in rules:
            raise NoProof(f"the condition {code}")
        return each(self._flags(state), rules[code])


def total(f: Term) -> tuple[Term, Term]:
    """The result of the operation, and the carry. Of a subtraction the carry is that there is no borrow."""
    before = None if len(f.args) < 3 else f.args[2]
    if f.val == "add":
        return linked(f.args[0], f.args[1], None if before is None else zext(f.args[0].w, before), 1)
    if f.val == "sub":
        borrow = None if before is None else zext(f.args[0].w, bnot(before))
        out, borrowed = linked(f.args[0], f.args[1], borrow, -1)
        return out, bnot(borrowed)
    raise NoProof(f"the carry after {f.val}")


def _carry(f: Term) -> Term:
    return total(f)[1]


def _result(f: Term) -> Term:
    return f.args[0] if f.val == "logic" else total(f)[0]


def _zero(f: Term) -> Term:
    return eq(*f.args) if f.val == "sub" and len(f.args) == 2 else is_zero(_result(f))


def _sign(f: Term) -> Term:
    made = _result(f)
    return extract(made.w - 1, made.w - 1, made)


def _compared(f: Term) -> tuple[Term, Term]:
    if f.val != "sub" or len(f.args) != 2:
        raise NoProof(f"an order after {f.val}")
    return f.args[0], f.args[1]


def _above(f: Term) -> Term:
    x, y = _compared(f)
    return ult(y, x)


def _less(f: Term) -> Term:
    return slt(*_compared(f))


def _less_or_equal(f: Term) -> Term:
    return bor(_less(f), _zero(f))
