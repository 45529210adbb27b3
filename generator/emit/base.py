# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The base of all renderers: the walk over a body, columns, comments, numbers, the skeletons of files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from generator import templates
from generator.emit import columns
from generator.emit.target import Target
from generator.isa.machine import machine
from generator.isa.spelling import PropertyNote, Writer
from generator.model import AsmloomError, Function, Instr, Item, LabelDef, LabelRef, Mem, Note, Operand, Src, Table


class EmitError(AsmloomError):
    """A syntax cannot express something; the text names the script's line if there is one."""

    def __init__(self, message: str, src: Src | None = None) -> None:
        super().__init__(f"{src}: {message}" if src is not None else message)


@cache
def ascii_line(text: str, *, blanks: bool = False) -> str:
    """The text of a comment as one line of ASCII that neither ends nor begins a comment in any syntax. ``blanks`` keeps
    the number of blanks in ``text``; otherwise runs of blanks become one."""
    words = [" " if letter.isspace() else letter for letter in text.strip()] if blanks else []
    line = ("".join(words) or " ".join(text.split())).replace("*/", "* /").replace("/*", "/ *").rstrip("\\")
    return line.encode("ascii", "backslashreplace").decode("ascii")


@dataclass(frozen=True, slots=True)
class Written:
    """A file, and the function in it.

    ``items``: number of a line, from 1, in the file → the instruction or label that begins there. Operands of
    instructions stand as the syntax writes them (:meth:`Renderer.written`). ``names``: table → symbol.
    """

    text: str
    function: Function
    items: dict[int, Item]
    names: dict[str, str]


class Renderer(Writer):
    """One file of one function. Subclasses give the spelling of operands, labels and directives.

    ``skeleton``: the template of the file. ``dialect``: renderers of one dialect spell all instructions alike but those
    of :func:`_differs`. ``aligns_labels``: whether the alignment of labels is written.
    """

    skeleton: str
    dialect: str
    aligns_labels = True

    def __init__(self, function: Function, target: Target, *, prefix: str, version: str, source_hash: str) -> None:
        if function.arch != target.arch:
            raise EmitError(f"{function.symbol} is for {function.arch}, the target {target.triple} for {target.arch}")
        self.function, self.target, self.prefix = function, target, prefix
        self.version, self.source_hash = version, source_hash
        self.arch = target.arch
        self.machine = machine(target.arch)
        self.format = target.object_format
        self.symbol = target.decorate(prefix + function.symbol)
        self.tables = {table.name: table for table in function.tables}
        self.labels = self._labels()
        self.hooks: dict[int, list[str]] = {}
        body = function.body
        self.column = columns.operand_column(max((len(i.mnem) for i in body if type(i) is Instr and i.ops), default=0))

    # -- names -----------------------------------------------------------------------------------------------------

    def _labels(self) -> dict[str, str]:
        """Label → spelling. Refuses two labels that differ in case only: MASM does not tell them apart."""
        out: dict[str, str] = {}
        seen: dict[str, str] = {}
        for item in self.function.body:
            if isinstance(item, LabelDef):
                other = seen.setdefault(item.name.lower(), item.name)
                if other != item.name or item.name in out:
                    raise EmitError(f"{self.function.symbol}: label {item.name} is already there as {other}")
                out[item.name] = self.local_label(item.name)
        return out

    def local_label(self, name: str) -> str:
        """The spelling of a label of the function."""
        raise NotImplementedError

    def table_symbol(self, name: str) -> str:
        """The symbol of a table in the object file, where it is static."""
        plain = self.prefix + name
        if name not in self.tables:
            raise EmitError(f"{self.function.symbol}: no table {name}; there are: {', '.join(self.tables) or 'none'}")
        return self.target.decorate(plain).lstrip("#")

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
        """The operands of an instruction in the order, and with the values, that the text has."""
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
            lines = [None if _differs(item) else self.line(item) for item in self.function.body]
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
        return "\n".join(line for _, line in self._pieces()) + "\n"

    def _pieces(self) -> list[tuple[int, str]]:
        """The body's parts, one line or more each, with the body index of the item; -1 for lines beside the items."""
        items, hooks, lines = self.function.body, self.hooks, self.spelled()
        out = [(-1, line) for line in hooks.get(-1, ())]
        done = 0
        for at in sorted({at for at, line in enumerate(lines) if line is None} | {at for at in hooks if at >= 0}):
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

    def fields(self) -> dict[str, object]:
        """Further values for the skeleton, beside those of :meth:`render`."""
        return {}

    def property_note(self) -> PropertyNote | None:
        """The note of an object that keeps what the note promises."""
        return self.machine.spelling.property_note if self.target.hardening.property_note else None

    def prepare(self) -> None:
        """Fill ``self.hooks`` with unwind directives."""
        raise NotImplementedError

    def render(self) -> str:
        """The file's text."""
        self.prepare()
        function = self.function
        values: dict[str, object] = {
            "version": ascii_line(self.version),
            "source": f"kernel {ascii_line(function.kernel)}, variant {ascii_line(function.variant)}",
            "source_hash": ascii_line(self.source_hash),
            "features": ", ".join(function.features),
            "header": [_indented(line) for line in function.header],
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
        text = templates.render(self.skeleton, values)
        text.encode("ascii")
        return text

    def placed(self) -> Written:
        """The file's text, with the places of the body's items."""
        text = self.render()
        pieces = self._pieces()
        number = text.count("\n", 0, text.index("\n".join(line for _, line in pieces))) + 1
        items: dict[int, Item] = {}
        for at, lines in pieces:
            item = self.function.body[at] if at >= 0 else None
            if type(item) is Instr:
                ops = self.written(item)
                items[number] = item if ops == item.ops else item.but(ops, item.form)
            elif type(item) is LabelDef:
                items[number] = item
            number += lines.count("\n") + 1
        names = {name: self.table_symbol(name) for name in self.tables}
        return Written(text, self.function, items, names)


def _differs(item: Item) -> bool:
    """Whether the targets of one dialect spell an item differently, or the item has no line."""
    if type(item) is not Instr:
        return type(item) is not Note
    for op in item.ops:
        kind = type(op)
        if kind is LabelRef or (kind is Mem and (op.symbol is not None or op.broadcast)):  # type: ignore[union-attr]
            return True
    return False


def _indented(line: str) -> str:
    """A line of the header, to follow a comment mark: one space, then the line with its indentation and columns."""
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return f" {indent}{ascii_line(line, blanks=True)}".rstrip()


def _log2(table: Table) -> int:
    if table.align <= 0 or table.align & (table.align - 1):
        raise EmitError(f"table {table.name}: alignment {table.align} is not a power of two")
    return table.align.bit_length() - 1
