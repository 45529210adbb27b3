# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → DWARF call frame information, as rows for directives or as bytes for ``.eh_frame``.

Source: DWARF 5 §6.4. The numbers of registers come from the machine's record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.isa.machine import machine
from generator.isa.unwinding import Dwarf
from generator.model import Function, Instr, LabelDef, Phys
from generator.unwind.order import UnwindError, take_apart

CfiKind = Literal["def_cfa_offset", "offset", "restore", "negate_ra_state"]


@dataclass(frozen=True, slots=True)
class Cfi:
    """One change of a rule, in force after the instruction before body index ``at``.

    ``offset`` is in bytes: from the CFA (negative) for kind offset, from the stack pointer to the CFA for kind
    def_cfa_offset. ``by`` is the change of the latter.
    """

    at: int
    kind: CfiKind
    reg: Phys | None = None
    offset: int = 0
    by: int = 0


def numbers(arch: str) -> Dwarf:
    """DWARF's view of a machine; :class:`UnwindError` for a machine without one."""
    found = machine(arch).dwarf
    if found is None:
        raise UnwindError(f"{arch}: the machine has no DWARF numbers; expected a target with unwind none")
    return found


def _number(arch: str, reg: Phys) -> int:
    found = numbers(arch).numbers.get(reg)
    if found is None:
        raise UnwindError(f"{arch}: register {reg.cls}{reg.num} has no DWARF number")
    return found


def rows(function: Function) -> list[Cfi]:
    """Every change of a rule in the function, by rising body index.

    Raises UnwindError for a frame whose operations do not match.
    """
    known = numbers(function.arch)
    word, cfa = known.word, known.pushed
    ops = take_apart(function)
    out: list[Cfi] = []
    for at, op in ops.prologue:
        if op.kind == "sign":
            out.append(Cfi(at, "negate_ra_state"))
        if op.kind in ("push", "alloc", "save_pair_pre"):
            cfa += op.amount
            out.append(Cfi(at, "def_cfa_offset", None, cfa, op.amount))
        if op.kind in ("push", "save", "save_pair", "save_pair_pre"):
            place = op.offset - cfa if op.kind in ("save", "save_pair") else -cfa
            for i, reg in enumerate(r for r in (op.reg, op.reg2) if r is not None):
                out.append(Cfi(at, "offset", reg, place + i * word))
    for at, op in ops.epilogue:
        if op.kind == "authenticate":
            out.append(Cfi(at, "negate_ra_state"))
        if op.kind in ("pop", "dealloc", "restore_pair_post"):
            cfa -= op.amount
            out.append(Cfi(at, "def_cfa_offset", None, cfa, -op.amount))
        for restored in (op.reg, op.reg2):
            if restored is not None:
                out.append(Cfi(at, "restore", restored))
    return out


# Call frame instructions (DWARF 5 §7.24).
_ADVANCE_LOC1, _ADVANCE_LOC4 = 0x02, 0x04
_OFFSET, _RESTORE = 0x80, 0xC0
_OFFSET_EXTENDED, _RESTORE_EXTENDED = 0x05, 0x06
_DEF_CFA, _DEF_CFA_OFFSET = 0x0C, 0x0E
_NEGATE_RA_STATE = 0x2D  # a vendor's instruction: toggles whether the return address is signed


def uleb(value: int) -> tuple[int, ...]:
    """Unsigned LEB128."""
    out: list[int] = []
    while True:
        byte, value = value & 0x7F, value >> 7
        if not value:
            return (*out, byte)
        out.append(byte | 0x80)


def cie_program(arch: str) -> tuple[int, ...]:
    """Initial rules: the CFA is the stack pointer plus the bytes that a call pushes. A pushed return address lies just
    below the CFA."""
    known = numbers(arch)
    out = (_DEF_CFA, *uleb(known.stack_pointer), *uleb(known.pushed))
    return (*out, _OFFSET | known.return_address, 1) if known.pushed else out


def instruction(arch: str, cfi: Cfi) -> tuple[int, ...]:
    """The bytes of one change of a rule. The data alignment factor is minus one word."""
    if cfi.kind == "negate_ra_state":
        return (_NEGATE_RA_STATE,)
    if cfi.kind == "def_cfa_offset":
        return (_DEF_CFA_OFFSET, *uleb(cfi.offset))
    assert cfi.reg is not None
    number = _number(arch, cfi.reg)
    if cfi.kind == "restore":
        return (_RESTORE | number,) if number < 64 else (_RESTORE_EXTENDED, *uleb(number))
    factored, rest = divmod(-cfi.offset, numbers(arch).word)
    if rest or factored < 0:
        raise UnwindError(
            f"register {cfi.reg.cls}{cfi.reg.num} saved at CFA{cfi.offset:+}, which is not a whole word below it"
        )
    if number < 64:
        return (_OFFSET | number, *uleb(factored))
    return (_OFFSET_EXTENDED, *uleb(number), *uleb(factored))


@dataclass(frozen=True, slots=True)
class Step:
    """Advance from body index ``start`` (-1: the function's entry) to ``at``, then ``data``.

    ``near``: the advance surely fits one byte and is a DW_CFA_advance_loc1; others are a DW_CFA_advance_loc4.
    """

    start: int
    at: int
    near: bool
    data: tuple[int, ...]

    @property
    def opcode(self) -> int:
        return _ADVANCE_LOC1 if self.near else _ADVANCE_LOC4

    @property
    def size(self) -> int:
        """Bytes of the whole step."""
        return (2 if self.near else 5) + len(self.data)


def steps(function: Function) -> Iterator[Step]:
    """The program of the FDE. A renderer puts a label at each body index ``at`` and takes differences of the labels."""
    changes, each = rows(function), numbers(function.arch).longest
    start, i = -1, 0
    while i < len(changes):
        at = changes[i].at
        data: tuple[int, ...] = ()
        while i < len(changes) and changes[i].at == at:
            data += instruction(function.arch, changes[i])
            i += 1
        between = function.body[start + 1 : at]
        longest = each * (1 + sum(isinstance(item, Instr) for item in between))  # 1: a landing pad
        near = longest < 256 and not any(isinstance(item, LabelDef) and item.align for item in between)
        yield Step(start, at, near, data)
        start = at
