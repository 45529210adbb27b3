# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Batches of messages in threads, and the file that says from how many messages on. test_space.py and test_truth.py
have the functions."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from generator import batches, cpus, library
from generator.model import AsmloomError
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick
from tests.runtime.public import HASHES

pytestmark = pytest.mark.code
HERE = Path(__file__).parent
KERNELS = library.load().kernels
LANES = sorted(
    name
    for name, k in KERNELS.items()
    if k.single is not None and k.single.name in {r["kernel"] for r in HASHES.values()}
)
PORTABLE = ",".join(f"{name}=portable" for name in LANES)


def test_threads(tmp_path: Path) -> None:
    out = quick.linked(tmp_path, [HERE / "batch_threads.c"], quick.PLAIN)
    for prefer in ("", PORTABLE):
        done = run([str(out)], timeout=HANG_SECONDS, env={**os.environ, "ASMLOOM_PREFER": prefer})
        found = re.fullmatch(r"(\d+) lanes, 0 wrong\n", done.stdout.decode())
        assert done.returncode == 0 and found, done.stdout.decode()
        assert not prefer or int(found[1]) == 16


def test_rows_name_what_is_there() -> None:
    known = cpus.lists()["uarches"]
    rows = batches.rows()
    assert rows
    for row in rows:
        kernel = KERNELS[row["kernel"]]
        assert kernel.single is not None and kernel.variant(row["many"]) and kernel.single.variant(row["one"])
        assert row["uarch"] in known and 2 <= row["least"] <= kernel.messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# head\na avx2 scalar generic 4\n", "targets/f:2: expected a kernel, .* found a avx2 scalar generic 4"),
        ("a avx2 scalar generic 1 0\n", "targets/f:1: expected .* 2 or more, .* found a avx2 scalar generic 1 0"),
        ("a avx2 scalar generic 4 x\n", "targets/f:1: expected "),
        ("a b c d 4 0\na b c d 5 0\n", "targets/f:2: a b c d has a row above"),
    ],
)
def test_a_file_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(AsmloomError, match=message):
        batches.parsed(text, "f")
