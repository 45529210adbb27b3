# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Turn a target's recipes into command lines of this machine, and run these."""

from __future__ import annotations

import importlib
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from generator import __version__
from targets import Recipe
from targets.toolchain import venv
from targets.toolchain.find import MissingTool, find, require
from targets.toolchain.process import ToolFailed, run_silent


def available(recipes: Sequence[Recipe]) -> list[str]:
    """Names of the recipes whose tool is on this machine, in order of preference."""
    return [recipe.by for recipe in recipes if find(recipe.argv[0]) is not None]


def choose(recipes: Sequence[Recipe], by: str | None, what: str) -> Recipe:
    """The recipe named ``by``, or the first whose tool is on this machine.

    Raises :class:`ToolFailed` for an unknown name, :class:`MissingTool` if no recipe can run.
    """
    if by is not None:
        for recipe in recipes:
            if recipe.by == by:
                require(recipe.argv[0])
                return recipe
        raise ToolFailed(f"{what}: no way named {by!r}; there are {', '.join(r.by for r in recipes) or 'none'}")
    for recipe in recipes:
        if find(recipe.argv[0]) is not None or (recipe.argv[0] == "zig" and _add_zig()):
            return recipe
    if not recipes:
        raise MissingTool(f"{what}: no tool known to this project does it")
    try:
        require(recipes[0].argv[0])
    except MissingTool as missing:
        others = ", ".join(recipe.by for recipe in recipes[1:])
        raise MissingTool(f"{what}: {missing}" + (f"; {others} would do as well" if others else "")) from None
    raise AssertionError("require() found what find() did not")


def _add_zig() -> bool:
    """Install the locked wheel of zig into ``.venv``. Returns True if zig is there afterwards."""
    if not venv.add_compiler():
        return False
    importlib.invalidate_caches()
    find.cache_clear()
    return find("zig") is not None


def apply(
    recipe: Recipe, out: Path, *, what: str, source: Path | None = None, inputs: Sequence[str | Path] = ()
) -> Path:
    """Run a recipe. ``out`` appears only after success without output on stderr. Returns ``out``.

    The tool runs in the folder of the source, or of the inputs if these share a folder, and gets bare names. No
    absolute path thus reaches an object or an archive.
    """
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    places = {item.resolve().parent for item in inputs if isinstance(item, Path)}
    cwd = source.resolve().parent if source is not None else places.pop() if len(places) == 1 else None
    # A separate folder: linkers write their output's name into the output, and side files beside it.
    folder = Path(tempfile.mkdtemp(prefix=".asmloom-", dir=out.parent))
    partial = folder / out.name
    words: list[str] = [str(require(recipe.argv[0]))]
    for word in recipe.argv[1:]:
        if word == "{inputs}":
            words += [_named(item, cwd) if isinstance(item, Path) else item for item in inputs]
        else:
            name = source.name if source else ""
            words.append(word.format(source=name, out=partial, name=out.name, version=__version__))
    try:
        run_silent(words, what=what, cwd=cwd)
        if not partial.exists():
            raise ToolFailed(f"{what}: {recipe.by} made no {out.name}")
        for made in folder.iterdir():
            made.replace(out.parent / made.name)
    finally:
        shutil.rmtree(folder)
    return out


def _named(path: Path, cwd: Path | None) -> str:
    """A path for a tool that runs in ``cwd``."""
    full = path.resolve()
    return full.name if full.parent == cwd else str(full)
