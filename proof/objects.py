# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,union-attr,attr-defined"
"""The code, the read-only data and the relocations of an object."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

from proof import coff, macho
from proof.memory import NoProof


@dataclass(slots=True)
class Object:
    """``refers``: offset of a field in the code → kind of relocation, and offset in the read-only data. ``align``: the
    power of two to which the linker aligns the read-only data."""

    code: bytes
    data: bytes
    refers: dict[int, tuple[int, int]] = field(default_factory=dict)
    align: int = 16


def read(raw: bytes, symbol: str) -> Object:
    """The function ``symbol``: the bytes of its section. NoProof if the section holds more than the function, and for
    an object that is no object."""
    try:
        return _read(raw, symbol)
    except NoProof:
        raise
    except Exception as error:
        raise NoProof(f"the object cannot be read: {type(error).__name__}: {error}") from error


def _read(raw: bytes, symbol: str) -> Object:
    if raw[:4] != b"\x7fELF":
        reader = macho if raw[:4] == macho.MAGIC.to_bytes(4, "little") else coff
        return Object(*reader.read(raw, symbol))
    from elftools.elf.elffile import ELFFile
    from elftools.elf.relocation import RelocationSection

    elf = ELFFile(io.BytesIO(raw))
    symbols = elf.get_section_by_name(".symtab")
    found = [s for s in symbols.iter_symbols() if s.name == symbol and isinstance(s["st_shndx"], int)]
    if not found:
        raise NoProof(f"the object has no symbol {symbol}")
    section = elf.get_section(found[0]["st_shndx"])
    if found[0]["st_value"]:
        raise NoProof(f"{symbol} does not begin its section")
    tables = [s for s in elf.iter_sections() if s.name.startswith(".rodata") and s.data_size]
    if len(tables) > 1:
        raise NoProof("several sections of read-only data")
    made = Object(section.data()[: found[0]["st_size"] or None], tables[0].data() if tables else b"")
    made.align = tables[0]["sh_addralign"] or 1 if tables else 1
    for relocations in elf.iter_sections():
        if not isinstance(relocations, RelocationSection):
            continue
        changed = elf.get_section(relocations["sh_info"]).name
        if tables and changed == tables[0].name:
            raise NoProof("a relocation of read-only data: its bytes are the linker's")
        for one in relocations.iter_relocations() if changed == section.name else ():
            target = symbols.get_symbol(one["r_info_sym"])
            inside = target["st_shndx"]
            if not isinstance(inside, int) or not tables or elf.get_section(inside).name != tables[0].name:
                raise NoProof(f"a relocation against {target.name or inside}")
            if one["r_offset"] in made.refers:
                raise NoProof(f"two relocations at code+{one['r_offset']:#x}")
            at = one["r_offset"]  # without an addend of its own, the field holds the addend
            added = (
                one["r_addend"]
                if relocations.is_RELA()
                else int.from_bytes(made.code[at : at + 4], "little", signed=True)
            )
            made.refers[at] = one["r_info_type"], target["st_value"] + added
    return made
