# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Facts of the target that a script asks for. Each place that asks is counted, because code that differs by target is
proved for one target at a time."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from generator.abi import conventions, first_equal
from generator.isa.machine import machines
from generator.model import KernelError, Src

if TYPE_CHECKING:
    from generator.lang.values import Stream


class Name(str):
    """The name of an architecture or of a convention. A comparison with any other name is refused: it would be false on
    every target."""

    known: frozenset[str]
    refuse: Callable[[str], KernelError]

    @staticmethod
    def of(name: str, known: frozenset[str], refuse: Callable[[str], KernelError]) -> Name:
        made = Name(name)
        made.known, made.refuse = known, refuse
        return made

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str) or str(other) not in self.known:
            near = get_close_matches(str(other), self.known, 1, 0.4)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise self.refuse(f"{str(self)!r} == {other!r}: expected one of {', '.join(sorted(self.known))}{hint}")
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, other: object) -> bool:
        raise self.refuse(f"{other!r} in {str(self)!r}: part of a name says nothing; expected k.arch == {other!r}")


class TargetFacts:
    """Mixed into the builder. ``asked``: the fact and the line of each question of the script."""

    _machine: tuple[str, str]
    asked: set[tuple[str, Src]]

    if TYPE_CHECKING:

        def fail(self, message: str) -> KernelError: ...
        def here(self) -> Src: ...

    @property
    def arch(self) -> str:
        """The name of the instruction set at its width, for code that must differ. The function's banner counts the
        places of the script that ask."""
        self.asked.add(("arch", self._place()))
        return Name.of(self._machine[0], frozenset(one.arch for one in machines()), self._refusal("arch"))

    @property
    def abi(self) -> str:
        """The name of the calling convention, for code that must differ. Conventions that share functions have one
        name. The function's banner counts the places of the script that ask."""
        self.asked.add(("abi", self._place()))
        known = frozenset(first_equal(row.name) for row in conventions())
        return Name.of(self._machine[1], known, self._refusal("abi"))

    def _place(self) -> Src:
        """The line without its note, which unrolled code may change."""
        here = self.here()
        return Src(here.file, here.line)

    def _refusal(self, fact: str) -> Callable[[str], KernelError]:
        return lambda message: self.fail(f"k.{fact}: {message}")


def places(recorded: Stream) -> list[str]:
    """The places of a script that ask for each fact, in words."""
    out = []
    for fact in ("arch", "abi"):
        count = sum(1 for name, _ in recorded.asked if name == fact)
        if count:
            out.append(f"k.{fact} at {count} place{'s' * (count > 1)}")
    return out
