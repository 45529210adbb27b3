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

import targets
from generator import library, processes, up_to_date
from generator.function_cache import FunctionCache
from generator.lang.contract import Kernel
from generator.output import Generator, available
from targets.toolchain.identity import digest

# Of a kernel all but where and how it is written down.
_WRITTEN = {"src", "body", "path", "sha256", "scripts"}
Job = tuple[str, str, str, str]
"""Kernel, variant, triple, syntax."""


def made(note: Path, count: int = 1) -> dict[str, str]:
    """``KERNEL TRIPLE`` → digest of all its functions; ``contract KERNEL`` and ``headers`` → digest.

    ``note`` keeps the answer for as long as no file of the generator, nor this file, changes. ``count`` processes share
    the work. Raises what the generator raises.
    """
    inputs = digest([up_to_date.inputs(), Path(__file__).read_bytes()])
    try:
        known = json.loads(note.read_text("utf-8"))
        if known["inputs"] == inputs:
            return dict(known["digests"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    found = _made(count)
    note.parent.mkdir(parents=True, exist_ok=True)
    partial = note.with_name(f".{note.name}-{os.getpid()}")
    partial.write_text(json.dumps({"inputs": inputs, "digests": found}), "utf-8")
    partial.replace(note)
    return found


def _made(count: int) -> dict[str, str]:
    kernels = library.load()
    jobs: list[Job] = [
        (kernel.name, variant.name, triple, syntax)
        for kernel in kernels.kernels.values()
        for variant in kernel.variants
        for triple in targets.all_triples()
        if available(variant, targets.load(triple).arch)
        for syntax in targets.load(triple).syntaxes
    ]
    texts = processes.spread(text_maker, (kernels.paths,), jobs, count)
    parts: dict[str, list[str]] = {}
    for (kernel_name, variant_name, triple, syntax), text in zip(jobs, texts):
        parts.setdefault(f"{kernel_name} {triple}", []).extend([variant_name, syntax, text])
    found = {name: digest(texts) for name, texts in parts.items()}
    found["headers"] = digest(part for name, data in Generator(kernels).headers().items() for part in (name, data))
    found.update({f"contract {kernel.name}": digest([contract(kernel)]) for kernel in kernels.kernels.values()})
    return found


def text_maker(paths: Sequence[Path]) -> Callable[[Job], str]:
    """A function that generates the text of a job."""
    kernels = library.load(list(paths))
    generator = Generator(kernels, cache=FunctionCache())

    def make(job: Job) -> str:
        name, variant_name, triple, syntax = job
        kernel, target = kernels.find(name), targets.load(triple)
        function = generator.function(kernel, kernel.variant(variant_name), target.abi)
        (data,) = generator.files(target, kernel, function, [syntax]).values()
        return data.decode("ascii")

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
