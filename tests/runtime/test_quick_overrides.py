# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What dispatch reads in the environment: see overrides.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code


def test_overrides(tmp_path: Path) -> None:
    program = quick.linked(tmp_path, [Path(__file__).with_name("overrides.c")], quick.PLAIN, ("overrides.c",))
    done = run([str(program)])
    assert done.returncode == 0, done.stderr.decode()[-3000:]
