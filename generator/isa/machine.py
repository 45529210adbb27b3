# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All that differs between instruction sets, in one record for each of them.

A pass asks :func:`machine` for the record of a convention's or a function's ``arch`` and never compares the name. The
folders under :mod:`generator.machines` make the records; a test registers a machine of its own the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.isa.registers import Registers
from generator.isa.spelling import Reading, Spelling, Writer
from generator.isa.unwinding import Dwarf


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One instruction set at one width.

    ``arch``: the name that targets and conventions use. ``family``: the name that the forms' table and the kernels'
    feature lists go by, shared by both widths of x86. ``bits``: the width of a pointer.

    Text. ``registers`` names them. ``renderers`` has a writer for each syntax of the machine; ``spelling`` and
    ``reading`` hold further facts for writers and readers. ``dwarf`` is None where nothing unwinds by DWARF.
    ``lanes``: the register classes in which a variant's u32 values may live.
    """

    arch: str
    family: str
    bits: int
    # text
    registers: Registers
    renderers: Mapping[str, type[Writer]] = field(default_factory=dict)
    spelling: Spelling = Spelling()
    reading: Reading = Reading()
    dwarf: Dwarf | None = None
    lanes: tuple[str, ...] = ("gp",)


_machines: dict[str, Machine] = {}


def register(*machines: Machine) -> None:
    """Make machines known under their ``arch``. ValueError for a name that another record has already."""
    for made in machines:
        if _machines.setdefault(made.arch, made) is not made:
            raise ValueError(f"two machines are called {made.arch}")


def machine(arch: str) -> Machine:
    """The record of ``arch``; ValueError lists the machines that are known."""
    found = _machines.get(arch)
    if found is None:
        raise ValueError(
            f"no machine is called {arch}; there are: {', '.join(_machines) or 'none (import generator.machines)'}"
        )
    return found


def machines() -> tuple[Machine, ...]:
    """Every machine that is known, in the order of registration."""
    return tuple(_machines.values())
