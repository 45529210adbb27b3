# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The program of cases.c for each build."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rsa.builds import Build, compiled

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[Build, Path]:
    """The program of each build, made at the first request."""

    class Programs(dict[Build, Path]):
        def __missing__(self, build: Build) -> Path:
            self[build] = compiled(build, tmp_path_factory.mktemp("rsa"), [HERE / "cases.c"])
            return self[build]

    return Programs()
