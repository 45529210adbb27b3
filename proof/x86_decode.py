# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""x86: a second decoder, which knows the encodings of x86_table.py and nothing else.

capstone reads what a processor refuses, and leaves out what a processor heeds: prefixes, lengths, reserved bits. An
instruction counts if this decoder reads its bytes, to the last bit, as the instruction and the operands that capstone
shows to the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proof.memory import NoProof
from proof.x86_table import EVEX, LEGACY, ROWS, VEX, Row

OPERAND_SIZE, CODE_SEGMENT = 0x66, 0x2E
PREFIXES = {
    0x26: "es", CODE_SEGMENT: "cs", 0x36: "ss", 0x3E: "ds", 0x64: "fs", 0x65: "gs", OPERAND_SIZE: "66", 0x67: "67",
    0xF0: "lock", 0xF2: "f2", 0xF3: "f3",
}  # fmt: skip
LONGEST = 15
WIDTHS = {"b": 8, "w": 16, "d": 32, "q": 64, "o": 128, "h": 256, "n": 0}
MAPS = {1: "0F", 2: "0F38", 3: "0F3A"}
MANDATORY = (0, 0x66, 0xF3, 0xF2)
"""The mandatory prefix by the field pp of VEX and EVEX."""
OLD = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di")
LOW = ("al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil")
Mem = tuple[str, str, int, int]
"""Base, index, factor and distance."""
Operand = tuple[str, Any, int]
"""A register's name, a number or an address, with its width in bits, or 0 for any."""


class Refused(Exception):
    """Why the bytes are not an instruction of a row."""


def general(number: int, w: int) -> str:
    if w == 8:
        return LOW[number] if number < 8 else f"r{number}b"
    if number < 8:
        return {16: "", 32: "e", 64: "r"}[w] + OLD[number]
    return f"r{number}" + {16: "w", 32: "d", 64: ""}[w]


def vector(number: int, w: int) -> str:
    return {128: "xmm", 256: "ymm", 512: "zmm"}[max(w, 128)] + str(number)


@dataclass(slots=True)
class Found:
    """What an instruction is. ``distance``: the place, in its bytes, of an address's distance of four bytes."""

    operands: list[Operand]
    marks: list[str]
    size: int
    distance: int | None


