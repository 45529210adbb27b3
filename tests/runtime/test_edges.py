# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What public functions do at the ends of their ranges: see edges.c."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import library
from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
LANES = [name for name, kernel in KERNELS.items() if kernel.messages]
# Dispatch's choice; C alone; each kernel for several messages by its first variant, which this CPU may lack.
PINS = ("", ",".join(f"{name}=portable" for name in KERNELS),
        ",".join(f"{name}={KERNELS[name].variants[0].name}" for name in LANES))  # fmt: skip


def test_edges(tmp_path: Path) -> None:
    program = quick.linked(tmp_path, [Path(__file__).with_name("edges.c")], quick.PLAIN)
    for pins in PINS:
        done = run([str(program)], env={**os.environ, "ASMLOOM_PREFER": pins})
        assert (done.returncode, done.stderr) == (0, b""), (pins[:60], done)
