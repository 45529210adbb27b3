# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests of the dependences of a result beside its sources: files, folders, and the tools of this machine."""

from __future__ import annotations

import os
import platform
import sys
import time
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


_SETTLED = 100_000_000
"""Nanoseconds after which a change of a file has another time than the last one: file systems count ticks."""
_KNOWN: dict[tuple[Path, tuple[str, ...]], tuple[list[tuple[str, int, int]], str]] = {}


def of_folder(folder: Path, without: tuple[str, ...] = ()) -> str:
    """The names and bytes of all files under a folder, without Python's caches and files that end in one of
    ``without``. Reads them once, while none of them changes."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for path in (os.path.join(place, name) for name in names if not name.endswith(without)):
            if os.path.isfile(path):
                status = os.stat(path)
                found.append((path, status.st_ino, max(status.st_mtime_ns, status.st_ctime_ns)))
    found.sort()
    known = _KNOWN.get((folder, without))
    if known is not None and known[0] == found:
        return known[1]
    now = time.time_ns()
    start = len(f"{folder}/")
    made = digest(part for path, *_ in found for part in (path[start:], Path(path).read_bytes()))
    if all(changed < now - _SETTLED for _, _, changed in found):
        _KNOWN[folder, without] = found, made
    return made


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
