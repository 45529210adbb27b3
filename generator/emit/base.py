# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The base of all renderers: the walk over a body, columns, comments, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from generator.emit import columns
from generator.emit.outline import outline
from generator.emit.target import Target
from generator.isa.machine import machine
from generator.isa.spelling import Writer
from generator.model import (
    WIPED,
    AsmloomError,
    FrameOp,
    Function,
    Instr,
    Item,
    LabelDef,
    Note,
    Src,
    Table,
)


class EmitError(AsmloomError):
    """A syntax cannot express a function. The text names the script's line if the fault has one."""

    def __init__(self, message: str, src: Src | None = None) -> None:
        super().__init__(f"{src}: {message}" if src is not None else message)


@cache
def ascii_line(text: str, *, blanks: bool = False) -> str:
    """The text of a comment as one line of ASCII that neither ends nor begins a comment in any syntax. ``blanks`` keeps
    the number of blanks in ``text``; otherwise runs of blanks become one. What ASCII lacks is escaped."""
    words = [" " if letter.isspace() else letter for letter in text.strip()] if blanks else []
    line = ("".join(words) or " ".join(text.split())).replace("*/", "* /").replace("/*", "/ *").rstrip("\\")
    return line.encode("ascii", "backslashreplace").decode("ascii")


@dataclass(frozen=True)
class Written:
    """A file for one of its targets. ``places`` makes :attr:`items` at the first request: a comparison of two targets
    reads few of the files that it makes."""

    text: str
    places: Callable[[], dict[int, Item]]

    @cached_property
    def items(self) -> dict[int, Item]:
        """The number of a line, from 1 → the instruction or label that begins there."""
        return self.places()


Row = tuple[int, str]
"""Some lines, and the body index of their item; -1 for lines without one."""


