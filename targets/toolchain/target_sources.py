# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The functions of one target in one syntax, for a comparison.

The generator makes them. A store keeps functions for the next run. All processors build the functions that the store
lacks.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from generator import processes, up_to_date
from generator.abi import abi
from generator.diff.compare import Side
from generator.diff.view import view
from generator.emit import Written, dialect
from generator.function_cache import FunctionCache
from generator.library import Library, load, run
from generator.model import Function
from generator.output import Generator, Job, available, every_target
from generator.passes.contract import family
from generator.pipeline import build
from generator.ready import GENERATED
from generator.store import CHECKOUT
from targets import Target

_ALONE = 6  # the most functions that one process builds alone; several processes share longer lists
Name = tuple[str, str]
"""Kernel, variant."""


def sources(
    library: Library, wanted: Sequence[tuple[Target, str]], kernels: Sequence[str] = (), *, fresh: bool = False
) -> list[Side]:
    """One side for each target and syntax.

    ``kernels`` names the needed kernels or functions; an empty list, or one without a known name, stands for all.
    ``fresh``: build every function, and print no remark on ``generated/``.
    """
    names = [_names(library, target, kernels) for target, _ in wanted]
    if not any(names):
        names = [_names(library, target, ()) for target, _ in wanted]
    store = FunctionCache()
    found: dict[Job, Function | None] = {}
    for (target, _), some in zip(wanted, names):
        conventions = {one.abi for one in every_target() if one.arch == target.arch}  # one file serves them all
        for name, convention in itertools.product(some, sorted(conventions)):
            kernel = library.find(name[0])
            job = (*name, family(kernel, convention))
            if job not in found:
                found[job] = None if fresh else store.get(kernel, kernel.variant(name[1]), job[2])
    missing = [job for job, function in found.items() if function is None]
    count = processes.count() if len(missing) > _ALONE else 1
    make = builder(library.paths, library) if count == 1 else None
    built = map(make, missing) if make else processes.spread(builder, (library.paths,), missing, count)
    generator = Generator(library)
    functions = {job: function for job, function in {**found, **dict(zip(missing, built))}.items() if function}
    spelled = {job: len(function.spelled) for job, function in functions.items()}
    for job, function in functions.items():
        generator.keep(job, function)
    # One look at what a whole run kept is quicker than a comparison of each function's text.
    checked = fresh or not CHECKOUT or up_to_date.up_to_date(up_to_date.inputs(), GENERATED) is not None
    sides = [_side(generator, *cell, some, fresh, checked) for cell, some in zip(wanted, names)]
    for job, function in functions.items():
        if len(function.spelled) > spelled[job]:  # the lines of a further dialect save the next run half of its work
            kernel = library.find(job[0])
            store.put(kernel, kernel.variant(job[1]), job[2], function)
    return sides


def builder(paths: Sequence[Path], library: Library | None = None) -> Callable[[Job], Function]:
    """A function that builds the function of a job, and keeps it in the store. A worker process calls this without
    ``library``."""
    kernels, store = library or load(list(paths)), FunctionCache()

    def make(job: Job) -> Function:
        kernel = kernels.find(job[0])
        variant = kernel.variant(job[1])
        built = run(lambda: build(kernel, variant, abi(job[2])), kernel.src.file)
        store.put(kernel, variant, job[2], built)
        return built

    return make


def _names(library: Library, target: Target, kernels: Sequence[str]) -> list[Name]:
    return [
        (kernel.name, variant.name)
        for kernel in library.kernels.values()
        for variant in kernel.variants
        if (not kernels or kernel.name in kernels or f"{kernel.name}_{variant.name}" in kernels)
        and available(variant, target.arch)
    ]


def _side(generator: Generator, target: Target, syntax: str, names: Sequence[Name], fresh: bool, checked: bool) -> Side:
    """``checked``: ``generated/`` is known to have the functions of the tree."""
    made: dict[str, Written] = {}
    stale = []
    for kernel_name, variant_name in names:
        kernel = generator.library.find(kernel_name)
        name = f"{kernel_name}_{variant_name}{target.extension(syntax)}"
        path = f"{target.triple}/{syntax}/{name}"
        made[path] = generator.written(target, kernel, kernel.variant(variant_name), syntax)
        known = checked and kernel.of_tree
        # A kernel from outside the tree has nothing in generated/ that could be stale.
        if kernel.of_tree and not fresh and not known and not _current(target, syntax, name, made[path].text):
            stale.append(kernel.name)
    note = ""
    if stale:
        shown = list(dict.fromkeys(stale))
        few = "all" if len(stale) == len(names) else ", ".join(shown[:4]) + (" and others" if len(shown) > 4 else "")
        note = f"{target.triple}: generated/ is not what the generator makes now; made anew: {few}"
    files = {path: view(written.text, target.triple) for path, written in made.items()}
    return Side(f"{target.triple}:{syntax}", files, (target.triple, syntax), note=note, written=made)


def _current(target: Target, syntax: str, name: str, text: str) -> bool:
    """True if ``generated/`` has this text of a function."""
    try:
        return (GENERATED / target.arch / dialect(target.arch, syntax) / name).read_text("ascii") == text
    except (OSError, ValueError):
        return False
