# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code, the read-only data and the relocations of a Mach-O object for AArch64.

Sources: Apple, OS X ABI Mach-O File Format Reference; the kinds of relocations are those of ``mach-o/arm64/reloc.h``.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from proof.memory import NoProof

MAGIC, ARM64 = 0xFEEDFACF, 0x0100000C
SEGMENT, SYMBOLS = 0x19, 2
"""LC_SEGMENT_64 and LC_SYMTAB."""
PAGE_AND_LOW = {3: 275, 4: 277}
"""ARM64_RELOC_PAGE21 and ARM64_RELOC_PAGEOFF12, and ELF's numbers of the same relocations. An addend is a relocation of
its own (ARM64_RELOC_ADDEND), which is refused."""
DEFINED, KIND = 0x0E, 0x0E
"""N_SECT, and the bits of a symbol's type that tell it (N_TYPE)."""


@dataclass(slots=True)
class Section:
    name: str
    address: int
    data: bytes
    relocations: list[tuple[int, int]]  # place, packed word
    align: int


def _name(raw: bytes) -> str:
    return raw.rstrip(b"\0").decode()


def read(raw: bytes, symbol: str) -> tuple[bytes, bytes, dict[int, tuple[int, int]], int]:
    """The function ``symbol``: its section's bytes, read-only data, and the relocations and the alignment of
    :class:`proof.objects.Object`."""
    magic, cpu, _, _, commands = struct.unpack_from("<5I", raw)
    if (magic, cpu) != (MAGIC, ARM64):
        raise NoProof(f"an object of magic {magic:#x} for CPU {cpu:#x}")
    sections: list[Section] = []
    known: list[tuple[str, int, int, int]] = []  # name, type, number of its section, address
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", raw, at)
        if command == SEGMENT:
            (count,) = struct.unpack_from("<I", raw, at + 64)
            sections += [_section(raw, at + 72 + 80 * n) for n in range(count)]
        elif command == SYMBOLS:
            first, count, strings, _ = struct.unpack_from("<4I", raw, at + 8)
            known += [_symbol(raw, first + 16 * n, strings) for n in range(count)]
        at += size
    found = [(section, value) for name, kind, section, value in known if name == symbol and kind & KIND == DEFINED]
    if not found or found[0][1] != sections[found[0][0] - 1].address:
        raise NoProof(f"{symbol} begins no section")
    number = found[0][0]
    code = sections[number - 1]
    if any(section == number and value != code.address for _, kind, section, value in known if kind & KIND == DEFINED):
        raise NoProof(f"another symbol inside of {symbol}")
    tables = [one for one in sections if one.name == "__const" and one.data]
    if len(tables) > 1:
        raise NoProof("several sections of read-only data")
    if tables and tables[0].relocations:
        raise NoProof("a relocation of read-only data: its bytes are the linker's")
    refers: dict[int, tuple[int, int]] = {}
    for place, word in code.relocations:
        if place in refers:
            raise NoProof(f"two relocations at code+{place:#x}")
        kind, own = word >> 28, word & 0xFFFFFF
        name, _, section, value = known[own] if word >> 27 & 1 else ("a section", 0, 0, 0)
        if kind not in PAGE_AND_LOW or section < 1 or not tables or sections[section - 1] is not tables[0]:
            raise NoProof(f"a relocation of kind {kind} against {name}")
        refers[place] = PAGE_AND_LOW[kind], value - tables[0].address
    return code.data, tables[0].data if tables else b"", refers, tables[0].align if tables else 1


def _section(raw: bytes, at: int) -> Section:
    name, _, address, size, place, align, first, count = struct.unpack_from("<16s16sQQIIII", raw, at)
    relocations = [struct.unpack_from("<II", raw, first + 8 * n) for n in range(count)]
    known = [(one[0], one[1]) for one in relocations]
    return Section(_name(name), address, raw[place : place + size], known, 1 << align)


def _symbol(raw: bytes, at: int, strings: int) -> tuple[str, int, int, int]:
    name, kind, section, _, value = struct.unpack_from("<IBBHQ", raw, at)
    start = strings + name
    return raw[start : raw.index(b"\0", start)].decode(), kind, section, value
