# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Which kernels a batch uses: see plans_of_batches.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code


def test_batch_plan(tmp_path: Path) -> None:
    source = Path(__file__).with_name("plans_of_batches.c")
    program = quick.linked(tmp_path, [source], quick.PLAIN, without=("batch_plan.c",))
    done = run([str(program)])
    assert done.returncode == 0, done.stderr.decode()[-3000:]
