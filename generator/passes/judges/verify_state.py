# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The knowledge of the verifier before an instruction: registers, stack, flags and upper halves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.model import AnyReg, Phys, RegClass

ENTRY = "entry"
MAYBE = "entry on some path"
SET = "set"
SIGNED = "signed"

_BASE: dict[RegClass, int] = {"gp": 0, "vec": 40, "mask": 80}
BIT: dict[AnyReg, int] = {Phys(cls, n): 1 << start + n for cls, start in _BASE.items() for n in range(40)}
ALL = (1 << 120) - 1


def bits(regs: Iterable[AnyReg]) -> int:
    """Physical registers as a bit mask."""
    mask = 0
    for reg in regs:
        mask |= BIT[reg]
    return mask


@dataclass(slots=True)
class State:
    """Registers, stack, flags and upper halves before an instruction.

    ``unset``: registers without a value of the function's own. ``tokens``: the content of unset registers that still
    hold a value of the caller: ``(ENTRY, register)``, or MAYBE for a register that holds the value on some path only. A
    signed return address is ``(SIGNED, bytes that sp lay below its value at entry)``. ``stack``: bytes from sp at entry
    → token, and the token's bytes. ``depth``: bytes that sp lies below its value at entry. ``flags``: flag → index of
    the instruction that wrote the flag; -1 for several writers; -3 - index for a writer that left the flag undefined.
    ``pending``: index of a compare whose flags no instruction has read yet, or -1. ``dirty``: index of the instruction
    that made upper halves of vector registers dirty, or -1.
    """

    tokens: dict[Phys, object] = field(default_factory=dict)
    unset: int = ALL
    stack: dict[int, tuple[object, int]] = field(default_factory=dict)
    depth: int = 0
    flags: dict[str, int] = field(default_factory=dict)
    pending: int = -1
    dirty: int = -1

    def copy(self) -> State:
        return State(
            dict(self.tokens), self.unset, dict(self.stack), self.depth, dict(self.flags), self.pending, self.dirty
        )

    def token(self, reg: Phys) -> object:
        """The token of a register. None for a register that holds nothing readable."""
        return self.tokens.get(reg) if self.unset & BIT[reg] else SET

    def put(self, reg: Phys, token: object) -> None:
        self.tokens.pop(reg, None)
        if token == SET:
            self.unset &= ~BIT[reg]
        else:
            self.unset |= BIT[reg]
            self.tokens[reg] = token

    def keep(self, at: int, size: int, token: object) -> None:
        """``size`` bytes of the stack hold ``token``. Older tokens that overlap these bytes are gone."""
        for place, (_, length) in list(self.stack.items()):
            if place < at + size and at < place + length:
                del self.stack[place]
        self.stack[at] = (token, size)

    def kept(self, at: int, size: int) -> object:
        token, length = self.stack.get(at, (SET, size))
        return token if length == size else SET


def meet(a: State, b: State) -> State:
    """The state where two paths of equal depth come together."""
    tokens: dict[Phys, object] = {}
    for reg in {**a.tokens, **b.tokens}:
        one, other = a.token(reg), b.token(reg)
        if one is not None and other is not None:
            tokens[reg] = one if one == other else MAYBE
    stack = {key: a.stack[key] for key in a.stack.keys() & b.stack.keys() if a.stack[key] == b.stack[key]}
    flags = {f: a.flags[f] if a.flags[f] == b.flags[f] else -1 for f in a.flags.keys() & b.flags.keys()}
    pending = a.pending if a.pending == b.pending else -1
    dirty = min(a.dirty, b.dirty) if min(a.dirty, b.dirty) >= 0 else max(a.dirty, b.dirty)
    return State(tokens, a.unset | b.unset, stack, a.depth, flags, pending, dirty)
