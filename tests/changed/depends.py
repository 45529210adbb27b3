# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What each test of this project depends on. Where that is not known, a test depends on every file of the tree.

There are three kinds of tests:

* Those that start build.py, copy the checkout or look for files in it depend on all files. ``tests.cli.runner``, or a
  name for the checkout's folder, in anything that they import shows them.
* Those of the folders in :data:`EXECUTED` run what the generator makes. Its output stands for its sources, but for the
  modules that the tests themselves import.
* All others depend on what they import, all the way down, and on the data beside it. Scripts of kernels that they load
  count as Python reads them: without comments and places.

``@pytest.mark.kernels("md5_blocks")`` says that of all kernels only some matter to a test, or none, without a name. So
does a parameter that is a kernel's name, or the path of a kernel's script. The contracts of all kernels, and the names
of their scripts, still count for tests that start build.py or load the kernels of the tree: such tests may print names
of kernels, variants, arguments.

``@pytest.mark.code`` says that a test asks for the code of kernels, and not for the text of their scripts. The
generator's output stands for the scripts, and for ``generated/``, in tests of the first and third kind, too.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import pytest

import targets
from generator import library
from generator.model import AsmloomError
from targets.toolchain import identity
from tests.changed import output
from tests.changed.sources import Sources

EXECUTED = ("tests/kernels/", "tests/provider/", "tests/runtime/", "tests/system/", "tests/vectors/")
# Some of the tests there have the mark `code`.
_OF_CODE = ("tests/cli/", "tests/diff/", "tests/emit/", "tests/passes/", "tests/vendoring/")
# Cells of the matrix come from one triple each; elsewhere a triple in a test's name may not be all that it uses.
_BY_TRIPLE = "tests/kernels/"
_CHECKOUT = re.compile(r"\b(ROOT|GENERATED|BUILD)\b|\.parents\b|\.parent\.parent|[\"']generated|build\.py[\"']")
# The kernels of the tree are loaded by these modules only: tests whose own modules import none of them load none.
_LOADERS = (
    "generator/cli.py", "generator/library.py", "generator/output.py", "generator/vendoring/",
    "targets/toolchain/compare.py", "targets/toolchain/diff_sides.py", "targets/toolchain/target_sources.py",
)  # fmt: skip
# A test that takes only load_file from generator.library loads files that it names. _FOLDER finds names of the tree's.
_LIBRARY = ("generator/library.py", "generator.library", {"load_file"})
_TEMPLATES = "generator/templates.py"  # reads the files of templates/
_FOLDER = re.compile(r"generator[/.]kernels|[\"']kernels[\"']")
# Of no influence on what a test finds.
_VARIABLES = {"ASMLOOM_CACHE", "ASMLOOM_OBJECTS", "ASMLOOM_PYTHON", "ASMLOOM_CHANGED"}
_ALWAYS = ("pyproject.toml", "tests/conftest.py", "requirements-test.txt")
# What tests/conftest.py does to all tests; of the rest that it imports only what it does at the end of a run.
_EVERYWHERE = ("targets/toolchain/objects.py", "targets/toolchain/testing.py", "tests/changed/memory.py")


def executes(root: Path, place: Path, arguments: Iterable[str]) -> bool:
    """Whether pytest's ``arguments``, paths as seen from ``place``, name a folder whose tests depend on the generator's
    output, a file in such a folder, or a folder around one."""
    named = [(place / word.partition("::")[0]).resolve() for word in arguments]
    folders = [(root / name).resolve() for name in (*EXECUTED, *_OF_CODE)]
    return any(path in (folder, *folder.parents) or folder in path.parents for path in named for folder in folders)


