# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4's table as terms: 256 bytes, each in a word of 32 bits with zeros above it.

A table is a term: its first contents, or a ``store`` of a byte at a number of eight bits over an older table. An entry
whose number is known is looked for through stores at unknown numbers, and is a choice among what these stored. So a
script may load an entry early and repair it afterwards, as long as the choice becomes the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.values import Op, Val
from proof.conditions import eq, is_zero
from proof.graph import Cell, State
from proof.memory import Map, NoProof, argument
from proof.script import Script
from proof.terms import Term, add, concat, const, extract, ite, linear, node, sub, sym, zeros, zext

ENTRIES, ENTRY = 256, 4
REGION = argument("state")
TABLE: Cell = ("m", REGION)
POSITIONS: dict[int, Cell] = {ENTRIES * ENTRY: ("x",), ENTRIES * ENTRY + 4: ("y",)}
"""The places of x and y behind the table."""
PARTS = 6
"""A sum of more parts gets a name: equal sums have one name."""
NEAR = 8
"""The largest number of choices in one comparison by less-than."""


def short(total: Term) -> Term:
    """A sum, or its name."""
    return sym(total.w, f"sum {total.id}") if total.op == "sum" and len(total.args) > PARTS else total


def put(table: Term, number: Term, byte: Term) -> Term:
    """The table after a store."""
    return node("store", 0, (table, number, byte))


def entry(table: Term, number: Term) -> Term:
    """The byte at ``number``."""
    passed = []
    while table.op == "store":
        older, at, byte = table.args
        gap = sub(at, number)
        if gap.op == "const" and not gap.val:
            found = byte
            break
        if gap.op != "const":
            if number.op != "const":
                found = node("entry", 8, (table, number))
                break
            passed.append((eq(at, number), byte))
        table = older
    else:
        found = node("entry", 8, (table, number))
    for holds, byte in reversed(passed):
        found = ite(holds, byte, found)
    return found


def by_equality(value: Term, known: dict[Term, Term]) -> Term:
    """A choice by ``d < n`` as choices by ``d == 0``, ``d == 1`` … Each of them that changes nothing is left out.
    ``known``: answers of before."""
    if value.op == "ite" and value.w == 8 and value not in known:
        known[value] = _by_equality(value, known)
    return known.get(value, value)


def _by_equality(value: Term, known: dict[Term, Term]) -> Term:
    cond = value.args[0]
    inside, out = (by_equality(one, known) for one in value.args[1:])
    choices = [cond]
    if cond.op == "ult" and cond.args[1].op == "const" and cond.args[1].val <= NEAR:
        distance, bound = cond.args
        choices = [is_zero(sub(distance, const(distance.w, n))) for n in range(bound.val)]
    for holds in choices:
        made = _under(inside, holds)
        if made is not _under(out, holds):
            out = ite(holds, made, _without(out, holds))
    return out


def _without(value: Term, holds: Term) -> Term:
    """A value where an equality does not hold."""
    return value.args[2] if value.op == "ite" and value.args[0] is holds else value


def _under(value: Term, holds: Term) -> Term:
    """A value where an equality holds."""
    while value.op == "ite":
        cond = value.args[0]
        if cond is holds:
            value = value.args[1]
        elif cond.op == holds.op == "zero" and sub(cond.args[0], holds.args[0]).op == "const":
            value = value.args[2]  # one number is not equal to two different constants
        else:
            break
    return value


class Tables(Script):
    """A script of RC4: its table is a table of bytes, x and y are two cells of 32 bits."""

    def __init__(self, ops: Sequence[Op], memory: Map, word: int) -> None:
        super().__init__(ops, memory, word, keys_first=False)
        self._known: dict[Term, Term] = {}

    def value(self, state: State, arg: Val | int, bits: int = 0) -> Term:
        return by_equality(super().value(state, arg, bits), self._known)

    def put(self, state: State, dst: Val, value: Term) -> None:
        super().put(state, dst, short(value) if value.w == 8 else value)

    def load(self, state: State, address: Term, bits: int) -> Term:
        place = self._place(address)
        if place is None:
            return super().load(state, address, bits)
        if isinstance(place, tuple):
            return extract(bits - 1, 0, state[place])
        if bits > 8 * ENTRY:
            raise NoProof("a load of more than an entry")
        return zext(bits, entry(state[TABLE], place))

    def store(self, state: State, address: Term, data: Term) -> None:
        for low in range(0, data.w, 32):
            word = extract(min(low + 31, data.w - 1), low, data)
            place = self._place(add(address, const(address.w, low // 8)))
            if place is None:
                super().store(state, address, data)
                return
            if isinstance(place, tuple):
                state[place] = word
            elif word.w == 32 and zeros(word) < 24:
                raise NoProof(f"an entry that is no byte: {word}")
            else:
                state[TABLE] = put(state[TABLE], place, extract(7, 0, word))

    def _place(self, address: Term) -> Term | Cell | None:
        """The number of an entry, the cell of x or y, or None for other memory."""
        base = self.map.base(address)
        if self.map.regions[base] != REGION:
            return None
        away = sub(address, base)
        if away.op == "const":
            if away.val % ENTRY:
                raise NoProof(f"a place inside of an entry: {away.val}")
            return POSITIONS.get(away.val) or const(8, _entry_number(away.val))
        given = linear(away)
        ((number, times),) = given.parts.items()
        if given.const or times != ENTRY or zeros(number) != number.w - 8:
            raise NoProof(f"a place that may be no entry: {away}")
        return extract(7, 0, number)

    def w_vshl(self, state: State, op: Op) -> None:
        """A shift by a whole byte moves bytes."""
        (x,), by, lane = self.args(state, op), op.attrs["bits"], op.attrs["lane"]
        if by % 8:
            super()._shift(state, op)
            return
        lanes = (extract(n + lane - by - 1, n, x) for n in range(x.w - lane, -1, -lane))
        self.put(state, op.dst[0], concat(*(part for one in lanes for part in (one, const(by, 0)))))


def _entry_number(away: int) -> int:
    if away >= ENTRIES * ENTRY:
        raise NoProof(f"an access at {away}, behind the state")
    return away // ENTRY
