# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What each test of this project depends on.

There are three kinds of tests:

* Those that start build.py, copy the checkout or look for files in it depend on all files. ``tests.cli.runner``, or a
  name for the checkout's folder, in anything that they import shows them.
* Those of the folders in :data:`EXECUTED` run what the generator makes. ``generated/`` stands for the generator, but
  for the modules that the tests themselves import.
* All others depend on what they import, all the way down, and on the data beside it. Those that load kernels depend on
  the scripts, too.

``@pytest.mark.kernels("md5_blocks")`` says that of all kernels only some matter to a test, or none, without a name. So
does a parameter that is a kernel's name, or the path of a kernel's script. The generated headers, which tell all
contracts, still count. ``@pytest.mark.code`` says that a test asks for the code of kernels: ``generated/`` stands for
their scripts. While ``generated/`` is not what the generator makes, only tests that have nothing to do with kernels
are remembered.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path

import pytest

import targets
from generator import library, up_to_date
from generator.model import AsmloomError
from generator.store import digest
from targets.toolchain import identity
from tests.changed.sources import Sources

EXECUTED = ("tests/kernels/", "tests/provider/", "tests/runtime/", "tests/system/", "tests/vectors/")
# Cells of the matrix come from one triple each; elsewhere a triple in a test's name may not be all that it uses.
_BY_TRIPLE = "tests/kernels/"
_CHECKOUT = re.compile(r"\b(ROOT|GENERATED|BUILD)\b|\.parents\b|\.parent\.parent|[\"']generated|build\.py[\"']")
# The kernels of the tree are loaded by these modules only: tests whose own modules import none of them load none.
_LOADERS = (
    "generator/cli.py", "generator/library.py", "generator/output.py", "generator/vendoring/",
    "targets/toolchain/compare.py", "targets/toolchain/diff_sides.py", "targets/toolchain/target_sources.py",
)  # fmt: skip
# Of no influence on what a test finds.
_VARIABLES = {"ASMLOOM_BUILD", "ASMLOOM_CACHE", "ASMLOOM_PYTHON", "ASMLOOM_CHANGED"}
_ALWAYS = ("pyproject.toml", "tests/conftest.py", "requirements-test.txt", "generator/templates.py")
# What tests/conftest.py does to all tests; of the rest that it imports only what it does at the end of a run.
_EVERYWHERE = ("targets/toolchain/objects.py", "targets/toolchain/testing.py", "tests/changed/memory.py")


