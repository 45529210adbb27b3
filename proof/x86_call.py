# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the calling conventions of x86_64, for Linux and for Windows, and of 32-bit x86, which is one on all systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import proof.x86_vectors  # noqa: F401  # registers its rules
import proof.x86_wide  # noqa: F401
import proof.x86_words  # noqa: F401
from proof import uppers
from proof.call import Argument, Convention
from proof.graph import Cell, Side, State
from proof.memory import Map, Region
from proof.objects import Object
from proof.terms import Term, add, concat, const, extract, sym
from proof.x86 import GP, SP, Machine, entry


@dataclass(frozen=True, slots=True)
class X86Convention(Convention):
    """``shadow``: bytes above the return address that are the function's. ``own``: so are arguments on the stack.
    ``red_zone``: bytes below sp that no handler of a signal changes."""

    shadow: int = 0
    own: bool = False
    red_zone: int = 0

    def begin(
        self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]], given: Sequence[Argument]
    ) -> tuple[Machine, State]:
        placed: dict[Cell, Term] = {}
        first = self.word // 8
        above = first + self.shadow
        for n, (name, value) in enumerate(given):
            whole = self.whole(name, value)
            if n < len(self.arguments):
                placed["r", GP.index(self.arguments[n])] = whole
            else:
                placed["f", above] = whole
                above += whole.w // 8
        self.aligned(made, memory, areas)
        machine = Machine(made, memory, areas, range(first, above if self.own else first + self.shadow))
        machine.stop, machine.red_zone = above, self.red_zone
        text = " ".join(one.op_str for one in machine.code)
        wide = "zmm" in text or any(f"mm{n}" in text for n in range(16, 32))
        if wide:
            placed.update({("k", n): sym(64, f"entry k{n}") for n in range(8)})
        return machine, entry(memory, 32 if wide else 16, 4 if wide else 2, placed)

    def abides(self, side: Side) -> None:
        assert isinstance(side, Machine)
        self.lands(side.made.code)
        uppers.check(side)

    def kept(self, start: State, end: State) -> list[tuple[str, Term, Term]]:
        out = [(name, start["r", GP.index(name)], end["r", GP.index(name)]) for name in self.saved]
        out += [(f"xmm{n}", start["v", n, 0], end["v", n, 0]) for n in self.vectors]
        out += [("rsp", add(start["r", SP], const(self.word, self.word // 8)), end["r", SP])]
        return [*out, ("the place that ret goes to", sym(self.word, "return address"), end["went to",])]

    def results(self, w: int) -> dict[Cell, int]:
        names = ("rax", "rdx")[: -(-w // self.word)]
        return {("r", GP.index(name)): min(w - n * self.word, self.word) for n, name in enumerate(names)}

    def called(self, cell: Cell) -> str:
        if cell[0] == "v":
            return f"xmm{cell[1]}" if not cell[2] else f"bits {128 * cell[2]} to {128 * cell[2] + 127} of zmm{cell[1]}"
        return GP[cell[1]] if cell[0] == "r" else f"k{cell[1]}"

    def result(self, end: State, w: int) -> Term:
        low = end["r", GP.index("rax")]
        return extract(w - 1, 0, low if w <= self.word else concat(end["r", GP.index("rdx")], low))


ENDBR64, ENDBR32 = bytes.fromhex("f30f1efa"), bytes.fromhex("f30f1efb")
SYSV = X86Convention(
    ("rdi", "rsi", "rdx", "rcx", "r8", "r9"), ("rbx", "rbp", "r12", "r13", "r14", "r15"),
    stack=(16, 8), pads=(ENDBR64,), red_zone=128,
)  # fmt: skip
WIN64 = X86Convention(
    ("rcx", "rdx", "r8", "r9"),
    ("rbx", "rbp", "rsi", "rdi", "r12", "r13", "r14", "r15"),
    tuple(range(6, 16)),
    stack=(16, 8),
    shadow=32,
)
CDECL32 = X86Convention((), ("rbx", "rbp", "rsi", "rdi"), word=32, stack=(4, 0), pads=(ENDBR32,), own=True)
"""Windows aligns the stack to words alone, and so do some of Linux's compilers."""
