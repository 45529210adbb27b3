# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations → DWARF call frame information, as rows for directives or as bytes for ``.eh_frame``.

Source: DWARF 5 §6.4; the register numbers of the x86-64 and i386 psABIs and of AArch64's DWARF supplement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.model import Function, Instr, LabelDef, Phys
from generator.unwind.order import UnwindError, take_apart

# generator.model numbers x86 registers as instructions encode them; DWARF has its own order, different on x86-64.
_X86_64 = (0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15)

RETURN_ADDRESS = {"x86_64": 16, "x86": 8, "aarch64": 30}
"""DWARF's column for the return address."""

STACK_POINTER = {"x86_64": 7, "x86": 4, "aarch64": 31}
"""DWARF's number for sp."""

WORD = {"x86_64": 8, "x86": 4, "aarch64": 8}
"""Bytes of a saved general-purpose register."""

CfiKind = Literal["def_cfa_offset", "offset", "restore", "negate_ra_state", "remember_state", "restore_state"]


@dataclass(frozen=True, slots=True)
class Cfi:
    """One rule change, in force after the instruction before body index ``at``.

    ``offset`` in bytes: from the CFA for kind offset (negative), from sp to the CFA for def_cfa_offset, which changes
    it ``by`` so many (0: not known).
    """

    at: int
    kind: CfiKind
    reg: Phys | None = None
    offset: int = 0
    by: int = 0


def dwarf_number(arch: str, reg: Phys) -> int:
    """DWARF's number of a register; mask registers have none here and raise :class:`UnwindError`."""
    if reg.cls == "gp" and arch == "x86_64":
        return _X86_64[reg.num]
    if reg.cls == "gp":
        return reg.num
    if reg.cls == "vec":
        if arch == "aarch64":
            return 64 + reg.num
        if arch == "x86_64":
            return 17 + reg.num if reg.num < 16 else 67 + reg.num - 16
        return 21 + reg.num
    raise UnwindError(f"{arch}: register {reg.cls}{reg.num} has no DWARF number")


def initial_offset(arch: str) -> int:
    """Distance in bytes from sp at entry to the CFA: the return address, where a call pushes one."""
    return 0 if arch == "aarch64" else WORD[arch]


def rows(function: Function) -> list[Cfi]:
    """Every rule change of the function, in order of body index. Raises UnwindError for a frame that makes no sense."""
    arch = function.arch
    word = WORD[arch]
    ops = take_apart(function)
    out: list[Cfi] = []
    cfa = initial_offset(arch)
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
    whole = cfa
    last = max((at for at, item in enumerate(function.body) if isinstance(item, Instr)), default=-1)
    for begin, undone, end in ops.epilogues:
        again = end < last and bool(undone)
        if again:
            out.append(Cfi(begin, "remember_state"))
        cfa = whole
        for at, op in undone:
            if op.kind == "authenticate":
                out.append(Cfi(at, "negate_ra_state"))
            if op.kind in ("pop", "dealloc", "restore_pair_post"):
                cfa -= op.amount
                # Assemblers do not agree on what a change is to after restore_state.
                out.append(Cfi(at, "def_cfa_offset", None, cfa, -op.amount if len(ops.epilogues) == 1 else 0))
            for restored in (op.reg, op.reg2):
                if restored is not None:
                    out.append(Cfi(at, "restore", restored))
        if again:
            out.append(Cfi(end, "restore_state"))
    return out


# Call frame instructions (DWARF 5 §7.24).
_ADVANCE_LOC1, _ADVANCE_LOC4 = 0x02, 0x04
_OFFSET, _RESTORE = 0x80, 0xC0
_OFFSET_EXTENDED, _RESTORE_EXTENDED = 0x05, 0x06
_REMEMBER, _RESTORE_STATE = 0x0A, 0x0B
_DEF_CFA, _DEF_CFA_OFFSET = 0x0C, 0x0E
_NEGATE_RA_STATE = 0x2D  # DWARF for the Arm 64-bit Architecture


def uleb(value: int) -> tuple[int, ...]:
    """Unsigned LEB128."""
    out: list[int] = []
    while True:
        byte, value = value & 0x7F, value >> 7
        if not value:
            return (*out, byte)
        out.append(byte | 0x80)


def cie_program(arch: str) -> tuple[int, ...]:
    """Initial rules: CFA = sp + initial offset, and the return address just below it where a call pushes it."""
    sp, offset = STACK_POINTER[arch], initial_offset(arch)
    out = (_DEF_CFA, *uleb(sp), *uleb(offset))
    return (*out, _OFFSET | RETURN_ADDRESS[arch], 1) if offset else out


def instruction(arch: str, cfi: Cfi) -> tuple[int, ...]:
    """The bytes of one rule change, with a data alignment factor of minus one word."""
    if cfi.kind == "remember_state":
        return (_REMEMBER,)
    if cfi.kind == "restore_state":
        return (_RESTORE_STATE,)
    if cfi.kind == "negate_ra_state":
        return (_NEGATE_RA_STATE,)
    if cfi.kind == "def_cfa_offset":
        return (_DEF_CFA_OFFSET, *uleb(cfi.offset))
    assert cfi.reg is not None
    number = dwarf_number(arch, cfi.reg)
    if cfi.kind == "restore":
        return (_RESTORE | number,) if number < 64 else (_RESTORE_EXTENDED, *uleb(number))
    factored, rest = divmod(-cfi.offset, WORD[arch])
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

    ``near``: the advance surely fits one byte, and goes in DW_CFA_advance_loc1 (else DW_CFA_advance_loc4).
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


_LONGEST = 15
"""Bytes of the longest x86 instruction."""


def steps(function: Function) -> Iterator[Step]:
    """The FDE's program. A renderer puts a label at each body index ``at`` and takes differences of those."""
    changes = rows(function)
    start, i = -1, 0
    while i < len(changes):
        at = changes[i].at
        data: tuple[int, ...] = ()
        while i < len(changes) and changes[i].at == at:
            data += instruction(function.arch, changes[i])
            i += 1
        between = function.body[start + 1 : at]
        longest = _LONGEST * (1 + sum(isinstance(item, Instr) for item in between))  # 1: a landing pad
        near = longest < 256 and not any(isinstance(item, LabelDef) and item.align for item in between)
        yield Step(start, at, near, data)
        start = at
