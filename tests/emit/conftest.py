# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The repository's root on the path, because these tests also run alone. Every object is assembled once a session."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

from tests.emit.objects import Objects  # noqa: E402


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return Objects(tmp_path_factory.mktemp("emit"))
