# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rules for the whole run: a missing tool fails where everything must be there, and skips, naming the tool, elsewhere;
variants that this machine could not execute are listed by name at the end.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  (every test may ask for the record of a machine)
from generator import processes
from targets.toolchain import objects
from targets.toolchain.find import MissingTool
from targets.toolchain.testing import CHANGED, ROOT, strict
from tests.changed import Wanted
from tests.changed.depends import Depends, executes
from tests.changed.memory import Memory
from tests.dearest import Dearest

_MEMORY = "asmloom-memory"
_NOT_EXECUTED = "variants not executed on this machine"
_NOT_WATCHED = "variants not run under valgrind"
_NONE = {_NOT_EXECUTED: "none: every variant ran", _NOT_WATCHED: "none: every variant was"}


def pytest_configure(config: pytest.Config) -> None:
    """Objects are kept beside the other products; an empty variable keeps none. Passes are remembered."""
    os.environ.setdefault(objects.VARIABLE, str(ROOT / "build" / "objects"))
    depends = Depends(ROOT)
    remembered = ROOT / "build" / "results" / "passed.json"
    memory = Memory(depends.sources, remembered, depends, selecting=bool(os.environ.get(CHANGED)))
    config.pluginmanager.register(memory, _MEMORY)
    config.pluginmanager.register(Dearest(), "asmloom-dearest")
    if config.getoption("numprocesses", None) and executes(ROOT, config.invocation_params.dir, config.args):
        depends.generated(processes.count())  # before there are several, which would each do it


@pytest.fixture
def wanted(request: pytest.FixtureRequest) -> Wanted:
    """Of the kernels that a test does the same for, those to do it for: with ``--changed``, not all."""
    memory = request.config.pluginmanager.getplugin(_MEMORY)
    assert isinstance(memory, Memory) and isinstance(memory.depends, Depends)
    depends = memory.depends
    return lambda kernels: memory.wanted(request.node, depends.parts(request.node, kernels))


def pytest_sessionfinish(session: pytest.Session) -> None:
    kept = os.environ[objects.VARIABLE]
    if kept and not hasattr(session.config, "workerinput"):
        objects.prune(Path(kept))


def _listed(request: pytest.FixtureRequest, title: str) -> list[str]:
    left_out: list[str] = []
    request.addfinalizer(lambda: request.node.user_properties.extend((title, line) for line in left_out))
    return left_out


@pytest.fixture
def not_executed(request: pytest.FixtureRequest) -> list[str]:
    """Append what had to be left out; the summary lists it. Carried by the test's report, which crosses processes."""
    return _listed(request, _NOT_EXECUTED)


@pytest.fixture
def not_watched(request: pytest.FixtureRequest) -> list[str]:
    """Append what valgrind cannot execute; the summary lists it."""
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
