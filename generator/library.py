# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finding and loading kernel files, in the tree and from folders given with ``--kernel-path``."""

from __future__ import annotations

import ast
import difflib
import hashlib
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from generator.lang.contract import Kernel, declarations
from generator.model import AsmloomError, KernelError, Src

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
IN_TREE = ROOT / "generator" / "kernels"


@dataclass(frozen=True, slots=True)
class Library:
    """All kernels by name, in the order of their names, and the folders from outside that some came from."""

    kernels: dict[str, Kernel]
    paths: tuple[Path, ...] = ()

    def find(self, name: str) -> Kernel:
        """The kernel called ``name``; AsmloomError with the near matches otherwise."""
        found = self.kernels.get(name)
        if found is not None:
            return found
        near = difflib.get_close_matches(name, self.kernels, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(self.kernels)}"
        raise AsmloomError(f"unknown kernel {name}; {hint}")

    def chosen(self, names: Iterable[str] | None = None) -> list[Kernel]:
        """The kernels of these names (all, if None), and those that they are made of, in the order of their names."""
        if names is None:
            return list(self.kernels.values())
        out: dict[str, Kernel] = {}
        todo = [self.find(name) for name in names]
        while todo:
            kernel = todo.pop()
            out[kernel.name] = kernel
            todo += [self.find(part) for part in kernel.parts if part not in out]
        return [out[name] for name in sorted(out)]


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
    with declarations() as declared:
        run(lambda: exec(code, module.__dict__), shown)
    found = [kernel for kernel in declared if kernel.src.file == shown]  # not those of files that it imports
    used = imported(text)
    digest = hashlib.sha256(raw.replace(b"\r\n", b"\n"))
    for other in used.values():
        digest.update(hashlib.sha256(other.encode()).digest())
    scripts = {name: lines.splitlines() for name, lines in ((shown, text), *used.items())}
    for kernel in found:
        kernel.path, kernel.sha256, kernel.scripts = banner, digest.hexdigest(), scripts
    return found


def imported(text: str) -> dict[str, str]:
    """The kernel files of this tree that a script imports, and those that they import: path from the root → text."""
    out: dict[str, str] = {}
    todo = [text]
    while todo:
        for shown in _imports(todo.pop()):
            if shown not in out:
                out[shown] = (ROOT / shown).read_text("utf-8")
                todo.append(out[shown])
    return dict(sorted(out.items()))


@cache
def _imports(text: str) -> tuple[str, ...]:
    """The kernel files of this tree that a script itself imports."""
    out = []
    for node in ast.walk(ast.parse(text)) if "generator.kernels" in text else ():
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = ROOT / (name.replace(".", "/") + ".py")
                if name.startswith("generator.kernels.") and path.is_file():
                    out.append(path.relative_to(ROOT).as_posix())
    return tuple(out)


def run(action: Callable[[], T], shown: str) -> T:
    """Run a script's code; an exception of its own becomes a KernelError at the innermost line of a script, be it of
    ``shown`` or of a file of this tree that helps it."""
    try:
        return action()
    except AsmloomError:
        raise
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(sys.exc_info()[2])
        inside = [f for f in frames if f.filename == shown or f.filename.startswith(f"{IN_TREE}/")]
        place = Src(inside[-1].filename.removeprefix(f"{ROOT}/"), inside[-1].lineno or 1) if inside else Src(shown, 1)
        text = " ".join(str(error).split())
        raise KernelError(place, f"{type(error).__name__}: {text}" if text else type(error).__name__) from None


def load(paths: list[Path] | None = None, only: Iterable[str] | None = None) -> Library:
    """The library of this tree, and of every folder in ``paths`` besides.

    ``only``: names of kernels that matter, with those that they are made of; the others may be left out.
    """
    wanted = None if only is None else set(only)
    kernels = _load(paths, wanted)
    while wanted is not None:
        needed = wanted | {part for kernel in kernels.values() for part in kernel.parts}
        if needed <= kernels.keys():
            break
        # A script may compose its kernels' names, and a name may be wrong: then all have to be looked at.
        wanted = needed if needed != wanted else None
        kernels = _load(paths, wanted)
    for kernel in kernels.values():
        for part in kernel.parts:
            if part not in kernels:
                raise KernelError(kernel.src, f"{kernel.name}: there is no kernel {part} for its parts=")
    return Library(dict(sorted(kernels.items())), tuple(paths or ()))


def _mentions(path: Path, names: set[str]) -> bool:
    try:
        text = path.read_text("utf-8", "replace")
    except OSError:  # said by whoever loads it
        return True
    return any(name in text for name in names)


def _load(paths: list[Path] | None, only: set[str] | None) -> dict[str, Kernel]:
    """The kernels of all files, or of those that mention one of ``only``."""
    kernels: dict[str, Kernel] = {}
    folders = [(IN_TREE, "generator/kernels/"), *((p, "") for p in paths or ())]
    for folder, prefix in folders:
        if not folder.is_dir():
            reason = "not a folder" if folder.exists() else "no such folder"
            raise AsmloomError(f"--kernel-path {folder}: {reason}")
        for path in sorted(folder.rglob("*.py")):
            if path.name == "__init__.py":
                continue
            if only is not None and not _mentions(path, only):
                continue
            inner = path.relative_to(folder).as_posix()
            for kernel in load_file(path, prefix + inner if prefix else str(path), prefix + inner):
                other = kernels.get(kernel.name)
                if other is not None:
                    raise KernelError(kernel.src, f"kernel {kernel.name} is already declared at {other.src}")
                kernels[kernel.name] = kernel
    return kernels
