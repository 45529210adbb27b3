# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decoding ``.eh_frame`` of a linked image, and unwinding with it. Source: DWARF 5 section 6.4, LSB's ``.eh_frame``,
DWARF for the Arm 64-bit Architecture."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from targets.trial.simulate import Arch, State, Unwinder, Value

_PCREL, _SDATA4, _UDATA4, _SDATA8, _ABSPTR = 0x10, 0x0B, 0x03, 0x0C, 0x00
_X86_64 = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 ra".split()
_I686 = "eax ecx edx ebx esp ebp esi edi ra".split()


class DecodeError(Exception):
    """Unwind information that is malformed, or uses features that no generated function needs."""


@dataclass(slots=True)
class Row:
    """A row in force from ``start`` (bytes from the function's start): CFA = register + offset; saved registers at CFA
    + n; ``signed``: the return address is signed with the A key and the CFA (AArch64)."""

    start: int
    cfa: tuple[int, int]
    saved: dict[int, int] = field(default_factory=dict)
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Fde:
    """One function: its address in the image, its length in bytes, its rows in order, DWARF's return column.

    ``problem``: the part that cannot be decoded. Linkers write expressions for their own procedure tables.
    """

    address: int
    length: int
    rows: tuple[Row, ...]
    return_column: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Cie:
    code_factor: int
    data_factor: int
    return_column: int
    encoding: int
    initial: bytes


class _Cursor:
    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def take(self, size: int) -> bytes:
        if self.at + size > self.end:
            raise DecodeError(f".eh_frame: entry ends at {self.end:#x}, {size} bytes wanted at {self.at:#x}")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, signed: bool = False) -> int:
        return int.from_bytes(self.take(size), "little", signed=signed)

    def leb(self, signed: bool = False) -> int:
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value


def decode_eh_frame(data: bytes, address: int) -> list[Fde]:
    """All functions of an ``.eh_frame`` section whose first byte is at ``address`` in the image. Raises DecodeError."""
    found, at = [], 0
    cies: dict[int, _Cie] = {}
    while at + 4 <= len(data):
        (length,) = struct.unpack_from("<I", data, at)
        if length == 0:
            break
        cursor = _Cursor(data, at + 4, at + 4 + length)
        if length == 0xFFFFFFFF or cursor.end > len(data):
            raise DecodeError(f".eh_frame+{at:#x}: length {length:#x}")
        pointer_at = cursor.at
        pointer = cursor.number(4)
        if pointer == 0:
            cies[at] = _read_cie(cursor)
        else:
            cie = cies.get(pointer_at - pointer)
            if cie is None:
                raise DecodeError(f".eh_frame+{at:#x}: no CIE at {pointer_at - pointer:#x}")
            found.append(_read_fde(cursor, cie, address))
        at = cursor.end
    return found


def _read_cie(cursor: _Cursor) -> _Cie:
    version = cursor.number(1)
    augmentation = b""
    while (byte := cursor.take(1)) != b"\0":
        augmentation += byte
    if version not in (1, 3) or augmentation not in (b"zR", b"zRB", b""):
        raise DecodeError(f".eh_frame: CIE version {version}, augmentation {augmentation!r}")
    code_factor, data_factor = cursor.leb(), cursor.leb(signed=True)
    return_column = cursor.number(1) if version == 1 else cursor.leb()
    encoding = _ABSPTR
    if augmentation:
        size = cursor.leb()
        encoding = cursor.take(size)[0]
    return _Cie(code_factor, data_factor, return_column, encoding, cursor.take(cursor.end - cursor.at))


def _read_fde(cursor: _Cursor, cie: _Cie, address: int) -> Fde:
    here = address + cursor.at
    sizes = {_SDATA4: (4, True), _UDATA4: (4, False), _SDATA8: (8, True), _ABSPTR: (8, True)}
    if cie.encoding & 0x0F not in sizes or cie.encoding & 0x70 not in (0, _PCREL):
        raise DecodeError(f".eh_frame: pointer encoding {cie.encoding:#x}")
    size, signed = sizes[cie.encoding & 0x0F]
    start = cursor.number(size, signed) + (here if cie.encoding & 0x70 == _PCREL else 0)
    length = cursor.number(size)
    cursor.take(cursor.leb())
    begin = Row(0, (0, 0))
    rows = [begin]
    problem = ""
    try:
        _execute(_Cursor(cie.initial, 0, len(cie.initial)), cie, [begin], begin)
        _execute(cursor, cie, rows, Row(0, begin.cfa, dict(begin.saved)))
    except DecodeError as error:
        problem = str(error)
    return Fde(start, length, tuple(rows), cie.return_column, problem)


