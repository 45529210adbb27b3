# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Copies of the checkout, one a process, for the tests that leave them as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runner import ROOT, checkout, little


@pytest.fixture(scope="session")
def shared_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sources are not to be changed; build/ in it may be."""
    root = checkout(tmp_path_factory.mktemp("cli") / "asmloom")
    # The same generator makes the same functions, so that the copy shares what the checkout has kept of them.
    kept = ROOT / "build" / "functions"
    kept.mkdir(parents=True, exist_ok=True)
    (root / "build").mkdir()
    (root / "build" / "functions").symlink_to(kept)
    return root


@pytest.fixture(scope="session")
def little_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of one kernel, for what is made of a whole tree; not to be changed."""
    return little(tmp_path_factory.mktemp("little") / "asmloom")
