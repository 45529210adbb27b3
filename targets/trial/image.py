# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Linked Mach-O and PE libraries as flat memory images that the driver maps with ``--image``.

:mod:`targets.toolchain.image` reads the library, and refuses a library that the system's loader would have to finish
(imports, fixups, writable data). This module adds the rights: executing a table or writing to code faults.

Image file, little-endian: ``LOOMIMG1``, u64 bytes in all, u32 segments; per segment u64 address, u64 extent, u32 rights
(1 read, 2 write, 4 execute), u32 size and bytes; u32 symbols; per symbol u16 length, name, u64 address.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lief

from targets import Target
from targets.toolchain.image import Image, read

READ, WRITE, EXECUTE = 1, 2, 4
_PAGE = 4096


@dataclass(frozen=True, slots=True)
class Segment:
    """A range of the image with the same rights; addresses are from its start, in bytes."""

    address: int
    extent: int
    rights: int


def flatten(target: Target, library: Path, out: Path) -> list[str]:
    """Writes the image file of a linked ``library`` of ``target`` (:func:`targets.toolchain.link.image_library`),
    and returns its C symbol names.

    Raises :class:`targets.toolchain.process.ToolFailed` for a library that needs its system's loader, and
    ValueError for one with a page that is both writable and executable.
    """
    image = read(target, library)
    out.write_bytes(_pack(library, image, _segments(target, library)))
    return sorted(image.symbols)


def _segments(target: Target, library: Path) -> list[Segment]:
    parsed: Any = lief.parse(str(library))
    if target.object_format == "macho":
        mapped = [one for one in parsed.segments if one.name != "__LINKEDIT"]
        return [Segment(one.virtual_address, one.virtual_size, int(one.init_protection) & 7) for one in mapped]
    found = [Segment(0, _PAGE, READ)]
    for one in parsed.sections:
        flags, size = int(one.characteristics), max(one.virtual_size, one.sizeof_raw_data)
        rights = (READ if flags >> 30 & 1 else 0) | (WRITE if flags >> 31 else 0) | (EXECUTE if flags >> 29 & 1 else 0)
        found.append(Segment(one.virtual_address, -(-size // _PAGE) * _PAGE, rights))
    return found


def _pack(library: Path, image: Image, segments: list[Segment]) -> bytes:
    total = max(segment.address + segment.extent for segment in segments)
    content = image.content.ljust(total, b"\0")
    parts = [b"LOOMIMG1", struct.pack("<QI", total, len(segments))]
    for segment in segments:
        if segment.rights & (WRITE | EXECUTE) == WRITE | EXECUTE:
            raise ValueError(f"{library}: the segment at {segment.address:#x} is writable and executable")
        body = content[segment.address : segment.address + segment.extent]
        parts.append(struct.pack("<QQII", segment.address, segment.extent, segment.rights, len(body)) + body)
    parts.append(struct.pack("<I", len(image.symbols)))
    for name, address in sorted(image.symbols.items()):
        text = name.encode()
        parts.append(struct.pack("<H", len(text)) + text + struct.pack("<Q", address))
    return b"".join(parts)
