# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Results of earlier runs, in one folder: functions, files of kernels, objects, digests of the whole tree, and passed
tests.

An entry's name is a digest of all that its result is made from, so that several checkouts may share the folder. An
entry begins with a digest of its name and its bytes: a damaged entry counts as missing. Proofs are not kept: whoever
can write into the folder could forge them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKOUT = (ROOT / "build.py").is_file()
"""True in a checkout, false in an installation, where nothing may be written beside the sources."""
BUILD_VARIABLE = "ASMLOOM_BUILD"
VARIABLE = "ASMLOOM_CACHE"
MOST_BYTES = 2 << 30
_FOLDERS = 256  # each holds the entries whose names begin alike, and has its share of the bytes
_SEAL = 32  # bytes of an entry before its result


def build_dir() -> Path:
    """The folder of what commands make: ``ASMLOOM_BUILD``, or ``build/`` of a checkout, or a folder of the user's
    cache."""
    chosen = os.environ.get(BUILD_VARIABLE)
    if chosen or CHECKOUT:
        return Path(chosen).resolve() if chosen else ROOT / "build"
    variable, below = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}.get(
        sys.platform, ("XDG_CACHE_HOME", ".cache")
    )
    place = Path(os.environ.get(variable, ""))
    return (place if place.is_absolute() else Path(os.path.expanduser("~"), below)) / "asmloom"


def shown(path: Path) -> str:
    """A path as messages write it: from the root of the checkout, if it is inside."""
    return path.relative_to(ROOT).as_posix() if CHECKOUT and path.is_relative_to(ROOT) else str(path)


def cache_dir() -> Path:
    """The folder of what is made or set up once: ``ASMLOOM_CACHE``, or ``cache`` in :func:`build_dir`."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen).resolve() if chosen else build_dir() / "cache"


def folder() -> Path:
    """The folder of the entries."""
    return cache_dir() / "store"


def digest(parts: Iterable[bytes | str]) -> str:
    """One digest of several parts. Different lists of parts have different digests."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.hexdigest()


def has(name: str) -> bool:
    """True if there is an entry. :func:`get` judges its bytes."""
    return _path(name).is_file()


def get(name: str) -> bytes | None:
    """The result called ``name``, a :func:`digest`; None without a whole entry."""
    path = _path(name)
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    return data[_SEAL:] if data[:_SEAL] == _seal(name, data[_SEAL:]) else None


def put(name: str, result: bytes) -> None:
    """Keep a result. Readers see a whole entry or none, also after a kill. A result that cannot be written is left
    out."""
    path = _path(name)
    part = path.with_name(f"{path.name}-{os.getpid()}")
    with suppress(OSError):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_seal(name, result) + result)
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _prune(path.parent)


def remove(name: str) -> None:
    """Forget a result."""
    with suppress(OSError):
        _path(name).unlink(missing_ok=True)


def clear() -> None:
    """Remove all entries."""
    gone = cache_dir() / f".store-{os.getpid()}"  # another process may write meanwhile
    with suppress(FileNotFoundError):
        os.replace(folder(), gone)
    for left in cache_dir().glob(".store-*"):
        shutil.rmtree(left, ignore_errors=True)


def _path(name: str) -> Path:
    return folder() / name[:2] / name


def _seal(name: str, result: bytes) -> bytes:
    return hashlib.sha256(name.encode("ascii") + result).digest()


def _prune(place: Path) -> None:
    """Drop what was asked for least recently, and what dead processes left, until the folder has no more than its
    share."""
    found = []
    for path in place.iterdir():
        with suppress(FileNotFoundError):  # another process removed it
            status = path.stat()
            found.append((status.st_mtime_ns, status.st_size, path))
    left = sum(size for _, size, _ in found) - MOST_BYTES // _FOLDERS
    for _, size, path in sorted(found):
        if left <= 0:
            return
        path.unlink(missing_ok=True)
        left -= size
