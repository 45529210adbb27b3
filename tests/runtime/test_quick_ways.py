# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of dispatch, compared with a plain reading of the rows, and the ways that plans become: see ways.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code


@pytest.mark.parametrize("flags", [(), ("-DINVENTED",)])
def test_plans_and_ways(flags: tuple[str, ...], tmp_path: Path) -> None:
    source = Path(__file__).with_name("ways.c")
    program = quick.linked(tmp_path, [source], (*quick.PLAIN, *flags), without=("dispatch.c", "entry.c"))
    done = run([str(program)])
    assert done.returncode == 0, done.stderr.decode()[-3000:]
