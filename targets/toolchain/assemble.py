# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Assemble generated files. A warning is an error: any output of an assembler on stderr fails the step."""

from __future__ import annotations

from pathlib import Path

from targets import Target
from targets.toolchain import objects
from targets.toolchain.recipes import apply, available, choose


def assemblers(target: Target, syntax: str) -> list[str]:
    """Names of the assemblers on this machine that take a syntax of a target, the preferred one first."""
    return available(target.assemble[target.check_syntax(syntax)])


def assemble(
    target: Target, syntax: str, source: Path, out: Path, by: str | None = None, *, anew: bool = False
) -> Path:
    """Assemble one file into an object and return ``out``.

    ``by`` is a name from :func:`assemblers` (default: the first). ``anew``: no object of an earlier step will do.
    Raises :class:`~targets.TargetError` for a syntax the target lacks, :class:`~targets.toolchain.find.MissingTool`,
    and :class:`~targets.toolchain.process.ToolFailed` for an error or a warning. A failed step leaves no ``out``.
    """
    what = f"{target.triple}: {syntax}: {source}"
    recipe = choose(target.assemble[target.check_syntax(syntax)], by, what)

    def make() -> Path:
        return apply(recipe, out, what=f"{what}: {recipe.by}", source=source)

    return make() if anew else objects.through(recipe, source, out, (), make, headers=False)
