# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The registers of a machine and their names: one table for renderers, messages and readers of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.model import Phys, R, RegClass

Names = Mapping[tuple[RegClass, int, int], str]
"""(class, width in bits, number) → name."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Registers:
    """The registers of one machine.

    ``names`` holds every view that the machine has. ``whole`` gives the width in bits of the view that names a whole
    register of a class in messages. ``stack_pointer`` and ``zero`` (it reads as 0) hold no value of a kernel.
    ``scalars`` maps a width to the letter that is the arrangement of a scalar view, and ``shaped`` is the letter before
    the number of a vector register with any other arrangement (``v`` in ``v0.4s``); both stay empty for a machine whose
    views have widths only.
    """

    names: Names
    whole: Mapping[RegClass, int]
    stack_pointer: Phys
    zero: Phys | None = None
    scalars: Mapping[int, str] = field(default_factory=dict)
    shaped: str = ""
    _views: dict[str, R] = field(init=False, repr=False, default_factory=dict)
    _shape: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for (cls, width, number), name in sorted(self.names.items(), key=lambda item: -item[0][1]):
            arrangement = self.scalars.get(width) if cls == "vec" else None
            self._views.setdefault(name, R(Phys(cls, number), width, arrangement))
        object.__setattr__(self, "_shape", re.compile(rf"{self.shaped}(\d+)\.(\w+(?:\[\d+\])?)"))

    def name(self, reg: Phys, width: int = 0, arrangement: str | None = None) -> str:
        """The name of ``reg`` seen ``width`` bits wide (0: the whole register) or in ``arrangement`` (``4s``, ``s[1]``,
        ``q``). Raises KeyError for a view that the machine lacks."""
        if arrangement is None:
            return self.names[reg.cls, width or self.whole[reg.cls], reg.num]
        if arrangement in self.scalars.values():
            return f"{arrangement}{reg.num}"
        return f"{self.shaped}{reg.num}.{arrangement}"

    def read(self, word: str) -> R | None:
        """The register that ``word`` names, in the widest view of that name; None for any other word."""
        found = self._views.get(word)
        if found is None and self.shaped:
            shape = self._shape.fullmatch(word)
            if shape is not None:
                return R(Phys("vec", int(shape[1])), self.whole["vec"], shape[2])
        return found
