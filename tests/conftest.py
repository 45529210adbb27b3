# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What is said at the end of a run: everything that this machine could not execute, by name."""

from __future__ import annotations

import pytest

_NOT_EXECUTED = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_NOT_EXECUTED] = []


@pytest.fixture
def not_executed(request: pytest.FixtureRequest) -> list[str]:
    """Append what had to be left out; the summary lists it."""
    return request.config.stash[_NOT_EXECUTED]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash[_NOT_EXECUTED]
    terminalreporter.section("not executed on this machine")
    for line in left_out or ["nothing: every variant ran"]:
        terminalreporter.line(line)
