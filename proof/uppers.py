# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The upper halves of vector registers are clean at each return and call: after an instruction that writes a register
of 256 or 512 bits, every way to there has a ``vzeroupper``. Registers from 16 on need none."""

from __future__ import annotations

from typing import Any

from proof.graph import ENTRY, EXIT
from proof.memory import NoProof
from proof.x86 import Machine

CLEAN = ("vzeroupper", "vzeroall")


def check(machine: Machine) -> None:
    """NoProof for a way from an instruction that writes upper halves to a return or a call without cleaning."""
    todo: list[tuple[int, Any]] = [(ENTRY, None)]
    seen: set[tuple[int, bool]] = set()
    while todo:
        place, by = todo.pop()
        if (place, by is not None) in seen:
            continue
        seen.add((place, by is not None))
        one = machine.code[place]
        if one.mnemonic in CLEAN:
            by = None
        elif writes_upper(one):
            by = one
        if by is not None and one.mnemonic in ("ret", "call"):
            raise NoProof(f"{machine.where(one)}: no vzeroupper since {machine.where(by)}")
        todo += [(goal, by) for goal in machine.goals(place) if goal != EXIT]


def writes_upper(one: Any) -> bool:
    """Whether an instruction writes more than 128 bits of one of the vector registers 0 to 15."""
    import capstone.x86 as x86

    names = [one.reg_name(operand.reg) for operand in one.operands[:1] if operand.type == x86.X86_OP_REG]
    return any(name[:3] in ("ymm", "zmm") and int(name[3:]) < 16 for name in names)
