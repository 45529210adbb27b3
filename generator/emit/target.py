# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The fields of a target that renderers read. The records of :mod:`targets` have these fields."""

from __future__ import annotations

from typing import Protocol

from generator.isa.machine import machine

_NASM_FORMATS = {"elf": "elf", "macho": "macho", "coff": "win"}


class Hardening(Protocol):
    """``landing_pad``: functions begin with the machine's landing pad. ``gnu_stack`` and ``property_note``: ELF notes.
    ``object_features``: the value of ``@feat.00``, 0 for none."""

    @property
    def landing_pad(self) -> bool: ...
    @property
    def gnu_stack(self) -> bool: ...
    @property
    def property_note(self) -> bool: ...
    @property
    def object_features(self) -> int: ...


class Target(Protocol):
    """``arch`` is the name of a machine. ``object_format``: elf macho coff. ``unwind``: dwarf, none, or a format of
    Windows that the machine's renderers know."""

    @property
    def triple(self) -> str: ...
    @property
    def arch(self) -> str: ...
    @property
    def abi(self) -> str: ...
    @property
    def object_format(self) -> str: ...
    @property
    def syntaxes(self) -> tuple[str, ...]: ...
    @property
    def hardening(self) -> Hardening: ...
    @property
    def unwind(self) -> str: ...
    @property
    def guard(self) -> str: ...
    def decorate(self, name: str) -> str: ...


def nasm_format(target: Target) -> str:
    """NASM's name of a target's object format: the word for ``-f``, and the value of ``__OUTPUT_FORMAT__``."""
    return f"{_NASM_FORMATS[target.object_format]}{machine(target.arch).bits}"
