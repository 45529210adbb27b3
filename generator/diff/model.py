# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a comparison is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.diff.instruction import Meaning

CLASSES = {
    "spelling": "the same instruction, written differently; comments; file skeletons",
    "registers": "the same instruction and the same values, in other registers",
    "frame": "calling convention, frame and unwind data: argument registers, saved registers, slots, landing pads",
    "selection": "another instruction, or the same one on another value",
    "constants": "immediates, offsets into buffers, tables",
    "relocations": "symbols, and how the address of a table is formed",
    "features": "the processor features that a function needs; functions that one side lacks",
}
"""Class → what is in it. The order is that of all output."""
LETTERS = {"spelling": "s", "registers": "r", "frame": "f", "selection": "i", "constants": "c", "relocations": "l",
           "features": "F"}  # fmt: skip
QUIET = frozenset({"spelling", "registers"})
"""Classes that change nothing about what is computed, or how: shown on request only."""


@dataclass(slots=True)
class Line:
    """One instruction, label or alignment of a function's body.

    ``text`` is its code as the file has it, columns squeezed; ``number`` its line in the file. ``script`` is the line
    of the kernel script that it stands for (``39``, ``39a``, empty for none), ``anchor`` that line's text.
    ``own`` is what the generator says about this instruction beyond the script's line (``argument out``). ``zone``:
    ``prologue``, ``body``, ``epilogue``. ``block`` counts the script's lines as they come by. ``comment`` is all of the
    comment; ``bare`` the code without the function's own name and the prefix of symbols, where it has them.
    """

    text: str
    number: int
    meaning: Meaning
    script: str = ""
    anchor: str = ""
    own: str = ""
    zone: str = "body"
    block: int = 0
    comment: str = ""
    bare: str = ""


@dataclass(slots=True)
class Source:
    """One generated file, read. ``stem`` is the function's name without prefix and decoration, ``symbol`` with them.
    ``notes`` are comments on lines of their own, ``skeleton`` all lines outside of banner, function and tables."""

    path: str
    kernel: str
    variant: str
    target: str
    syntax: str
    arch: str
    features: tuple[str, ...]
    version: str
    source: str
    symbol: str
    stem: str
    header: dict[str, str]
    arguments: dict[str, str]
    landing: str
    lines: list[Line]
    unwind_kind: str
    unwind: list[str]
    tables: dict[str, Table]
    skeleton: list[str]
    notes: list[str]
    raw: str = field(repr=False)

    @property
    def key(self) -> tuple[str, str]:
        return self.kernel, self.variant


@dataclass(frozen=True, slots=True)
class Table:
    """Read-only data: element size in bytes, values, alignment in bytes."""

    element: int
    values: tuple[int, ...]
    align: int


@dataclass(slots=True)
class Row:
    """Two lines that correspond, or one that has no counterpart. ``classes`` is empty where nothing differs."""

    a: Line | None
    b: Line | None
    classes: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A difference that is no line of code: ``what`` it is about, what each side has, its class."""

    what: str
    a: str
    b: str
    cls: str


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that both sides have, or one; ``rows`` its span in the function's rows (end exclusive)."""

    label: str
    start: int
    end: int
    classes: tuple[str, ...]
    whole: bool

    @property
    def same(self) -> bool:
        """The same computation: nothing differs beyond spelling, register names and the places of slots."""
        return self.whole and not set(self.classes) - QUIET - {"frame"}


@dataclass(slots=True)
class FunctionDiff:
    """One function on both sides. ``cells`` are the target and syntax of either; ``more`` are further cells in which
    the differences are the same. ``missing``: the side, ``a`` or ``b``, that does not have it."""

    kernel: str
    variant: str
    cells: tuple[str, str]
    paths: tuple[str, str]
    sizes: tuple[int, int] = (0, 0)
    facts: list[Fact] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    renamed: list[tuple[str, str, int]] = field(default_factory=list)
    more: list[tuple[str, str]] = field(default_factory=list)
    missing: str = ""

    @property
    def name(self) -> str:
        return f"{self.kernel}_{self.variant}"

    def counts(self) -> Counter[str]:
        """Class → number of lines and facts that differ so. A line may be in several classes."""
        out = Counter(fact.cls for fact in self.facts)
        for row in self.rows:
            out.update(row.classes)
        return out

    def classes(self) -> tuple[str, ...]:
        counts = self.counts()
        return tuple(cls for cls in CLASSES if counts[cls])


@dataclass(slots=True)
class Comparison:
    """All of it. ``functions`` are those that differ, in the order of their names; ``same`` counts the others.
    ``files`` are other files than generated sources: name → what is the matter."""

    a: str
    b: str
    functions: list[FunctionDiff] = field(default_factory=list)
    same: int = 0
    files: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def differs(self) -> bool:
        return bool(self.functions or self.files)


def in_order(classes: Iterable[str]) -> tuple[str, ...]:
    """Classes without repetition, in the order of :data:`CLASSES`."""
    wanted = set(classes)
    return tuple(cls for cls in CLASSES if cls in wanted)
