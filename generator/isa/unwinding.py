# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A machine's numbers in unwind data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.model import Phys, RegClass


@dataclass(frozen=True, slots=True, kw_only=True)
class Dwarf:
    """DWARF's view of a machine.

    ``numbers``: register → DWARF's number. ``return_address`` and ``stack_pointer`` are such numbers. ``word``: bytes
    of a saved general-purpose register. ``pushed``: bytes that a call pushes. ``views``: class → width in bits of the
    view whose name directives take. ``longest``: bytes of the longest instruction.
    """

    numbers: Mapping[Phys, int]
    return_address: int
    stack_pointer: int
    word: int
    pushed: int
    views: Mapping[RegClass, int]
    longest: int
