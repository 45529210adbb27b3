# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests' matrix: sources of every cell, assembled once a session by every available assembler."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import targets
from generator import library
from generator.function_cache import FunctionCache
from generator.output import Generator
from targets import Target
from targets.toolchain.assemble import assemble, assemblers
from tests.external import siphash

CELLS = [(triple, syntax) for triple in targets.all_triples() for syntax in targets.load(triple).syntaxes]


@dataclass(frozen=True, slots=True)
class Cell:
    """One triple in one syntax. ``objects``: assembler → function symbol (undecorated, unprefixed) → object file."""

    target: Target
    syntax: str
    folder: Path
    objects: dict[str, dict[str, Path]]

    @property
    def first(self) -> dict[str, Path]:
        return next(iter(self.objects.values()))


@cache
def generator(folder: Path) -> Generator:
    """The library of the tree, and the external kernel from a folder outside the tree."""
    outside = folder / "outside"
    outside.mkdir(exist_ok=True)
    shutil.copy(siphash.__file__, outside)
    return Generator(library.load([outside]), cache=FunctionCache())


def make_cell(folder: Path, triple: str, syntax: str) -> Cell:
    """Write all functions of a cell and assemble them with each assembler. A warning raises ToolFailed."""
    target = targets.load(triple)
    place = folder / f"{triple}-{syntax}"
    sources: dict[str, Path] = {}
    for name, data in generator(folder).sources(target, [syntax]).items():
        path = place / Path(name).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sources[path.stem] = path
    objects: dict[str, dict[str, Path]] = {}
    for by in assemblers(target, syntax):
        objects[by] = {
            stem: assemble(target, syntax, path, place / by.replace(" ", "-") / (stem + target.object_suffix), by=by)
            for stem, path in sources.items()
        }
    return Cell(target, syntax, place, objects)


def in_tree(cell: Cell) -> list[str]:
    """The kernels of this tree, without those from outside that are assembled with them."""
    return [name for name, kernel in generator(cell.folder.parent).library.kernels.items() if kernel.of_tree]
