# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The wasteful instructions of all functions of the tree: their numbers, which must not grow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from generator import library, processes
from generator.abi import abi, conventions, first_equal
from generator.function_cache import FunctionCache
from generator.output import Generator, Job, available, every_target
from generator.passes.judges.waste import KINDS, Kind, Waste, wasteful

LIMITS: dict[Kind, int] = {"pair": 8, "reload": 12, "copy": 20, "wait": 20}
"""The numbers that the generator reached. Copies: Camellia's bit slices on AArch64 (16), a batch of GHASH, and two
words of RIPEMD-160 for arm64ec. Waits: 32-bit x86 has the same words in halves."""


@dataclass(frozen=True, slots=True)
class Found:
    """A wasteful instruction of a function for a convention."""

    symbol: str
    convention: str
    waste: Waste


def found(kernels: Iterable[str] | None = None, count: int = 1) -> list[Found]:
    """The wasteful instructions of ``kernels`` (default: all), for all conventions of targets but equals of others.
    ``count`` processes share the work."""
    of_targets = {target.abi for target in every_target()}
    tree = library.load()
    chosen = tree.kernels if kernels is None else sorted(kernels)
    jobs: list[Job] = [
        (name, variant.name, of.name)
        for of in conventions()
        if of.name in of_targets and first_equal(of.name) == of.name
        for name in chosen
        for variant in tree.kernels[name].variants
        if available(variant, of.arch)
    ]
    parts = processes.spread(searcher, (tree.paths,), jobs, count)
    return [one for part in parts for one in part]


def searcher(paths: list[Path]) -> Callable[[Job], list[Found]]:
    """The work of one process: job → what is found."""
    generator = Generator(library.load(paths), cache=FunctionCache())

    def search(job: Job) -> list[Found]:
        kernel = generator.library.kernels[job[0]]
        function = generator.function(kernel, kernel.variant(job[1]), job[2])
        return [Found(function.symbol, job[2], waste) for waste in wasteful(function, abi(job[2]))]

    return search


def excess(some: list[Found]) -> list[str]:
    """A line for each kind with more instructions than the limit, and the functions that have most of them."""
    lines = []
    for kind in KINDS:
        of_kind = [one for one in some if one.waste.kind == kind]
        if len(of_kind) > LIMITS[kind]:
            worst = Counter(f"{one.symbol} for {one.convention}" for one in of_kind).most_common(3)
            named = "; ".join(f"{where}: {number}" for where, number in worst)
            lines.append(f"{len(of_kind)} wasteful instructions of the kind {kind}, limit {LIMITS[kind]} ({named})")
    return lines


def verdict() -> tuple[str, list[str]]:
    """The numbers of all functions in words, and the lines of :func:`excess`."""
    some = found(count=processes.count())
    numbers = Counter(one.waste.kind for one in some)
    words = {"pair": "pairs", "reload": "reloads", "copy": "copies", "wait": "waits"}
    return ", ".join(f"{numbers[kind]} {words[kind]}" for kind in KINDS), excess(some)
