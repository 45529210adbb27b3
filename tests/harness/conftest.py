# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A tool that is missing fails a test where everything must be there, and skips it, naming the tool, elsewhere."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from targets.toolchain.find import MissingTool
from targets.toolchain.testing import strict


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
