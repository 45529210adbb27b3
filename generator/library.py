# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finding and loading kernel files, in the tree and from folders given with ``--kernel-path``."""

from __future__ import annotations

import difflib
import hashlib
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from generator.lang.contract import Kernel
from generator.model import AsmloomError, KernelError, Src

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
IN_TREE = ROOT / "generator" / "kernels"


@dataclass(frozen=True, slots=True)
class Library:
    """All kernels by name, in the order of their names."""

    kernels: dict[str, Kernel]

    def find(self, name: str) -> Kernel:
        """The kernel called ``name``; AsmloomError with the near matches otherwise."""
        found = self.kernels.get(name)
        if found is not None:
            return found
        near = difflib.get_close_matches(name, self.kernels, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(self.kernels)}"
        raise AsmloomError(f"unknown kernel {name}; {hint}")


def load_file(path: Path, shown: str, banner: str) -> list[Kernel]:
    """The kernels that one file declares. ``shown`` is how messages name it, ``banner`` how generated files do
    (the same wherever the folder lies).

    Raises KernelError with the file's line for one that cannot be read, parsed or run.
    """
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise AsmloomError(f"cannot read kernel file {shown}: {reason}") from None
    try:
        code = compile(text, shown, "exec", dont_inherit=True, optimize=0)  # docstrings are output
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise KernelError(Src(shown, line), f"not Python: {getattr(error, 'msg', error)}") from None
    module = ModuleType("asmloom_kernel_" + path.stem)
    module.__file__ = shown
    run(lambda: exec(code, module.__dict__), shown)
    found = [value for value in vars(module).values() if isinstance(value, Kernel) and value.src.file == shown]
    digest = hashlib.sha256(raw.replace(b"\r\n", b"\n")).hexdigest()
    for kernel in found:
        kernel.path, kernel.sha256, kernel.script = banner, digest, text.splitlines()
    return found


def run(action: Callable[[], T], shown: str) -> T:
    """Run a script's code; an exception of its own becomes a KernelError at the script's innermost line."""
    try:
        return action()
    except AsmloomError:
        raise
    except (Exception, SystemExit) as error:
        frames = [f for f in traceback.extract_tb(sys.exc_info()[2]) if f.filename == shown]
        line = frames[-1].lineno if frames and frames[-1].lineno else 1
        raise KernelError(Src(shown, line), f"{type(error).__name__}: {error}") from None


def load(paths: list[Path] | None = None) -> Library:
    """The library of this tree, and of every folder in ``paths`` besides."""
    kernels: dict[str, Kernel] = {}
    folders = [(IN_TREE, "generator/kernels/"), *((p, "") for p in paths or ())]
    for folder, prefix in folders:
        if not folder.is_dir():
            reason = "not a folder" if folder.exists() else "no such folder"
            raise AsmloomError(f"--kernel-path {folder}: {reason}")
        for path in sorted(folder.rglob("*.py")):
            if path.name == "__init__.py":
                continue
            inner = path.relative_to(folder).as_posix()
            for kernel in load_file(path, prefix + inner if prefix else str(path), prefix + inner):
                other = kernels.get(kernel.name)
                if other is not None:
                    raise KernelError(kernel.src, f"kernel {kernel.name} is already declared at {other.src}")
                kernels[kernel.name] = kernel
    return Library(dict(sorted(kernels.items())))
