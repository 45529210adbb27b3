# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shape of a calling convention. Register numbers are those of :class:`generator.model.Phys`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.model import Phys, RegClass


@dataclass(frozen=True, slots=True)
class Abi:
    """One convention.

    The order matters: the allocator hands out the registers of ``volatile`` first, then ``saved``. ``stack_args``:
    distance in bytes from sp at entry to the first stack argument. ``saved_bytes``: the bytes of a callee-saved vector
    register that must survive (16 on Win64, 8 on AArch64). ``sp``/``fp``/``lr`` are gp numbers. ``key``: the key (``a``
    or ``b``) that signs the return address before it is stored, empty on x86. ``body_of``: the convention for which
    bodies of this one are allocated, if another (:mod:`generator.passes.allocate.entry`). ``shared``: other conventions
    take the bodies of this one, and no value stays in the place where the caller passed it. ``rare``: registers that
    another convention of the machine lacks. A function without them has the same body under both. ``result_high``: the
    register of the upper half of a result of two words, or -1. ``packed``: an argument on the stack takes its own size
    and alignment. Without it the argument takes whole words.
    """

    name: str
    arch: str
    bits: int
    args: tuple[int, ...]
    volatile: dict[RegClass, tuple[int, ...]]
    saved: dict[RegClass, tuple[int, ...]]
    stack_args: int
    saved_bytes: int
    result: int
    sp: int
    forbidden: tuple[Phys, ...] = ()
    key: str = ""
    body_of: Abi | None = None
    shared: bool = False
    rare: frozenset[Phys] = frozenset()
    result_high: int = -1
    packed: bool = False

    @property
    def pointer_bytes(self) -> int:
        return self.bits // 8

    def results(self, words: int = 1) -> tuple[Phys, ...]:
        """The registers of a result of one or two words."""
        return tuple(Phys("gp", number) for number in (self.result, self.result_high)[:words])

    def stack_places(self, widths: Sequence[int]) -> list[tuple[int, int]]:
        """The arguments after those in registers: distance from sp at entry and size, both in bytes. ``widths``: of
        all arguments, in bits."""
        at, out = self.stack_args, []
        for bits in widths[len(self.args) :]:
            size = bits // 8 if self.packed else max(bits // 8, self.pointer_bytes)
            at += -at % size if self.packed else 0
            out.append((at, size))
            at += size
        return out

    def order(self, cls: RegClass) -> tuple[int, ...]:
        """Allocatable registers of a class, volatile ones first."""
        return self.volatile.get(cls, ()) + self.saved.get(cls, ())

    def is_saved(self, reg: Phys) -> bool:
        return reg.num in self.saved.get(reg.cls, ())
