# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What is said at the end of a run: everything that this machine could not execute, by name."""

from __future__ import annotations

import pytest

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
