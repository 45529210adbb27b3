# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where the secrets are between two instructions, and how that is joined where paths meet.

A secret is a text that says where it came from; of several, one. Joins are unions: a value is secret if it was on any
path.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model import AnyReg
from generator.passes.provenance import covers, words


@dataclass(slots=True)
class State:
    """The secrets of registers, words of the frame and flags; all others are public.

    ``written``: a bit for each byte of the frame, from sp on, that was stored to on every path.
    """

    regs: dict[AnyReg, str] = field(default_factory=dict)
    stack: dict[int, str] = field(default_factory=dict)  # number of the word from sp
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
        """A store of ``size`` bytes, or, unless it is ``whole``, of some of these: older bytes may remain."""
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
        """The secret of ``size`` bytes of the frame, as far as they were stored to."""
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
