# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests of the dependences of a result beside its sources: files, folders, and the tools of this machine."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path

from generator.store import cache_dir, digest
from targets.toolchain.find import TOOLS, MissingTool, find
from targets.toolchain.venv import STAMP

# Debian's record of installed packages. A compiler's parts and headers come from many packages.
PACKAGES = Path("/var/lib/dpkg/status")
# These variables change the headers that a compiler reads, or the programs that it starts.
_VARIABLES = (
    "COMPILER_PATH", "CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "INCLUDE", "LIBRARY_PATH", "SOURCE_DATE_EPOCH",
)  # fmt: skip


def of_folder(folder: Path, without: tuple[str, ...] = ()) -> str:
    """The names and bytes of all files under a folder, without Python's caches and files that end in one of
    ``without``."""
    found = sorted(
        path
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts and path.suffix not in without and path.is_file()
    )
    return digest(part for path in found for part in (path.relative_to(folder).as_posix(), path.read_bytes()))


def of_program(path: Path) -> str:
    """A program's place, size and modification time, with links resolved."""
    status = path.resolve().stat()
    return f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"


@cache
def of_tools() -> str:
    """The digest of the tools: every one of :data:`targets.toolchain.find.TOOLS`, the installed packages, the variables
    that compilers read, and Python."""
    parts = [sys.version, *(f"{name}={os.environ.get(name, '')}" for name in _VARIABLES)]
    for name in TOOLS:
        try:
            found = find(name)
        except MissingTool as missing:
            parts.append(f"{name}: {missing}")
            continue
        parts.append(f"{name}: {of_program(found) if found is not None else 'missing'}")
    data = [path.read_bytes() if path.is_file() else b"" for path in (PACKAGES, STAMP)]
    return digest([*parts, *data])


def of_machine() -> str:
    """The digest of the place where programs run: the tools, the processor, and the emulators' environments."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = platform.processor()
    # The first processor's model and features. Results do not depend on clocks and numbers of cores.
    kept = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU ")
    cpu = [line for line in text.split("\n\n")[0].splitlines() if line.startswith(kept)]
    names = os.listdir(cache_dir()) if cache_dir().is_dir() else []
    environments = sorted(one for one in names if not one.startswith((".", "store")))
    return digest([of_tools(), platform.platform(), *cpu, "environments", *environments])
