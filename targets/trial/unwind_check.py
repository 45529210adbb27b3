# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind information of a linked library, compared with its functions' true effects at every instruction.

ELF and Mach-O libraries are read for ``.eh_frame``, ``__eh_frame`` and ``__unwind_info``, DLLs of x64 and ARM64 for
``.pdata``. Link first (:func:`targets.toolchain.link.image_library` for DLLs without exports): a linked library has
nothing left to relocate.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import lief

from targets.trial import unwind_compact, unwind_dwarf, unwind_windows
from targets.trial.simulate import KEPT, Arch, SimulationError, Unwinder, disagreements
from targets.trial.unwind_windows import Found


class Library:
    """The bytes of a linked library by address, relative to the image base for PE. PE has no ``symbols``."""

    def __init__(self, path: Path) -> None:
        parsed = lief.parse(str(path))
        if parsed is None or isinstance(parsed, lief.COFF.Binary):
            raise ValueError(f"{path}: not a linked ELF, Mach-O or PE file")
        self.path = path
        self.sections = [
            (str(section.name).rstrip("\0"), int(section.virtual_address), bytes(section.content))
            for section in parsed.sections
            if section.virtual_address
        ]
        self.symbols: dict[str, int] = {}
        if not isinstance(parsed, lief.PE.Binary):
            self.symbols = {str(symbol.name): int(symbol.value) for symbol in parsed.symbols if symbol.value}

    def section(self, *names: str) -> tuple[int, bytes] | None:
        """Address and contents of the first section with one of these names."""
        return next(((address, data) for name, address, data in self.sections if name in names), None)

    def read(self, address: int, count: int) -> bytes:
        """``count`` bytes at ``address``. Raises ValueError outside every section."""
        for _, start, data in self.sections:
            if start <= address and address + count <= start + len(data):
                return data[address - start : address - start + count]
        raise ValueError(f"{self.path}: no {count} bytes at {address:#x}")


def check_library(path: Path, arch: Arch, convention: str, symbols: dict[str, int], windows: bool) -> list[str]:
    """One line for each function without unwind information, and for each instruction with wrong information.

    ``convention`` is a key of :data:`targets.trial.simulate.KEPT`. ``symbols``: the functions by name, with addresses
    as in :class:`Library`.
    """
    library = Library(path)
    if not windows:
        found = _dwarf(library, arch, symbols.values())
    elif arch == "x86_64":
        found = unwind_windows.x64(path)
    else:
        found = unwind_windows.arm64((library.section(".pdata") or (0, b""))[1], library.read)
    lines = []
    for name, address in sorted(symbols.items()):
        if address not in found:
            lines.append(f"{path.name}: {name}: no unwind information begins at {address:#x}")
            continue
        length, make = found[address]
        code = library.read(address, length)
        try:
            lines += disagreements(arch, code, KEPT[convention], make(code), name)
        except SimulationError as error:
            lines.append(f"{path.name}: {name}: {error}")
    return lines


def _dwarf(library: Library, arch: Arch, functions: Iterable[int]) -> Found:
    """``functions``: their addresses. A compact entry stands for all functions up to the next entry."""
    found: Found = {}
    compact = library.section("__unwind_info")
    rows = unwind_compact.decode_unwind_info(compact[1]) if compact else []
    text = library.section("__text")
    end = text[0] + len(text[1]) if text else 0
    for (start, encoding), following in zip(rows, [address for address, _ in rows[1:]] + [end]):
        if unwind_compact.is_compact(arch, encoding):
            begins = sorted({start, *(f for f in functions if start <= f < following)})
            for begin, stop in zip(begins, [*begins[1:], following]):
                found[begin] = (stop - begin, partial(unwind_compact.unwinder, arch, encoding))
    section = library.section(".eh_frame", "__eh_frame")
    if section is not None:
        for begin, (length, unwind) in unwind_dwarf.functions(section[1], section[0], arch).items():
            found[begin] = (length, partial(_ignore_code, unwind))
    return found


def _ignore_code(unwinder: Unwinder, code: bytes) -> Unwinder:
    return unwinder
