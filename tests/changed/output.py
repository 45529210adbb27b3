# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests of what the generator makes, which stand for the generator in tests that execute its output.

A new comment in a script changes no digest: a function's text does not tell the lines of scripts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from generator import library, processes, up_to_date
from generator.function_cache import FunctionCache
from generator.lang.contract import Kernel
from generator.output import Generator, Task
from targets.toolchain.identity import digest

# Of a kernel all but where and how it is written down.
_WRITTEN = {"src", "body", "path", "sha256", "scripts"}


def made(note: Path, count: int = 1) -> dict[str, str]:
    """``KERNEL TRIPLE`` → digest of all its functions; ``contract KERNEL`` and ``headers`` → digest.

    ``note`` keeps the answer for as long as no file of the generator, nor this file, changes. After an edit of kernels
    alone, the digests of all others stay. ``count`` processes share the work. Raises what the generator raises.
    """
    inputs = digest([up_to_date.inputs(), Path(__file__).read_bytes()])
    known = _read(note)
    if known.get("inputs") == inputs:
        return dict(known["digests"])
    kernels = library.load()
    rest = digest([up_to_date.inputs(scripts=False), Path(__file__).read_bytes()])
    scripts = {kernel.name: _scripts(kernel) for kernel in kernels.kernels.values()}
    before = known.get("scripts", {}) if known.get("rest") == rest else {}
    edited = {name for name, read in scripts.items() if before.get(name) != read}
    found = {
        name: value
        for name, value in known.get("digests", {}).items()
        if name.partition(" ")[0] in scripts.keys() - edited
    }
    found.update(_made(kernels, edited, count))
    whole = Generator(kernels)
    headers = {**whole.headers({}), **whole.preambles()}
    found["headers"] = digest(part for name, data in headers.items() for part in (name, data))
    found.update({f"contract {kernel.name}": digest([contract(kernel)]) for kernel in kernels.kernels.values()})
    note.parent.mkdir(parents=True, exist_ok=True)
    partial = note.with_name(f".{note.name}-{os.getpid()}")
    told = {"inputs": inputs, "rest": rest, "scripts": scripts, "digests": found}
    partial.write_text(json.dumps(told), "utf-8")
    partial.replace(note)
    return found


def _read(note: Path) -> dict[str, Any]:
    """The note of an earlier run; empty if there is none, or if it is damaged."""
    try:
        found = json.loads(note.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    good = isinstance(found, dict) and all(isinstance(found.get(name), dict) for name in ("scripts", "digests"))
    return found if good else {}


def _scripts(kernel: Kernel) -> str:
    """A digest of a kernel's script, and of all scripts that this one imports, with their places."""
    return digest([kernel.path, kernel.sha256, *(part for item in sorted(kernel.scripts.items()) for part in item)])


def _made(kernels: library.Library, names: Iterable[str], count: int) -> dict[str, str]:
    """The digests of the functions of some kernels."""
    wanted = sorted(names)
    jobs = Generator(kernels).tasks(wanted) if wanted else []
    parts: dict[str, list[str]] = {}
    for job, made in sorted(zip(jobs, processes.spread(digest_maker, (kernels.paths,), jobs, count))):
        for triple, text in made:
            parts.setdefault(f"{job[0]} {triple}", []).extend([job[1], text])
    return {name: digest(texts) for name, texts in parts.items()}


def digest_maker(paths: Sequence[Path]) -> Callable[[Task], list[tuple[str, str]]]:
    """A function that generates the files of a job: a digest for each triple."""
    generator = Generator(library.load(list(paths)), cache=FunctionCache())

    def make(job: Task) -> list[tuple[str, str]]:
        return [(row[0], digest(part for item in row[2].items() for part in item)) for row in generator.make(job)]

    return make


def contract(kernel: Kernel) -> str:
    """Everything that a kernel declares, as text."""
    return repr([(f.name, getattr(kernel, f.name)) for f in fields(kernel) if f.repr and f.name not in _WRITTEN])


def chosen(digests: dict[str, str], kernels: Iterable[str] | None, triples: Iterable[str] | None) -> str:
    """One digest of what some kernels (default: all) make for some triples (default: all), with the headers."""
    names, places = (None if kind is None else set(kind) for kind in (kernels, triples))
    kept = []
    for name, value in sorted(digests.items()):
        first, _, second = name.partition(" ")
        if first == "contract":
            wanted = names is None or second in names
        elif name == "headers":
            wanted = True
        else:
            wanted = (names is None or first in names) and (places is None or second in places)
        if wanted:
            kept += [name, value]
    return digest(kept)
