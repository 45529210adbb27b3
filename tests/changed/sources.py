# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The files that a test depends on, found without running the test."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

# Tests hand scripts and module names to other processes in strings.
_IMPORT = re.compile(r"\b(?:from|import)\s+([A-Za-z_][\w.]*)(?:\s+import\s+\(?([\w ,]+))?")
_MODULE = re.compile(r"[A-Za-z_]\w*(\.\w+)+")
_IGNORED = {"__pycache__", ".git", ".venv", "build", ".pytest_cache", ".mypy_cache", ".ruff_cache"}


class Sources:
    """A tree of sources under ``root``. ``packages``: the tree's top-level packages and modules."""

    def __init__(self, root: Path, packages: Iterable[str]) -> None:
        self.root = root
        self.packages = tuple(packages)
        self._imported: dict[Path, frozenset[Path]] = {}
        self._has_code: dict[Path, bool] = {}
        self._digests: dict[Path, str] = {}
        self._names: dict[Path, str] = {}
        self._closures: dict[Path, frozenset[Path]] = {}

    @cached_property
    def everything(self) -> list[Path]:
        """All files of the tree, without products, caches and version control."""
        found: list[Path] = []
        todo = [self.root]
        while todo:
            for path in sorted(todo.pop().iterdir()):
                if path.name in _IGNORED:
                    continue
                if path.is_dir() and not path.is_symlink():
                    todo.append(path)
                elif path.is_file():
                    found.append(path)
        return found

    def stamps(self) -> dict[Path, tuple[int, int]]:
        """Sizes and modification times of all files. Two different answers show that the tree was edited in between."""
        self.__dict__.pop("everything", None)
        return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in self.everything}

    def digest(self, files: Iterable[Path]) -> str:
        """One digest of the names and bytes of files."""
        hashed = hashlib.sha256()
        for name, path in sorted((self.name(path), path) for path in set(files)):
            if path not in self._digests:
                self._digests[path] = hashlib.sha256(path.read_bytes()).hexdigest()
            hashed.update(f"{name} {self._digests[path]}\n".encode())
        return hashed.hexdigest()

    def closure(self, start: Path) -> frozenset[Path]:
        """A Python file and everything that the file imports, directly or not. Modules named in strings count."""
        if start not in self._closures:
            found, todo = {start}, [start]
            while todo:
                for path in self.imported(todo.pop()) - found:
                    found.add(path)
                    todo.append(path)
            self._closures[start] = frozenset(found)
        return self._closures[start]

    def data(self, folder: Path) -> list[Path]:
        """The files under a folder that are not Python's and in no package below."""
        return self._by_folder.get(folder, [])

    @cached_property
    def _by_folder(self) -> dict[Path, list[Path]]:
        found: dict[Path, list[Path]] = {}
        for path in self.everything:
            if path.suffix != ".py":
                for folder in path.parents:
                    found.setdefault(folder, []).append(path)
                    if folder == self.root or (folder / "__init__.py").is_file():
                        break
        return found

    def name(self, path: Path) -> str:
        """A file's path from the root, with slashes."""
        if path not in self._names:
            self._names[path] = path.relative_to(self.root).as_posix()
        return self._names[path]

    def imported(self, path: Path) -> frozenset[Path]:
        """Files of the tree that one file imports directly, with the packages around them."""
        if path not in self._imported:
            names = {name for node in ast.walk(ast.parse(path.read_text("utf-8"))) for name in _names(node)}
            self._imported[path] = frozenset(found for name in names for found in self._files(name))
        return self._imported[path]

    def has_code(self, path: Path) -> bool:
        """True if a Python file is more than the docstring of a package. Data beside such a file count."""
        if path.name != "__init__.py":
            return True
        if path not in self._has_code:
            self._has_code[path] = len(ast.parse(path.read_text("utf-8")).body) > 1
        return self._has_code[path]

    def _files(self, name: str) -> Iterator[Path]:
        """The files that an import of a dotted name runs. A last part that is no module is a name in a module."""
        if name.split(".")[0] not in self.packages:
            return
        place = self.root
        for part in name.split("."):
            place = place / part
            if place.with_suffix(".py").is_file():
                yield place.with_suffix(".py")
            elif (place / "__init__.py").is_file():
                yield place / "__init__.py"
            elif not place.is_dir():
                return


def _names(node: ast.AST) -> Iterator[str]:
    """Dotted names of all modules that a node imports, or names in a string."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if _MODULE.fullmatch(node.value):
            yield node.value
        for module, names in _IMPORT.findall(node.value):
            yield module
            yield from (f"{module}.{name.strip()}" for name in names.split(",") if name.strip())
