# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling the functions of a cell: on the target's executor, or on an emulated CPU with more features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import targets
from generator.lang.contract import Kernel
from targets.toolchain.link import image_library
from targets.toolchain.process import HANG_SECONDS
from tests.harness.batch import Batch, Buffer, Convention
from tests.harness.image import flatten
from tests.harness.machines import HOSTS, build_driver, run_batch
from tests.harness.plans import calls
from tests.kernels.cpu import emulator
from tests.kernels.matrix import Cell

# The same objects, with a linker that adds no C library.
LINKED_AS = {"x86_64-w64-mingw32": "x86_64-pc-windows-msvc"}
# Emulated programs are Linux's. They call another system's functions by that system's convention.
_LINUX = {"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu"}
_CONVENTIONS = {"sysv64": Convention.SYSV64, "win64": Convention.WIN64}


def _batch(functions: Sequence[tuple[Kernel, str]], convention: Convention) -> Batch:
    """The plans of kernels, called by symbol. The driver looks for secrets if the contract says that they are wiped."""
    batch = Batch()
    for kernel, symbol in functions:
        for call in calls(kernel.name, f"loom_{symbol}"):
            arguments = [
                replace(argument, secret=kernel.wipe and not arg.public) if isinstance(argument, Buffer) else argument
                for argument, arg in zip(call.arguments, kernel.args)
            ]
            batch.add(replace(call, arguments=tuple(arguments), convention=convention))
    return batch


def run_here(cell: Cell, functions: Sequence[tuple[Kernel, str]]) -> int:
    """Calls functions (kernel, symbol) on the target's executor, requires the answers, and counts the calls."""
    target, host = cell.target, HOSTS[cell.target.triple]
    batch = _batch(functions, host.convention)
    objects = list(cell.first.values())
    image: Path | None = None
    if host.image:
        image = cell.folder / "flat.bin"
        flatten(target, image_library(target, objects, cell.folder), image)
        driver = build_driver(target.triple, cell.folder / "driver", [])
    else:
        driver = build_driver(target.triple, cell.folder / "driver", [f"loom_{stem}" for stem in cell.first], objects)
    results = run_batch(target.triple, driver, batch, cell.folder / "run", image=image, timeout=HANG_SECONDS)
    batch.require(results, f"{target.triple} {cell.syntax}")
    return len(batch.calls)


def run_emulated(cell: Cell, functions: Sequence[tuple[Kernel, str]]) -> int:
    """Like :func:`run_here`, for x86 except 32-bit Windows, in a Linux program on an emulated CPU."""
    target, triple = cell.target, _LINUX[cell.target.arch]
    elf = target.object_format == "elf"
    batch = _batch(functions, Convention.DEFAULT if elf else _CONVENTIONS[target.abi])
    wanted = {symbol for _, symbol in functions}
    objects = [path for stem, path in cell.first.items() if stem in wanted]
    folder = cell.folder / "emulated"
    folder.mkdir(exist_ok=True)
    image: Path | None = None
    if elf:
        driver = build_driver(triple, folder, [f"loom_{symbol}" for symbol in wanted], objects)
    else:
        linked = targets.load(LINKED_AS.get(target.triple, target.triple))
        image = folder / "flat.bin"
        flatten(linked, image_library(linked, objects, folder), image)
        driver = build_driver(triple, folder, [])
    results = run_batch(triple, driver, batch, folder, image=image, emulator=emulator(target), timeout=HANG_SECONDS)
    batch.require(results, f"{target.triple} {cell.syntax} under qemu")
    return len(batch.calls)
