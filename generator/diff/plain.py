# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A comparison as text: a summary, then functions side by side; in colour on request."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.diff.model import CLASSES, LETTERS, QUIET, Comparison, FunctionDiff, Line, Row

CONTEXT = 3  # lines shown around a difference
_NAMED = 6  # names that a summary lists
_TOKEN = re.compile(r"\s+|[\w.$@#]+|.")


@dataclass(frozen=True, slots=True)
class Style:
    """``width`` in columns. ``colour``: with terminal escapes. ``bar`` stands between the two sides."""

    width: int = 120
    colour: bool = False
    bar: str = "|"

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


_BOLD, _DIM, _LEFT, _RIGHT, _NAME = "1", "2", "31", "32", "36"


def summary(comparison: Comparison) -> list[str]:
    """The numbers of functions and lines that differ, in a few lines."""
    functions = comparison.functions
    out = [f"{comparison.a}  and  {comparison.b}"]
    out += [f"  {note}" for note in comparison.notes]
    both = [diff for diff in functions if not diff.missing]
    files = sum(1 + len(diff.more) for diff in both)
    text = f"{comparison.same} the same, {files} different"
    for side, name in (("b", comparison.a), ("a", comparison.b)):
        count = sum(1 + len(diff.more) for diff in functions if diff.missing == side)
        if count:
            text += f", {count} only in {name}"
    out.append(f"functions: {text}")
    if files > len(both):
        out.append(f"  {len(both)} to review: the others are the same difference in a further target or syntax")
    lines: Counter[str] = Counter()
    where: Counter[str] = Counter()
    for diff in functions:
        counts = diff.counts()
        lines.update(counts)
        where.update(counts.keys())
    for cls in CLASSES:
        if lines[cls]:
            out.append(f"  {LETTERS[cls]} {cls:<12} {lines[cls]:>6} in {where[cls]:>3}   {CLASSES[cls]}")
    if both:
        out.append(f"loop bodies: {loops(both)}")
    for path, what in comparison.files.items():
        out.append(f"other file {path}: {what}")
    return out


def loops(functions: Sequence[FunctionDiff]) -> str:
    """The result for loops in words: ``the same (20 loops, register names apart)`` or ``2 of 20 differ: …``."""
    every = [(diff, loop) for diff in functions for loop in diff.loops]
    if not every:
        return "none"
    differing = [(diff.name, loop.label) for diff, loop in every if not loop.same]
    if not differing:
        apart = {cls for _, loop in every for cls in loop.classes}
        words = [text for cls, text in (("registers", "register names"), ("frame", "frame offsets"),
                                        ("spelling", "spelling")) if cls in apart]  # fmt: skip
        count = f"{len(every)} loop{'s' * (len(every) != 1)}"
        return f"the same ({', '.join([count, ' and '.join(words) + ' apart'] if words else [count])})"
    if len(functions) == 1:
        names = [label for _, label in differing]
    else:
        names = [f"{name} {count}" for name, count in Counter(name for name, _ in differing).items()]
    shown = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    return f"{len(differing)} of {len(every)} differ: {shown}"


