# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finds the differences between two files of one function, and the class of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from generator.diff.access import Accesses
from generator.diff.align import align, matches
from generator.diff.instruction import Reader, Register
from generator.diff.model import QUIET, Fact, FunctionDiff, Line, Loop, Row, Source, Table, in_order
from generator.diff.values import follow
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import Phys

_SHOWN = 16  # renamed registers in a summary; values of a table shown
_FACT_CLASS = {
    "prototype": "selection", "frame": "frame", "saved registers": "frame", "convention": "frame",
    "algorithm": "spelling", "constant time": "features",
}  # fmt: skip


@dataclass(slots=True)
class Classifier:
    """Compares pairs of files. Facts about instructions are kept from one pair to the next."""

    _accesses: dict[str, Accesses] = field(default_factory=dict)
    _readers: dict[str, Reader] = field(default_factory=dict)

    def function(self, a: Source, b: Source) -> FunctionDiff:
        """The differences between two files of one kernel and variant."""
        out = FunctionDiff(a.kernel, a.variant, (_cell(a), _cell(b)), (a.path, b.path))
        out.sizes = (_instructions(a), _instructions(b))
        if a.raw == b.raw:
            return out
        same_cell = a.target == b.target and a.syntax == b.syntax
        out.rows = [
            Row(None if i is None else a.lines[i], None if j is None else b.lines[j])
            for i, j in align(a.lines, b.lines)
        ]
        self._rows(out, a, b)
        out.loops = _loops(out.rows, (a.arch, b.arch))
        out.facts = self._facts(a, b, out.rows, same_cell)
        if not out.facts and not any(row.classes for row in out.rows):
            out.facts.append(_unexplained(a, b))
        return out

    # -- lines -------------------------------------------------------------------------------------------------------

    def _rows(self, out: FunctionDiff, a: Source, b: Source) -> None:
        rows = out.rows
        labels = {
            row.a.meaning.labels[0]: row.b.meaning.labels[0]
            for row in rows
            if row.a is not None and row.b is not None and row.a.meaning.kind == row.b.meaning.kind == "label"
        }
        other: set[int] = set()
        moves: set[int] = set()
        if a.arch == b.arch:
            accesses = self._of(a.arch)
            other, moves = follow(rows, (accesses, accesses), (self._arguments(a), self._arguments(b)))
        same_target = a.target == b.target
        renamed: Counter[tuple[Register, Register]] = Counter()
        for at, row in enumerate(rows):
            if row.a is None or row.b is None:
                line = row.a or row.b
                assert line is not None
                row.classes, row.why = self._alone(line, at in moves, same_target)
                continue
            x, y = row.a.meaning, row.b.meaning
            if x.canon == y.canon:
                if at in other:
                    row.classes, row.why = ("selection",), "works on another value"
                elif row.a.bare != row.b.bare and x.kind == "code":
                    row.classes = ("spelling",)
                continue
            row.classes, row.why = self._pair(row.a, row.b, labels, at in other, same_target)
            if "registers" in row.classes:
                for pair in zip(x.registers, y.registers):
                    if pair[0] != pair[1]:
                        renamed[pair] += 1
        out.renamed = [(_shown(a.arch, p), _shown(b.arch, q), n) for (p, q), n in renamed.most_common(_SHOWN)]

    def _of(self, arch: str) -> Accesses:
        if arch not in self._accesses:
            self._accesses[arch] = Accesses(arch)
        return self._accesses[arch]

    def _arguments(self, source: Source) -> dict[str, int | None]:
        """The gp register of each argument; None for an argument on the stack."""
        reader = self._readers.setdefault(source.arch, Reader(source.arch))
        out: dict[str, int | None] = {}
        for name, where in source.arguments.items():
            found = reader.register(where)
            out[name] = found[1] if found is not None and found[0] == "gp" else None
        return out

    @staticmethod
    def _alone(line: Line, moves: bool, same_target: bool) -> tuple[tuple[str, ...], str]:
        if line.zone != "body" or line.own.startswith("argument "):
            return ("frame",), ""
        if moves and not same_target:
            return ("frame",), "moves an argument"
        if line.own == "the address of pic" or line.meaning.symbols:
            return ("relocations",), ""
        if line.meaning.kind == "align":
            return ("selection" if same_target else "frame",), "alignment"
        return ("selection",), ""

    def _pair(
        self, a: Line, b: Line, labels: dict[str, str], other: bool, same_target: bool
    ) -> tuple[tuple[str, ...], str]:
        x, y = a.meaning, b.meaning
        if x.kind == "label":
            return (() if labels.get(x.labels[0]) == y.labels[0] else ("selection",)), ""
        if x.kind == "align":
            return ("selection" if same_target else "frame",), "alignment"
        if a.zone != "body" or b.zone != "body":
            return ("frame",), ""
        if x.mnem != y.mnem or x.loose != y.loose:
            if a.own.startswith("argument ") or b.own.startswith("argument "):
                return ("frame",), ""
            if x.mnem == y.mnem and (x.symbols or y.symbols):
                return ("relocations",), "the address is formed differently"
            return ("selection",), ""
        out = []
        why = ""
        if x.symbols != y.symbols:
            out.append("relocations")
        if x.numbers != y.numbers:
            out.append("constants")
        if x.slots != y.slots:
            out.append("frame")
        if [labels.get(name) for name in x.labels] != list(y.labels):
            out.append("selection")
            why = "goes elsewhere"
        if other:
            out.append("selection")
            why = "works on another value"
        elif x.registers != y.registers:
            out.append("registers")
        if not out and a.bare != b.bare:
            out.append("spelling")
        return in_order(out), why

    # -- everything else ---------------------------------------------------------------------------------------------

    def _facts(self, a: Source, b: Source, rows: list[Row], same_cell: bool) -> list[Fact]:
        out: list[Fact] = []

        def compare(what: str, x: str, y: str, cls: str) -> None:
            if x != y:
                out.append(Fact(what, x, y, cls))

        compare("features", " ".join(a.features) or "baseline", " ".join(b.features) or "baseline", "features")
        for name, cls in _FACT_CLASS.items():
            compare(name, a.header.get(name, ""), b.header.get(name, ""), cls)
        for name in dict.fromkeys([*a.arguments, *b.arguments]):
            compare(f"argument {name}", a.arguments.get(name, "-"), b.arguments.get(name, "-"), "frame")
        compare("landing pad", a.landing or "none", b.landing or "none", "frame")
        if a.unwind_kind != b.unwind_kind:
            compare("unwind data", a.unwind_kind, b.unwind_kind, "frame")
        elif a.syntax == b.syntax:
            out += _sequences("unwind data", a.unwind, b.unwind, "frame")
        if same_cell or a.syntax == b.syntax:
            compare("symbol", a.symbol, b.symbol, "relocations")
        elif a.symbol.lstrip("_#") != b.symbol.lstrip("_#"):
            compare("symbol", a.symbol, b.symbol, "relocations")
        for name in dict.fromkeys([*a.tables, *b.tables]):
            out += _tables(name, a.tables.get(name), b.tables.get(name))
        if same_cell:
            out += _sequences("directives", a.skeleton, b.skeleton, "spelling")
            compare("generator", a.version, b.version, "spelling")
            compare("source", a.source, b.source, "spelling")
            both = [(row.a, row.b) for row in rows if row.a is not None and row.b is not None]
            changed = sum(x.comment != y.comment for x, y in both)
            if changed:
                out.append(Fact("comments", f"{changed} lines", "other comments", "spelling"))
            out += _sequences("note", a.notes, b.notes, "spelling")
        elif a.target == b.target:
            compare("syntax", a.syntax, b.syntax, "spelling")
        return out


