# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the secrecy pass knows of a value and of the machine between two instructions, and how knowledge is joined.

Joins are unions everywhere: a value is secret if it was on any path, and points wherever it may point.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from generator.model import Phys

TABLE = "@table"  # what the address of read-only data of the function's own derives from
AREA = "@area "  # what the address of a part of the frame derives from; its offset follows
FRAME = "@frame"  # what an address in the frame derives from that is in no area
NOBODY: frozenset[str] = frozenset()
WORD = 4  # bytes: the frame is followed in pieces of this size


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """``secret``: where a secret in it came from, or None for public; of several, one. ``owners``: what its pointers
    were made of, each an argument, TABLE, FRAME or an AREA; empty for numbers.

    Made by :func:`value` only: equal values are one object.
    """

    secret: str | None
    owners: frozenset[str]


@cache
def value(secret: str | None = None, owners: frozenset[str] = NOBODY) -> Value:
    """The value of that description."""
    return Value(secret, owners)


PUBLIC = value()


@cache
def join(a: Value, b: Value) -> Value:
    """Either of two values, on two paths, or one made of both."""
    return a if a is b else value(a.secret or b.secret, a.owners | b.owners)


@dataclass(slots=True)
class State:
    """What registers, words of the frame and flags hold: public numbers where nothing stands.

    ``written``: a bit for each byte of the frame, from sp on, that was stored to on every path. ``escaped``: what the
    pointers derive from that were stored to where others than the frame's own loads may find them.
    """

    regs: dict[Phys, Value] = field(default_factory=dict)
    stack: dict[int, Value] = field(default_factory=dict)  # number of the word from sp
    flags: dict[str, str] = field(default_factory=dict)  # flag → the secret that it hangs on
    written: int = 0
    escaped: frozenset[str] = NOBODY

    def copy(self) -> State:
        return State(dict(self.regs), dict(self.stack), dict(self.flags), self.written, self.escaped)

    def of(self, reg: object) -> Value:
        """What a register holds; of an operand that is not there, a public number."""
        return self.regs.get(reg, PUBLIC)  # type: ignore[call-overload,no-any-return]

    def store(self, start: int, size: int, what: Value, *, all_of_it: bool) -> None:
        """A store of ``size`` bytes, or, unless it is ``all_of_it``, of some of these: what was there may remain."""
        stack = self.stack
        for word in range(start // WORD, -(-(start + size) // WORD)):
            whole = all_of_it and start <= word * WORD and (word + 1) * WORD <= start + size
            stack[word] = what if whole else join(stack.get(word, PUBLIC), what)
        if all_of_it and start >= 0:
            self.written |= ((1 << size) - 1) << start

    def load(self, start: int, size: int) -> Value:
        """What any of ``size`` bytes of the frame hold, as far as they were stored to."""
        found = PUBLIC
        for word in range(start // WORD, -(-(start + size) // WORD)):
            found = join(found, self.stack.get(word, PUBLIC))
        return found

    def all_written(self, start: int, size: int) -> bool:
        mask = ((1 << size) - 1) << max(start, 0)
        return start >= 0 and self.written & mask == mask


def meet(a: State, b: State) -> State:
    """Where two paths come together."""
    flags = a.flags if a.flags == b.flags else {**b.flags, **a.flags}
    return State(_union(a.regs, b.regs), _union(a.stack, b.stack), flags, a.written & b.written, a.escaped | b.escaped)


def _union(x: dict, y: dict) -> dict:  # type: ignore[type-arg]
    return x if x == y else {key: join(x.get(key, PUBLIC), y.get(key, PUBLIC)) for key in {**x, **y}}
