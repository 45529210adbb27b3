# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Libraries of single commands, such as the one that plots: locked, and installed at their first use, beside the other
tools that are set up. The library of the interpreter is not used: what a command makes depends on the locked version.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path

from generator.store import cache_dir
from generator.tree import claimed, sweep
from targets.toolchain import venv
from targets.toolchain.process import ToolFailed, run


def lock(name: str) -> Path:
    """The requirements file of a command's libraries."""
    return venv.ROOT / f"requirements-{name}.txt"


def place(name: str) -> Path:
    """The folder of the libraries: one for each lock file and each version of Python."""
    digest = hashlib.sha256(lock(name).read_bytes()).hexdigest()[:12]
    return cache_dir() / f"{name}-{digest}-python{sys.version_info[0]}.{sys.version_info[1]}"


def ensure(name: str) -> Path:
    """The folder, in which missing libraries are installed first. Raises ToolFailed."""
    folder = place(name)
    if not folder.is_dir():
        _install(name, folder)
    return folder


def _install(name: str, folder: Path) -> None:
    """Install into a folder of this process, and rename the folder: of two processes, the first one wins."""
    cache_dir().mkdir(parents=True, exist_ok=True)
    sweep(cache_dir(), f".{folder.name}-")
    partial = folder.with_name(f".{folder.name}-{os.getpid()}")
    what = f"setting up what {lock(name).name} lists"
    print(f"asmloom: {what} …", file=sys.stderr, flush=True)
    words = [*venv.pip(), "install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes",
             "--only-binary=:all:", "--target", str(partial), "-r", str(lock(name))]  # fmt: skip
    with claimed(partial):
        done = run(words)
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise ToolFailed(f"{what}: {(lines or ['no output'])[-1]}")
        with suppress(OSError):  # another process was first
            os.rename(partial, folder)
