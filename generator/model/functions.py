# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The other items of a function's body, frames, tables and functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Union

from generator.model.forms import Instr
from generator.model.operands import Kept, Phys, Slot, Src


@dataclass(frozen=True, slots=True)
class LabelDef(Kept):
    """A local label. Its name is unique in the function, without regard to case. ``align`` in bytes (0: none).
    ``clean``: code that runs on to the label clears what it leaves of secrets."""

    name: str
    align: int = 0
    clean: bool = False


@dataclass(frozen=True, slots=True)
class Note(Kept):
    """A comment line of its own in the generated file."""

    text: str


FrameKind = Literal[
    "push",  # reg pushed, sp -= 8 (4 on x86)
    "sign",  # AArch64: x30 signed, sp unchanged
    "alloc",  # sp -= amount
    "save",  # reg stored at sp + offset (amount = bytes stored: 8, 16 for xmm)
    "save_pair",  # AArch64: reg, reg2 stored at sp + offset
    "save_pair_pre",  # AArch64: stp reg, reg2, [sp, #-amount]!
    "set_fp",  # AArch64: mov x29, sp
    "end_prologue",
    "begin_epilogue",
    "restore",
    "restore_pair",
    "restore_pair_post",  # AArch64: ldp reg, reg2, [sp], #amount
    "dealloc",
    "authenticate",  # AArch64: undoes sign
    "pop",
    "end_epilogue",  # after the return instruction
]


@dataclass(frozen=True, slots=True)
class FrameOp:
    """The effect on the frame of the instruction just before this mark; or a marker: end_prologue, begin_epilogue,
    end_epilogue.

    ``amount`` and ``offset`` in bytes. ``offset`` counts from sp after all allocations of the prologue up to this
    point.
    """

    kind: FrameKind
    reg: Phys | None = None
    reg2: Phys | None = None
    amount: int = 0
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Seam:
    """The begin of a stitch, the begin of its next stream, or the stitch's end. The stitch pass removes these marks.

    ``names``: the streams' names. ``grain``: the number of instructions of one stream that stay together. ``weights``:
    the speed of each stream relative to its share of the instructions.
    """

    kind: Literal["begin", "next", "end"]
    src: Src
    names: tuple[str, ...] = ()
    grain: int = 0
    weights: tuple[float, ...] = ()


WIPED = "secrets are wiped"
"""The note above the code that clears registers and slots before the epilogue."""
Item = Union[Instr, LabelDef, Note, FrameOp, Seam]


@dataclass(frozen=True, slots=True)
class Table:
    """Words of ``element`` bytes, little-endian, in read-only data and never in text."""

    name: str
    element: int
    values: tuple[int, ...]
    align: int = 64


@dataclass(slots=True)
class Frame:
    """The frame that the frame pass made. ``bytes``: the whole frame below the return address (x86) or below sp at
    entry (AArch64)."""

    bytes: int = 0
    saved: tuple[Phys, ...] = ()
    slots: tuple[Slot, ...] = ()


@dataclass(slots=True)
class Function:
    """One function, ready to render when ``body`` holds physical registers only and ``frame`` is set.

    ``symbol`` is without prefix and decoration (``md5_blocks_scalar``). ``features`` are the CPU features that the
    variant declares; ``exempt`` and ``public`` the contract's exemptions that it needs. ``header`` are the comment
    lines that the file's banner shows (prototype, source, registers).
    ``names`` and ``widths``, in bits, are the arguments'.
    """

    symbol: str
    kernel: str
    variant: str
    arch: str
    abi: str
    features: tuple[str, ...]
    header: tuple[str, ...] = ()
    body: list[Item] = field(default_factory=list)
    tables: tuple[Table, ...] = ()
    frame: Frame = field(default_factory=Frame)
    exempt: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()
    spelled: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # of emit.base, by dialect