class Renderer(Writer):
    """The lines of one function for some targets, which share its items and the format of unwind data.

    Labels, sections and addresses of tables are macros that each target of the file defines. ``template``: the file
    around the lines of all its renderers (:mod:`generator.emit.file`). ``every``: all targets of the file.
    ``dialect``: renderers of one dialect spell all instructions alike. ``aligns_labels``: True if the renderer writes
    the alignment of labels. ``switch``: the preprocessor's lines for a first choice, for others, for all the rest, and
    for the end.
    """

    template: str
    switch: tuple[str, str, str, str]
    aligns_labels = True

    def __init__(
        self, cells: Sequence[tuple[Function, Target]], every: Sequence[Target] = (), *, prefix: str, version: str,
        script: str,
    ) -> None:  # fmt: skip
        for function, target in cells:
            if function.arch != target.arch:
                raise EmitError(
                    f"{function.symbol} is for {function.arch}, the target {target.triple} for {target.arch}"
                )
        function, self.target = cells[0]
        self.function, self.prefix, self.version, self.script = function, prefix, version, script
        self.functions = {target.triple: own for own, target in cells}
        self.targets = tuple(target for _, target in cells)
        self.every = tuple(every) or self.targets
        self.arch = function.arch
        self.machine = machine(function.arch)
        self.symbol = prefix + function.symbol
        self.tables = {table.name: table for table in function.tables}
        self.outline = outline(function)
        self.labels = self._labels()
        self.hooks: dict[int, list[str]] = {}
        self.column = columns.operand_column(self.outline.longest)
        self.parts: list[list[Row]] = []

    # -- names -----------------------------------------------------------------------------------------------------

    def _labels(self) -> dict[str, str]:
        """Label → spelling. Refuses two labels that differ in case only: MASM does not tell them apart."""
        out: dict[str, str] = {}
        seen: dict[str, str] = {}
        for name in self.outline.labels:
            other = seen.setdefault(name.lower(), name)
            if other != name or name in out:
                raise EmitError(f"{self.function.symbol}: label {name} is already there as {other}")
            out[name] = self.local_label(name)
        return out

    def local_label(self, name: str) -> str:
        """The spelling of a label of the function."""
        raise NotImplementedError

    def table_symbol(self, name: str) -> str:
        """The symbol of a table in the object file. The symbol is local, and no target decorates it: no C compiler
        reads it."""
        if name not in self.tables:
            raise EmitError(f"{self.function.symbol}: no table {name}; there are: {', '.join(self.tables) or 'none'}")
        return self.prefix + name

    def label(self, name: str, src: Src | None = None) -> str:
        """The spelling of a branch target or a table."""
        found = self.labels.get(name)
        if found is not None:
            return found
        if name in self.tables:
            return self.table_symbol(name)
        raise EmitError(f"{self.function.symbol}: label {name} is not defined", src)

    # -- the body --------------------------------------------------------------------------------------------------

    def operands(self, instr: Instr) -> tuple[str, str]:
        """Mnemonic and operand text of one instruction."""
        raise NotImplementedError

    def align_directive(self, align: int) -> str:
        """The line that aligns the code after it to ``align`` bytes."""
        raise NotImplementedError

    def label_line(self, name: str) -> str:
        """The line that defines a label."""
        return self.labels[name] + ":"

    def spelled(self) -> list[str | None]:
        """The lines of the body's instructions and notes, made once for all files of a dialect. None stands for items
        whose lines depend on more (labels, tables), and for items without a line."""
        lines: list[str | None] | None = self.function.spelled.get(self.dialect)
        if lines is None:
            differs = set(self.outline.differs)
            lines = [None if at in differs else self.line(item) for at, item in enumerate(self.function.body)]
            self.function.spelled[self.dialect] = lines
        return lines

    def line(self, item: Item) -> str | None:
        """The line of an instruction or a note; None for other items."""
        open_, close = self.comment_open, self.comment_close
        if type(item) is Instr:
            column = self.column
            mnem, text = self.operands(item)
            line = columns.mnemonic(mnem, column) + text if text else "\t" + mnem
            if not item.comment:
                return line
            width = column + len(text) if text else columns.TAB + len(mnem)
            return f"{line}{columns.comment_tabs(width)}{open_} {ascii_line(item.comment)}{close}"
        if type(item) is Note:
            return f"\n\t{open_} {ascii_line(item.text)}{close}"
        return None

    def write(self) -> None:
        """Fill ``self.parts``: prologue, body and epilogue."""
        self.prepare()
        body, end = zones(self.function)
        size = len(self.function.body)
        self.parts = [self._rows(*zone) for zone in ((0, body), (body, end), (end, size))]
        self.parts[0][:0] = [(-1, line) for line in self.hooks.get(-1, ())]

    def _rows(self, start: int, end: int) -> list[Row]:
        """The lines of items of the body. ``self.hooks`` has the lines (directives, labels) that follow an item."""
        items, hooks, lines = self.function.body, self.hooks, self.spelled()
        out: list[Row] = []
        done = start
        for at in self.outline.between(start, end):  # hooks follow frame operations, which are among these
            out.extend(zip(range(done, at), lines[done:at]))  # type: ignore[arg-type]  # every None is a stop
            done = at + 1
            item = items[at]
            if type(item) is LabelDef:
                if item.align > 1 and self.aligns_labels:
                    out.append((-1, self.align_directive(item.align)))
                out.append((at, self.label_line(item.name)))
            else:
                line = lines[at] or self.line(item)
                if line is not None:
                    out.append((at, line))
            out.extend((-1, line) for line in hooks.get(at, ()))
        out.extend(zip(range(done, end), lines[done:end]))  # type: ignore[arg-type]
        return out

    directive = staticmethod(columns.directive)

    def hook(self, at: int, line: str) -> None:
        self.hooks.setdefault(at, []).append(line)

    # -- tables ----------------------------------------------------------------------------------------------------

    data_words: dict[int, str]

    def number(self, value: int, digits: int) -> str:
        """A hexadecimal constant of at least ``digits`` digits."""
        return f"0x{value:0{digits}x}"

    def table_rows(self, table: Table) -> list[str]:
        """The values, 16 bytes to a line for small elements, 32 for large ones."""
        if table.element not in self.data_words:
            raise EmitError(f"table {table.name}: elements of {table.element} bytes; expected 1, 2, 4 or 8")
        word, digits = self.data_words[table.element], 2 * table.element
        limit = 1 << (8 * table.element)
        a_line = {1: 8, 2: 8, 4: 4, 8: 2}[table.element]
        lines = []
        for start in range(0, len(table.values), a_line):
            row = [v % limit for v in table.values[start : start + a_line] if -limit // 2 <= v < limit]
            if len(row) != len(table.values[start : start + a_line]):
                raise EmitError(f"table {table.name}: a value at {start} does not fit {table.element} bytes")
            lines.append(f"\t{word}\t{', '.join(self.number(v, digits) for v in row)}")
        return lines

    def table_lines(self) -> list[str]:
        """The lines of all tables."""
        out: list[str] = []
        for table in self.function.tables:
            if table.align <= 0 or table.align & (table.align - 1):
                raise EmitError(f"table {table.name}: alignment {table.align} is not a power of two")
            out += [*self.table_head(table), *self.table_rows(table)]
        return out

    def table_head(self, table: Table) -> list[str]:
        """The lines before a table's values."""
        raise NotImplementedError

    # -- the file --------------------------------------------------------------------------------------------------

    def syntax_lines(self) -> list[str]:
        """Directives before the function."""
        return []

    def fields(self, renderers: Sequence[Renderer]) -> dict[str, object]:
        """Further values for the template of a file with the lines of some renderers."""
        return {}

    def condition(self, targets: Sequence[Target]) -> str | None:
        """The preprocessor's words for some of the file's targets; None if there are none."""
        raise EmitError(f"{self.function.symbol}: no file in {self.dialect} serves several targets")

    def prepare(self) -> None:
        """Fill ``self.hooks`` with unwind directives."""
        raise NotImplementedError

    def places(self, numbers: Iterable[int]) -> dict[int, Item]:
        """Items of :class:`Written`. ``numbers``: the numbers of this renderer's lines in the file, one for each
        row."""
        rows = (at for part in self.parts for at, _ in part)
        found = ((number, self.function.body[at]) for at, number in zip(rows, numbers, strict=True) if at >= 0)
        return {number: item for number, item in found if type(item) in (Instr, LabelDef)}


def zones(function: Function) -> tuple[int, int]:
    """The indexes where the body begins, and where the epilogue does: with the code that wipes secrets, which depends
    on the convention too."""
    body, end = 0, len(function.body)
    for at, item in enumerate(function.body):
        if type(item) is FrameOp and item.kind == "end_prologue":
            body = at + 1
        elif type(item) is Note and item.text == WIPED or type(item) is FrameOp and item.kind == "begin_epilogue":
            end = at
            break
    return body, end


def source_words(function: Function) -> str:
    """The words of a banner for the function's kernel and variant."""
    return f"kernel {ascii_line(function.kernel)}, variant {ascii_line(function.variant)}"


def header_lines(function: Function) -> list[str]:
    """The lines of a banner about the function, each to follow a comment mark."""
    return [_indented(line) for line in function.header]


def _indented(line: str) -> str:
    """A line of the header, to follow a comment mark: one space, then the line with its indentation and columns."""
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return f" {indent}{ascii_line(line, blanks=True)}".rstrip()
