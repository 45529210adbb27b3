# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The model of a core that executes in order, by which :mod:`generator.passes.order.order` orders straight code.

A machine without a model keeps the script's order: all its cores find an order of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from generator.model import Instr, R

Unit = Literal["alu", "multiply", "load", "store", "vector"]


@dataclass(frozen=True, slots=True)
class Core:
    """The model's numbers.

    ``issue``: instructions a cycle. ``pipes``: the number of instructions that a unit takes a cycle. ``unit``: unit by
    mnemonic, for instructions whose registers do not imply the unit. ``latency``: cycles from issue to a reader's
    issue; ``exceptions``: by mnemonic. ``early``: the cycles by which the core needs a shifted operand or an address
    before other operands. ``branch``: cycles from a compare to its branch. ``fused``: pairs that cores execute as one
    if they are adjacent. ``window``: the scheduler chooses the next instruction among this number of instructions,
    counted from the oldest one left. ``pause``: the number of instructions for which the allocator leaves a freed
    register unused, if possible, for reordering.
    """

    issue: int
    pipes: Mapping[Unit, int]
    unit: Mapping[str, Unit]
    latency: Mapping[Unit, int]
    exceptions: Mapping[tuple[Unit, str], int]
    early: int
    branch: int
    fused: frozenset[tuple[str, str]]
    window: int
    pause: int

    def unit_of(self, item: Instr) -> Unit:
        """The unit that executes an instruction."""
        found = self.unit.get(item.mnem)
        if found is None:
            found = "vector" if any(isinstance(op, R) and op.reg.cls == "vec" for op in item.ops) else "alu"
        return found

    def cycles(self, item: Instr, unit: Unit) -> int:
        """The cycles from an instruction's issue to the issue of a reader of its result."""
        return self.exceptions.get((unit, item.mnem), self.latency[unit])

    def fuses(self, first: Instr, second: Instr) -> bool:
        """True if cores execute the two as one instruction when adjacent."""
        return (first.mnem, second.mnem) in self.fused
