# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pytest plugin that remembers passes: each test's name with the digest of all its dependences.

The first process of the run collects the tests, computes their digests and chooses the tests to run. The workers of
xdist get the chosen tests with their digests, and collect no other files. The first process writes the results at the
end. A test that failed, was skipped, or ran while the tree was edited, is not remembered.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.changed.sources import Sources

_PROPERTY, _PART = "depends on", "part"
_DIGESTS = 6  # digests remembered for each test: several branches, or machines, may share a folder


class Memory:
    """``depends`` returns the digest of a test's dependences, or None if these are unknown. ``selecting``: leave out
    remembered passes."""

    def __init__(
        self, sources: Sources, store: Path, depends: Callable[[pytest.Item], str | None], *, selecting: bool
    ) -> None:
        self.sources, self.store, self.depends, self.selecting = sources, store, depends, selecting
        self.remembered = _read(store)
        self.kept = 0
        self._before: dict[Path, tuple[int, int]] | None = None
        self._outcomes: dict[str, list[str]] = {}
        self._digests: dict[str, str] = {}
        self._parts: dict[str, dict[str, str]] = {}
        self._edited = False
        self._session: pytest.Session | None = None
        self._chosen: dict[str, str | None] = {}
        self._files: set[str] = set()
        self._given = False

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Collect here, before workers start. xdist itself collects in workers only. A file that cannot be read fails
        the run, and workers leave it out."""
        assert self._session is not None
        self._session.perform_collect()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Every process of a run selects by the passes remembered at the start of the run."""
        given = {"remembered": self.remembered, "chosen": self._chosen, "files": sorted(self._files)}
        node.workerinput.update(given)

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session
        given = getattr(session.config, "workerinput", None)
        if given is not None:
            self._given = True
            self.remembered, self._chosen, self._files = given["remembered"], given["chosen"], set(given["files"])
        else:
            self._before = self.sources.stamps()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A worker reads no file without a chosen test."""
        return True if self._given and collection_path.is_file() and str(collection_path) not in self._files else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            digest = self._chosen.get(item.nodeid) if self._given else self.depends(item)
            if digest is not None:
                item.user_properties.append((_PROPERTY, digest))
            if self._given:
                leave = item.nodeid not in self._chosen
            else:
                leave = self.selecting and digest is not None and digest in self.remembered.get(item.nodeid, ())
                if not leave:
                    self._chosen[item.nodeid] = digest
                    self._files.add(str(item.path))
            (kept if leave else left).append(item)
        items[:] = left
        self.kept = len(kept)
        if kept:
            config.hook.pytest_deselected(items=kept)

    def wanted(self, item: pytest.Item, parts: Mapping[str, str | None]) -> set[str]:
        """The parts of a test that must run: those without a remembered pass for these digests.

        A pass of the test is a pass of all its parts.
        """
        known = set()
        for part, digest in parts.items():
            name = f"{item.nodeid} for {part}"
            if digest is not None:
                item.user_properties.append((_PART, [name, digest]))
                if self.selecting and digest in self.remembered.get(name, ()):
                    known.add(part)
        return set(parts) - known

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._outcomes.setdefault(report.nodeid, []).append(report.outcome)
        for name, value in report.user_properties:
            if name == _PROPERTY:
                self._digests[report.nodeid] = str(value)
            elif name == _PART and isinstance(value, (list, tuple)):
                self._parts.setdefault(report.nodeid, {})[str(value[0])] = str(value[1])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._given:
            return
        self._edited = self._before != self.sources.stamps()
        remembered = _read(self.store)  # another run may have ended meanwhile
        for name, outcomes in self._outcomes.items():
            passed = outcomes == ["passed"] * 3 and not self._edited
            whole = {name: self._digests[name]} if name in self._digests else {}
            for part, digest in {**whole, **self._parts.get(name, {})}.items():
                others = [other for other in remembered.get(part, []) if other != digest]
                remembered[part] = [*others, *([digest] if passed else [])][-_DIGESTS:]
        _write(self.store, remembered)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.selecting:
            terminalreporter.section("changed")
            terminalreporter.line(
                f"{len(self._outcomes)} tests ran; {self.kept} passed before with all that they depend on as it is"
            )
        if self._edited:
            terminalreporter.line("files were edited during this run; nothing of it is remembered")


def _read(store: Path) -> dict[str, list[str]]:
    try:
        found = json.loads(store.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    good = isinstance(found, dict) and all(isinstance(digests, list) for digests in found.values())
    return found if good else {}


def _write(store: Path, remembered: dict[str, list[str]]) -> None:
    store.parent.mkdir(parents=True, exist_ok=True)
    partial = store.with_name(f".{store.name}-{os.getpid()}")
    partial.write_text(json.dumps(remembered, indent=0, sort_keys=True), "utf-8")
    partial.replace(store)
