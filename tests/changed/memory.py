# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pytest plugin that remembers passes: each test's name with the digest of all that it depended on.

Digests are computed while tests are collected. Results are noted by the process that began the run, when all is over.
A test that failed, or was skipped, or ran while the tree was edited, is not remembered.
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
_DIGESTS = 6  # remembered of each test: as many branches, or machines, may share a folder


class Memory:
    """``depends`` gives the digest of a test's dependencies, or None where they are not known. ``selecting``: leave out
    what is remembered."""

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

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Every process of a run selects by what was remembered when it began."""
        node.workerinput["remembered"] = self.remembered

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.kept = max(self.kept, getattr(node, "workeroutput", {}).get("kept", 0))

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        given = getattr(session.config, "workerinput", None)
        if given is not None:
            self.remembered = given["remembered"]
        else:
            self._before = self.sources.stamps()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            digest = self.depends(item)
            if digest is not None:
                item.user_properties.append((_PROPERTY, digest))
            known = digest is not None and digest in self.remembered.get(item.nodeid, ())
            (kept if known and self.selecting else left).append(item)
        items[:] = left
        self.kept = len(kept)
        if kept:
            config.hook.pytest_deselected(items=kept)

    def wanted(self, item: pytest.Item, parts: Mapping[str, str | None]) -> set[str]:
        """Of the parts of a test, those that are to run: not known to have passed with these digests. If the test
        passes, all of its parts did."""
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
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["kept"] = self.kept
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