def _cell(source: Source) -> str:
    return f"{source.target}:{source.syntax}"


def _instructions(source: Source) -> int:
    return sum(line.meaning.kind == "code" for line in source.lines)


def _shown(arch: str, register: Register) -> str:
    cls, number = register
    if cls in ("sp", "zero"):
        return cls
    return reg_name(arch, Phys(cls, number))  # type: ignore[arg-type]


def _sequences(what: str, a: list[str], b: list[str], cls: str) -> list[Fact]:
    """One fact for each line that differs between two short lists."""
    if a == b:
        return []
    out = []
    at_a = at_b = 0
    for i, j in [*matches(a, b), (len(a), len(b))]:
        left, right = a[at_a:i], b[at_b:j]
        for n in range(max(len(left), len(right))):
            x, y = left[n] if n < len(left) else "-", right[n] if n < len(right) else "-"
            out.append(Fact(what, x, y, cls))
        at_a, at_b = i + 1, j + 1
    return out


def _tables(name: str, a: Table | None, b: Table | None) -> list[Fact]:
    what = f"table {name.removeprefix('@_').removeprefix('@@')}"
    sizes = ["-" if t is None else f"{len(t.values)} of {t.element} bytes" for t in (a, b)]
    out = [Fact(what, sizes[0], sizes[1], "constants")] if sizes[0] != sizes[1] else []
    if a is None or b is None:
        return out
    if a.align != b.align:
        out.append(Fact(what, f"align {a.align}", f"align {b.align}", "constants"))
    found = _values(what, a, b)
    if len(found) > _SHOWN:
        count = f"{len(found) - _SHOWN} further values"
        found = [*found[:_SHOWN], Fact(what, count, "differ", "constants")]
    return out + found


