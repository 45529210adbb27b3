# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the calling convention, which is one on all systems (AAPCS64; Microsoft's ARM64 notes)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import proof.a64_memory
import proof.a64_vectors
import proof.a64_words  # noqa: F401  # these register their rules
from proof.a64 import Machine, entry
from proof.a64_operands import SP
from proof.call import Argument, Convention
from proof.graph import Cell, State
from proof.memory import Map, NoProof
from proof.objects import Object
from proof.terms import Term, extract, sym


@dataclass(frozen=True, slots=True)
class A64Convention(Convention):
    """``saved`` has the platform's register x18, which no function may change. Of vectors the lower halves are kept."""

    keys_first: ClassVar[bool] = True

    def begin(
        self, made: Object, memory: Map, areas: dict[int, tuple[str, int]], given: Sequence[Argument]
    ) -> tuple[Machine, State]:
        if len(given) > len(self.arguments):
            raise NoProof("arguments on the stack")
        placed: dict[Cell, Term] = {("r", n): self.whole(name, value) for n, (name, value) in enumerate(given)}
        return Machine(made, memory, areas), entry(memory, placed)

    def kept(self, start: State, end: State) -> list[tuple[str, Term, Term]]:
        numbers = [(name, int(name[1:])) for name in self.saved]
        out = [(name, start["r", n], end["r", n]) for name, n in numbers]
        out += [(f"d{n}", extract(63, 0, start["v", n]), extract(63, 0, end["v", n])) for n in self.vectors]
        out += [("sp", sym(64, "sp"), end["r", SP])]
        return [*out, ("the place that ret goes to", sym(64, "return address"), end["went to",])]

    def result(self, end: State, w: int) -> Term:
        return extract(w - 1, 0, end["r", 0])


AAPCS64 = A64Convention(tuple(f"x{n}" for n in range(8)), tuple(f"x{n}" for n in range(18, 30)), tuple(range(8, 16)))
