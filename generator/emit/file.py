# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The file of one function for some targets of a machine, which read one dialect.

All that object formats and systems spell differently is a macro. What remains different is known: conventions differ in
prologue, entry and epilogue, around one body. These zones are under conditions of the preprocessor, and the body
is there once. Conventions with other bodies have all their lines under a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generator import templates
from generator.abi import first_equal
from generator.emit.base import EmitError, Renderer, Written, ascii_line, header_lines, source_words
from generator.emit.target import Target
from generator.model import Function

ALL = "all"
"""The word that ends the part of a banner that differs between targets."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines that some renderers have in common; ``owners`` are their indexes, none for lines of the preprocessor."""

    owners: Sequence[int]
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class File:
    """``text``: ASCII, LF, the same bytes every time. ``stretches`` are the lines from the line ``start`` on."""

    text: str
    renderers: Sequence[Renderer]
    stretches: Sequence[Stretch]
    start: int

    def of(self, target: Target) -> Written:
        """The file as that of one of its targets."""
        index = next(n for n, renderer in enumerate(self.renderers) if target in renderer.targets)
        return Written(self.text, lambda: self.renderers[index].places(self._numbers(index)))

    def _numbers(self, index: int) -> list[int]:
        """The numbers of a renderer's lines."""
        out: list[int] = []
        number = self.start
        for stretch in self.stretches:
            for line in stretch.lines:
                if index in stretch.owners:
                    out.append(number)
                number += line.count("\n") + 1
        return out


def file(renderers: Sequence[Renderer]) -> File:
    """The file of the lines of some renderers of one dialect."""
    first = renderers[0]
    for renderer in renderers:
        renderer.write()
    stretches = _code(renderers)
    functions = {triple: function for renderer in renderers for triple, function in renderer.functions.items()}
    code = "\n".join(line for stretch in stretches for line in stretch.lines)
    values: dict[str, object] = {
        "version": ascii_line(first.version),
        "source": source_words(first.function),
        "script": ascii_line(first.script),
        "features": ", ".join(first.function.features),
        "targets": first.every,
        "header": _header([functions[target.triple] for target in first.every]),
        "bits": first.machine.bits,
        "syntax_lines": first.syntax_lines(),
        "symbol": first.symbol,
        "code": code,
        "tables": _same_or_switched(renderers, Renderer.table_lines),
        **first.fields(renderers),
    }
    text = templates.render(first.template, values)
    text.encode("ascii")
    return File(text, renderers, stretches, text.count("\n", 0, text.index(code)) + 1)


def _same_or_switched(renderers: Sequence[Renderer], lines: Callable[[Renderer], list[str]]) -> list[str]:
    """Lines that all renderers have, or those of each under a condition."""
    made = _switched(renderers, _distinct(range(len(renderers)), [lines(one) for one in renderers]))
    return [line for stretch in made for line in stretch.lines]


def _code(renderers: Sequence[Renderer]) -> list[Stretch]:
    """The lines of all renderers, with switches around those that differ."""
    groups: list[list[int]] = []
    for index, renderer in enumerate(renderers):
        alike = (group for group in groups if _end(renderers[group[0]], renderer) is not None)
        group = next(alike, None)
        if group is None:
            groups.append([index])
        else:
            group.append(index)
    return _switched(renderers, [(group, _joined(renderers, group)) for group in groups])


def _end(a: Renderer, b: Renderer) -> int | None:
    """The number of lines from which on two functions have one body. Entries, which move arguments to their places,
    come before. None for other bodies."""
    mine, theirs = ([line for _, line in one.parts[1]] for one in (a, b))
    size = _equal(mine[::-1], [theirs[::-1]])
    return size if 2 * size >= max(len(mine), len(theirs)) else None


def _joined(renderers: Sequence[Renderer], group: Sequence[int]) -> list[Stretch]:
    """The lines of functions of one body: each zone around the body under conditions, the body once."""
    texts = [[[line for _, line in part] for part in renderers[index].parts] for index in group]
    size = min(_end(renderers[group[0]], renderers[index]) or 0 for index in group)
    for text in texts:
        entry = len(text[1]) - size
        text[:2] = [[*text[0], *text[1][:entry]], text[1][entry:]]
    out: list[Stretch] = []
    for at, (first, *others) in enumerate(zip(*texts, strict=True)):
        if at == 1:  # the body
            out.append(Stretch(group, first))
            continue
        before = _equal(first, others)
        after = _equal(first[before:][::-1], [other[before:][::-1] for other in others])
        cut = [lines[before : len(lines) - after] for lines in (first, *others)]
        out += [Stretch(group, first[:before]), *_switched(renderers, _distinct(group, cut))]
        out.append(Stretch(group, first[len(first) - after :]))
    return out


Group = tuple[list[int], list[Stretch]]
"""The indexes of some renderers, and their lines."""


def _distinct(indexes: Iterable[int], texts: Sequence[Sequence[str]]) -> list[Group]:
    """The renderers of each text."""
    found: dict[tuple[str, ...], list[int]] = {}
    for index, lines in zip(indexes, texts, strict=True):
        found.setdefault(tuple(lines), []).append(index)
    return [(some, [Stretch(some, lines)]) for lines, some in found.items()]


def _switched(renderers: Sequence[Renderer], groups: Sequence[Group]) -> list[Stretch]:
    """The lines of all groups with their conditions. The last group is one without a name, else one without lines, else
    the one of most targets."""
    if len(groups) == 1:
        return groups[0][1]
    first, more, others, end = renderers[0].switch
    chosen = []
    for some, text in groups:
        targets = [target for index in some for target in renderers[index].targets]
        chosen.append((renderers[0].condition(targets), text, len(targets)))
    chosen.sort(key=lambda group: (group[0] is None, not any(one.lines for one in group[1]), group[2]))
    if any(condition is None for condition, _, _ in chosen[:-1]):
        raise EmitError(f"{renderers[0].function.symbol}: two groups of targets need a condition and have none")
    out: list[Stretch] = []
    for at, (condition, text, _) in enumerate(chosen):
        if at < len(chosen) - 1:
            out += [Stretch((), [(more if at else first).format(condition)]), *text]
        elif any(one.lines for one in text):
            out += [Stretch((), [others.format(condition)]), *text]
    return [*out, Stretch((), [end])]


def _header(functions: Sequence[Function]) -> list[str]:
    """The banner's lines about a function: once if all functions share them, else for each convention. Conventions that
    differ in their names only count as one, whose names are together."""
    names: dict[str, list[str]] = {}
    for function in functions:
        names.setdefault(first_equal(function.abi, function.widths), []).append(function.abi)
    texts = {}
    for function in functions:
        own = ", ".join(dict.fromkeys(names[first_equal(function.abi, function.widths)]))
        texts[own] = [line.replace(f" {function.abi}.", f" {own}.") for line in header_lines(function)]
    head, *others = texts.values()
    if all(other == head for other in others):
        return head
    before = _equal(head, others)
    after = _equal(head[before:][::-1], [other[before:][::-1] for other in others])
    out = head[:before]
    for name, lines in texts.items():
        out += [f" -- {name}", *lines[before : len(lines) - after]]
    return [*out, f" -- {ALL}", *head[len(head) - after :]] if after else out


def _equal(first: Sequence[str], others: Sequence[Sequence[str]]) -> int:
    """The number of lines at the beginning that all texts share."""
    for count, lines in enumerate(zip(first, *others)):
        if any(line != lines[0] for line in lines):
            return count
    return min(map(len, (first, *others)))
