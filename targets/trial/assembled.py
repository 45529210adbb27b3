# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions of one triple in one syntax as objects, and calls of them.

The calls run on the target's executor, or on an emulated CPU with more features.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import targets
from generator.lang.contract import Kernel
from targets import Target
from targets.toolchain.assemble import assemble, assemblers
from targets.toolchain.image import read
from targets.toolchain.link import image_library
from targets.toolchain.process import HANG_SECONDS
from targets.trial.batch import Batch, Buffer, Call, Convention, Result
from targets.trial.cpu import emulator
from targets.trial.image import flatten
from targets.trial.machines import HOSTS, build_driver, run_batch
from targets.trial.simulate import Arch
from targets.trial.unwind_check import Library, check_library

# The same objects, with a linker that adds no C library.
LINKED_AS = {"x86_64-w64-mingw32": "x86_64-pc-windows-msvc"}
# Emulated programs are Linux's. They call another system's functions by that system's convention.
_LINUX = {"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu"}
_CONVENTIONS = {"sysv64": Convention.SYSV64, "win64": Convention.WIN64}
_ARCHS: dict[str, Arch] = {"x86_64": "x86_64", "x86": "i686", "aarch64": "aarch64"}
_KEPT = {"sysv64": "sysv64", "win64": "win64", "cdecl32": "cdecl"}


@dataclass(frozen=True, slots=True)
class Assembled:
    """One triple in one syntax. ``objects``: assembler → function symbol (undecorated, unprefixed) → object file."""

    target: Target
    syntax: str
    folder: Path
    objects: dict[str, dict[str, Path]]

    @property
    def first(self) -> dict[str, Path]:
        return next(iter(self.objects.values()))


def assembled(
    target: Target,
    syntax: str,
    folder: Path,
    sources: Mapping[str, bytes],
    threads: int = 1,
    without: Collection[str] = (),
) -> dict[str, dict[str, Path]]:
    """Write files (path → text) into ``folder`` and assemble all but headers with each assembler. The result: assembler
    → stem of the file → object. A warning raises ToolFailed. ``without``: assemblers that are left out if there are
    others."""
    paths = []
    for name, data in sources.items():
        path = folder / Path(name).name
        path.write_bytes(data)
        paths += [path] if path.suffix != ".h" else []

    def make(by: str, path: Path) -> Path:
        out = folder / by.replace(" ", "-") / (path.stem + target.object_suffix)
        return assemble(target, syntax, path, out, by=by)

    every = assemblers(target, syntax)
    with ThreadPoolExecutor(threads) as pool:
        some = [by for by in every if by not in without] or every
        jobs = {by: [pool.submit(make, by, path) for path in paths] for by in some}
        return {by: {job.result().stem: job.result() for job in made} for by, made in jobs.items()}


def batch(
    functions: Sequence[tuple[Kernel, str]], convention: Convention, calls: Callable[[str, str], Iterable[Call]]
) -> Batch:
    """The calls of kernels, by symbol. The driver looks for secrets if the contract says that they are wiped."""
    made = Batch()
    for kernel, symbol in functions:
        for call in calls(kernel.name, f"loom_{symbol}"):
            arguments = [
                replace(argument, secret=kernel.wipe and not arg.public) if isinstance(argument, Buffer) else argument
                for argument, arg in zip(call.arguments, kernel.buffers)
            ]
            made.add(replace(call, arguments=tuple(arguments), convention=convention))
    return made


def convention_here(target: Target) -> Convention:
    """The convention of calls by :func:`answers_here`."""
    return HOSTS[target.triple].convention


def convention_emulated(target: Target) -> Convention:
    """The convention of calls by :func:`answers_emulated`."""
    return Convention.DEFAULT if target.object_format == "elf" else _CONVENTIONS[target.abi]


def answers_here(cell: Assembled, asked: Batch) -> list[Result]:
    """The results of calls on the target's executor."""
    target, host = cell.target, HOSTS[cell.target.triple]
    objects = list(cell.first.values())
    image: Path | None = None
    if host.image:
        image = cell.folder / "flat.bin"
        flatten(target, image_library(target, objects, cell.folder), image)
        driver = build_driver(target.triple, cell.folder / "driver", [])
    else:
        driver = build_driver(target.triple, cell.folder / "driver", [f"loom_{stem}" for stem in cell.first], objects)
    return run_batch(target.triple, driver, asked, cell.folder / "run", image=image, timeout=HANG_SECONDS)


def answers_emulated(cell: Assembled, asked: Batch, by: str) -> list[Result]:
    """Like :func:`answers_here`, for x86 except 32-bit Windows, in a Linux program on an emulated CPU. ``by``: see
    :func:`targets.trial.cpu.emulated_by`."""
    target, triple = cell.target, _LINUX[cell.target.arch]
    wanted = {call.function for call in asked.calls}
    objects = [path for stem, path in cell.first.items() if f"loom_{stem}" in wanted]
    folder = cell.folder / by
    folder.mkdir(exist_ok=True)
    image: Path | None = None
    if target.object_format == "elf":
        driver = build_driver(triple, folder, wanted, ["-static", *objects])
    else:
        linked = targets.load(LINKED_AS.get(target.triple, target.triple))
        image = folder / "flat.bin"
        flatten(linked, image_library(linked, objects, folder), image)
        driver = build_driver(triple, folder, [], ["-static"])
    return run_batch(triple, driver, asked, folder, image=image, emulator=emulator(target, by), timeout=HANG_SECONDS)


def unwinding(cell: Assembled, by: str, stems: Iterable[str]) -> list[str]:
    """A line for each function and each instruction with wrong unwind data. ``by``: the assembler of the objects.
    ``stems``: functions."""
    target, objects = targets.load(LINKED_AS.get(cell.target.triple, cell.target.triple)), cell.objects[by]
    library = image_library(target, list(objects.values()), cell.folder / by.replace(" ", "-"))
    everything = Library(library).symbols if target.object_format == "elf" else read(target, library).symbols
    wanted = set(stems)
    symbols = {name: everything[name] for name in (f"loom_{stem}" for stem in objects if stem in wanted)}
    convention = _KEPT.get(target.abi, "aapcs64")
    return check_library(library, _ARCHS[target.arch], convention, symbols, target.windows)


def marked_safe(path: Path) -> bool:
    """True if an object of 32-bit Windows, which unwinds by frame chains and has no table, has the SafeSEH mark."""
    return b"@feat.00" in path.read_bytes()
