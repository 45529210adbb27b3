# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rules for the whole run.

A missing tool fails the test under ``ASMLOOM_STRICT`` or in CI, and skips the test, naming the tool, elsewhere. The
summary lists by name the variants that this machine could not execute.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest

import generator.machines  # noqa: F401  (every test may ask for the record of a machine)
from targets.toolchain.find import MissingTool
from targets.toolchain.testing import CHANGED, ROOT, strict, whole
from tests.changed import Wanted
from tests.changed.depends import Depends
from tests.changed.memory import Memory
from tests.dearest import Dearest

_MEMORY = "asmloom-memory"
_NOT_EXECUTED = "variants not executed on this machine"
_NOT_WATCHED = "variants not run under valgrind"
_NONE = {_NOT_EXECUTED: "none: every variant ran", _NOT_WATCHED: "none: every variant was"}


def pytest_configure(config: pytest.Config) -> None:
    """Remember passes."""
    gc.set_threshold(
        200_000, 20, 100
    )  # recordings have few cycles, and the search for cycles takes a fifth of the time
    depends = Depends(ROOT)
    memory = Memory(depends.sources, depends, selecting=bool(os.environ.get(CHANGED)))
    config.pluginmanager.register(memory, _MEMORY)
    config.pluginmanager.register(Dearest(), "asmloom-dearest")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests with the mark ``whole``, unless the run is of all or names their file. ``every=N`` keeps every
    Nth set of parameters."""
    if whole():
        return
    named = {word.partition("::")[0] for word in config.args}
    more: list[pytest.Item] = []
    numbers: dict[str, int] = {}
    for item in items:
        mark = item.get_closest_marker("whole")
        if mark is not None and item.nodeid.partition("::")[0] not in named:
            function = item.nodeid.partition("[")[0]
            numbers[function] = number = numbers.get(function, -1) + 1
            every = mark.kwargs.get("every", 0)
            if not every or number % every:
                more.append(item)
    if more:
        config.hook.pytest_deselected(items=more)
        gone = set(map(id, more))
        items[:] = [item for item in items if id(item) not in gone]


@pytest.fixture
def wanted(request: pytest.FixtureRequest) -> Wanted:
    """The kernels that a test runs for, out of those that the test treats alike. ``--changed`` leaves some out."""
    memory = request.config.pluginmanager.getplugin(_MEMORY)
    assert isinstance(memory, Memory) and isinstance(memory.depends, Depends)
    depends = memory.depends
    return lambda kernels: memory.wanted(request.node, depends.parts(request.node, kernels))


def _listed(request: pytest.FixtureRequest, title: str) -> list[str]:
    left_out: list[str] = []
    request.addfinalizer(lambda: request.node.user_properties.extend((title, line) for line in left_out))
    return left_out


@pytest.fixture
def not_executed(request: pytest.FixtureRequest) -> list[str]:
    """Append the variants left out: the summary lists them. The test's report carries the list across processes."""
    return _listed(request, _NOT_EXECUTED)


@pytest.fixture
def not_watched(request: pytest.FixtureRequest) -> list[str]:
    """Append the variants that valgrind cannot execute: the summary lists them."""
    return _listed(request, _NOT_WATCHED)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    properties = {
        (title, line)
        for reports in terminalreporter.stats.values()
        for report in reports
        for title, line in getattr(report, "user_properties", ())
        if title in _NONE
    }
    for title, none in _NONE.items():
        terminalreporter.section(title)
        for line in sorted(line for other, line in properties if other == title) or [none]:
            terminalreporter.line(line)


def _or_skip() -> Generator[None, object, object]:
    try:
        return (yield)
    except MissingTool as missing:
        if strict():
            raise
        pytest.skip(str(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _or_skip())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _or_skip())
