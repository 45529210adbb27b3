# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every object is assembled once a session."""

from __future__ import annotations

import pytest

from tests.emit.objects import Objects


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return Objects(tmp_path_factory.mktemp("emit"))
