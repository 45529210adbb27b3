# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plotting library, for ``speed --html``: installed at its first use, beside the other tools that are set up."""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from generator.processes import away
from generator.store import cache_dir
from generator.tree import claimed, sweep
from targets.toolchain import venv
from targets.toolchain.process import ToolFailed, run

LOCK = venv.ROOT / "requirements-plot.txt"
_MODULES = ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_svg")


def place() -> Path:
    """The folder of the library: one for each lock file and each version of Python."""
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    return cache_dir() / f"plotting-{digest}-python{sys.version_info[0]}.{sys.version_info[1]}"


def ensure() -> ModuleType:
    """The library, with the modules that make SVG loaded. A missing library is installed first.

    The library of the interpreter is not used: the page depends on the locked version. Raises ToolFailed.
    """
    folder = place()
    if not folder.is_dir():
        _install(folder)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    with away():  # the library obeys a matplotlibrc of the working folder
        return [importlib.import_module(name) for name in _MODULES][0]


def _install(folder: Path) -> None:
    """Install into a folder of this process, and rename the folder: of two processes, the first one wins."""
    cache_dir().mkdir(parents=True, exist_ok=True)
    sweep(cache_dir(), f".{folder.name}-")
    partial = folder.with_name(f".{folder.name}-{os.getpid()}")
    print(f"asmloom: setting up the plotting library: {LOCK.name} …", file=sys.stderr, flush=True)
    words = [*venv.pip(), "install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes",
             "--only-binary=:all:", "--target", str(partial), "-r", str(LOCK)]  # fmt: skip
    with claimed(partial):
        done = run(words)
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise ToolFailed(f"setting up the plotting library: {(lines or ['no output'])[-1]}")
        with suppress(OSError):  # another process was first
            os.rename(partial, folder)
