# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of AArch64's instructions beyond operands and flags: the facts that passes ask of forms.

An instruction counts as variable in time unless a vendor promises that its time does not depend on its operands. Arm's
list for PSTATE.DIT leaves out division and floating point.
"""

from __future__ import annotations

import re
from typing import Literal

from generator.isa.words import words
from generator.model import Facts, OpSpec

HARMLESS = words("nop prfm prfum bti csdb dmb dsb isb yield hint ssbb pssbb")
"""Instructions that change no value: hints, prefetches, fences."""
MOVES = words("mov str ldr stur ldur stp ldp stnp ldnp")
COPIES = words("mov str ldr stur ldur")
CANCELS = words("eor sub")
WHOLE_STORES = words("str stur strb sturb strh sturh stp stnp")
"""Stores that always write all bytes of their operand, on all cores."""
PAIRS = re.compile(r"(ld|st)n?p|ldpsw|(ld|st)[al]?xp|casp[al]?l?")
LISTS = re.compile(r"(ld|st)[1-4]r?")
SIGNING: dict[str, tuple[str, str]] = {"a": ("paciasp", "autiasp"), "b": ("pacibsp", "autibsp")}
"""Key → the instruction that signs the return address, which is also a landing pad for indirect calls; and the
instruction that authenticates the address."""

_DIVISION = "division takes longer for some operands"
_FLOAT = "floating-point arithmetic takes longer for some operands, and no vendor promises otherwise"
_FLOATS = re.compile(r"f(?!(mov|csel|abs|neg)$).*|[su]cvtf|bf(cvt|dot|mla|mmla).*")
_SIGNS: dict[str, tuple[Literal["sign", "authenticate"], str]] = {
    **{sign: ("sign", key) for key, (sign, _) in SIGNING.items()},
    **{undo: ("authenticate", key) for key, (_, undo) in SIGNING.items()},
}


def facts(mnem: str, ops: tuple[OpSpec, ...]) -> Facts:
    """The facts of one form."""
    return Facts(
        moves_whole=mnem in MOVES,
        copies=mnem in COPIES,
        cancels=mnem in CANCELS,
        adds={"add": 1, "sub": -1}.get(mnem, 0),
        transfers=_transfers(mnem, ops),
        partial=mnem not in WHOLE_STORES,
        foldable=False,  # only loads and stores have operands in memory
        harmless=mnem in HARMLESS,
        variable_time=_DIVISION if mnem in ("sdiv", "udiv") else _FLOAT if _FLOATS.fullmatch(mnem) else "",
        signs=_SIGNS.get(mnem),
    )


def _transfers(mnem: str, ops: tuple[OpSpec, ...]) -> int:
    if PAIRS.fullmatch(mnem):
        return 2
    if LISTS.fullmatch(mnem):
        return sum(spec.kinds[0].startswith("v.") for spec in ops)
    return 1
