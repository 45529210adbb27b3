# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a side does between two cuts: its accesses to memory and its branches, each with the condition to come there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from proof.memory import Region
from proof.terms import Term, const

LOAD, STORE, PREFETCH = "load", "store", "prefetch"


@dataclass(frozen=True, slots=True)
class Access:
    """``under``: the condition to come there. ``data``: what a store writes. ``exempt``: the contract's name of the
    reason why a secret may be in the address."""

    kind: str
    region: Region
    address: Term
    size: int
    under: Term
    where: str
    data: Term | None = None
    exempt: str | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """``exempt``: the contract's name of the reason why the condition may be secret."""

    condition: Term
    where: str
    exempt: str | None = None


@dataclass(frozen=True, slots=True)
class Aligned:
    """An address that an instruction needs to be a multiple of ``to``, a power of two."""

    address: Term
    to: int
    where: str


@dataclass(slots=True)
class Log:
    """``declared``: values that the contract calls public. ``aligned``: addresses that must be aligned. ``frame``: what
    was stored in the frame, and where, as distances from sp at the entry."""

    under: Term = field(default_factory=lambda: const(1, 1))
    accesses: list[Access] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    declared: list[Term] = field(default_factory=list)
    aligned: list[Aligned] = field(default_factory=list)
    frame: list[tuple[int, Term]] = field(default_factory=list)

    def note(
        self, kind: str, region: Region, address: Term, size: int, where: str,
        data: Term | None = None, exempt: str | None = None,
    ) -> None:  # fmt: skip
        self.accesses.append(Access(kind, region, address, size, self.under, where, data, exempt))


@dataclass(frozen=True, slots=True)
class Segment:
    """The pairs of cuts where a way begins and ends, and the condition to go it."""

    begin: tuple[int, int]
    goal: tuple[int, int]
    under: Term


@dataclass(slots=True)
class Account:
    """A whole proof: the logs of the script and of the machine from each pair of cuts, these pairs, the values with
    which the symbols of a cut are reached, and the way of each arrival."""

    runs: list[tuple[Log, Log]] = field(default_factory=list)
    arrivals: list[dict[Term, Term]] = field(default_factory=list)
    begins: list[tuple[int, int]] = field(default_factory=list)
    ways: list[Segment] = field(default_factory=list)

    def exempt(self) -> Iterator[Term]:
        """The conditions of branches that the contract exempts."""
        yield from (branch.condition for mine, _ in self.runs for branch in mine.branches if branch.exempt)

    def declared(self) -> Iterator[Term]:
        """Values that the contract calls public."""
        yield from (term for mine, _ in self.runs for term in mine.declared)