class Bytes:
    """The bytes of one instruction: prefixes and the opcode are read first, the rest as a row says."""

    def __init__(self, code: bytes, address: int, word: int) -> None:
        self.code, self.address, self.word, self.at = code, address, word, 0
        self.prefixes: list[int] = []
        self.w = self.r = self.x = self.b = self.length = self.vvvv = self.mask = 0
        self.modrm, self.wide, self.lane = -1, 32, 0
        self.distance: int | None = None
        self.rex = self.zeros = self.repeat = False
        self.space, self.prefix = LEGACY, 0
        while self._peek() in PREFIXES:
            self.prefixes.append(self._byte())
        first = self._peek()
        if first in (0xC4, 0xC5, 0x62) and (word == 64 or self._peek(1) >= 0xC0):
            self.where = self._evex() if first == 0x62 else self._vex(first == 0xC4)
        else:
            if word == 64 and first >> 4 == 4:
                self.rex = True
                byte = self._byte()
                self.w, self.r, self.x, self.b = (byte >> n & 1 for n in (3, 2, 1, 0))
            self.where = self._map()
        self.opcode = self._byte()
        self.begin = self.at

    def _peek(self, more: int = 0) -> int:
        if self.at + more >= len(self.code):
            raise Refused("the bytes end inside of the instruction")
        return self.code[self.at + more]

    def _byte(self) -> int:
        found = self._peek()
        self.at += 1
        return found

    def _number(self, size: int) -> int:
        """A signed number."""
        self._peek(size - 1)
        self.at += size
        return int.from_bytes(self.code[self.at - size : self.at], "little", signed=True)

    # -- prefixes --------------------------------------------------------------------------------------------------

    def _map(self) -> str:
        if self._peek() != 0x0F:
            return ""
        self.at += 1
        where = {0x38: "0F38", 0x3A: "0F3A"}.get(self._peek(), "0F")
        self.at += where != "0F"
        return where

    def _vex(self, long: bool) -> str:
        self.space = VEX
        self.at += 1
        first = self._byte()
        number = 1
        if long:
            self.x, self.b, number = ~first >> 6 & 1, ~first >> 5 & 1, first & 31
        self.r = ~first >> 7 & 1
        second = self._byte() if long else first & 0x7F
        self.w = second >> 7
        self._common(second)
        self.length = second >> 2 & 1
        return self._mapped(number)

    def _evex(self) -> str:
        self.space = EVEX
        self.at += 1
        first, second, third = self._byte(), self._byte(), self._byte()
        if first & 8 or not second & 4:
            raise Refused("a reserved bit of EVEX")
        self.r = (~first >> 7 & 1) + 2 * (~first >> 4 & 1)
        self.x, self.b = ~first >> 6 & 1, ~first >> 5 & 1
        self.w = second >> 7
        self._common(second)
        self.vvvv += 16 * (~third >> 3 & 1)
        self.zeros, self.repeat = bool(third >> 7), bool(third >> 4 & 1)
        self.length, self.mask = third >> 5 & 3, third & 7
        if self.zeros and not self.mask:
            raise Refused("zeros without a mask")
        return self._mapped(first & 7)

    def _common(self, byte: int) -> None:
        self.vvvv, self.prefix = ~byte >> 3 & 15, MANDATORY[byte & 3]

    def _mapped(self, number: int) -> str:
        if number not in MAPS:
            raise Refused("a map without a rule")
        if self.prefixes:
            raise Refused(f"the prefix {PREFIXES[self.prefixes[0]]} before VEX or EVEX")
        return MAPS[number]

    # -- an instruction of a row -----------------------------------------------------------------------------------

    def read(self, row: Row) -> Found:
        """The operands, if the bytes are an encoding of the row."""
        self.at, self.modrm, self.distance = self.begin, -1, None
        if row.only not in (0, self.word):
            raise Refused(f"an instruction of {row.only} bits")
        self._size(row)
        if row.last is not None and self._byte() != row.last:
            raise Refused("another instruction")
        used = "".join(one[0] for one in row.operands)
        if row.digit is not None or set(used) & set("EGMRWVUKN"):
            self.modrm = self._byte()
            if row.digit is not None and self._field() & 7 != row.digit:
                raise Refused("another instruction")
        self._unused(row, used)
        memory = self._memory(row) if self.modrm >= 0 and self.modrm < 0xC0 else None
        operands: list[Operand] = []
        for one in row.operands:
            if one[0] == "=":
                if self._byte() != int(one[1:]):
                    raise Refused("another instruction")
                continue
            operands.append(self._operand(one, memory))
            if self.mask and len(operands) == 1:
                operands.append((f"k{self.mask}", None, 0))
        marks = [f"{{k{self.mask}}}"] * bool(self.mask) + ["{z}"] * self.zeros
        marks += [f"{{1to{(128 << self.length) // row.lane}}}"] if self.repeat else []
        if self.at > LONGEST:
            raise Refused("more than 15 bytes")
        return Found(operands, marks, self.at, self.distance)

    def _field(self) -> int:
        return (self.modrm >> 3 & 7) + 8 * self.r

    def _size(self, row: Row) -> None:
        """The widths of v, y and z, and whether prefixes and the bit W are those of the row."""
        registers = [one for one in row.operands if one[0] not in "IJ1="]
        sizes = {one[1:2] for one in registers}
        small = False
        if self.space == LEGACY:
            left = list(self.prefixes)
            if row.nop:
                left = [one for one in left if one != OPERAND_SIZE]
                left.remove(CODE_SEGMENT) if CODE_SEGMENT in left else None
            elif row.prefix:
                if row.prefix not in left:
                    raise Refused("other prefixes")
                left.remove(row.prefix)
                if "v" in sizes and left == [OPERAND_SIZE]:
                    small, left = True, []
            elif sizes & set("vz") and left == [OPERAND_SIZE]:
                small, left = True, []
            if left:
                raise Refused(f"the prefix {PREFIXES[left[0]]}")
            w = row.w
            if w is None and not sizes & set("vy"):
                w = int("q" in sizes)
            if w not in (None, self.w) or (self.w and small):
                raise Refused("the bit W")
        else:
            if self.prefix != row.prefix:
                raise Refused("other prefixes")
            if row.w not in (None, self.w) or (self.w and self.word == 32 and "y" in sizes):
                raise Refused("the bit W")
            if str(self.length) not in row.lengths:
                raise Refused("the length of vectors")
        if self.word == 32 and any(one[1:2] == "q" and one[0] in "EGRBZ" for one in row.operands):
            raise Refused("64 bits of a general register")
        self.wide = 64 if self.w else 16 if small else 32

    def _unused(self, row: Row, used: str) -> None:
        """Bits that no operand uses are as assemblers write them."""
        memory = 0 <= self.modrm < 0xC0
        if self.word == 32 and (self.r or self.x or self.b or self.vvvv > 7):
            raise Refused("a register that 32-bit x86 lacks")
        if self.vvvv and not set(used) & set("BH"):
            raise Refused("the field vvvv")
        if self.repeat and not (memory and row.lane):
            raise Refused("the bit b of EVEX")
        if self.mask and not (row.mask and self.zeros):
            raise Refused("a mask")
        if self.r and (row.digit is not None or not set(used) & set("GVK")):
            raise Refused("the bit R")
        if self.x and not memory and not (self.space == EVEX and set(used) & set("WU")):
            raise Refused("the bit X")
        if self.b and self.modrm < 0 and "Z" not in used:
            raise Refused("the bit B")

    def _width(self, size: str) -> int:
        if size in "vy":
            return self.wide
        if size == "z":
            return min(self.wide, 32)
        return {"p": self.word, "x": 128 << self.length, **WIDTHS}[size]

    def _operand(self, text: str, memory: Mem | None) -> Operand:
        letter, size = text[0], text[1:]
        if letter == "1":
            return "", 1, 0
        if letter == "J":
            away = self._number(1 if size == "s" else 4)
            return "", self.address + self.at + away, self.word
        if letter == "I":
            return "", self._number(1 if size in "bs" else 8 if size == "q" else min(self.wide, 32) // 8), 0
        w = self._width(size[0])
        if letter == "L":
            byte = self._byte()
            if byte & 15 or (byte >> 7 and self.word == 32):
                raise Refused("bits of an immediate that stand for nothing")
            return vector(byte >> 4, w), None, w
        if letter in "EWM" and memory is not None:
            return "", memory, (self.lane if self.repeat else self._width(size[-1]))
        if letter == "M" or (letter in "RUN" and memory is not None):
            raise Refused("an operand of another kind")
        number = {"A": 0, "C": 1, "Z": (self.opcode & 7) + 8 * self.b, "B": self.vvvv, "H": self.vvvv}.get(letter)
        if number is None:
            number = self._field() if letter in "GVK" else (self.modrm & 7) + 8 * self.b
            number += 16 * self.x if letter in "WU" and self.space == EVEX else 0
        if letter in "KN":
            if number > 7:
                raise Refused("a mask that does not exist")
            return f"k{number}", None, 0
        if letter in "VWUH":
            return vector(number, w), None, w
        if number > 15:
            raise Refused("a general register that does not exist")
        if w == 8 and number in range(4, 8) and not self.rex:
            raise Refused("ah, bh, ch or dh")
        return general(number, w), None, w

    def _memory(self, row: Row) -> Mem:
        """The address that ModRM, SIB and the distance name."""
        self.lane = row.lane
        mode, rm = self.modrm >> 6, self.modrm & 7
        index, factor = "", 1
        base = rm + 8 * self.b
        if rm == 4:
            sib = self._byte()
            base = (sib & 7) + 8 * self.b
            place = (sib >> 3 & 7) + 8 * self.x
            if place != 4:
                index, factor = general(place, self.word), 1 << (sib >> 6)
        elif self.x:
            raise Refused("the bit X")
        name = general(base, self.word)
        if mode == 0 and base & 7 == 5:
            name = "" if rm == 4 or self.word == 32 else "rip"
            if self.b:
                raise Refused("the bit B")
        away = 0
        if mode == 1:
            w = self._width(next(one for one in row.operands if one[0] in "EWM")[-1])
            away = self._number(1) * ((row.lane if self.repeat else w) // 8 if self.space == EVEX else 1)
        elif mode == 2 or base & 7 == 5:
            if mode == 2 or name in ("", "rip"):
                self.distance = self.at
                away = self._number(4)
        return name, index, factor, away


@dataclass(frozen=True, slots=True)
class Register:
    """An operand of :class:`Known`, as capstone shows one."""

    reg: str
    size: int
    type: int = 1


@dataclass(frozen=True, slots=True)
class Known:
    """An instruction on registers that capstone does not know, with what capstone tells of others. The first operand is
    written."""

    address: int
    bytes: bytes
    mnemonic: str
    operands: tuple[Register, ...]
    disp_offset = 0
    groups = ()

    @property
    def size(self) -> int:
        return len(self.bytes)

    @property
    def op_str(self) -> str:
        return ", ".join(one.reg for one in self.operands)

    def reg_name(self, reg: str) -> str:
        return reg

    def regs_access(self) -> tuple[list[str], list[str]]:
        return [one.reg for one in self.operands], [self.operands[0].reg]

    def group(self, group: int) -> bool:
        return False


def known(code: bytes, at: int, word: int) -> Known | None:
    """The instruction at a place that capstone does not know, if the table does."""
    try:
        bytes_ = Bytes(code[at : at + LONGEST], at, word)
        (row,) = ROWS[bytes_.space, bytes_.where, bytes_.opcode]
        found = bytes_.read(row)
    except (KeyError, ValueError, Refused):
        return None
    return Known(at, code[at : at + found.size], row.name, tuple(Register(n, w // 8) for n, _, w in found.operands))


def instructions(engine: Any, code: bytes, word: int) -> list[Any]:
    """The instructions of a function, up to the first that neither capstone nor the table knows."""
    out: list[Any] = []
    at = 0
    while True:
        out += engine.disasm(code[at:], at)
        at = out[-1].address + out[-1].size if out else 0
        more = known(code, at, word) if at < len(code) else None
        if more is None:
            return out
        out.append(more)
        at += more.size


def strict(code: bytes, one: Any, word: int) -> int | None:
    """The place in the code of an instruction's distance in memory of four bytes. NoProof if the bytes are not what
    capstone shows."""
    mine = code[one.address : one.address + one.size]
    try:
        bytes_ = Bytes(mine, one.address, word)
        rows = [row for row in ROWS.get((bytes_.space, bytes_.where, bytes_.opcode), ()) if _named(row, one)]
        found = _first(bytes_, rows)
        why = "" if found.size == one.size else f"an instruction of {found.size} bytes"
        why = why or _unlike(found, one, word)
    except Refused as error:
        why = str(error)
    if why:
        raise NoProof(f"code+{one.address:#x}: {one.mnemonic} {one.op_str}: the bytes {mine.hex(' ')} are no encoding "
                      f"that has a meaning: {why}")  # fmt: skip
    return None if found.distance is None else one.address + found.distance


def _named(row: Row, one: Any) -> bool:
    return bool(row.name == one.mnemonic)


def _first(bytes_: Bytes, rows: Sequence[Row]) -> Found:
    """The instruction of the first row that fits."""
    why = "no rule has this opcode"
    for row in rows:
        try:
            return bytes_.read(row)
        except Refused as error:
            why = str(error)
    raise Refused(why)


def _unlike(found: Found, one: Any, word: int) -> str:
    """What capstone reads otherwise, or nothing."""
    import re

    import capstone.x86 as x86

    if len(found.operands) != len(one.operands) or found.marks != re.findall(r"\{[^}]*\}", one.op_str):
        return f"capstone reads {len(one.operands)} operands"
    for n, (mine, theirs) in enumerate(zip(found.operands, one.operands)):
        name, value, w = mine
        same = not w or w == 8 * theirs.size
        if name:
            same = same and theirs.type == x86.X86_OP_REG and one.reg_name(theirs.reg) == name
        elif isinstance(value, int):
            low = (1 << (w or 8 * theirs.size)) - 1
            same = theirs.type == x86.X86_OP_IMM and theirs.imm & low == value & low
        else:
            mem, low = theirs.mem, (1 << word) - 1
            same = same and theirs.type == x86.X86_OP_MEM and value == (
                one.reg_name(mem.base) or "", one.reg_name(mem.index) or "", mem.scale if mem.index else 1, value[3]
            ) and value[3] & low == mem.disp & low  # fmt: skip
        if not same:
            return f"capstone reads operand {n} otherwise"
    return ""
