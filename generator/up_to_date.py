# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Tells whether ``generated/`` is up to date without generating it.

The output is a function of the files of the generator, its kernels, templates and targets, of the template library and
of Python. A run that made the whole tree leaves a note: one digest of all these inputs, one of the inputs of each
kernel (:mod:`generator.unchanged`), and a digest of each file of the tree. The tree is up to date while all digests are
those of the files on the disk. The note is no part of the tree or of a checkout: only a whole run on this machine
writes the note, as its last act. A missing or unreadable note means that everything is made again.

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

ROOT = Path(__file__).resolve().parent.parent
NOTE = Path("build", "generated.json")
INPUTS = ("generator", "targets", "templates")
SCRIPTS = "generator/kernels/"
LIBRARIES = ("jinja2", "markupsafe")


def files(folder: Path, without: tuple[str, ...] = ()) -> list[str]:
    """Paths of all files under a folder, relative to the folder, sorted. ``without`` names subfolders to leave out."""
    found = []
    top = len(str(folder)) + 1
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in without]
        found += [os.path.join(place, name)[top:].replace(os.sep, "/") for name in names]
    return sorted(found)


def inputs(root: Path = ROOT, *, scripts: bool = True) -> str:
    """The digest of all inputs of the tree; without ``scripts``, of all but the kernels' scripts."""
    folders = [(name, root / name) for name in INPUTS]
    for library in LIBRARIES:
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            folders.append((library, Path(spec.origin).parent))
    hashed = hashlib.sha256(sys.version.encode())
    for name, folder in folders:
        for path in files(folder, ("__pycache__",)):
            if not scripts and is_script(f"{name}/{path}"):
                continue
            data = (folder / path).read_bytes()
            hashed.update(f"{name}/{path} {len(data)}\n".encode())
            hashed.update(data)
    return hashed.hexdigest()


def is_script(path: str) -> bool:
    """True for a kernel's script. A package's __init__.py is none: importing a script runs this file unnamed."""
    return path.startswith(SCRIPTS) and path.endswith(".py") and not path.endswith("/__init__.py")


def note(made_from: str, tree: Mapping[str, bytes], kernels: Mapping[str, str], *, anew: bool) -> bytes:
    """The note of a run that made ``tree``. ``made_from``: the digest of :func:`inputs` before the run. ``kernels``:
    the digest of each kernel's inputs. ``anew``: the run took no file of an earlier run."""
    files = {path: hashlib.sha256(data).hexdigest() for path, data in tree.items()}
    lines = sum(data.count(b"\n") for data in tree.values())
    told = {"inputs": made_from, "anew": anew, "lines": lines, "kernels": kernels, "files": files}
    return json.dumps(told).encode("ascii")


def up_to_date(
    made_from: str, folder: Path, root: Path = ROOT, *, anew: bool = False
) -> tuple[int, int] | None:  # fmt: skip
    """The numbers of files and lines in ``folder`` if the note says that ``made_from`` gives these files, else None.
    ``anew``: believe the note of a run that made every function anew, and no other."""
    try:
        told = json.loads((root / NOTE).read_bytes())
        if told["inputs"] != made_from or (anew and told["anew"] is not True):
            return None
        digests, lines = told["files"], int(told["lines"])
        if files(folder) != sorted(digests):
            return None
        for path, digest in digests.items():
            if hashlib.sha256((folder / path).read_bytes()).hexdigest() != digest:
                return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return len(digests), lines


def checked(count: int) -> str:
    """The message of ``generate --check`` for a tree that is up to date."""
    return f"{count} files are what the generator makes"


def refreshed(count: int, lines: int, shown: str, written: int = 0, removed: int = 0) -> str:
    """The message of ``generate``."""
    return f"{count} files, {lines} lines in {shown}; {written} written, {removed} removed"
