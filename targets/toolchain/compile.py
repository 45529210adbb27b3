# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compile C for a target. A warning is an error, as in assembling."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from targets import Target
from targets.toolchain import objects, windows
from targets.toolchain.recipes import apply, available, choose


def compilers(target: Target) -> list[str]:
    """Names of the C compilers on this machine for a target, the preferred one first."""
    return available(target.compile)


def compile_c(target: Target, source: Path, out: Path, flags: Sequence[str | Path] = (), by: str | None = None) -> Path:
    """Compile one C99 file (-O2, position independent if the platform requires it) and return the object ``out``.

    ``flags`` are more words for the compiler (``-I``, ``-D``, ``-Wall``). Without the Windows SDK, C for the MSVC
    targets can include only the headers of :mod:`targets.toolchain.windows`. Raises MissingTool, ToolFailed.
    """
    what = f"{target.triple}: {source}"
    recipe = choose(target.compile, by, what)
    words = [*windows.include_flags(target), *flags]

    def make() -> Path:
        return apply(recipe, out, what=f"{what}: {recipe.by}", source=source, inputs=words)

    return objects.through(recipe, source, out, words, make, headers=True)
