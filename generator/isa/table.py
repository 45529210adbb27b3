# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The distilled tables in memory, and the small classes that a lookup answers with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from generator.model import Phys

FormKind = Literal["normal", "branch", "jump", "call", "ret"]


@dataclass(frozen=True, slots=True)
class OpSpec:
    """One operand of a form.

    ``kinds``: what may stand there (``r32 m32 imm8 xmm k label``; AArch64 ``w xsp v.4s v.s[] d imm mem shift cond``).
    ``access``: ``r``, ``w``, ``rw``; for memory, of the memory itself (registers in the address are always read, and
    written too when AArch64 writes the base back); ``""`` for an address that is computed but not accessed (lea).
    ``w`` on a 32-bit general register zeroes the upper half; on an 8- or 16-bit one the rest of the register stays.
    ``fixed``: the only register that can stand there.
    ``low``: only registers 0-15 can be encoded (AArch64 by-element forms on 16-bit lanes).
    """

    kinds: tuple[str, ...]
    access: str
    fixed: Phys | None = None
    low: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """What a lookup found; the same object for the same lookup.

    ``ops`` stands one to one with the operands given (modifiers and conditions included).

    ``flags_written`` have a defined value afterwards, ``flags_undefined`` are clobbered without one; disjoint.
    ``features`` exclude the architecture's baseline. ``mask`` is EVEX masking: ``""`` none, ``k`` merging only,
    ``kz`` merging or zeroing, ``d`` never reads the destination, ``g`` gather and scatter (mandatory, and the mask
    register is cleared); a merging mask makes a written register operand 0 a read one too.
    ``groups``: (first operand, count) of registers that must be consecutive (AArch64 lists; written in braces).
    """

    mnem: str
    ops: tuple[OpSpec, ...]
    flags_read: frozenset[str] = frozenset()
    flags_written: frozenset[str] = frozenset()
    flags_undefined: frozenset[str] = frozenset()
    implicit_read: tuple[Phys, ...] = ()
    implicit_write: tuple[Phys, ...] = ()
    features: frozenset[str] = frozenset()
    kind: FormKind = "normal"
    evex: bool = False
    mask: str = ""
    groups: tuple[tuple[int, int], ...] = ()

    @property
    def flags_clobbered(self) -> frozenset[str]:
        """Every flag that does not keep its value."""
        return self.flags_written | self.flags_undefined


@cache
def rows(family: str) -> dict[str, str]:
    """mnemonic → its distilled rows, one a line, not yet parsed. ``family`` is ``x86`` or ``aarch64``."""
    text = (Path(__file__).resolve().parents[1] / "machines" / family / "forms.json").read_text(encoding="utf-8")
    table: dict[str, str] = json.loads(text)["rows"]
    return table


@cache
def lines(family: str, mnem: str) -> tuple[str, ...]:
    """The rows of one mnemonic, aliases followed; empty where there is no such mnemonic."""
    text = rows(family).get(mnem)
    if text is None:
        return ()
    if text.startswith("="):
        return lines(family, text[1:])
    return tuple(text.split("\n"))


KINDS: dict[str, FormKind] = {"b": "branch", "j": "jump", "c": "call", "t": "ret"}
