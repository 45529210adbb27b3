# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The kernels whose files in ``generated/`` a run need not make again.

The files of a kernel's functions depend on the kernel's script, on the kernel files that it imports, and on all inputs
that are no scripts: generator, targets, templates, libraries and Python. The note of a whole run
(:mod:`generator.up_to_date`) holds a digest of these for each kernel. A kernel with the noted digest has the same
functions, and ``generated/`` itself holds them: its files and its rows in the manifest, if their digests are the noted
ones. Nothing else is kept. A kernel without a good note, or with a file that differs, is made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.lang.contract import Kernel
from generator.up_to_date import NOTE, ROOT

MANIFEST = "manifest.json"
Row = tuple[str, str, str]
"""Triple, kernel, variant."""


@dataclass(frozen=True)
class Unchanged:
    """Kernels by name, their rows in the manifest, and their files by path."""

    kernels: frozenset[str] = frozenset()
    rows: Mapping[Row, dict[str, Any]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


NOTHING = Unchanged()


def digests(kernels: Iterable[Kernel], rest: str) -> dict[str, str]:
    """Kernel → digest of all that decides about its functions. ``rest``: the digest of the inputs that are no
    scripts."""
    return {kernel.name: _digest(f"{rest} {kernel.path} {kernel.sha256}".encode()) for kernel in kernels}


def unchanged(folder: Path, now: Mapping[str, str], root: Path = ROOT) -> Unchanged:
    """The kernels whose files in ``folder`` are those of this run. ``now``: the result of :func:`digests`."""
    try:
        told = json.loads((root / NOTE).read_bytes())
        same = {name for name, digest in now.items() if told["kernels"].get(name) == digest}
        manifest = (folder / MANIFEST).read_bytes()
        if not same or _digest(manifest) != told["files"][MANIFEST]:
            return NOTHING
        rows = {
            (triple, row["kernel"], row["variant"]): row
            for triple, some in json.loads(manifest)["targets"].items()
            for row in some
            if row["kernel"] in same
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return NOTHING
    files: dict[str, bytes] = {}
    lost: set[str] = set()
    for (_, kernel, _), row in rows.items():
        for file in row["files"].values():
            path = file["path"]
            if path not in files:
                files[path] = _content(folder / path)
            if _digest(files[path]) != file["sha256"]:
                lost.add(kernel)
    kept = {key: row for key, row in rows.items() if key[1] not in lost}
    paths = {file["path"] for row in kept.values() for file in row["files"].values()}
    return Unchanged(frozenset(same - lost), kept, {path: files[path] for path in paths})


def _content(path: Path) -> bytes:
    """A file's bytes; none for a file that cannot be read, whose digest then differs."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
