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

from targets import Target
from targets.toolchain.image import Image, read

READ, WRITE, EXECUTE = 1, 2, 4
_LC_SEGMENT_64 = 0x19
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
    data = library.read_bytes()
    segments = _macho_segments(data) if target.object_format == "macho" else _pe_segments(data)
    out.write_bytes(_pack(library, image, segments))
    return sorted(image.symbols)


def _macho_segments(data: bytes) -> list[Segment]:
    found = []
    (count,) = struct.unpack_from("<I", data, 16)
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, at)
        if command == _LC_SEGMENT_64 and data[at + 8 : at + 24].rstrip(b"\0") != b"__LINKEDIT":
            address, length = struct.unpack_from("<2Q", data, at + 24)
            found.append(Segment(address, length, struct.unpack_from("<I", data, at + 60)[0] & 7))
        at += size
    return found


def _pe_segments(data: bytes) -> list[Segment]:
    (at,) = struct.unpack_from("<I", data, 0x3C)
    sections, optional = struct.unpack_from("<H12xH", data, at + 6)
    found = [Segment(0, _PAGE, READ)]
    for index in range(sections):
        header = at + 24 + optional + 40 * index
        length, address, filled = struct.unpack_from("<3I", data, header + 8)
        (flags,) = struct.unpack_from("<I", data, header + 36)
        rights = (READ if flags >> 30 & 1 else 0) | (WRITE if flags >> 31 else 0) | (EXECUTE if flags >> 29 & 1 else 0)
        found.append(Segment(address, -(-max(length, filled) // _PAGE) * _PAGE, rights))
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
