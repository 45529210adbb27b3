# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The memory of the emulated machine: physical pages, and the page tables of its one process."""

from __future__ import annotations

import ctypes
import mmap
import struct

PAGE = 4096
PRESENT, WRITE, USER, NO_EXECUTE = 1, 2, 4, 1 << 63
_ENTRY = struct.Struct("<Q")
_ADDRESS = 0x000F_FFFF_FFFF_F000


class Fault(Exception):
    """An address that the process has not mapped."""


class Memory:
    """``size`` bytes of physical memory, and one address space. ``top``: the physical address of the highest table."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.bytes = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.host = ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))
        self._next = PAGE  # page 0 stays unused, so that no table has address 0
        self._free: list[int] = []
        self.top = self.page()
        self._tables: dict[int, int] = {}  # the number of 2 MiB → its table

    def page(self) -> int:
        """The physical address of a fresh page of zeros."""
        if self._free:
            at = self._free.pop()
            self.bytes[at : at + PAGE] = bytes(PAGE)
            return at
        if self._next + PAGE > self.size:
            raise MemoryError(f"the emulated machine has {self.size >> 20} MiB")
        self._next += PAGE
        return self._next - PAGE

    def _table(self, address: int) -> int:
        """The lowest table of an address. It is made if it is missing."""
        number = address >> 21
        found = self._tables.get(number)
        if found is None:
            found = self.top
            for shift in (39, 30, 21):
                at = found + 8 * (address >> shift & 511)
                (entry,) = _ENTRY.unpack_from(self.bytes, at)
                if not entry & PRESENT:
                    entry = self.page() | PRESENT | WRITE | USER
                    _ENTRY.pack_into(self.bytes, at, entry)
                found = entry & _ADDRESS
            self._tables[number] = found
        return found

    def _at(self, address: int) -> int:
        return self._table(address) + 8 * (address >> 12 & 511)

    def map(self, start: int, size: int, flags: int) -> None:
        """Pages of zeros from ``start`` on. ``flags``: of the entries; those without PRESENT keep their page."""
        for address in range(start & -PAGE, start + size, PAGE):
            at = self._at(address)
            if _ENTRY.unpack_from(self.bytes, at)[0] & _ADDRESS:
                self.unmap(address, PAGE)
            _ENTRY.pack_into(self.bytes, at, self.page() | flags)

    def protect(self, start: int, size: int, flags: int) -> None:
        """New rights for pages. :class:`Fault` if one is not mapped."""
        for address in range(start & -PAGE, start + size, PAGE):
            at = self._at(address)
            (entry,) = _ENTRY.unpack_from(self.bytes, at)
            if not entry & _ADDRESS:
                raise Fault(hex(address))
            _ENTRY.pack_into(self.bytes, at, entry & _ADDRESS | flags)

    def unmap(self, start: int, size: int) -> None:
        """Give pages back."""
        for address in range(start & -PAGE, start + size, PAGE):
            at = self._at(address)
            (entry,) = _ENTRY.unpack_from(self.bytes, at)
            if entry & _ADDRESS:
                self._free.append(entry & _ADDRESS)
                _ENTRY.pack_into(self.bytes, at, 0)

    def _pieces(self, address: int, size: int) -> list[tuple[int, int]]:
        """Physical addresses and sizes of the pieces of a range of the process."""
        found = []
        while size:
            (entry,) = _ENTRY.unpack_from(self.bytes, self._at(address))
            if not entry & PRESENT:
                raise Fault(hex(address))
            part = min(size, PAGE - address % PAGE)
            found.append(((entry & _ADDRESS) + address % PAGE, part))
            address, size = address + part, size - part
        return found

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the process. :class:`Fault` if some are not mapped."""
        return b"".join(self.bytes[at : at + part] for at, part in self._pieces(address, size))

    def write(self, address: int, data: bytes) -> None:
        """Change bytes of the process. :class:`Fault` if some are not mapped."""
        done = 0
        for at, part in self._pieces(address, len(data)):
            self.bytes[at : at + part] = data[done : done + part]
            done += part

    def text(self, address: int) -> str:
        """The string at an address."""
        found = b""
        while b"\0" not in found:
            found += self.read(address + len(found), PAGE - (address + len(found)) % PAGE)
        return found[: found.index(b"\0")].decode()