class Depends:
    """Digests of what tests depend on, in the checkout ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources = Sources(root, ("asmloom", "generator", "targets", "tests"))
        self._known: dict[tuple[object, ...], str | None] = {}

    @cached_property
    def made(self) -> bool:
        """Whether ``generated/`` is what the generator makes."""
        return up_to_date.up_to_date(up_to_date.inputs(self.root), self.root / "generated") is not None

    @cached_property
    def surroundings(self) -> str:
        """The machine, the interpreter's options and the environment variables that tests react to."""
        own = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("ASMLOOM_") and k not in _VARIABLES]
        return digest([identity.of_machine(), repr(sys.flags), *own])

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

    def __call__(self, item: pytest.Item) -> str | None:
        """The digest of all that a test depends on."""
        marks = list(item.iter_markers("kernels"))
        named = [str(name) for mark in marks for name in mark.args]
        named = named or [name for value in _params(item) for name in self._named(value)]
        return self.of(item.path, named if marks or named else None, _params(item), code=_of_code(item))

    def _named(self, value: object) -> list[str]:
        """The kernels that the value of a parameter names: by a name, or by the path of a script of theirs."""
        if isinstance(value, str) and value in self.scripts:
            return [value]
        if not isinstance(value, (str, Path)) or not str(value).endswith(".py"):
            return []
        return [name for name, scripts in self.scripts.items() if self.root / value in scripts]

    def parts(self, item: pytest.Item, kernels: Iterable[str]) -> dict[str, str | None]:
        """Digests of a test that does the same for several kernels, as if it did so for one alone."""
        params, code = _params(item), _of_code(item)
        return {kernel: self.of(item.path, [kernel], params, code=code) for kernel in kernels}

    def of(
        self, module: Path, kernels: list[str] | None = None, params: Sequence[object] = (), *, code: bool = False
    ) -> str | None:
        """As :meth:`__call__`, of a test in ``module``. ``kernels`` are those that its marks name; ``code``: the test
        has the mark ``code``."""
        if not self.scripts:
            return None
        for kernel in kernels or ():
            if kernel not in self.scripts:
                raise pytest.UsageError(f"{self.sources.name(module)}: mark kernels: there is no kernel {kernel}")
        some = None if kernels is None else tuple(kernels)
        key = (module, some, _archs(params) if self._inside(module, _BY_TRIPLE) else None, code)
        if key not in self._known:
            self._known[key] = self._of(*key)
        return self._known[key]

    def _of(
        self, module: Path, kernels: tuple[str, ...] | None, archs: tuple[str, ...] | None, code: bool
    ) -> str | None:
        modules = self._modules(module)
        files = {self.root / name for name in _ALWAYS} | modules
        files.update(path for name in _EVERYWHERE for path in self.sources.closure(self.root / name))
        for folder in {path.parent for path in modules if self.sources.has_code(path)}:
            files.update(self.sources.data(folder))
        own = {path for path in modules if self._inside(path, "tests/")}
        direct = {path for test in own for path in self.sources.imported(test)}
        generated = set(self.sources.data(self.root / "generated"))
        headers = set(self.sources.data(self.root / "generated" / "include"))
        anything = any(map(_knows_checkout, own))
        executed = self._inside(module, *EXECUTED) and not anything
        loads = any(self._inside(path, *_LOADERS) for path in direct)
        if anything:
            files = set(self.sources.everything)
        elif executed:
            files = {path for path in files if not self._inside(path, "generator/") or path in direct}
            for name in ("provider", "runtime"):
                files.update(self.sources.data(self.root / name))
        elif loads:
            files |= headers | {path for path in self.sources.everything if self._script(path)}
            files.update(self.sources.data(self.root / "templates"))
        if code or executed:
            files = {path for path in files if not self._script(path)} | generated
        if (code or executed or loads or anything) and not self.made:
            return None
        if kernels is not None or archs is not None:
            files = {path for path in files if self._counts(path, kernels, archs)}
        return digest([self.surroundings, self.sources.digest(files)])

    def _modules(self, module: Path) -> frozenset[Path]:
        """A test's module, the conftest.py files of the folders below tests/ around it, and all that these import."""
        found: set[Path] = set()
        for folder in module.parents:
            if folder == self.root / "tests":
                break
            if (folder / "conftest.py").is_file():
                found |= self.sources.closure(folder / "conftest.py")
        return frozenset(found | self.sources.closure(module))

    @cached_property
    def _owners(self) -> dict[Path, set[str]]:
        """The scripts and the files of functions, each with its kernels. The manifest and the picture, which are of all
        kernels, have none."""
        found: dict[Path, set[str]] = {}
        for path in self.sources.everything:
            if self._script(path):
                found[path] = {kernel for kernel, scripts in self.scripts.items() if path in scripts}
            elif self._inside(path, "generated/") and path.suffix != ".h" and path.parent.name != "include":
                named = (name for name in self.scripts if path.name.startswith(f"{name}_"))
                found[path] = {max(named, key=len, default="")}
        return found

    def _counts(self, path: Path, kernels: tuple[str, ...] | None, archs: tuple[str, ...] | None) -> bool:
        """Whether a file counts for tests of some kernels (None: all) on some architectures (None: all)."""
        owners = self._owners.get(path)
        if owners is None:
            return True
        elsewhere = archs is not None and self._inside(path, "generated/") and path.parts[-3] not in archs
        return (kernels is None or not owners.isdisjoint(kernels)) and not elsewhere

    def _script(self, path: Path) -> bool:
        """Whether a file is a kernel's script."""
        return self._inside(path, "generator/kernels/") and path.name != "__init__.py"

    def _inside(self, path: Path, *beginnings: str) -> bool:
        return self.sources.name(path).startswith(beginnings)


@cache
def _knows_checkout(path: Path) -> bool:
    return _CHECKOUT.search(path.read_text("utf-8")) is not None


def _of_code(item: pytest.Item) -> bool:
    return item.get_closest_marker("code") is not None


def _params(item: pytest.Item) -> list[object]:
    """The values of a test's parameters; a test without parameters has none."""
    callspec = getattr(item, "callspec", None)
    return list(callspec.params.values()) if callspec is not None else []


def _archs(params: Sequence[object]) -> tuple[str, ...] | None:
    """The architectures of the triples among the parameters of a test of the matrix; None, for all, without any."""
    values = [v for value in params for v in (value if isinstance(value, tuple) else (value,))]
    return tuple(sorted({targets.load(str(v)).arch for v in values if v in targets.all_triples()})) or None
