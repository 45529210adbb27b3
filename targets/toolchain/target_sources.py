# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The sources of one target in one syntax, for a quick comparison.

A source is read from ``generated/`` if the manifest there shows the same kernel file. A few functions of each target
are generated again to find out whether the generator has changed since. All processors generate the other sources,
and a store keeps them for the next run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import targets
from generator import processes
from generator.diff.compare import Side
from generator.function_cache import FunctionCache
from generator.library import ROOT, Library, load
from generator.output import Generator, available
from targets import Target

GENERATED = ROOT / "generated"
_TRIED = 3  # functions of a target to generate again, the smallest ones
_ALONE = 6  # functions that one process generates; more are shared among processes
Job = tuple[str, str, str, str]
"""Kernel, variant, triple, syntax."""


@dataclass(slots=True)
class _Cell:
    """A target in a syntax. ``texts``: (kernel, variant) → text, as read; ``missing``: those to generate."""

    target: Target
    syntax: str
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    missing: list[tuple[str, str]] = field(default_factory=list)

    def job(self, name: tuple[str, str]) -> Job:
        return (*name, self.target.triple, self.syntax)


def sources(
    library: Library, wanted: Sequence[tuple[Target, str]], kernels: Sequence[str] = (), *, fresh: bool = False
) -> list[Side]:
    """One side for each target and syntax. ``kernels`` names the needed kernels or functions; empty, or without a known
    name, it stands for all. ``fresh``: read nothing from ``generated/``.
    """
    found = [_at_hand(library, target, syntax, kernels, fresh) for target, syntax in wanted]
    if kernels and not any(cell.texts or cell.missing for cell in found):
        found = [_at_hand(library, target, syntax, (), fresh) for target, syntax in wanted]
    make = maker(library.paths, library)
    for cell in found:
        tried = sorted(cell.texts, key=lambda name: (len(cell.texts[name]), name))[:_TRIED]
        if any(make(cell.job(name)) != cell.texts[name] for name in tried):
            cell.missing += cell.texts
            cell.texts.clear()
    jobs = [cell.job(name) for cell in found for name in cell.missing]
    count = processes.count() if len(jobs) > _ALONE else 1
    made = dict(zip(jobs, processes.spread(maker, (library.paths,), jobs, count) if count > 1 else map(make, jobs)))
    return [_side(cell, made, fresh) for cell in found]


def maker(paths: Sequence[Path], library: Library | None = None) -> Callable[[Job], str]:
    """A function that generates the text of a job. A worker process calls this without ``library``."""
    kernels = library or load(list(paths))
    generator = Generator(kernels, cache=FunctionCache())

    def make(job: Job) -> str:
        name, variant_name, triple, syntax = job
        kernel, target = kernels.find(name), targets.load(triple)
        function = generator.function(kernel, kernel.variant(variant_name), target.abi)
        (data,) = generator.files(target, kernel, function, [syntax]).values()
        return data.decode("ascii")

    return make


def _at_hand(library: Library, target: Target, syntax: str, kernels: Sequence[str], fresh: bool) -> _Cell:
    rows = {} if fresh else _rows(target, syntax)
    cell = _Cell(target, syntax)
    for kernel in library.kernels.values():
        for variant in kernel.variants:
            asked = not kernels or kernel.name in kernels or f"{kernel.name}_{variant.name}" in kernels
            if not asked or not available(variant, target.arch):
                continue
            row = rows.get((kernel.name, variant.name))
            text = _intact(row, syntax) if row is not None and row["source_sha256"] == kernel.sha256 else None
            if text is None:
                cell.missing.append((kernel.name, variant.name))
            else:
                cell.texts[kernel.name, variant.name] = text
    return cell


def _rows(target: Target, syntax: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of a target in the manifest of ``generated/``; empty if the manifest cannot be read."""
    try:
        manifest = json.loads((GENERATED / "manifest.json").read_text("utf-8"))
        rows = manifest["targets"].get(target.triple, [])
        return {(row["kernel"], row["variant"]): row for row in rows if row["files"][syntax] and row["source_sha256"]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _intact(row: dict[str, Any], syntax: str) -> str | None:
    """The text of a file whose digest is that of its row; otherwise None."""
    try:
        data = (GENERATED / row["files"][syntax]["path"]).read_bytes()
        good = hashlib.sha256(data).hexdigest() == row["files"][syntax]["sha256"]
        return data.decode("ascii") if good else None
    except (OSError, UnicodeDecodeError, KeyError, TypeError):
        return None


def _side(cell: _Cell, made: dict[Job, str], fresh: bool) -> Side:
    triple, syntax = cell.target.triple, cell.syntax
    texts = {**cell.texts, **{name: made[cell.job(name)] for name in cell.missing}}
    files = {
        f"{triple}/{syntax}/{kernel}_{variant}{cell.target.extension(syntax)}": text
        for (kernel, variant), text in texts.items()
    }
    note = ""
    if cell.missing and not fresh:
        names = list(dict.fromkeys(kernel for kernel, _ in cell.missing))
        shown = "all" if not cell.texts else ", ".join(names[:4]) + (" and others" if len(names) > 4 else "")
        note = f"{triple}: generated/ is not what the generator makes now; made anew: {shown}"
    return Side(f"{triple}:{syntax}", files, (triple, syntax), note=note)
