# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Writing a generated tree so that no reader and no interruption ever meets half of a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from generator.model import AsmloomError


def write_tree(folder: Path, tree: dict[str, bytes], *, prune: bool) -> tuple[int, int]:
    """Bring ``folder`` to hold ``tree``; files that are right already are not touched.

    All new contents are staged beside the folder first, then renamed into place one by one. With ``prune``, files that
    are not in ``tree`` are removed. Returns (files written, files removed). AsmloomError if the folder cannot be
    written; nothing is changed then.
    """
    todo = {name: data for name, data in tree.items() if _content(folder / name) != data}
    stale = []
    if prune and folder.is_dir():
        stale = [p for p in folder.rglob("*") if p.is_file() and p.relative_to(folder).as_posix() not in tree]
    if not todo and not stale:
        return 0, 0
    try:
        _refuse_unwritable(folder, [folder / name for name in todo])
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".staging-", dir=folder.parent) as staging:
            for number, data in enumerate(todo.values()):
                Path(staging, str(number)).write_bytes(data)
            for number, name in enumerate(todo):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                os.replace(Path(staging, str(number)), folder / name)
        for path in stale:
            path.unlink()
        for directory in sorted((p for p in folder.rglob("*") if p.is_dir()), reverse=True):
            if not any(directory.iterdir()):
                directory.rmdir()
    except OSError as error:
        raise AsmloomError(f"cannot write {error.filename or folder}: {error.strerror}") from None
    return len(todo), len(stale)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _refuse_unwritable(folder: Path, paths: list[Path]) -> None:
    """Find out before anything is changed: a rename needs a writable folder, and a path must not be a folder itself."""
    checked: set[Path] = set()
    for path in [folder / "x", *paths]:
        parent = path.parent
        while not parent.exists():
            parent = parent.parent
        if parent in checked:
            continue
        checked.add(parent)
        if not parent.is_dir():
            raise AsmloomError(f"cannot write {path}: {parent} is not a folder")
        if not os.access(parent, os.W_OK | os.X_OK) or _read_only_mode(parent):
            raise AsmloomError(f"cannot write {path}: folder {parent} is read-only")


def _read_only_mode(folder: Path) -> bool:
    """Root may write anywhere; a folder whose owner may not is still meant to be read-only."""
    return not folder.stat().st_mode & 0o200
