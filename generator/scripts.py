# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The Python files of a folder of an author's own: they import each other as the files beside a program do.

The imports of a file go through the folder (``__import__`` among its builtins), and not through Python's list of
folders: two folders may hold files of one name, and no other module sees them.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.model import AsmloomError, KernelError, Src

RESERVED = "generator"
"""The package that no folder replaces."""


class Folder:
    """The files under ``path``. ``collect``: gives the list of the kernels that are declared while a file runs."""

    def __init__(self, path: Path, collect: Callable[[], AbstractContextManager[list[Any]]]) -> None:
        self.path, self.collect = path, collect
        self.declared: dict[Path, list[Any]] = {}
        self._modules: dict[str, ModuleType] = {}
        self._running: list[Path] = []
        self._texts: dict[Path, str] = {}

    # -- files -----------------------------------------------------------------------------------------------------

    def text(self, file: Path) -> str:
        """A file's text. AsmloomError if the file cannot be read."""
        if file not in self._texts:
            try:
                self._texts[file] = file.read_bytes().decode("utf-8").replace("\r\n", "\n")
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
                raise AsmloomError(f"cannot read kernel file {file}: {reason}") from None
        return self._texts[file]

    def name(self, file: Path) -> str:
        """The dotted name by which the files of the folder import a file."""
        parts = file.relative_to(self.path).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find(self, name: str) -> Path | None:
        """The file of a dotted name, the folder of a package without a file, or None."""
        if not name or name.split(".")[0] == RESERVED or not all(part.isidentifier() for part in name.split(".")):
            return None
        at = self.path.joinpath(*name.split("."))
        for file in (at / "__init__.py", at.with_name(f"{at.name}.py")):
            if file.is_file():
                return file
        return at if at.is_dir() and any(at.rglob("*.py")) else None

    def imported(self, file: Path) -> dict[str, str]:
        """The folder's files that a file imports, directly or not: path from the folder → text."""
        out: dict[str, str] = {}
        todo = [file]
        while todo:
            for other in self._direct(todo.pop()):
                inner = other.relative_to(self.path).as_posix()
                if inner not in out and other != file:
                    out[inner] = self.text(other)
                    todo.append(other)
        return dict(sorted(out.items()))

    def _direct(self, file: Path) -> list[Path]:
        try:
            tree = ast.parse(self.text(file))
        except (SyntaxError, ValueError):  # the run reports it
            return []
        names: list[str] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                whole = self._whole(node.module or "", node.level, self._package(file))
                names += [whole, *(f"{whole}.{alias.name}" if whole else alias.name for alias in node.names)]
        every = [".".join(name.split(".")[:n]) for name in names for n in range(1, name.count(".") + 2)]
        return [found for found in map(self.find, dict.fromkeys(every)) if found is not None and found.is_file()]

    def _package(self, file: Path) -> str:
        return self.name(file) if file.name == "__init__.py" else ".".join(self.name(file).split(".")[:-1])

    @staticmethod
    def _whole(name: str, level: int, package: str) -> str:
        """The dotted name from the folder, of a name relative to a package (level 0: of no package)."""
        if not level:
            return name
        parts = package.split(".") if package else []
        kept = parts[: max(0, len(parts) - level + 1)]
        return ".".join([*kept, *([name] if name else [])])

    # -- running ---------------------------------------------------------------------------------------------------

    def run(self, file: Path, shown: str) -> None:
        """Run a file, unless it ran before. ``shown``: its name in messages."""
        self._module(self.name(file), file, shown)

    def _module(self, name: str, file: Path, shown: str = "") -> ModuleType:
        found = self._modules.get(name)
        if found is not None:
            return found
        shown = shown or str(file)
        made = ModuleType(f"asmloom_kernel {file}")
        made.__file__, made.__package__ = shown, self._package(file) if file.is_file() else name
        if not file.is_file():  # a folder
            self._modules[name] = made
            return made
        text = self.text(file)
        try:
            code = compile(text, shown, "exec", dont_inherit=True, optimize=0)  # docstrings are output
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            raise KernelError(Src(shown, line), f"not Python: {getattr(error, 'msg', error)}") from None
        made.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._importer(file)}
        sys.modules[made.__name__] = made  # dataclasses look there
        self._running.append(file)
        self._modules[name] = made
        try:
            with self.collect() as declared:
                exec(code, made.__dict__)
        except BaseException:
            del self._modules[name]
            raise
        finally:
            self._running.pop()
        self.declared[file] = [kernel for kernel in declared if kernel.src.file == shown]
        return made

    def _importer(self, file: Path) -> Callable[..., ModuleType]:
        """``__import__`` for the statements of one file."""

        def load(
            name: str, globals: Mapping[str, object] | None = None, locals: Mapping[str, object] | None = None,
            fromlist: Sequence[str] | None = (), level: int = 0,
        ) -> ModuleType:  # fmt: skip
            whole = self._whole(name, level, self._package(file))
            if not level and self.find(whole.split(".")[0]) is None:
                return builtins.__import__(name, globals, locals, fromlist or (), level)
            caller = sys._getframe(1)
            place = Src(caller.f_code.co_filename, caller.f_lineno)
            modules = list(self._chain(whole, file, place))
            leaf = modules[-1] if modules else self._module("", self.path)
            for part in fromlist or ():
                inner = f"{whole}.{part}" if whole else part
                if not hasattr(leaf, part) and self.find(inner) is not None:
                    setattr(leaf, part, list(self._chain(inner, file, place))[-1])
            return leaf if fromlist else modules[0]

        return load

    def _chain(self, name: str, importer: Path, place: Src) -> Iterator[ModuleType]:
        """The modules of a dotted name, outermost first. Each is an attribute of the one before."""
        parts = name.split(".") if name else []
        outer: ModuleType | None = None
        for n, part in enumerate(parts):
            inner = ".".join(parts[: n + 1])
            file = self.find(inner)
            if file is None:
                raise KernelError(place, f"import {name}: there is no {inner} in {self.path}; there are: {self._all()}")
            package = file.name == "__init__.py" and (n + 1 < len(parts) or file == importer)
            if file in self._running and not package:  # a package's own file may import the package's other files
                circle = " → ".join(one.name for one in [*self._running[self._running.index(file) :], file])
                raise KernelError(
                    place,
                    f"import {name}: the files import each other in a circle, {circle}; expected a file of its own for "
                    "the parts that both need",
                )
            if file.is_file() and file != importer and file not in self._direct(importer):
                raise KernelError(place, f"import {name}: expected an import statement, whose file counts as a source")
            made = self._module(inner, file)
            if outer is not None:
                setattr(outer, part, made)
            outer = made
            yield made

    def _all(self) -> str:
        names = sorted(self.name(path) for path in self.path.rglob("*.py"))
        return ", ".join(name for name in names if name) or "no files"
