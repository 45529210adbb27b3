# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py tune``: build ``runtime/tune`` for this machine, and run it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import targets
from generator import rooms
from generator.library import Library
from targets.toolchain import outfile, product
from targets.toolchain.process import ToolFailed


def tune(library: Library, triple: str, kernels: Sequence[str], *, seconds: int, into: Path) -> int:
    """Writes a preference file. ``kernels``: none for all. Returns an exit status."""
    only = [word for name in kernels for word in ("--only", library.find(name).name)]
    outfile.check("--into", into, makes_folders=True)
    target = targets.load(triple)
    product.refuse_emulation(target)
    with product.host_program(library, triple, "tune", rooms.sources("tune")) as tool:
        into.parent.mkdir(parents=True, exist_ok=True)
        done = product.run_here(target, tool, ["--seconds", str(seconds), "--into", str(into.absolute()), *only])
    if done.returncode:
        raise ToolFailed(product.died("tune", done))
    print(done.stderr.decode(), end="", file=sys.stderr)
    print(into)
    return 0
