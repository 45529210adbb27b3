# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compares whole sides: pairs their files, finds the differences, and keeps the requested ones."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import generator.machines  # noqa: F401  # registers the records of all machines
from generator.diff.classify import Classifier
from generator.diff.model import CLASSES, QUIET, Comparison, Fact, FunctionDiff, in_order
from generator.diff.parse import Files, Identity, identify
from generator.emit import Written
from generator.model import AsmloomError

Key = tuple[str, ...]
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Side:
    """One side: ``files`` maps path to text. ``cell`` names the target and syntax of a side that has one of each; the
    functions of two cells correspond by kernel and variant. ``alike`` counts sources left out because the other side
    has the same bytes. ``note`` says whether ``generated/`` has them.
    ``written``: path → the function behind a file that this tree generated."""

    name: str
    files: dict[str, str]
    cell: tuple[str, str] | None = None
    alike: int = 0
    note: str = ""
    written: dict[str, Written] = field(default_factory=dict)
    _known: dict[str, Identity] = field(default_factory=dict)

    def sources(self) -> Iterator[tuple[str, Identity]]:
        """(path, banner) of every generated source."""
        if not self._known:
            for path, text in self.files.items():
                found = identify(path, text)
                if found is not None:
                    self._known[path] = found
        yield from self._known.items()


def compare(
    a: Side, b: Side, *, kernels: Sequence[str] = (), only: Sequence[str] = (), progress: Progress | None = None
) -> Comparison:
    """The differences between two sides, limited to ``kernels`` (or functions) and to the classes ``only``.

    Raises AsmloomError for an unknown kernel or class, a side without generated sources, and a file that cannot be
    read.
    """
    check_classes(only)
    if a.cell and not b.cell:
        b = _limited(b, a.cell)
    if b.cell and not a.cell:
        a = _limited(a, b.cell)
    by_name = a.cell is not None and b.cell is not None
    left, right = _index(a, by_name), _index(b, by_name)
    wanted = _wanted(kernels, [*left.values(), *right.values()])
    out = Comparison(a.name, b.name, same=a.alike if not kernels else 0, notes=[n for n in (a.note, b.note) if n])
    files, classifier = Files(), Classifier()
    keys = [key for key in sorted(left.keys() | right.keys()) if wanted is None or key[:2] in wanted]
    for done, key in enumerate(keys):
        if progress is not None:
            progress(done, len(keys))
        x, y = left.get(key), right.get(key)
        if x is None or y is None:
            found = x or y
            assert found is not None
            out.functions.append(_lacking(found, "a" if x is None else "b", a, b))
        elif a.files[x.path] == b.files[y.path]:
            out.same += 1
        else:
            left_side, right_side = (
                files.read(found.path, side.files[found.path], side.written.get(found.path))
                for side, found in ((a, x), (b, y))
            )
            out.functions.append(classifier.function(left_side, right_side))
    if not by_name and not kernels:
        out.files = _other(a, b)
    if only:
        out = restrict(out, only)
    if not by_name:
        out.functions = _grouped(out.functions)
    return out


def check_classes(only: Sequence[str]) -> None:
    """Raise AsmloomError for an unknown name of a class."""
    for name in only:
        if name not in CLASSES:
            near = difflib.get_close_matches(name, CLASSES, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(CLASSES)}"
            raise AsmloomError(f"--only {name}: no such class; {hint}")


def restrict(comparison: Comparison, only: Sequence[str]) -> Comparison:
    """The same comparison without the differences of other classes."""
    out = replace(comparison, functions=[], files={})
    for diff in comparison.functions:
        facts = [fact for fact in diff.facts if fact.cls in only]
        rows = [replace(row, classes=in_order(set(row.classes) & set(only))) for row in diff.rows]
        if facts or any(row.classes for row in rows):
            out.functions.append(replace(diff, facts=facts, rows=rows))
        else:
            out.same += 1
    return out


