# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code, the read-only data and the relocations of a COFF object for x86_64, x86 or AArch64.

Source: Microsoft, PE Format.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from proof.memory import NoProof

AMD64, I386, ARM64, ARM64EC = 0x8664, 0x14C, 0xAA64, 0xA641
RELATIVE = {AMD64: range(4, 10), I386: range(20, 21), ARM64: ()}
"""IMAGE_REL_AMD64_REL32 and REL32_1 to REL32_5: the number of bytes behind the field. IMAGE_REL_I386_REL32."""
ABSOLUTE = {AMD64: (), I386: (6,), ARM64: ()}
"""IMAGE_REL_I386_DIR32."""
PAGE_AND_LOW = {4: 275, 6: 277}
"""IMAGE_REL_ARM64_PAGEBASE_REL21 and PAGEOFFSET_12A, and ELF's numbers of the same relocations. The linker adds to the
numbers in the instructions: the rules of these refuse any but zero."""
ABS32, PC32 = 1, 2
"""ELF's names of the same relocations for x86. The addend of the second is relative to the field."""


@dataclass(slots=True)
class Section:
    name: str
    data: bytes
    relocations: list[tuple[int, int, int]]  # place, symbol, kind
    align: int


def _name(raw: bytes, strings: bytes) -> str:
    if raw[:4] == bytes(4):  # an offset in the table of long names
        (at,) = struct.unpack("<I", raw[4:])
        return strings[at : strings.index(b"\0", at)].decode()
    short = raw.rstrip(b"\0").decode()
    if short.startswith("/"):
        at = int(short[1:])
        return strings[at : strings.index(b"\0", at)].decode()
    return short


def read(raw: bytes, symbol: str) -> tuple[bytes, bytes, dict[int, tuple[int, int]], int]:
    """The function ``symbol``: its section's bytes, read-only data, and the relocations and the alignment of
    :class:`proof.objects.Object`."""
    machine, count, _, at, symbols, optional, _ = struct.unpack_from("<HHIIIHH", raw)
    machine = ARM64 if machine == ARM64EC else machine  # arm64ec has Arm's instructions and relocations
    if machine not in RELATIVE:
        raise NoProof(f"an object for machine {machine:#x}")
    strings = raw[at + 18 * symbols :]
    sections = []
    for n in range(count):
        head = struct.unpack_from("<8sIIIIIIHHI", raw, 20 + optional + 40 * n)
        data = raw[head[4] : head[4] + head[3]]
        places = [struct.unpack_from("<IIH", raw, head[5] + 10 * k) for k in range(head[7])]
        align = 1 << max((head[9] >> 20 & 15) - 1, 0)  # IMAGE_SCN_ALIGN_1BYTES and so on; 1 without any
        sections.append(Section(_name(head[0], strings), data, [(one[0], one[1], one[2]) for one in places], align))
    known: dict[int, tuple[str, int, int]] = {}
    n = 0
    while n < symbols:
        name, value, section, _, _, more = struct.unpack_from("<8sIhHBB", raw, at + 18 * n)
        known[n] = _name(name, strings), value, section
        n += 1 + more
    found = [(value, number) for name, value, number in known.values() if name == symbol and number > 0]
    if not found or found[0][0]:
        raise NoProof(f"{symbol} begins no section")
    code = sections[found[0][1] - 1]
    tables = [one for one in sections if one.name.startswith(".rdata") and one.data]
    if len(tables) > 1:
        raise NoProof("several sections of read-only data")
    if tables and tables[0].relocations:
        raise NoProof("a relocation of read-only data: its bytes are the linker's")
    refers: dict[int, tuple[int, int]] = {}
    for place, number, kind in code.relocations:
        name, value, section = known[number]
        if place in refers:
            raise NoProof(f"two relocations at code+{place:#x}")
        known_kind = kind in (*RELATIVE[machine], *ABSOLUTE[machine], *(PAGE_AND_LOW if machine == ARM64 else ()))
        if not known_kind or section < 1 or not tables or sections[section - 1] is not tables[0]:
            raise NoProof(f"a relocation of kind {kind} against {name}")
        (added,) = struct.unpack_from("<i", code.data, place)
        if machine == ARM64:
            refers[place] = PAGE_AND_LOW[kind], value
        elif kind in ABSOLUTE[machine]:
            refers[place] = ABS32, value + added
        else:
            refers[place] = PC32, value + added - 4 - (kind - RELATIVE[machine][0])
    return code.data, tables[0].data if tables else b"", refers, tables[0].align if tables else 1
