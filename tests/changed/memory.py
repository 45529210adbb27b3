# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pytest plugin that remembers passes, by a digest of the test's name and of all its dependences.

The first process of the run collects the tests, computes their digests and chooses the tests to run. The workers of
xdist get the chosen tests with their digests, and collect no other files. The first process keeps the passes at the
end. A test that failed, was skipped, or ran while the tree was edited, is not remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator import store
from tests.changed.sources import Sources

_PROPERTY = "the store's name of a pass"


def _pass(name: str, digest: str | None) -> str | None:
    return None if digest is None else store.digest(["passed", name, digest])


class Memory:
    """``depends`` returns the digest of a test's dependences, or None if these are unknown. ``selecting``: leave out
    remembered passes."""

    def __init__(
        self, sources: Sources, depends: Callable[[pytest.Item], str | None], *, selecting: bool
    ) -> None:  # fmt: skip
        self.sources, self.depends, self.selecting = sources, depends, selecting
        self.kept = 0
        self._before: dict[Path, tuple[int, int]] | None = None
        self._outcomes: dict[str, list[str]] = {}
        self._passes: dict[str, list[str]] = {}
        self._edited = False
        self._session: pytest.Session | None = None
        self._chosen: dict[str, str | None] = {}
        self._files: set[Path] = set()
        self._given = False

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Collect here, before workers start. xdist itself collects in workers only. A file that cannot be read fails
        the run, and workers leave it out."""
        assert self._session is not None
        self._session.perform_collect()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["chosen"] = self._chosen

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session
        given = getattr(session.config, "workerinput", None)
        if given is None:
            self._before = self.sources.stamps()
        else:
            self._given, self._chosen = True, given["chosen"]
            self._files = {session.config.rootpath / name.partition("::")[0] for name in self._chosen}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A worker reads no file without a chosen test."""
        return True if self._given and collection_path.is_file() and collection_path not in self._files else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            name = self._chosen.get(item.nodeid) if self._given else _pass(item.nodeid, self.depends(item))
            leave = item.nodeid not in self._chosen if self._given else self._remembered(name)
            (kept if leave else left).append(item)
            if name is not None:
                item.user_properties.append((_PROPERTY, name))
            if not leave:
                self._chosen[item.nodeid] = name
        items[:] = left
        self.kept = len(kept)
        if kept:
            config.hook.pytest_deselected(items=kept)

    def _remembered(self, name: str | None) -> bool:
        return self.selecting and name is not None and store.get(name) is not None

    def wanted(self, item: pytest.Item, parts: Mapping[str, str | None]) -> set[str]:
        """The parts of a test that must run: those without a remembered pass for these digests.

        A pass of the test is a pass of all its parts.
        """
        names = {part: _pass(f"{item.nodeid} for {part}", digest) for part, digest in parts.items()}
        item.user_properties.extend((_PROPERTY, name) for name in names.values() if name is not None)
        return {part for part, name in names.items() if not self._remembered(name)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._outcomes.setdefault(report.nodeid, []).append(report.outcome)
        self._passes[report.nodeid] = [str(value) for name, value in report.user_properties if name == _PROPERTY]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        if self._given:
            return
        self._edited = self._before != self.sources.stamps()
        for test, names in self._passes.items():
            passed = self._outcomes[test] == ["passed"] * 3 and not self._edited
            for name in names:
                store.put(name, b"") if passed else store.remove(name)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.selecting:
            terminalreporter.section("changed")
            terminalreporter.line(
                f"{len(self._outcomes)} tests ran; {self.kept} passed before with all that they depend on as it is"
            )
        if self._edited:
            terminalreporter.line("files were edited during this run; nothing of it is remembered")
