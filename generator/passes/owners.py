# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Owners of memory, and the owners that registers and the frame hold between two instructions.

An owner is an argument that is a pointer, a part of the frame, or the function's tables. The owners of a register are
the owners of all pointers that its value was computed from. A number has no owner. A register that holds a pointer on
one path and a number on another has the owner UNKNOWN besides the pointer's. Joins are unions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model import AnyReg

Owners = frozenset[str]
NOBODY: Owners = frozenset()
TABLE = "@table"  # the function's read-only data
AREA = "@area "  # begins the owner of an area of the frame; the area's place and name follow
VALUE = "@value "  # begins the owner of a slot whose address no value holds; the slot's place and name follow
FRAME = "@frame"  # the frame outside the known areas
UNKNOWN = "@unknown"  # memory of no known argument
POINTERS = (
    "@each "  # begins the owner of an array of pointers; the argument's name follows, which owns the memory at each
)
LOST: Owners = frozenset((UNKNOWN,))
WORD = 4  # bytes: the analyses follow the frame in pieces of this size


def area_name(owner: str) -> str:
    """The name of the area of an owner."""
    return owner.split(" ", 2)[2]


def unknown(owners: Owners) -> bool:
    """True if an address may be in memory of no known argument."""
    return not owners or UNKNOWN in owners


def argument(name: str, lanes: int) -> Owners:
    """The owner that an argument which is a pointer has at entry. ``lanes``: the argument is an array of so many
    pointers."""
    return frozenset((POINTERS + name if lanes else name,))


def own(owners: Owners) -> bool:
    """True if an address is in the frame or in a table on every path."""
    return not unknown(owners) and all(owner[0] == "@" for owner in owners)


def words(start: int, size: int) -> range:
    """Numbers of the words of the frame that hold ``size`` bytes from ``start``."""
    return range(start // WORD, -(-(start + size) // WORD))


def covers(start: int, size: int, word: int) -> bool:
    """True if ``size`` bytes from ``start`` hold the whole of a word."""
    return start <= word * WORD and (word + 1) * WORD <= start + size


@dataclass(slots=True)
class State:
    """Owners of the pointers in registers and in words of the frame. A missing key has no owners.

    ``escaped``: owners of the pointers that were stored where loads from outside the frame may find them.
    """

    regs: dict[AnyReg, Owners] = field(default_factory=dict)
    stack: dict[int, Owners] = field(default_factory=dict)
    escaped: Owners = NOBODY

    def copy(self) -> State:
        return State(dict(self.regs), dict(self.stack), self.escaped)

    def of(self, reg: AnyReg | None) -> Owners:
        """A register's owners. None, for a missing operand, has no owners."""
        return self.regs.get(reg, NOBODY)  # type: ignore[arg-type]

    def put(self, reg: AnyReg, owners: Owners) -> None:
        if owners:
            self.regs[reg] = owners
        else:
            self.regs.pop(reg, None)

    def load(self, start: int, size: int) -> Owners:
        return NOBODY.union(*(self.stack.get(word, NOBODY) for word in words(start, size)))

    def store(self, start: int, size: int, owners: Owners, *, whole: bool) -> None:
        """A store to ``size`` bytes. Without ``whole``, the store may write only some of the bytes."""
        for word in words(start, size):
            if whole and covers(start, size, word):
                self.stack.pop(word, None)
            if owners:
                self.stack[word] = owners | self.stack.get(word, NOBODY)


def meet(a: State, b: State) -> State:
    """The state where two paths come together."""
    regs = a.regs
    if regs != b.regs:
        regs = {reg: a.regs.get(reg, LOST) | b.regs.get(reg, LOST) for reg in {**a.regs, **b.regs}}
    stack = a.stack
    if stack != b.stack:
        stack = {word: a.stack.get(word, NOBODY) | b.stack.get(word, NOBODY) for word in {**a.stack, **b.stack}}
    return State(regs, stack, a.escaped | b.escaped)
