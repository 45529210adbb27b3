# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``manifest.json`` of a vendored folder: the generator's version, the options, and the digest of every file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.model import AsmloomError
from generator.output import digest
from generator.vendoring.options import Options

MANIFEST = "manifest.json"
UNFINISHED = ".asmloom-unfinished.json"
"""The journal of an update: path → sha256 of the files that it writes. A killed update leaves it."""
FORMAT = 1
_SEAL = "sha256"


@dataclass(frozen=True, slots=True)
class Record:
    """A manifest that was read. ``files``: path → sha256. ``intact``: nobody edited the manifest. ``kernels``: the
    names of the set's kernels."""

    version: str
    options: Options
    files: Mapping[str, str]
    intact: bool
    kernels: tuple[str, ...] = ()


def write(version: str, options: Options, files: Mapping[str, bytes], rows: Mapping[str, Any]) -> bytes:
    """The text of the manifest. ``rows`` describe the functions by triple, and the kernels by name. The text contains
    its own digest, computed with that field empty."""
    data = {
        "asmloom": version,
        "format": FORMAT,
        "options": options.as_json(),
        "files": {path: {"bytes": len(data), "sha256": digest(data)} for path, data in files.items()},
        **rows,
        _SEAL: "",
    }
    data[_SEAL] = _seal(data)
    return _text(data)


def _text(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, sort_keys=True) + "\n").encode("ascii")


def _seal(data: Mapping[str, Any]) -> str:
    return digest(_text({**data, _SEAL: ""}))


def read(folder: Path) -> Record | None:
    """The record of a folder; None if the folder is missing or has no file, or if its first update was killed.

    Raises AsmloomError for a folder with other contents than a vendored set, or with a set that is unreadable here.
    """
    try:
        raw = (folder / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if folder.exists() and not folder.is_dir():
            raise AsmloomError(f"{folder}: not a folder") from None
        if not (folder / UNFINISHED).is_file() and any(not path.is_dir() for path in folder.rglob("*")):
            raise AsmloomError(
                f"{folder}: not empty, and without the {MANIFEST} of a vendored set; expected a set, or to vendor into "
                "an empty or a new folder"
            ) from None
        return None
    except OSError as error:
        raise AsmloomError(f"cannot read {folder / MANIFEST}: {error.strerror}") from None
    try:
        data = json.loads(raw)
        form, version = data["format"], data["asmloom"]
        if not isinstance(form, int) or not isinstance(version, str):
            raise ValueError("format")
        if form > FORMAT:
            raise AsmloomError(f"{folder}: vendored by asmloom {version}, whose manifest this one cannot read")
        options = Options.from_json(data["options"])
        files = {path: row["sha256"] for path, row in data["files"].items()}
        kernels = tuple(name for name in data.get("kernels", ()) if isinstance(name, str))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise AsmloomError(f"{folder}: its {MANIFEST} is not one of a vendored set, or damaged") from None
    # Paths that lead out of the folder are dropped: a manifest may be forged.
    inside = {path: sha for path, sha in files.items() if _inside(path) and isinstance(sha, str)}
    return Record(version, options, inside, _seal(data) == data.get(_SEAL) and _text(data) == raw, kernels)


def unfinished(folder: Path) -> dict[str, str]:
    """The files of a killed update: path → sha256. A damaged journal names none."""
    try:
        data = json.loads((folder / UNFINISHED).read_bytes())
    except (OSError, ValueError):
        return {}
    rows = data.items() if isinstance(data, dict) else ()
    return {path: sha for path, sha in rows if _inside(path) and isinstance(sha, str)}


def _inside(path: Any) -> bool:
    parts = path.split("/") if isinstance(path, str) else [""]
    return not {"", ".", ".."} & set(parts) and "\\" not in path and ":" not in path
