# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A change of ``generated/`` as a table in Markdown, small enough for the description of a pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import targets
from generator.abi import first_equal
from generator.diff.parse import Files
from generator.diff.view import triples, view

ROWS = 20
"""Functions that get a row. One row stands for all others."""
Sizes = dict[tuple[str, str, str], int]
"""Function, architecture, convention → number of instructions."""


@dataclass(slots=True)
class Change:
    """One function. ``sizes``: architecture → different pairs of the numbers of instructions before and after.
    ``gone`` and ``new`` count the lines of all files of the function."""

    sizes: dict[str, dict[tuple[int, int], None]] = field(default_factory=dict)
    gone: int = 0
    new: int = 0

    def text(self) -> str:
        """The numbers of instructions in one line."""
        out = []
        for arch, pairs in self.sizes.items():
            shown = (f"{a or '-'} → {b or '-'}" if a != b else str(a) for a, b in pairs)
            out.append(f"{arch} {', '.join(shown)}")
        return "; ".join(out)


def table(before: Mapping[str, str], after: Mapping[str, str], name: str) -> list[str]:
    """The lines of the table. ``before`` and ``after``: path → text of the files that differ. ``name``: the revision of
    ``before``."""
    changes: dict[str, Change] = {}
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path, ""), after.get(path, "")
        if old != new and triples(old or new):
            change = changes.setdefault(PurePosixPath(path).stem, Change())
            counts = Counter(old.splitlines()), Counter(new.splitlines())
            change.gone += sum((counts[0] - counts[1]).values())
            change.new += sum((counts[1] - counts[0]).values())
    sizes = _sizes(before), _sizes(after)
    for key in sorted(sizes[0].keys() | sizes[1].keys()):
        function, arch, _ = key
        changes[function].sizes.setdefault(arch, {})[sizes[0].get(key, 0), sizes[1].get(key, 0)] = None
    if not changes:
        return [f"No function of generated/ differs from {name}."]
    order = sorted(changes, key=lambda function: (-changes[function].gone - changes[function].new, function))
    rows = [(f"`{function}`", changes[function]) for function in order[:ROWS]]
    if order[ROWS:]:
        rows.append((f"{len(order) - ROWS} others", _sum(changes[function] for function in order[ROWS:])))
    rows.append((f"all {len(order)}", _sum(changes.values())))
    head = [f"| function, {name} → now | instructions | lines gone | lines new |", "|---|---|---|---|"]
    return [*head, *(f"| {text} | {change.text()} | {change.gone} | {change.new} |" for text, change in rows)]


def _sum(changes: Iterable[Change]) -> Change:
    """The lines of several functions."""
    some = list(changes)
    return Change({}, sum(change.gone for change in some), sum(change.new for change in some))


def _sizes(files: Mapping[str, str]) -> Sizes:
    """The number of instructions of each function, once for conventions that differ in their names only."""
    out: Sizes = {}
    reader = Files()
    for path, text in sorted(files.items(), key=lambda item: (not item[0].endswith(".S"), item[0])):
        for triple in triples(text):
            target = targets.load(triple)
            key = (PurePosixPath(path).stem, target.arch, first_equal(target.abi))
            if key not in out:
                lines = reader.read(path, view(text, triple)).lines
                out[key] = sum(line.meaning.kind == "code" for line in lines)
    return out
