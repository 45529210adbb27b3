# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files of the runtime from inside, without a part of their surroundings: see the first lines of each inside_*.c."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from targets.toolchain.process import run
from tests.runtime import quick

pytestmark = pytest.mark.code


@pytest.mark.parametrize(("name", "source"), [
    ("aes", "aes_portable.c"), ("stitched", "stitched.c"), ("batch", "batch.c"), ("batch_cbc", "batch_cbc.c"),
    ("tls_many", "tls_many.c"),
])  # fmt: skip
def test_inside(name: str, source: str, tmp_path: Path) -> None:
    (tmp_path / f"inside_{name}.h").write_bytes(rooms.path(source).read_bytes())
    test = Path(__file__).with_name(f"inside_{name}.c")
    done = run([str(quick.linked(tmp_path, [test], quick.PLAIN, without=(source,)))])
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
