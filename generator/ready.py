# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The files of ``generated/`` in place of new ones, while they are what this tree's generator makes.

A new clone has no functions of earlier runs, and takes half a minute to build all of them. The manifest has the digest
of the inputs that its tree was made from (:mod:`generator.up_to_date`), and that of each file.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from generator import up_to_date
from generator.emit import PREAMBLE
from generator.library import ROOT, Library
from generator.rooms import PORTABLE
from targets import Target

GENERATED = ROOT / "generated"


class Made(NamedTuple):
    """Name → text of functions' files, with the header that they include; the manifest's rows of the functions; name →
    text of portable C."""

    sources: dict[str, bytes]
    rows: list[dict[str, Any]]
    portable: dict[str, bytes]


def made(library: Library, prefix: str, target: Target, syntax: str, folder: Path = GENERATED) -> Made | None:
    """A target's files in one syntax. None if other inputs made ``folder``, if a file is not the one that the manifest
    tells, or if the library has kernels from outside or symbols another prefix."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
        if library.paths or prefix != manifest["prefix"] or manifest["made_from"] != up_to_date.inputs().tree:
            return None
        rows = [row for row in manifest["targets"][target.triple] if row["kernel"] in library.kernels]
        sources = {one["path"]: one["sha256"] for one in (row["files"][syntax] for row in rows)}
        beside = {f"{path.rpartition('/')[0]}/{PREAMBLE}" for path in sources}
        sources.update((path, digest) for path, digest in manifest["headers"].items() if path in beside)
        names = {f"include/{PORTABLE.format(kernel)}" for kernel in library.kernels}
        portable = {path: digest for path, digest in manifest["headers"].items() if path in names}
        return Made(_taken(folder, sources), rows, _taken(folder, portable))
    except (OSError, ValueError, KeyError):
        return None


def _taken(folder: Path, digests: dict[str, str]) -> dict[str, bytes]:
    """Name → text of files. OSError or ValueError if one of them is not what it was."""
    out = {path.rpartition("/")[2]: (folder / path).read_bytes() for path in digests}
    if any(hashlib.sha256(data).hexdigest() != digest for data, digest in zip(out.values(), digests.values())):
        raise ValueError("a file was changed")
    return out