def _values(what: str, a: Table, b: Table) -> list[Fact]:
    """Each value that differs, with its place. Inserted and removed values leave the others aligned."""
    digits = 2 * max(a.element, b.element) + 2
    out = []
    at_a = at_b = 0
    same = list(zip(range(len(a.values)), range(len(b.values))))
    pairs = [p for p in same if a.values[p[0]] == b.values[p[1]]]
    if len(a.values) != len(b.values):
        pairs = matches(a.values, b.values)
    for i, j in [*pairs, (len(a.values), len(b.values))]:
        for n in range(max(i - at_a, j - at_b)):
            x = f"{a.values[at_a + n]:#0{digits}x}" if at_a + n < i else "-"
            y = f"{b.values[at_b + n]:#0{digits}x}" if at_b + n < j else "-"
            out.append(Fact(f"{what}[{at_a + n if x != '-' else at_b + n}]", x, y, "constants"))
        at_a, at_b = i + 1, j + 1
    return out


def _unexplained(a: Source, b: Source) -> Fact:
    """The difference of files that differ in columns, blank lines or the words of the banner only."""
    if (a.target, a.syntax) != (b.target, b.syntax):
        return Fact("target", _cell(a), _cell(b), "spelling")
    left, right = a.raw.split("\n"), b.raw.split("\n")
    at = next((n for n, (x, y) in enumerate(zip(left, right)) if x != y), min(len(left), len(right)))
    x, y = (lines[at] if at < len(lines) else "end of file" for lines in (left, right))
    return Fact(f"line {at + 1}", x.strip(), y.strip(), "spelling")


def _loops(rows: list[Row], archs: tuple[str, str]) -> list[Loop]:
    """The loops of the first side, then the loops of the second side alone. A loop goes from a label to the last branch
    back to the label."""
    out = []
    for first in (True, False):
        place: dict[str, int] = {}
        ends: dict[str, int] = {}
        rules = machine(archs[0] if first else archs[1]).reading
        away = rules.jumps | rules.calls
        for at, row in enumerate(rows):
            line = row.a if first else row.b
            if line is None:
                continue
            if line.meaning.kind == "label":
                place[line.meaning.labels[0]] = at
            for name in line.meaning.labels if line.meaning.kind == "code" else ():
                # Code out of line jumps back to its origin, which makes no loop.
                if name in place and line.meaning.mnem not in away:
                    ends[name] = at
        for name, end in ends.items():
            start = place[name]
            both = rows[start].a is not None and rows[start].b is not None
            if not first and both:
                continue
            span = rows[start : end + 1]
            classes = in_order(cls for row in span for cls in row.classes)
            # Padding between loops computes nothing.
            whole = both and all(
                (row.a is not None and row.b is not None) or set(row.classes) <= QUIET or _is_align(row) for row in span
            )
            out.append(Loop(name, start, end + 1, classes, whole))
    return sorted(out, key=lambda loop: loop.start)


def _is_align(row: Row) -> bool:
    line = row.a or row.b
    return line is not None and line.meaning.kind == "align"