def stat(comparison: Comparison) -> list[str]:
    """One row a function."""
    head = ["function", "instructions", *CLASSES, "loops"]
    rows = []
    for diff in comparison.functions:
        counts = diff.counts()
        if diff.missing:
            loop = f"only in {comparison.b if diff.missing == 'a' else comparison.a}"
            sizes = "-"
        else:
            bad = sum(not loop.same for loop in diff.loops)
            loop = "-" if not diff.loops else "the same" if not bad else f"{bad} of {len(diff.loops)} differ"
            sizes = f"{diff.sizes[0]} {diff.sizes[1]}" if diff.sizes[0] != diff.sizes[1] else str(diff.sizes[0])
        if diff.more or diff.cells[0] == diff.cells[1]:
            loop += f"   {diff.cells[0]}" + (f" and {len(diff.more)} more" if diff.more else "")
        rows.append([diff.name, sizes, *(str(counts[cls] or "-") for cls in CLASSES), loop])
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    last = len(head) - 1
    return [
        "  ".join(
            cell.rjust(width) if 0 < n < last else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in [head, *rows]
    ]


def full(comparison: Comparison, style: Style, only: Sequence[str] = ()) -> Iterator[str]:
    """The summary, then every function that differs."""
    first, *rest = summary(comparison)
    yield style.paint(first, _BOLD)
    yield from rest
    for diff in comparison.functions:
        yield ""
        yield from function(diff, style, only)


def function(diff: FunctionDiff, style: Style, only: Sequence[str] = ()) -> Iterator[str]:
    """One function: the differences beside the code, then the code side by side.

    Lines that differ in spelling or register names only are counted; ``only`` shows them.
    """
    quiet = QUIET - set(only)
    counts = diff.counts()
    words = [f"{cls} {counts[cls]}" for cls in diff.classes()]
    sizes = "" if diff.missing else f"  {diff.sizes[0]} and {diff.sizes[1]} instructions"
    yield style.paint(diff.name, f"{_BOLD};{_NAME}") + sizes + "  " + ", ".join(words)
    if diff.cells[0] == diff.cells[1]:
        more = f"; the same in {', '.join(cell for cell, _ in diff.more)}" if diff.more else ""
        yield f"  in {diff.cells[0]}{more}"
    half = max((style.width - 30) // 2, 10)
    for fact in diff.facts:
        left, right = (_cut(text, half) for text in (fact.a, fact.b))
        yield (
            f"  {LETTERS[fact.cls]} {_cut(fact.what, 22):<22} {style.paint(f'{left:<{half}}', _LEFT)} "
            f"{style.paint(right, _RIGHT)}"
        ).rstrip()
    if diff.loops:
        yield f"  loop bodies: {loops([diff])}"
    if diff.renamed:
        names = ", ".join(f"{a} > {b}" for a, b, _ in diff.renamed)
        yield f"  renamed: {names}"
    hidden = sum(bool(row.classes) and set(row.classes) <= quiet for row in diff.rows)
    shown = [bool(set(row.classes) - quiet) for row in diff.rows]
    yield from _code(diff.rows, shown, quiet, style)
    if hidden:
        yield style.paint(
            f"  {hidden} lines differ in spelling or register names only (--only spelling,registers shows them)", _DIM
        )


def _code(rows: list[Row], shown: list[bool], quiet: frozenset[str] | set[str], style: Style) -> Iterator[str]:
    near = [
        any(shown[max(0, at - CONTEXT) : at + CONTEXT + 1])
        for at in range(len(rows))
    ]  # fmt: skip
    gap = True
    for row, wanted in zip(rows, near):
        if not wanted:
            gap = True
            continue
        if gap:
            yield style.paint("  " + "-" * (style.width - 2), _DIM)
            gap = False
        yield _side_by_side(row, quiet, style)


def _side_by_side(row: Row, quiet: frozenset[str] | set[str], style: Style) -> str:
    loud = [cls for cls in row.classes if cls not in quiet]
    letters = "".join(LETTERS[cls] for cls in row.classes)[:3]
    room = (style.width - 6) // 2 - 6
    left, right = _marked(row, bool(loud), room, style)
    return f"{letters:>3} {left} {style.bar} {right}".rstrip()


def _marked(row: Row, loud: bool, room: int, style: Style) -> tuple[str, str]:
    """Both cells, padded, with colour on words that differ."""
    texts = [_text(line) for line in (row.a, row.b)]
    out = []
    for side, line in enumerate((row.a, row.b)):
        number = f"{line.number:>5}" if line is not None else "     "
        text = _cut(texts[side], room)
        padded = text + " " * (room - len(text))
        if loud or row.classes:
            code = (_LEFT, _RIGHT)[side] if loud else _DIM
            other = texts[1 - side]
            padded = _painted(padded, other, code, style) if other else style.paint(padded, code)
        out.append(f"{style.paint(number, _DIM)} {padded}")
    return out[0], out[1]


def _painted(text: str, other: str, code: str, style: Style) -> str:
    words, others = _TOKEN.findall(text), _TOKEN.findall(other)
    if not style.colour:
        return text
    return "".join(
        word if word.isspace() or (n < len(others) and others[n] == word) else style.paint(word, code)
        for n, word in enumerate(words)
    )


def _text(line: Line | None) -> str:
    if line is None:
        return ""
    if line.meaning.kind != "code":
        return line.text
    word, _, rest = line.text.partition(" ")
    return f"  {word:<10} {rest}".rstrip()


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "~"
