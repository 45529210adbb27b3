# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the calling convention, which is one on all systems (AAPCS64; Apple's and Microsoft's ARM64 notes), and
arm64ec's, which takes registers away (Microsoft's ARM64EC notes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import proof.a64_lanes
import proof.a64_memory
import proof.a64_vectors
import proof.a64_words  # noqa: F401  # these register their rules
from proof.a64 import Machine, entry
from proof.a64_operands import SP, Gp, Instruction, Mem, Vec
from proof.call import Argument, Convention
from proof.graph import Cell, Side, State
from proof.memory import Map, NoProof, Region
from proof.objects import Object
from proof.terms import Term, extract, sym


@dataclass(frozen=True, slots=True)
class A64Convention(Convention):
    """``saved`` has the platform's register x18, which no function may change. Of vectors the lower halves are kept.
    ``lost``: registers whose contents may go at any time, so that no instruction may name them."""

    keys_first: ClassVar[bool] = True

    lost: frozenset[tuple[type, int]] = frozenset()

    def begin(
        self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]], given: Sequence[Argument]
    ) -> tuple[Machine, State]:
        if len(given) > len(self.arguments):
            raise NoProof("arguments on the stack")
        self.aligned(made, memory, areas)
        machine = Machine(made, memory, areas)
        for one in machine.code if self.lost else ():
            if self.lost & set(named(one)):
                raise NoProof(f"code+{one.address:#x}: {one.mnemonic} {one.op_str}: a register that may be lost")
        placed: dict[Cell, Term] = {("r", n): self.whole(name, value) for n, (name, value) in enumerate(given)}
        return machine, entry(memory, placed)

    def abides(self, side: Side) -> None:
        assert isinstance(side, Machine)
        self.lands(side.made.code)

    def kept(self, start: State, end: State) -> list[tuple[str, Term, Term]]:
        numbers = [(name, int(name[1:])) for name in self.saved]
        out = [(name, start["r", n], end["r", n]) for name, n in numbers]
        out += [(f"d{n}", extract(63, 0, start["v", n]), extract(63, 0, end["v", n])) for n in self.vectors]
        out += [("sp", sym(64, "sp"), end["r", SP])]
        return [*out, ("the place that ret goes to", sym(64, "return address"), end["went to",])]

    def results(self, w: int) -> dict[Cell, int]:
        return {("r", 0): w}

    def called(self, cell: Cell) -> str:
        return f"{'x' if cell[0] == 'r' else 'v'}{cell[1]}"

    def result(self, end: State, w: int) -> Term:
        return extract(w - 1, 0, end["r", 0])


def named(one: Instruction) -> Iterator[tuple[type, int]]:
    """The registers that an instruction names."""
    for operand in one.operands:
        for part in (operand.base, operand.index) if isinstance(operand, Mem) else (operand,):
            if isinstance(part, (Gp, Vec)):
                yield type(part), part.number


PADS = tuple(bytes.fromhex(one) for one in ("5f2403d5", "df2403d5", "3f2303d5", "7f2303d5"))
"""bti c and jc; paciasp and pacibsp, which are landing pads of calls, too."""
AAPCS64 = A64Convention(
    tuple(f"x{n}" for n in range(8)), tuple(f"x{n}" for n in range(18, 30)), tuple(range(8, 16)),
    stack=(16, 0), pads=PADS,
)  # fmt: skip
ARM64EC = A64Convention(
    AAPCS64.arguments, AAPCS64.saved, AAPCS64.vectors, stack=AAPCS64.stack,
    lost=frozenset([*((Gp, n) for n in (13, 14, 23, 24, 28)), *((Vec, n) for n in range(16, 32))]),
)  # fmt: skip
"""The emulator maps x64's registers to the others; a context switch destroys these."""
