# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The functions of rsa_pair.c from inside: what the kernels are given, the forms of numbers, and the choice between
kernels of pairs and of single numbers. See inside_pairs.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code


def test_pairs(tmp_path: Path) -> None:
    (tmp_path / "inside_pairs.h").write_bytes(rooms.path("rsa_pair.c").read_bytes())
    source = Path(__file__).with_name("inside_pairs.c")
    program = quick.linked(tmp_path, [source], quick.PLAIN, under=(source.name,), without=("rsa_pair.c",))
    done = run([str(program)])
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()[-3000:]