def _limited(side: Side, cell: tuple[str, str]) -> Side:
    """The part of a tree for one target in one syntax."""
    files = {i.path: side.files[i.path] for _, i in side.sources() if (i.target, i.syntax) == cell}
    if not files:
        has = sorted({f"{i.target}:{i.syntax}" for _, i in side.sources()})
        raise AsmloomError(f"{side.name} has no sources of {cell[0]}:{cell[1]}; it has {', '.join(has)}")
    return Side(side.name, files, cell, note=side.note)


def _index(side: Side, by_name: bool) -> dict[Key, Identity]:
    """Key → file. Raises AsmloomError for two files of one function."""
    out: dict[Key, Identity] = {}
    for path, found in side.sources():
        key = (found.kernel, found.variant) if by_name else (found.kernel, found.variant, found.target, found.syntax)
        other = out.get(key)
        if other is not None:
            raise AsmloomError(f"{side.name}: {other.path} and {path} are the same function of {found.target}")
        out[key] = found
    if not out and not side.alike:
        raise AsmloomError(f"{side.name} holds no generated sources; expected .S or .asm files with asmloom's banner")
    return out


def _wanted(kernels: Sequence[str], there: list[Identity]) -> set[Key] | None:
    if not kernels:
        return None
    names = {i.kernel for i in there} | {f"{i.kernel}_{i.variant}" for i in there}
    out: set[Key] = set()
    for name in kernels:
        if name not in names:
            near = difflib.get_close_matches(name, names, 3, 0.4)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(sorted(names))}"
            raise AsmloomError(f"--kernel {name}: neither side has it; {hint}")
        out |= {(i.kernel, i.variant) for i in there if name in (i.kernel, f"{i.kernel}_{i.variant}")}
    return out


def _lacking(found: Identity, missing: str, a: Side, b: Side) -> FunctionDiff:
    """The difference that is a function of one side alone."""
    cell = f"{found.target}:{found.syntax}"
    needs = f"there ({', '.join(found.features) or 'baseline'})"
    texts = ("not there", needs) if missing == "a" else (needs, "not there")
    if a.cell and b.cell:
        cells = (":".join(a.cell), ":".join(b.cell))
    else:
        cells = (cell, cell)
    paths = ("", found.path) if missing == "a" else (found.path, "")
    return FunctionDiff(
        found.kernel, found.variant, cells, paths, facts=[Fact("function", *texts, "features")], missing=missing
    )


def _other(a: Side, b: Side) -> dict[str, str]:
    """The differing files other than generated sources."""
    left = {p: t for p, t in a.files.items() if identify(p, t) is None}
    right = {p: t for p, t in b.files.items() if identify(p, t) is None}
    out = {}
    for path in sorted(left.keys() | right.keys()):
        if path not in left:
            out[path] = "only in the second"
        elif path not in right:
            out[path] = "only in the first"
        elif left[path] != right[path]:
            lines = list(difflib.unified_diff(left[path].splitlines(), right[path].splitlines(), n=0, lineterm=""))
            plus = sum(line.startswith("+") for line in lines[2:])
            minus = sum(line.startswith("-") for line in lines[2:])
            out[path] = f"{minus} lines out, {plus} lines in"
    return out


def _grouped(functions: list[FunctionDiff]) -> list[FunctionDiff]:
    """One difference for all targets and syntaxes with the same difference, which is reviewed once."""
    out: dict[object, FunctionDiff] = {}
    for diff in functions:
        sign = _sign(diff)
        first = out.get(sign)
        if first is None:
            out[sign] = diff
        else:
            first.more.append(diff.cells)
    return list(out.values())


def _sign(diff: FunctionDiff) -> object:
    """A key shared by differences that look the same to a reader: without spelling, register names and frame
    offsets."""
    rows: list[Mapping[str, str] | tuple[object, ...]] = []
    for row in diff.rows:
        loud = set(row.classes) - QUIET - {"frame"}
        if loud:
            rows.append(
                (
                    in_order(loud),
                    row.a.meaning.shape if row.a else "",
                    row.b.meaning.shape if row.b else "",
                )
            )
    facts = tuple(
        (f.what, f.a, f.b) if f.cls not in ("spelling", "frame", "relocations") else (f.cls,) for f in diff.facts
    )
    return diff.name, diff.missing, diff.classes(), tuple(rows), tuple(dict.fromkeys(facts))
