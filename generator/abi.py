# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling conventions as data, found by name. The rows are in the machines' folders."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from generator.isa.convention import Abi
from generator.isa.machine import machines

__all__ = ["FRAME_LIMIT", "Abi", "abi", "first_equal"]

FRAME_LIMIT = 4096
"""Slots and areas of one frame stay below this number of bytes. Windows requires a probe of each page for larger
frames."""


def conventions() -> tuple[Abi, ...]:
    """Every convention of every machine."""
    return tuple(row for one in machines() for row in one.conventions)


@cache
def first_equal(name: str, widths: tuple[int, ...] = ()) -> str:
    """The first convention that equals this one in everything but its name and its signing key. ``widths``, in bits:
    those of a function's arguments. Conventions that place these arguments differently are not equal for the function.
    Without ``widths`` no argument is on the stack."""
    mine = abi(name)

    def alike(row: Abi) -> bool:
        same = replace(row, name=name, key=row.key and mine.key, packed=mine.packed) == mine
        return same and row.stack_places(widths) == mine.stack_places(widths)

    return next(row.name for row in conventions() if alike(row))


def abi(name: str) -> Abi:
    """The convention called ``name``. ValueError lists the known conventions."""
    for row in conventions():
        if row.name == name:
            return row
    raise ValueError(f"unknown ABI {name}; there are: {', '.join(row.name for row in conventions())}")
