# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests of what a result depends on beside its sources: files, folders, and the tools of this machine."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from targets.toolchain.find import TOOLS, MissingTool, cache_dir, find
from targets.toolchain.venv import STAMP

# Debian's record of all that is installed; a compiler's parts and headers come from many packages.
_PACKAGES = Path("/var/lib/dpkg/status")
# What makes the same compiler read other headers or start other programs.
_VARIABLES = (
    "COMPILER_PATH", "CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "INCLUDE", "LIBRARY_PATH", "SOURCE_DATE_EPOCH",
)  # fmt: skip


def digest(parts: Iterable[bytes | str]) -> str:
    """One digest of several parts; no two lists of parts have the same one."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.hexdigest()


def of_folder(folder: Path, without: tuple[str, ...] = ()) -> str:
    """The names and bytes of all files under a folder; Python's caches and suffixes in ``without`` are left out."""
    found = sorted(
        path
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts and path.suffix not in without and path.is_file()
    )
    return digest(part for path in found for part in (path.relative_to(folder).as_posix(), path.read_bytes()))


def of_program(path: Path) -> str:
    """A program by its place, size and time of change, through links."""
    status = path.resolve().stat()
    return f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"


@cache
def of_tools() -> str:
    """Every tool of :data:`targets.toolchain.find.TOOLS`, what packages brought, the variables that compilers read, and
    Python: a change of any of them changes the digest."""
    parts = [sys.version, *(f"{name}={os.environ.get(name, '')}" for name in _VARIABLES)]
    for name in TOOLS:
        try:
            found = find(name)
        except MissingTool as missing:
            parts.append(f"{name}: {missing}")
            continue
        parts.append(f"{name}: {of_program(found) if found is not None else 'missing'}")
    data = [path.read_bytes() if path.is_file() else b"" for path in (_PACKAGES, STAMP)]
    return digest([*parts, *data])


def of_machine() -> str:
    """What programs run on: the tools, the processor and the environments that emulators live in."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = platform.processor()
    # The first processor's model and features; clocks and numbers of cores are no part of a result.
    kept = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU ")
    cpu = [line for line in text.split("\n\n")[0].splitlines() if line.startswith(kept)]
    folder = cache_dir()
    environments = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    return digest([of_tools(), platform.platform(), *cpu, "environments", *environments])
