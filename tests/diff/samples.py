# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Sources to compare: every function of a target, made once a process, and files with a difference planted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import targets
from generator import library
from generator.diff.compare import Side, compare
from generator.diff.model import FunctionDiff
from generator.output import available
from targets.toolchain import target_sources

COMMANDED = ("rc4_set_key", "rc4_stream")
"""The kernels of the tree that the checkout of the fixture ``root`` has."""


@cache
def _library() -> library.Library:
    return library.load([])


@cache
def _cell(triple: str, syntax: str, kernels: tuple[str, ...]) -> Side:
    return target_sources.sources(_library(), [(targets.load(triple), syntax)], kernels)[0]


def cell(triple: str, syntax: str, kernels: tuple[str, ...] = ()) -> Side:
    """One target in one syntax."""
    found = _cell(triple, syntax, kernels)
    return replace(found, files=dict(found.files))


def having(kernels: Iterable[str], arch: str) -> tuple[str, ...]:
    """Of the kernels, those with a variant for an architecture, in a fixed order."""
    found = _library().kernels
    return tuple(sorted(name for name in kernels if any(available(v, arch) for v in found[name].variants)))


@cache
def source(triple: str, syntax: str, kernel: str, variant: str = "scalar") -> str:
    """The text of one file, generated here and now."""
    wanted = [(targets.load(triple), syntax)]
    files = target_sources.sources(_library(), wanted, (f"{kernel}_{variant}",))[0].files
    return next(text for path, text in files.items() if Path(path).stem == f"{kernel}_{variant}")


def planted(text: str, old: str, new: str, count: int = 1) -> str:
    """``text`` with ``old`` replaced; fails where it is not there to be replaced."""
    assert old in text, f"nothing to plant a difference in: {old!r}"
    return text.replace(old, new, count)


def difference(a: str, b: str, extension: str = ".S") -> FunctionDiff | None:
    """The comparison of two texts of one function; None if they are the same."""
    sides = (Side("a", {f"f{extension}": a}), Side("b", {f"f{extension}": b}))
    found = compare(*sides)
    assert len(found.functions) <= 1
    return found.functions[0] if found.functions else None
