# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pytest plugin that names the dearest tests at the end of a run, and says what each is for."""

from __future__ import annotations

import inspect

import pytest

MOST = 10
_PROPERTY = "what for"


class Dearest:
    """Seconds are added up over a function's parameters, with what its fixtures took."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            function = getattr(item, "function", None)
            text = inspect.getdoc(function) or inspect.getdoc(getattr(item, "module", None)) or ""
            item.user_properties.append((_PROPERTY, text.partition("\n\n")[0].replace("\n", " ")))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        seconds: dict[str, float] = {}
        names: dict[str, set[str]] = {}
        purpose: dict[str, str] = {}
        for reports in terminalreporter.stats.values():
            for report in reports:
                if isinstance(report, pytest.TestReport):
                    name = report.nodeid.partition("[")[0]
                    seconds[name] = seconds.get(name, 0) + report.duration
                    names.setdefault(name, set()).add(report.nodeid)
                    purpose[name] = str(dict(report.user_properties).get(_PROPERTY, ""))
        total = sum(seconds.values())
        terminalreporter.section("the dearest tests")
        for name in sorted(seconds, key=lambda name: -seconds[name])[:MOST]:
            count = f" x {len(names[name])}" if len(names[name]) > 1 else ""
            share = 100 * seconds[name] / total if total else 0
            terminalreporter.line(f"{seconds[name]:7.1f} s {share:3.0f}%  {name}{count}: {purpose.get(name, '')}"[:200])
