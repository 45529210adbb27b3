# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finding and loading kernel files, in the tree and from folders given with ``--kernel-path``."""

from __future__ import annotations

import ast
import difflib
import hashlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import generator.machines  # noqa: F401  # kernels are loaded for all machines
from generator.api import refuse_collisions
from generator.declarations import Alias, Callback, Constant, Function, Struct
from generator.lang.contract import Arg, Kernel, Variant, declarations
from generator.lang.contract import kernel as declare
from generator.lang.interface import BlockCipher, CbcAndHash, Functions, Hash
from generator.lang.stitching import stitch
from generator.model import AsmloomError, KernelError, Src
from generator.portable.files import settle
from generator.scripts import Folder

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
_DECLARATIONS: dict[str, Callable[..., object]] = {
    "kernel": declare, "Arg": Arg, "Variant": Variant, "Hash": Hash, "BlockCipher": BlockCipher,
    "CbcAndHash": CbcAndHash, "Functions": Functions, "Function": Function, "Struct": Struct, "Alias": Alias,
    "Callback": Callback, "Constant": Constant, "stitch": stitch,
}  # fmt: skip
IN_TREE = ROOT / "generator" / "kernels"


@dataclass(frozen=True, slots=True)
class Library:
    """All kernels by name, in alphabetical order. ``paths``: the folders from outside the tree that hold some of the
    kernels."""

    kernels: dict[str, Kernel]
    paths: tuple[Path, ...] = ()

    def find(self, name: str) -> Kernel:
        """The kernel called ``name``. AsmloomError, with the nearest names, if no kernel has the name."""
        found = self.kernels.get(name)
        if found is not None:
            return found
        near = difflib.get_close_matches(name, self.kernels, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(self.kernels)}"
        other = (
            "" if any(not one.of_tree for one in self.kernels.values()) else " (one of your own needs --kernel-path)"
        )
        raise AsmloomError(f"unknown kernel {name}; {hint}{other}")

    def chosen(self, names: Iterable[str] | None = None) -> list[Kernel]:
        """The kernels of these names (None: all) and their parts, in alphabetical order.

        KernelError if two of them declare one name in C.
        """
        out = dict(self.kernels) if names is None else {}
        todo = [self.find(name) for name in names or ()]
        while todo:
            kernel = todo.pop()
            out[kernel.name] = kernel
            todo += [self.find(part) for part in kernel.parts if part not in out]
        refuse_collisions(out.values())
        return [out[name] for name in sorted(out)]


def load_file(path: Path, shown: str, banner: str, own: Folder | None = None) -> list[Kernel]:
    """The kernels that one file declares. ``shown``: the file's name in messages. ``banner``: the file's name in
    generated files, which does not depend on the place of the folder. ``own``: the folder whose files the file may
    import, the file's own without one.

    Raises KernelError with the file's line if the file cannot be read, parsed or run.
    """
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise AsmloomError(f"cannot read kernel file {shown}: {reason}") from None
    own = own or Folder(path.parent, declarations)
    run(lambda: own.run(path, shown), shown, own.path)
    found = own.declared[path]
    mine = {} if path.is_relative_to(IN_TREE) else own.imported(path)
    used = imported(text, *mine.values())
    digest = hashlib.sha256(raw.replace(b"\r\n", b"\n"))
    for other in used.values():
        digest.update(hashlib.sha256(other.encode()).digest())
    for inner, other in mine.items():
        digest.update(hashlib.sha256(f"{inner}\n{other}".encode()).digest())
    scripts = {shown: text, **used, **{str(own.path / inner): other for inner, other in mine.items()}}
    for kernel in found:
        kernel.path, kernel.sha256, kernel.scripts = banner, digest.hexdigest(), scripts
        settle(kernel)
    return found


def imported(*texts: str) -> dict[str, str]:
    """The kernel files of this tree that scripts import, directly or not: path from the root → text."""
    out: dict[str, str] = {}
    todo = list(texts)
    while todo:
        for shown in _imports(todo.pop(), ROOT):
            if shown not in out:
                out[shown] = (ROOT / shown).read_text("utf-8")
                todo.append(out[shown])
    return dict(sorted(out.items()))


