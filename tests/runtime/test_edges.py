# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What public functions do at the ends of their ranges: see edges.c."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import library
from targets.toolchain.process import run
from tests.runtime import quick
from tests.runtime.public import rows

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
LANES = [name for name, kernel in KERNELS.items() if kernel.messages]
# Dispatch's choice; C alone; each kernel for several messages by its first variant, which this CPU may lack.
PINS = ("", ",".join(f"{name}=portable" for name in KERNELS),
        ",".join(f"{name}={KERNELS[name].variants[0].name}" for name in LANES))  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.linked(tmp_path_factory.mktemp("edges"), [Path(__file__).with_name("edges.c")], quick.PLAIN)


@pytest.mark.parametrize("part", dict.fromkeys(row.edges for row in rows() if row.edges))
def test_edges(part: str, program: Path) -> None:
    for pins in PINS:
        done = run([str(program), part], env={**os.environ, "ASMLOOM_PREFER": pins})
        assert (done.returncode, done.stderr) == (0, b""), (pins[:60], done)
