# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A tier of its own: these tests start servers of the system, and run only if the command line names this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the folder out, unless an argument is in it."""
    base = config.invocation_params.dir
    named = ((base / word.split("::")[0]).resolve() for word in config.args)
    return None if any(HERE in (path, *path.parents) for path in named) else True
