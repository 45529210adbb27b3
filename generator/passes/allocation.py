# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The result of register allocation."""

from __future__ import annotations

from dataclasses import dataclass

from generator.model import Item, Phys, Slot, VReg


@dataclass(slots=True)
class Allocation:
    """``body`` with physical registers. ``origin[i]``: the virtual item of ``body[i]`` (None: the item moves a value to
    or from its slot). ``where``, ``slots``: the register or the slot of each virtual register."""

    body: list[Item]
    origin: list[Item | None]
    where: dict[VReg, Phys]
    slots: dict[VReg, Slot]
