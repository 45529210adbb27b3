# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The secrets that registers, flags and the frame hold between two instructions, and the join where paths meet.

A secret is a text that names its origin. A value with several secrets has one of the texts. Joins are unions: a value
is secret if the value is secret on one path.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model import AnyReg
from generator.passes.owners import covers, words


@dataclass(slots=True)
class State:
    """Registers, words of the frame and flags that hold a secret. All others are public.

    ``stack``: number of a word, counted from sp → secret. ``written``: a bit for each byte of the frame, counted from
    sp, that every path has written.
    """

    regs: dict[AnyReg, str] = field(default_factory=dict)
    stack: dict[int, str] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    written: int = 0

    def copy(self) -> State:
        return State(dict(self.regs), dict(self.stack), dict(self.flags), self.written)

    def put(self, reg: AnyReg, secret: str | None) -> None:
        if secret is not None:
            self.regs[reg] = secret
        else:
            self.regs.pop(reg, None)

    def store(self, start: int, size: int, secret: str | None, *, whole: bool) -> None:
        """A store to ``size`` bytes. Without ``whole``, the store may write only some of the bytes, and older ones may
        remain."""
        for word in words(start, size):
            kept = None if whole and covers(start, size, word) else self.stack.get(word)
            held = kept or secret
            if held is not None:
                self.stack[word] = held
            else:
                self.stack.pop(word, None)
        if whole and start >= 0:
            self.written |= ((1 << size) - 1) << start

    def load(self, start: int, size: int) -> str | None:
        """The secret of ``size`` bytes of the frame. Bytes that no store has written have no secret."""
        stack = self.stack
        return next((stack[word] for word in words(start, size) if word in stack), None)

    def all_written(self, start: int, size: int) -> bool:
        mask = ((1 << size) - 1) << max(start, 0)
        return start >= 0 and self.written & mask == mask


def meet(a: State, b: State) -> State:
    """The state where two paths come together."""
    return State(
        {**b.regs, **a.regs}, {**b.stack, **a.stack}, {**b.flags, **a.flags}, a.written & b.written
    )  # fmt: skip
