# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Tells whether ``generated/`` is up to date without generating it.

The output is a function of the files of the generator, its kernels, templates and targets, of the template library and
of Python. A run that made the whole tree keeps the digest of each file of the tree under the digest of all these
inputs (:mod:`generator.store`). The tree is up to date while its files have these digests. Only a whole run keeps them,
as its last act.

This module imports little, for an immediate answer.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from generator import store

ROOT = Path(__file__).resolve().parent.parent
INPUTS = ("generator", "targets", "templates")
WITHOUT = ("__pycache__", "toolchain", "trial")  # folders of higher layers, which generator/ cannot import
SCRIPTS = "generator/kernels/"
LIBRARIES = ("jinja2", "markupsafe")


class Inputs(NamedTuple):
    """The digest of all inputs, of the ``rest``: all but the kernels' scripts, and of this ``tree``'s: all but Python
    and the template library."""

    every: str
    rest: str
    tree: str


def files(folder: Path, without: tuple[str, ...] = ()) -> list[str]:
    """Paths of all files under a folder, relative to the folder, sorted. ``without`` names subfolders to leave out."""
    found = []
    top = len(str(folder)) + 1
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in without]
        found += [os.path.join(place, name)[top:].replace(os.sep, "/") for name in names]
    return sorted(found)


def inputs(root: Path = ROOT) -> Inputs:
    """The digests of the inputs of the tree."""
    rest, scripts = hashlib.sha256(), hashlib.sha256()

    def take(name: str, folder: Path) -> None:
        for path in files(folder, WITHOUT):
            data = (folder / path).read_bytes()
            hashed = scripts if is_script(f"{name}/{path}") else rest
            hashed.update(f"{name}/{path} {len(data)}\n".encode())
            hashed.update(data)

    for name in INPUTS:
        take(name, root / name)
    tree = store.digest([rest.digest(), scripts.digest()])
    rest.update(sys.version.encode())
    for library in LIBRARIES:
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            take(library, Path(spec.origin).parent)
    return Inputs(store.digest([rest.digest(), scripts.digest()]), rest.hexdigest(), tree)


def is_script(path: str) -> bool:
    """True for a kernel's script. A package's __init__.py is none: importing a script runs this file unnamed."""
    return path.startswith(SCRIPTS) and path.endswith(".py") and not path.endswith("/__init__.py")


def _name(made_from: Inputs, anew: bool) -> str:
    return store.digest(["tree", made_from.every, "anew" if anew else ""])


def keep(made_from: Inputs, tree: Mapping[str, bytes], *, anew: bool) -> None:
    """Keep what a run made from ``made_from``. ``anew``: the run took no file of an earlier run."""
    files = {path: hashlib.sha256(data).hexdigest() for path, data in tree.items()}
    lines = sum(data.count(b"\n") for data in tree.values())
    store.put(_name(made_from, anew), json.dumps({"lines": lines, "files": files}).encode("ascii"))


def up_to_date(made_from: Inputs, folder: Path, *, anew: bool = False) -> tuple[int, int] | None:
    """The numbers of files and lines in ``folder`` if an earlier run made these files from ``made_from``, else None.
    ``anew``: believe a run that made every function anew, and no other."""
    kept = store.get(_name(made_from, True)) or (None if anew else store.get(_name(made_from, False)))
    if kept is None:
        return None
    told = json.loads(kept)
    try:
        if files(folder) != sorted(told["files"]):
            return None
        for path, digest in told["files"].items():
            if hashlib.sha256((folder / path).read_bytes()).hexdigest() != digest:
                return None
    except OSError:
        return None
    return len(told["files"]), told["lines"]


def checked(count: int) -> str:
    """The message of ``generate --check`` for a tree that is up to date."""
    return f"{count} files are what the generator makes"


def refreshed(count: int, lines: int, shown: str, written: int = 0, removed: int = 0) -> str:
    """The message of ``generate``."""
    return f"{count} files, {lines} lines in {shown}; {written} written, {removed} removed"
