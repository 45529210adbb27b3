# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One copy of the checkout a process for the tests that leave it as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runner import checkout


@pytest.fixture(scope="session")
def shared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sources are not to be changed; build/ in it may be."""
    return checkout(tmp_path_factory.mktemp("cli") / "asmloom")
