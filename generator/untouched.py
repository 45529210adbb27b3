# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Whether ``generated/`` is what the generator would make, without making it.

Output is a function of the files of the generator, its kernels, templates and targets, of the template library and of
Python. A run that made the whole tree leaves a note: the digest of all of these, and that of each file it made. As long
as both are what lies on the disk, content by content, nothing has to be made again. The note is no part of the tree and
comes with no checkout, so that nothing but a whole run on this very machine can have written it; without one, or with
one that cannot be read, everything is made.

Imports next to nothing: the answer is to come at once.
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
LIBRARIES = ("jinja2", "markupsafe")


def files(folder: Path, without: tuple[str, ...] = ()) -> list[str]:
    """Paths of all files under a folder, relative to it, sorted; not those in subfolders called as in ``without``."""
    found = []
    top = len(str(folder)) + 1
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in without]
        found += [os.path.join(place, name)[top:].replace(os.sep, "/") for name in names]
    return sorted(found)


def inputs(root: Path = ROOT) -> str:
    """The digest of all that the tree is made from."""
    folders = [(name, root / name) for name in INPUTS]
    for library in LIBRARIES:
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            folders.append((library, Path(spec.origin).parent))
    hashed = hashlib.sha256(sys.version.encode())
    for name, folder in folders:
        for path in files(folder, ("__pycache__",)):
            data = (folder / path).read_bytes()
            hashed.update(f"{name}/{path} {len(data)}\n".encode())
            hashed.update(data)
    return hashed.hexdigest()


def note(made_from: str, tree: Mapping[str, bytes]) -> bytes:
    """What a run that made ``tree`` leaves behind; ``made_from`` are the :func:`inputs` before it began."""
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in tree.items()}
    lines = sum(data.count(b"\n") for data in tree.values())
    return json.dumps({"inputs": made_from, "lines": lines, "files": digests}).encode("ascii")


def untouched(made_from: str, folder: Path, root: Path = ROOT) -> tuple[int, int] | None:
    """How many files and lines ``folder`` holds, if it is what would be made from ``made_from``; None if that is not
    known or not so."""
    try:
        told = json.loads((root / NOTE).read_bytes())
        if told["inputs"] != made_from:
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
    """What ``generate --check`` says of a good tree."""
    return f"{count} files are what the generator makes"


def refreshed(count: int, lines: int, shown: str, written: int = 0, removed: int = 0) -> str:
    """What ``generate`` says."""
    return f"{count} files, {lines} lines in {shown}; {written} written, {removed} removed"
