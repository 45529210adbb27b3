# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rules for the whole run: a missing tool fails where everything must be there, and skips, naming the tool, elsewhere;
variants that this machine could not execute are listed by name at the end.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from targets.toolchain.find import MissingTool
from targets.toolchain.testing import strict

_NOT_EXECUTED = "not executed"


@pytest.fixture
def not_executed(request: pytest.FixtureRequest) -> list[str]:
    """Append what had to be left out; the summary lists it. Carried by the test's report, which crosses processes."""
    left_out: list[str] = []
    request.addfinalizer(lambda: request.node.user_properties.extend((_NOT_EXECUTED, line) for line in left_out))
    return left_out


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = sorted(
        {
            line
            for reports in terminalreporter.stats.values()
            for report in reports
            for name, line in getattr(report, "user_properties", ())
            if name == _NOT_EXECUTED
        }
    )
    terminalreporter.section("variants not executed on this machine")
    for line in left_out or ["none: every variant ran"]:
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