@cache
def _imports(text: str, root: Path) -> tuple[str, ...]:
    """The kernel files of the tree ``root`` that a script imports directly."""
    out = []
    for node in _statements(ast.parse(text)) if "generator.kernels" in text else ():
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            path = root / (name.replace(".", "/") + ".py")
            if name.startswith("generator.kernels.") and path.is_file():
                out.append(path.relative_to(root).as_posix())
    return tuple(out)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements below a node, in any depth, without their expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield inner
            yield from _statements(inner)


def run(action: Callable[[], T], shown: str, folder: Path | None = None) -> T:
    """Run a script's code. An exception becomes a KernelError at the innermost line of ``shown``, of a file of
    ``folder`` or of a kernel file of this tree."""
    try:
        return action()
    except AsmloomError:
        raise
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(sys.exc_info()[2])
        own = (f"{IN_TREE}/", f"{folder}/") if folder is not None else (f"{IN_TREE}/",)
        inside = [f for f in frames if f.filename == shown or f.filename.startswith(own)]
        place = Src(inside[-1].filename.removeprefix(f"{ROOT}/"), inside[-1].lineno or 1) if inside else Src(shown, 1)
        text = " ".join(str(error).split())
        said = f"{type(error).__name__}: {text}" if text else type(error).__name__
        raise KernelError(place, said + (_accepted(text) if isinstance(error, TypeError) else "")) from None


def _accepted(text: str) -> str:
    """The parameters of a declaration, if ``text`` is Python's refusal of arguments for the declaration."""
    found = re.match(r"(\w+?)(?:\.__init__)?\(\) (?:got|missing|takes) ", text)
    if found is None or found[1] not in _DECLARATIONS:
        return ""
    return f"; expected {found[1]}({', '.join(inspect.signature(_DECLARATIONS[found[1]]).parameters)})"


def load(paths: list[Path] | None = None, only: Iterable[str] | None = None) -> Library:
    """The kernels of this tree and of every folder in ``paths``.

    ``only``: the names of the kernels that are wanted, with their parts. Other kernels may be missing from the result.
    """
    wanted = None if only is None else set(only)
    kernels = _load(paths, wanted)
    while wanted is not None:
        needed = wanted | {part for kernel in kernels.values() for part in kernel.parts}
        if needed <= kernels.keys():
            break
        # A script may compose its kernels' names, and a name may be wrong: both cases need every file.
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
    except OSError:  # loading the file reports the error
        return True
    return any(name in text for name in names)


def _load(paths: list[Path] | None, only: set[str] | None) -> dict[str, Kernel]:
    """The kernels of all files, or of the files that mention a name of ``only``."""
    kernels: dict[str, Kernel] = {}
    for folder, prefix in ((IN_TREE, "generator/kernels/"), *((path, "") for path in paths or ())):
        for kernel in _of_folder(folder, prefix, only):
            other = kernels.setdefault(kernel.name, kernel)
            if other is not kernel:
                raise KernelError(
                    kernel.src,
                    f"kernel {kernel.name} is declared here and at {other.src}; expected another name for one of them",
                )
    return kernels


def _of_folder(folder: Path, prefix: str, only: set[str] | None) -> Iterator[Kernel]:
    """As :func:`_load`, for one folder.

    ``prefix``: the folder's name in messages, empty for a folder of ``--kernel-path``. AsmloomError if such a folder
    holds no kernel.
    """
    if not folder.is_dir():
        reason = "not a folder" if folder.exists() else "no such folder"
        raise AsmloomError(f"--kernel-path {folder}: {reason}")

    own = Folder(folder, declarations)

    def load(path: Path) -> list[Kernel]:
        inner = path.relative_to(folder).as_posix()
        return load_file(path, prefix + inner if prefix else str(path), prefix + inner, own)

    files = [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]
    wanted = [path for path in files if only is None or _mentions(path, only)]
    empty = True
    for path in wanted:
        for kernel in load(path):
            empty = False
            yield kernel
    if empty and not prefix and not any(load(path) for path in files if path not in wanted):
        there = "none of its Python files declares a kernel" if files else "no Python file is in the folder"
        raise AsmloomError(
            f"--kernel-path {folder}: {there}; expected at least one .py file, other than __init__.py, "
            "with a function under @kernel"
        )
