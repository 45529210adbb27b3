# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The base of all renderers: the walk over a body, columns, comments, numbers, the skeletons of files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from generator import templates
from generator.emit import columns
from generator.emit.outline import outline
from generator.emit.target import Target
from generator.isa.machine import machine
from generator.isa.spelling import PropertyNote, Writer
from generator.model import (
    AsmloomError,
    FrameOp,
    Function,
    Instr,
    Item,
    LabelDef,
    Note,
    Operand,
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
    """A file, and the function in it.

    ``items``: number of a line, from 1, in the file → the instruction or label that begins there. Operands of
    instructions stand as the syntax writes them (:meth:`Renderer.written`). ``names``: table → symbol. ``frame``:
    number of a line → ``prologue`` or ``epilogue``. ``places`` gives items and frame at the first request: a comparison
    of two targets reads few of the files that it makes.
    """

    text: str
    function: Function
    names: dict[str, str]
    places: Callable[[], tuple[dict[int, Item], dict[int, str]]]

    @cached_property
    def _places(self) -> tuple[dict[int, Item], dict[int, str]]:
        return self.places()

    @property
    def items(self) -> dict[int, Item]:
        return self._places[0]

    @property
    def frame(self) -> dict[int, str]:
        return self._places[1]


class Renderer(Writer):
    """One file of one function. Subclasses give the spelling of operands, labels and directives.

    ``skeleton``: the template of the file. ``dialect``: renderers of one dialect spell all instructions alike, except
    those of ``differs`` in :mod:`generator.emit.outline`. ``aligns_labels``: True if the renderer writes the alignment
    of labels.

    A file may serve several targets (:mod:`generator.emit.shared`). ``beside`` holds these targets; it is empty for a
    file of one target. The code for one of them names labels, sections and unwind operations by macros that all the
    targets define. ``region``: the template of this code. ``shared_skeleton``: the template of such a file.
    ``switch``: the preprocessor's lines for a first choice, for others, for all the rest, and for the end.
    """

    skeleton: str
    region: str
    shared_skeleton: str
    switch: tuple[str, str, str, str]
    aligns_labels = True

    def __init__(self, function: Function, target: Target, *, prefix: str, version: str, script: str) -> None:
        if function.arch != target.arch:
            raise EmitError(f"{function.symbol} is for {function.arch}, the target {target.triple} for {target.arch}")
        self.function, self.target, self.prefix = function, target, prefix
        self.version, self.script = version, script
        self.beside: tuple[Target, ...] = ()
        self.arch = target.arch
        self.machine = machine(target.arch)
        self.format = target.object_format
        self.symbol = target.decorate(prefix + function.symbol)
        self.tables = {table.name: table for table in function.tables}
        self.outline = outline(function)
        self.labels = self._labels()
        self.hooks: dict[int, list[str]] = {}
        self.pieces: list[tuple[int, str]] = []  # of :meth:`_pieces`, once the body is made
        self.column = columns.operand_column(self.outline.longest)

    def serve(self, targets: Sequence[Target]) -> None:
        """Write for a file of several targets."""
        self.beside = tuple(targets)
        if targets:
            self.symbol = self.prefix + self.function.symbol
            self.labels = self._labels()

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

    def written(self, instr: Instr) -> tuple[Operand, ...]:
        """The operands of an instruction, in the order and with the values of the text."""
        return instr.ops

    def align_directive(self, align: int) -> str:
        """The line that aligns the code behind it to ``align`` bytes."""
        raise NotImplementedError

    def label_line(self, name: str) -> str:
        """The line that defines a label."""
        return self.labels[name] + ":"

    def spelled(self) -> list[str | None]:
        """The lines of the body's instructions and notes, made once for all targets of a dialect. None stands for items
        that these targets spell differently (labels, tables), and for items without a line."""
        lines: list[str | None] | None = self.function.spelled.get(self.dialect)
        if lines is None:
            differs = self.outline.differs
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

    def body(self) -> str:
        """All lines of the body; ``self.hooks`` has the lines (directives, labels) that follow a body index."""
        self.pieces = self._pieces()
        return "\n".join([line for _, line in self.pieces]) + "\n"

    def _pieces(self) -> list[tuple[int, str]]:
        """The body's parts, one line or more each, with the body index of the item; -1 for lines beside the items."""
        items, hooks, lines = self.function.body, self.hooks, self.spelled()
        out = [(-1, line) for line in hooks.get(-1, ())]
        done = 0
        for at in sorted(self.outline.differs):  # hooks follow frame operations, which are among these
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
        out.extend(zip(range(done, len(lines)), lines[done:]))  # type: ignore[arg-type]
        return out

    directive = staticmethod(columns.directive)

    def hook(self, at: int, line: str) -> None:
        self.hooks.setdefault(at, []).append(line)

    # -- tables ----------------------------------------------------------------------------------------------------

    data_words: dict[int, str]

    def number(self, value: int, digits: int) -> str:
        """A hexadecimal constant of at least ``digits`` digits."""
        return f"0x{value:0{digits}x}"

    def table_rows(self, table: Table) -> str:
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
        return "\n".join(lines) + "\n"

    # -- the file --------------------------------------------------------------------------------------------------

    def syntax_lines(self) -> list[str]:
        """Directives before the function."""
        return []

    def fields(self) -> dict[str, object]:
        """Further values for the skeleton, beside those of :meth:`render`."""
        return {}

    def shared_fields(self) -> dict[str, object]:
        """Further values for the skeleton of a file of several targets."""
        return {}

    def condition(self, targets: Sequence[Target]) -> str | None:
        """The preprocessor's words for some of the file's targets; None if there are none."""
        raise EmitError(f"{self.function.symbol}: no file in {self.dialect} serves several targets")

    def property_note(self) -> PropertyNote | None:
        """The property note of the object. None for a target or a machine without one."""
        return self.machine.spelling.property_note if self.target.hardening.property_note else None

    def prepare(self) -> None:
        """Fill ``self.hooks`` with unwind directives."""
        raise NotImplementedError

    def render(self) -> str:
        """The file's text."""
        return self._filled(self.skeleton)

    def code(self) -> list[str]:
        """The lines of the code for one of several targets."""
        return self._filled(self.region).splitlines()

    def _filled(self, template: str) -> str:
        self.prepare()
        function = self.function
        values: dict[str, object] = {
            "version": ascii_line(self.version),
            "source": source_words(function),
            "script": ascii_line(self.script),
            "features": ", ".join(function.features),
            "header": header_lines(function),
            "target": self.target,
            "bits": self.machine.bits,
            "format": self.format,
            "symbol": self.symbol,
            "body": self.body(),
            "tables": [
                {
                    "symbol": self.table_symbol(table.name),
                    "align": table.align,
                    "log2": _log2(table),
                    "bytes": table.element * len(table.values),
                    "rows": self.table_rows(table),
                }
                for table in function.tables
            ],
            **self.fields(),
        }
        text = templates.render(template, values)
        text.encode("ascii")
        return text

    def placed(self) -> Written:
        """The file's text, with the places of the body's items."""
        text = self.render()
        names = {name: self.table_symbol(name) for name in self.tables}
        return Written(text, self.function, names, lambda: self._places(text))

    def _places(self, text: str) -> tuple[dict[int, Item], dict[int, str]]:
        pieces = self.pieces
        number = text.count("\n", 0, text.index("\n".join(line for _, line in pieces))) + 1
        items: dict[int, Item] = {}
        frame: dict[int, str] = {}
        zones = _zones(self.function)
        for at, lines in pieces:
            if at in zones:
                frame[number] = zones[at]
            item = self.function.body[at] if at >= 0 else None
            if type(item) is Instr:
                ops = self.written(item)
                items[number] = item if ops == item.ops else item.but(ops, item.form)
            elif type(item) is LabelDef:
                items[number] = item
            number += lines.count("\n") + 1
        return items, frame


def _zones(function: Function) -> dict[int, str]:
    """Index in the body → ``prologue`` or ``epilogue``, by the marks among the frame operations."""
    marks = {at: item.kind for at, item in enumerate(function.body) if type(item) is FrameOp}
    zone = "prologue" if "end_prologue" in marks.values() else ""
    out = {}
    for at in range(len(function.body)):
        mark = marks.get(at)
        if mark in ("end_prologue", "begin_epilogue", "end_epilogue"):
            zone = "epilogue" if mark == "begin_epilogue" else ""
        elif zone:
            out[at] = zone
    return out


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


def _log2(table: Table) -> int:
    if table.align <= 0 or table.align & (table.align - 1):
        raise EmitError(f"table {table.name}: alignment {table.align} is not a power of two")
    return table.align.bit_length() - 1
