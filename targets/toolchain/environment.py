# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The variables by which packagers choose tools and flags: CC, CPPFLAGS, CFLAGS, LDFLAGS, AR, RANLIB.

They count for a library that is built to be used, and for no measurement, proof or test.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from targets import Recipe, Target
from targets.toolchain.find import MissingTool
from targets.toolchain.process import run_silent


def of_library(target: Target, variables: Mapping[str, str] = os.environ) -> Target:
    """The target with the recipes that the variables ask for, and with the words that harden the C. Raises MissingTool
    for a program that is not there."""
    compiler, archiver = _tool(variables, "CC"), _tool(variables, "AR")
    c, link = _words(variables, "CPPFLAGS", "CFLAGS"), _words(variables, "LDFLAGS")
    harden = target.hardening.c.split()
    if any("_FORTIFY_SOURCE" in word for word in c):  # a second definition would be a warning
        harden = [word for word in harden if not word.startswith("-D_FORTIFY_SOURCE")]
    static = target.static
    if archiver:
        static = (Recipe("AR", (*archiver, "rcsD", "{out}", "{inputs}")),)
    return replace(
        target,
        assemble=MappingProxyType({syntax: _with(some, compiler, c) for syntax, some in target.assemble.items()}),
        compile=_with(target.compile, compiler, [*harden, *c]),
        shared=_with(target.shared, compiler, [*c, *link]),
        program=_with(target.program, compiler, [*c, *link]),
        static=static,
    )


def index(library: Path, variables: Mapping[str, str] = os.environ) -> None:
    """Run RANLIB, if the variable names one, on a static library."""
    ranlib = _tool(variables, "RANLIB")
    if ranlib:
        run_silent([*ranlib, str(library)], what=f"RANLIB={variables['RANLIB']}")


def _with(recipes: Sequence[Recipe], compiler: Sequence[str], words: Sequence[str]) -> tuple[Recipe, ...]:
    """The recipes with more words for their compilers. ``compiler``: takes the place of gcc or clang, if not empty."""
    drivers = [one for one in recipes if one.argv[0].endswith("gcc") or one.argv[0] in ("clang", "zig")]
    if compiler:
        own = [one for one in drivers if one.argv[0] != "zig"][:1]
        recipes = [Recipe("CC", (*compiler, *one.argv[1:])) for one in own] or recipes
        drivers = drivers and list(recipes)
    return tuple(replace(one, argv=(*one.argv, *words)) if one in drivers else one for one in recipes)


def _tool(variables: Mapping[str, str], name: str) -> list[str]:
    words = shlex.split(variables.get(name, ""))
    if words:
        path = shutil.which(words[0])
        if path is None:
            raise MissingTool(f"{name}={variables[name]}: no such program")
        words[0] = os.path.abspath(path)
    return words


def _words(variables: Mapping[str, str], *names: str) -> list[str]:
    """The words of some variables, for a recipe, whose braces have a meaning."""
    found = [word for name in names for word in shlex.split(variables.get(name, ""))]
    return [word.replace("{", "{{").replace("}", "}}") for word in found]
