# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The parts of a comparison."""

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
"""Class → the differences in it. All output keeps this order."""
LETTERS = {"spelling": "s", "registers": "r", "frame": "f", "selection": "i", "constants": "c", "relocations": "l",
           "features": "F"}  # fmt: skip
QUIET = frozenset({"spelling", "registers"})
"""Classes that do not change the computation. Output shows them only on request."""


@dataclass(slots=True)
class Line:
    """One instruction, label or alignment of a function's body.

    ``text`` is the code in the file, columns squeezed; ``number`` is the line in the file. ``script`` is the line of
    a script behind the code of a function that this tree generated (``md5.py:39``), ``statement`` the text there.
    ``anchor`` is the last note or statement in a comment of the file, ``block`` counts these. ``own`` is
    the generator's own remark on the instruction (``argument out``). ``zone``: ``prologue``, ``body``, ``epilogue``.
    ``comment`` is the whole comment; ``bare`` is the code without the function's own name and the prefix of symbols.
    """

    text: str
    number: int
    meaning: Meaning
    script: str = field(default="", compare=False)
    statement: str = field(default="", compare=False)
    anchor: str = ""
    own: str = ""
    zone: str = "body"
    block: int = 0
    comment: str = ""
    bare: str = ""


@dataclass(slots=True)
class Source:
    """One generated file, read. ``stem`` is the function's name without prefix and decoration, ``symbol`` with them.
    ``notes`` are comments on lines of their own; ``skeleton`` are the lines outside of banner, function and tables."""

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
    """Two lines that correspond, or one line without counterpart. ``classes`` is empty for lines that do not differ."""

    a: Line | None
    b: Line | None
    classes: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A difference outside of the code: its subject ``what``, the text of either side, its class."""

    what: str
    a: str
    b: str
    cls: str


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of both sides or of one: rows ``start`` to ``end`` (exclusive) of the function."""

    label: str
    start: int
    end: int
    classes: tuple[str, ...]
    whole: bool

    @property
    def same(self) -> bool:
        """True if both sides compute the same: only spelling, register names and the places of slots differ."""
        return self.whole and not set(self.classes) - QUIET - {"frame"}


@dataclass(slots=True)
class FunctionDiff:
    """One function on both sides. ``cells`` are the target and syntax of either side; ``more`` are further cells with
    the same differences. ``missing``: the side, ``a`` or ``b``, that lacks the function."""

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
        """Class → number of lines and facts in it. A line may be in several classes."""
        out = Counter(fact.cls for fact in self.facts)
        for row in self.rows:
            out.update(row.classes)
        return out

    def classes(self) -> tuple[str, ...]:
        counts = self.counts()
        return tuple(cls for cls in CLASSES if counts[cls])


@dataclass(slots=True)
class Comparison:
    """A whole comparison.

    ``functions``: the differing functions, in the order of their names. ``same``: the number of the others. ``files``:
    name of a file other than a generated source → the difference of the sides.
    """

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
