# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Facts about a machine's text: the lines that renderers write around the operands, and the rules of a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.model import Function

NOTHING = re.compile(r"(?!)")
"""Matches no text."""


class Writer:
    """The interface of renderers that a machine's record knows. All derive from :class:`generator.emit.base.Renderer`.

    ``comment_open`` begins a comment, ``comment_close`` ends one (empty: the end of the line does). Renderers of one
    ``dialect`` spell all instructions alike.
    """

    comment_open = ""
    comment_close = ""
    dialect = ""

    def __init__(
        self, cells: Sequence[tuple[Function, Any]], every: Sequence[Any] = (), *, prefix: str, version: str,
        script: str,
    ) -> None:  # fmt: skip
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class LandingPad:
    """The instruction at which indirect calls may land: its name, and a text that every assembler takes."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PropertyNote:
    """The property of ``.note.gnu.property`` that promises landing pads: its type, and its bits."""

    type: int
    features: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """The text that renderers write besides operands.

    ``macros``: the macros that C compilers define for the machine, GNU's first. ``landing_pad`` is at the entry of
    functions for targets that require landing pads. A function whose first mnemonic is in ``lands`` needs none.
    ``aliases``: mnemonic → text for assemblers that lack the mnemonic. ``commutes``: mnemonics whose two sources the
    renderer writes in either order. ``kcfi``: lines before the entry under ``-fsanitize=kcfi``, with ``{symbol}`` for
    the function; empty for a machine without this check. ``property_note``: for ELF. ``object_features``: ``@feat.00``
    of COFF objects that keep every promise of kernels (SafeSEH, control-flow guard, EH continuations).
    """

    macros: tuple[str, ...] = ()
    landing_pad: LandingPad | None = None
    lands: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    commutes: frozenset[str] = frozenset()
    kcfi: tuple[str, ...] = ()
    property_note: PropertyNote | None = None
    object_features: int = 0

    @property
    def condition(self) -> str:
        """The preprocessor's condition for code of this machine."""
        return " || ".join(f"defined({macro})" for macro in self.macros)


def _unchanged(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The meaning of the machine's instructions in text.

    ``sizes``: keyword of a memory operand's size → bits; empty for a machine whose mnemonics say the size.
    ``relative``: words of an address that mean "from the program counter". ``addresses``: mnemonics that compute the
    address of their memory operand. ``pages``: mnemonics whose symbol stands for its page. ``lows``: mnemonics whose
    symbol stands for its place in the page. ``modifiers`` shift or extend the operand before them; ``shifts``: those
    that always have an amount. ``scaling``: the word between index and scale of an address, ``*`` before a factor, or a
    shift; commas are between the parts of addresses with shifts. ``conditions`` are operands. ``post_indexed``: an
    operand after memory changes the base. ``jumps`` never continue at the next instruction; ``calls`` come back.
    ``frame``: instructions of prologues and epilogues. ``intel_order``: turns a line of AT&T syntax into the order of
    all other lines.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    relative: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    lows: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    shifts: frozenset[str] = frozenset()
    scaling: str = "*"
    conditions: frozenset[str] = frozenset()
    post_indexed: bool = False
    jumps: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    frame: re.Pattern[str] = NOTHING
    intel_order: Callable[[str], str] = _unchanged
