# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Copies of the checkout, one for each process, for tests that change no copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runner import checkout, little


@pytest.fixture(scope="session")
def shared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose sources no test changes. Tests may change build/ in it."""
    root = checkout(tmp_path_factory.mktemp("cli") / "asmloom")
    (root / "build").mkdir()  # a refused build leaves the empty folder
    return root


@pytest.fixture(scope="session")
def little_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with one kernel, for commands that make a whole tree. No test changes the copy."""
    return little(tmp_path_factory.mktemp("little") / "asmloom")
