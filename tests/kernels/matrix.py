# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests' matrix: sources of every cell, assembled once a session by every available assembler."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import targets
from generator import library
from generator.emit import dialect
from generator.function_cache import FunctionCache
from generator.lang.contract import Kernel, Variant
from generator.model import Function
from generator.output import Generator
from targets import Target
from targets.toolchain import testing
from targets.toolchain.assemble import assemblers
from targets.trial.assembled import Assembled, assembled
from tests.external import siphash

OUTSIDE = ("ntt16.py", "poly1305.py", "siphash.py")
"""Scripts of tests/external that cells have, too."""
KERNELS = tuple(library.load().kernels)
CELLS = [(triple, syntax) for triple in targets.all_triples() for syntax in targets.load(triple).syntaxes]


def kind(triple: str) -> str:
    """The calling convention and the format of objects. Triples of one kind have the same machine code."""
    target = targets.load(triple)
    return f"{target.abi}-{target.object_format}"


TWINS = {one: tuple(t for t in targets.all_triples() if kind(t) == one) for one in map(kind, targets.all_triples())}
"""Kind → its triples. test_same_code.py compares their code, syntax by syntax."""
_FULL = {(twins[0], targets.load(twins[0]).syntaxes[0]) for twins in TWINS.values()}


def in_full(triple: str, syntax: str = "") -> bool:
    """Whether functions get all calls of their plans here: once for each kind, or everywhere by ``test --all``. The
    same code gets a few calls elsewhere."""
    first = (triple, syntax or targets.load(triple).syntaxes[0])
    return first in _FULL or testing.whole()


@dataclass(frozen=True, slots=True)
class Cell(Assembled):
    """One triple in one syntax. ``kernels`` are those of the tree; :func:`functions` says when the external ones are
    there."""

    kernels: frozenset[str]

    def functions(self) -> Iterator[tuple[Kernel, Variant, Function]]:
        return functions(self.folder.parent, self.target, self.kernels)


@cache
def generator(folder: Path) -> Generator:
    """The library of the tree, and the external kernels from a folder outside the tree."""
    outside = folder / "outside"
    outside.mkdir(exist_ok=True)
    for name in OUTSIDE:
        shutil.copy(Path(str(siphash.__file__)).with_name(name), outside)
    return Generator(library.load([outside]), cache=FunctionCache())


def functions(folder: Path, target: Target, kernels: frozenset[str]) -> Iterator[tuple[Kernel, Variant, Function]]:
    """The functions of kernels of the tree, and of those from outside.

    A part of the tree's kernels comes alone if a machine without extensions can run one of the functions. An edit of
    their scripts changes no kernel from outside. After an edit of a kernel from outside, which is an edit of tests, a
    test runs for all kernels.
    """
    made = generator(folder)
    found = list(made.functions(target, sorted(kernels))) if kernels else []
    yield from found
    if kernels.issuperset(KERNELS) or all(variant.features for _, variant, _ in found):
        outside = [name for name, kernel in made.library.kernels.items() if not kernel.of_tree]
        yield from made.functions(target, outside)


def _skipped(target: Target, syntax: str) -> set[str]:
    """zig, whose assembler is clang's: tests/emit shows that it takes each syntax. And, but for ``test --all``, the
    assemblers that make objects of the same format from the same files in an earlier cell."""

    def made(target: Target, syntax: str) -> dict[str, tuple[str, str, str, str]]:
        files = target.arch, dialect(target.arch, syntax), target.object_format
        return {by: (*files, by) for by in assemblers(target, syntax)}

    earlier = CELLS[: CELLS.index((target.triple, syntax))]
    seen = {key for triple, other in earlier for key in made(targets.load(triple), other).values()}
    again = {by for by, key in made(target, syntax).items() if key in seen and not testing.whole()}
    return {"zig"} | again


def make_cell(folder: Path, name: str, triple: str, syntax: str, kernels: frozenset[str]) -> Cell:
    """Write all functions of a cell and assemble them with each assembler but the skipped ones. A warning raises
    ToolFailed."""
    target = targets.load(triple)
    place = folder / name
    place.mkdir()
    sources: dict[str, bytes] = {}
    for kernel, variant, _ in functions(folder, target, kernels):
        sources.update(generator(folder).files(target, kernel, variant, [syntax]))
    made = assembled(target, syntax, place, sources, without=_skipped(target, syntax))
    return Cell(target, syntax, place, made, kernels)
