# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Execute linked images of foreign systems inside an ELF program.

A dylib or an arm64ec DLL of kernels alone is position independent: such an image has no imports, no fixups and no
writable data. This module wraps the image's bytes, as its own linker laid them out, and its symbols into an ELF object
of the same processor. A test program calls the kernels in the object. The test executes the real relocated bytes, and
not the system's loader.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from targets import Target, load
from targets.toolchain.assemble import assemble
from targets.toolchain.process import ToolFailed

# Executor → the ELF target whose programs carry the images. Both pass arguments alike.
CARRIERS = {"mapped": "x86_64-linux-gnu", "mapped-qemu": "aarch64-linux-gnu"}

_MH_MAGIC_64 = 0xFEEDFACF
_LC_SEGMENT_64, _LC_SYMTAB = 0x19, 0x2
_N_STAB, _N_TYPE, _N_SECT, _N_ABS = 0xE0, 0x0E, 0x0E, 0x02
_DIR_IMPORT, _DIR_RELOC, _DIRECTORIES_AT = 1, 5, 112


@dataclass(frozen=True, slots=True)
class Image:
    """``content``: the image as mapped, from its lowest address. ``symbols``: undecorated name to offset in it."""

    content: bytes
    symbols: dict[str, int]


def carrier(target: Target) -> Target:
    """The ELF target that carries images of ``target``."""
    return load(CARRIERS[target.executor])


def embed(target: Target, library: Path, out: Path) -> Path:
    """Wrap a linked library of ``target`` into an object ``out`` for :func:`carrier`, and return it.

    Raises :class:`ToolFailed` for an image that needs the system's loader.
    """
    image = read(target, library)
    blob = out.with_suffix(".bin")
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(image.content)
    lines = ['.section .asmloom.image,"ax"', ".balign 65536", "image:", f'.incbin "{blob.name}"']
    for name, offset in sorted(image.symbols.items()):
        lines += [f".globl {name}", f".type {name}, %function", f".set {name}, image + {offset}"]
    lines.append('.section .note.GNU-stack,"",%progbits')
    source = out.with_suffix(".S")
    source.write_text("\n".join(lines) + "\n", "utf-8")
    return assemble(carrier(target), "gas", source, out)


def read(target: Target, library: Path) -> Image:
    """Lay out a Mach-O dylib or an arm64ec DLL (linked with ``-debug:symtab``) as its system would."""
    data = library.read_bytes()
    try:
        image = _macho(library, data) if target.object_format == "macho" else _pe(library, data)
    except (struct.error, IndexError, UnicodeDecodeError):
        raise ToolFailed(f"{library}: not an image of {target.triple}, or cut short") from None
    prefix, suffix = target.symbol_decoration.split("{name}")
    symbols = {
        name[len(prefix) : len(name) - len(suffix)]: offset
        for name, offset in image.symbols.items()
        if name.startswith(prefix) and name.endswith(suffix)
    }
    if not symbols:
        raise ToolFailed(f"{library}: no symbol spelled {target.symbol_decoration}")
    return Image(image.content, symbols)


def _macho(library: Path, data: bytes) -> Image:
    magic, _, _, _, count, _, _, _ = struct.unpack_from("<8I", data)
    if magic != _MH_MAGIC_64:
        raise ToolFailed(f"{library}: not a 64-bit little-endian Mach-O file")
    content = bytearray()
    symbols: dict[str, int] = {}
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, at)
        if command == _LC_SEGMENT_64:
            name = data[at + 8 : at + 24].rstrip(b"\0").decode()
            address, length, offset, filled = struct.unpack_from("<4Q", data, at + 24)
            if name.startswith("__DATA"):
                raise ToolFailed(f"{library}: segment {name}: has data that only the system's loader can place")
            if name != "__LINKEDIT":
                content.extend(bytes(max(0, address + length - len(content))))
                content[address : address + filled] = data[offset : offset + filled]
        elif command == _LC_SYMTAB:
            table, entries, strings, _ = struct.unpack_from("<4I", data, at + 8)
            for index in range(entries):
                string, kind, _, _, value = struct.unpack_from("<IBBHQ", data, table + 16 * index)
                name = data[strings + string : data.index(b"\0", strings + string)].decode()
                if kind & _N_STAB:
                    continue
                if kind & _N_TYPE == _N_SECT:
                    symbols[name] = value
                elif kind & _N_TYPE != _N_ABS and name != "dyld_stub_binder":
                    raise ToolFailed(f"{library}: imports {name}, which only the system's loader can find")
        at += size
    return Image(bytes(content), symbols)


def _pe(library: Path, data: bytes) -> Image:
    (at,) = struct.unpack_from("<I", data, 0x3C)
    if data[:2] != b"MZ" or data[at : at + 4] != b"PE\0\0":
        raise ToolFailed(f"{library}: not a PE file")
    sections, _, table, entries, optional, _ = struct.unpack_from("<HIIIHH", data, at + 6)
    for number, what in ((_DIR_IMPORT, "imports"), (_DIR_RELOC, "base relocations")):
        if struct.unpack_from("<2I", data, at + 24 + _DIRECTORIES_AT + 8 * number)[1]:
            raise ToolFailed(f"{library}: has {what}, which only the system's loader can resolve")
    content = bytearray()
    bases = [0]
    for index in range(sections):
        header = at + 24 + optional + 40 * index
        length, address, filled, offset = struct.unpack_from("<4I", data, header + 8)
        content.extend(bytes(max(0, address + max(length, filled) - len(content))))
        content[address : address + filled] = data[offset : offset + filled]
        bases.append(address)
    symbols: dict[str, int] = {}
    strings = table + 18 * entries
    index = 0
    while index < entries:
        raw, value, section, _, _, auxiliary = struct.unpack_from("<8sIhHBB", data, table + 18 * index)
        if raw[:4] == bytes(4):
            start = strings + struct.unpack("<I", raw[4:])[0]
            raw = data[start : data.index(b"\0", start)]
        if section > 0:
            symbols[raw.rstrip(b"\0").decode()] = bases[section] + value
        index += 1 + auxiliary
    return Image(bytes(content), symbols)