def _execute(cursor: _Cursor, cie: _Cie, rows: list[Row], initial: Row) -> None:
    stack: list[tuple[tuple[int, int], dict[int, int], bool]] = []
    row = rows[-1]

    def advance(amount: int) -> None:
        nonlocal row
        row = Row(row.start + amount * cie.code_factor, row.cfa, dict(row.saved), row.signed)
        rows.append(row)

    while cursor.at < cursor.end:
        code = cursor.number(1)
        high, low = code >> 6, code & 63
        if high == 1:
            advance(low)
        elif high == 2:
            row.saved[low] = cursor.leb() * cie.data_factor
        elif high == 3 or code == 0x06:
            reg = low if high == 3 else cursor.leb()
            row.saved.pop(reg, None)
            if reg in initial.saved:
                row.saved[reg] = initial.saved[reg]
        elif code == 0x00:
            continue
        elif code in (0x02, 0x03, 0x04):
            advance(cursor.number(1 << (code - 2)))
        elif code == 0x05:
            reg = cursor.leb()
            row.saved[reg] = cursor.leb() * cie.data_factor
        elif code == 0x08:
            row.saved.pop(cursor.leb(), None)
        elif code == 0x0A:
            stack.append((row.cfa, dict(row.saved), row.signed))
        elif code == 0x0B:
            if not stack:
                raise DecodeError(".eh_frame: restore_state without remember_state")
            row.cfa, row.saved, row.signed = stack.pop()
        elif code == 0x0C:
            row.cfa = (cursor.leb(), cursor.leb())
        elif code == 0x0D:
            row.cfa = (cursor.leb(), row.cfa[1])
        elif code == 0x0E:
            row.cfa = (row.cfa[0], cursor.leb())
        elif code == 0x12:
            row.cfa = (cursor.leb(), cursor.leb(signed=True) * cie.data_factor)
        elif code == 0x13:
            row.cfa = (row.cfa[0], cursor.leb(signed=True) * cie.data_factor)
        elif code == 0x11:
            reg = cursor.leb()
            row.saved[reg] = cursor.leb(signed=True) * cie.data_factor
        elif code == 0x2D and cie.return_column == 30:  # DW_CFA_AARCH64_negate_ra_state
            row.signed = not row.signed
        else:
            raise DecodeError(f".eh_frame: call frame instruction {code:#x}")


def register_name(arch: Arch, number: int) -> str:
    """The name in :mod:`targets.trial.simulate` of the register with DWARF's number."""
    if arch == "aarch64":
        return "sp" if number == 31 else f"d{number - 64}" if number >= 64 else f"x{number}"
    if arch == "x86_64" and 17 <= number < 33:
        return f"xmm{number - 17}"
    if arch == "i686" and 21 <= number < 29:
        return f"xmm{number - 21}"
    return (_X86_64 if arch == "x86_64" else _I686)[number]


def unwinder(arch: Arch, fde: Fde) -> Unwinder:
    """The caller's state that a debugger would find with these rows, from the true state before an instruction."""

    saved = {row.start: [(register_name(arch, n), offset) for n, offset in row.saved.items()] for row in fde.rows}

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        if fde.problem:
            return fde.problem
        row = [row for row in fde.rows if row.start <= at][-1]
        base = state.address(register_name(arch, row.cfa[0]), row.cfa[1])
        if base is None:
            return f"the CFA is taken from {register_name(arch, row.cfa[0])}, which holds no stack address"
        caller = state.copy()
        if arch != "aarch64":
            caller.regs["ra"] = None
        for register, offset in saved[row.start]:
            caller.regs[register] = state.load(base + offset)
        if row.signed:
            caller.authenticate("a", base)
        return ("cfa", base), caller

    return unwind
