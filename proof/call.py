# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling conventions: what a function finds at its entry, and what must hold when it returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from proof.graph import Cell, Side, State
from proof.memory import DATA, Map, NoProof, Region
from proof.objects import Object
from proof.terms import Term, concat, sym

Argument = tuple[str, Term]
"""An argument's name and value."""


@dataclass(frozen=True, slots=True)
class Convention:
    """Where arguments come, and what a function keeps. ``word``: the bits of an address and of a register. ``stack``: a
    power of two, and sp at the entry modulo this. ``pads``: what the code may begin with so that an indirect call may
    go there; empty where every place may be called. ``keys_first``: recordings for this machine add round keys of AES
    first."""

    keys_first: ClassVar[bool] = False

    arguments: tuple[str, ...]
    saved: tuple[str, ...]
    vectors: tuple[int, ...] = ()
    word: int = 64
    stack: tuple[int, int] = (1, 0)
    pads: tuple[bytes, ...] = ()

    def begin(
        self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]], given: Sequence[Argument]
    ) -> tuple[Side, State]:
        """The function as a program, and its state at the entry."""
        raise NotImplementedError

    def aligned(self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]]) -> None:
        """Note how sp, the read-only data and the script's own areas are aligned."""
        modulus, rest = self.stack
        memory.aligned[sym(self.word, "sp")] = self.stack
        memory.aligned[sym(self.word, DATA)] = made.align, 0
        for at, (name, _) in areas.items():
            memory.aligned[sym(self.word, name)] = modulus, (rest + at) % modulus

    def abides(self, side: Side) -> None:
        """NoProof if the code of a function does not begin or end as the convention wants."""
        raise NotImplementedError

    def lands(self, code: bytes) -> None:
        """NoProof for code without a landing pad at its entry, where there must be one."""
        if self.pads and not code.startswith(self.pads):
            raise NoProof(f"code+0x0: no landing pad at the entry, but {code[:4].hex(' ')}")

    def kept(self, start: State, end: State) -> list[tuple[str, Term, Term]]:
        """What must be equal at the return: name, value wanted and value found."""
        raise NotImplementedError

    def results(self, w: int) -> dict[Cell, int]:
        """The registers of a result of ``w`` bits, and how many of their lowest bits are the result's."""
        raise NotImplementedError

    def called(self, cell: Cell) -> str:
        """The name of a register."""
        raise NotImplementedError

    def result(self, end: State, w: int) -> Term:
        """The result of ``w`` bits."""
        raise NotImplementedError

    def whole(self, name: str, value: Term) -> Term:
        """An argument in a register. The bits above a shorter one are unknown; a longer one has several registers."""
        return value if value.w >= self.word else concat(sym(self.word - value.w, f"above {name}"), value)
