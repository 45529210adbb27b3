# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions that take NULL and no bytes once more, with a program made quickly: see nulls.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = [pytest.mark.code, pytest.mark.again("tests/runtime/test_nulls.py")]


def test_nothing_at_null(tmp_path: Path) -> None:
    done = run([str(quick.linked(tmp_path, [Path(__file__).with_name("nulls.c")], quick.SANITIZED))])
    assert (done.returncode, done.stderr) == (0, b""), (done.stdout + done.stderr).decode()[-2000:]
    assert int(done.stdout) > 900
