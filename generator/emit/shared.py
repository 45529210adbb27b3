# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One file for several targets of one machine.

Each target's code is written with macros for all that object formats and systems spell differently. Lines that remain
different stand in stretches under conditions of the preprocessor. All other lines stand there once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from generator import templates
from generator.abi import twin
from generator.emit.base import EmitError, Renderer, ascii_line, header_lines, source_words
from generator.emit.stretches import Stretch, align
from generator.emit.target import Target
from generator.model import Function

ALL = "all"
"""The word that ends the part of a banner that differs between targets."""


def shared(renderers: Sequence[Renderer]) -> str:
    """The file of one function. ``renderers``: those of one dialect, one for each target."""
    first, targets = renderers[0], [renderer.target for renderer in renderers]
    values: dict[str, object] = {
        "version": ascii_line(first.version),
        "source": source_words(first.function),
        "script": ascii_line(first.script),
        "features": ", ".join(first.function.features),
        "targets": targets,
        "header": _header([renderer.function for renderer in renderers]),
        "code": "\n".join(_code(renderers)),
        **first.shared_fields(),
    }
    text = templates.render(first.shared_skeleton, values)
    text.encode("ascii")
    return text


def _code(renderers: Sequence[Renderer]) -> list[str]:
    """The lines of the code, with switches around the stretches that differ. Targets of one frame come first: their
    texts differ least. A switch between them counts as one line of the text that they share."""
    frames: dict[str, list[Renderer]] = {}
    for renderer in renderers:
        frames.setdefault(twin(renderer.target.abi, renderer.function.widths), []).append(renderer)
    texts = []
    for some in frames.values():
        targets = [renderer.target for renderer in some]
        texts.append((targets, _merged(some[0], [([one.target], one.code()) for one in some])))
    return _merged(renderers[0], texts)


def _merged(renderer: Renderer, texts: Sequence[tuple[list[Target], list[str]]]) -> list[str]:
    """One text for the targets of several texts."""
    distinct: dict[tuple[str, ...], list[Target]] = {}
    for targets, lines in texts:
        distinct.setdefault(tuple(lines), []).extend(targets)
    out: list[str] = []
    for stretch in align(list(distinct)):
        if stretch.common:
            out += stretch.lines[0]
            continue
        out.append("\n".join(_switched(renderer, _groups(renderer, stretch, list(distinct.values())))))
    return out


Group = tuple[Union[str, None], tuple[str, ...]]
"""The condition of some targets, and their lines."""


def _groups(renderer: Renderer, stretch: Stretch, targets: Sequence[list[Target]]) -> list[Group]:
    """The different lines of a stretch. The last group is one without a name, else one without lines, else the one of
    most targets."""
    found: dict[tuple[str, ...], list[Target]] = {}
    for lines, some in zip(stretch.lines, targets):
        found.setdefault(lines, []).extend(some)
    groups = [(renderer.condition(some), lines, len(some)) for lines, some in found.items()]
    groups.sort(key=lambda group: (group[0] is None, not group[1], group[2]))
    if any(condition is None for condition, _, _ in groups[:-1]):
        raise EmitError(f"{renderer.function.symbol}: two groups of targets need a condition and have none")
    return [(condition, lines) for condition, lines, _ in groups]


def _switched(renderer: Renderer, groups: Sequence[Group]) -> list[str]:
    """The lines of all groups with their conditions."""
    first, more, others, end = renderer.switch
    out: list[str] = []
    for at, (condition, lines) in enumerate(groups):
        if at < len(groups) - 1:
            out += [(more if at else first).format(condition), *lines]
        elif lines:
            out += [others, *lines]
    return [*out, end]


def _header(functions: Sequence[Function]) -> list[str]:
    """The banner's lines about a function: once if all functions share them, else for each convention. Conventions that
    differ in their names only count as one, whose names stand together."""
    names: dict[str, list[str]] = {}
    for function in functions:
        names.setdefault(twin(function.abi, function.widths), []).append(function.abi)
    texts = {}
    for function in functions:
        own = ", ".join(dict.fromkeys(names[twin(function.abi, function.widths)]))
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
    return min(len(first), *map(len, others))