class Depends:
    """Digests of what tests depend on, in the checkout ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources = Sources(root, ("generator", "targets", "tests"))
        self._known: dict[tuple[Path, tuple[str, ...] | None, tuple[str, ...] | None, bool], str | None] = {}
        self._knows_checkout: dict[Path, bool] = {}
        self._contents: dict[Path, str] = {}
        self._read: dict[Path, str] = {}
        self._owners: dict[Path, frozenset[str] | None] = {}

    @cached_property
    def digests(self) -> dict[str, str]:
        """Of :func:`tests.changed.output.made`; empty where the generator fails."""
        return self.generated(1)

    def generated(self, count: int) -> dict[str, str]:
        """As :attr:`digests`, made by ``count`` processes."""
        try:
            return output.made(self.root / "build" / "results" / "output.json", count)
        except Exception:  # whatever it is, tests will find it
            return {}

    @cached_property
    def surroundings(self) -> str:
        """The machine, the interpreter's options and the environment variables that tests react to."""
        own = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("ASMLOOM_") and k not in _VARIABLES]
        return identity.digest([identity.of_machine(), repr(sys.flags), *own])

    @cached_property
    def scripts(self) -> dict[str, set[Path]]:
        """Kernel → the files that describe it, and the kernels that it is made of; empty where one cannot be loaded."""
        try:
            kernels = library.load()
        except AsmloomError:  # tests will find it
            return {}
        return {
            name: {self.root / path for kernel in kernels.chosen([name]) for path in (kernel.path, *kernel.scripts)}
            for name in kernels.kernels
        }

    @cached_property
    def contracts(self) -> str:
        """One digest of what the kernels of the tree declare, and of the names of their scripts."""
        kernels = library.load().kernels.values()
        return identity.digest(text for k in kernels for text in (output.contract(k), k.path, *sorted(k.scripts)))

    def __call__(self, item: pytest.Item) -> str | None:
        """The digest of all that a test depends on."""
        marks = list(item.iter_markers("kernels"))
        params = _params(item)
        named = [str(name) for mark in marks for name in mark.args]
        named = named or [name for value in params for name in self._named(value)]
        return self.of(item.path, item.nodeid, named if marks or named else None, params, code=_of_code(item))

    def _named(self, value: object) -> list[str]:
        """The kernels that the value of a parameter names: by a name, or by the path of a script of theirs."""
        if isinstance(value, str) and value in self.scripts:
            return [value]
        if not isinstance(value, (str, Path)) or not str(value).endswith(".py"):
            return []
        return [name for name, scripts in self.scripts.items() if self.root / value in scripts]

    def parts(self, item: pytest.Item, kernels: Iterable[str]) -> dict[str, str | None]:
        """Digests of a test that does the same for several kernels, as if it did so for one alone."""
        params = _params(item)
        code = _of_code(item)
        return {kernel: self.of(item.path, item.nodeid, [kernel], params, code=code) for kernel in kernels}

    def of(
        self, module: Path, name: str, kernels: list[str] | None = None, params: Sequence[object] = (), *,
        code: bool = False,
    ) -> str | None:  # fmt: skip
        """As :meth:`__call__`, of a test called ``name`` in ``module``. ``kernels`` are those that its marks name;
        ``code``: the test has the mark ``code``."""
        if not self.scripts:
            return None
        for kernel in kernels or ():
            if kernel not in self.scripts:
                raise pytest.UsageError(f"{name}: mark kernels: there is no kernel {kernel}")
        by_triple = self.sources.name(module).startswith(_BY_TRIPLE)
        key = (module, None if kernels is None else tuple(kernels), _triples(params) if by_triple else None, code)
        if key not in self._known:
            self._known[key] = self._of(*key)
        found = self._known[key]
        return None if found is None else identity.digest([found, name])

    def _of(
        self, module: Path, kernels: tuple[str, ...] | None, triples: tuple[str, ...] | None, code: bool
    ) -> str | None:
        modules = self._modules(module)
        parts = [self.surroundings]
        files = {self.root / name for name in _ALWAYS} | modules
        files.update(path for name in _EVERYWHERE for path in self.sources.closure(self.root / name))
        for folder in {path.parent for path in modules if self.sources.has_code(path)}:
            files.update(self.sources.data(folder))
        executed = self.sources.name(module).startswith(EXECUTED)
        if self.root / _TEMPLATES in modules and not executed:
            files.update(self.sources.data(self.root / "templates"))
        anything = self._anything(modules)
        if anything:
            files.update(path for path in self.sources.everything if not self._of_another(path, kernels))
            parts.append(self.contracts)
        elif executed:
            direct = self._direct(modules)
            files = {path for path in files if not self._inside(path, "generator") or path in direct}
            for name in ("provider", "runtime"):
                files.update(self.sources.data(self.root / name))
        elif self._loads(modules):
            scripts = self.sources.everything if kernels is None else [p for k in kernels for p in self.scripts[k]]
            loaded = {path for path in scripts if self._inside(path, "generator/kernels")} - files
            parts += [] if code else [self._as_read(path) for path in sorted(loaded)]
            parts.append(self.contracts)
        files = {path for path in files if not self._of_another(path, kernels)}  # a string may name a script
        if code:
            written = {path for path in files if self._written(path)}
            parts += [self._code_in(path) for path in sorted(written) if path.suffix != ".py"]
            files -= written
        if code or (executed and not anything):
            if not self.digests:
                return None
            parts.append(output.chosen(self.digests, kernels, triples))
        return identity.digest([*parts, self.sources.digest(files)])

    def _modules(self, module: Path) -> frozenset[Path]:
        """A test's module, the conftest.py files of the folders below tests/ around it, and all that these import."""
        found: set[Path] = set()
        for folder in module.parents:
            if folder == self.root / "tests":
                break
            if (folder / "conftest.py").is_file():
                found |= self.sources.closure(folder / "conftest.py")
        return frozenset(found | self.sources.closure(module))

    def _tests(self, modules: frozenset[Path]) -> Iterator[Path]:
        for path in modules:
            if self._inside(path, "tests") or self._inside(path, "targets/trial"):
                yield path

    def _direct(self, modules: frozenset[Path]) -> set[Path]:
        """What the test's own modules import themselves."""
        return {path for own in self._tests(modules) for path in self.sources.imported(own)}

    def _loads(self, modules: frozenset[Path]) -> bool:
        """Whether one of the test's own modules may load the kernels of the tree."""
        library, name, harmless = _LIBRARY
        for own in self._tests(modules):
            files = {self.sources.name(path) for path in self.sources.imported(own)}
            if not _FOLDER.search(own.read_text("utf-8")) and self.sources.taken(own, name) <= harmless:
                files.discard(library)
            if any(path.startswith(_LOADERS) for path in files):
                return True
        return False

    def _anything(self, modules: frozenset[Path]) -> bool:
        """Whether one of the test's own modules knows the checkout's folder."""
        for path in self._tests(modules):
            if path not in self._knows_checkout:
                self._knows_checkout[path] = bool(_CHECKOUT.search(path.read_text("utf-8")))
            if self._knows_checkout[path]:
                return True
        return False

    def _written(self, path: Path) -> bool:
        """Whether a file is a kernel's script, or is of ``generated/`` and changes with the lines of a script."""
        if self._inside(path, "generator/kernels"):
            return path.name != "__init__.py"
        return path == self.root / "generated" / "manifest.json" or self._generated(path)

    def _generated(self, path: Path) -> bool:
        """Whether a file is a function's, in ``generated/``. The headers beside the functions serve all of them."""
        return self._inside(path, "generated") and self.sources.name(path).count("/") == 3 and path.suffix != ".h"

    def _code_in(self, path: Path) -> str:
        """A digest of a file of ``generated/``; the manifest's is the same for all contents."""
        if path not in self._contents:
            text = path.read_text("ascii") if self._generated(path) else ""
            self._contents[path] = identity.digest([self.sources.name(path), text])
        return self._contents[path]

    def _as_read(self, path: Path) -> str:
        """A digest of what Python reads in a script. Comments, and places in the file, are left out."""
        if path not in self._read:
            tree = ast.parse(path.read_bytes()) if path.suffix == ".py" else None
            text = self.sources.digest([path]) if tree is None else ast.dump(tree)
            self._read[path] = identity.digest([self.sources.name(path), text])
        return self._read[path]

    def _of_another(self, path: Path, kernels: tuple[str, ...] | None) -> bool:
        """Whether a file is of a kernel that is not one of ``kernels``; the manifest is one of all kernels."""
        if kernels is None:
            return False
        if path not in self._owners:
            self._owners[path] = self._of_kernels(path)
        owners = self._owners[path]
        return owners is not None and owners.isdisjoint(kernels)

    def _of_kernels(self, path: Path) -> frozenset[str] | None:
        """The kernels that a file is of; None for a file that is no kernel's."""
        if self._inside(path, "generator/kernels") and path.name != "__init__.py":
            return frozenset(kernel for kernel, scripts in self.scripts.items() if path in scripts)
        if self._generated(path):
            return frozenset(kernel for kernel in self.scripts if path.stem.startswith(f"{kernel}_"))
        return frozenset() if path == self.root / "generated" / "manifest.json" else None

    def _inside(self, path: Path, folder: str) -> bool:
        return self.sources.name(path).startswith(f"{folder}/")


def _of_code(item: pytest.Item) -> bool:
    return item.get_closest_marker("code") is not None


def _params(item: pytest.Item) -> list[object]:
    """The values of a test's parameters; a test without parameters has none."""
    callspec = getattr(item, "callspec", None)
    return list(callspec.params.values()) if callspec is not None else []


def _triples(params: Sequence[object]) -> tuple[str, ...] | None:
    """The triples among the parameters of a test of the matrix; None, for all, where there is none."""
    values = [v for value in params for v in (value if isinstance(value, tuple) else (value,))]
    return tuple(str(value) for value in values if value in targets.all_triples()) or None
