# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Words of messages."""

from __future__ import annotations

from pathlib import Path

from generator.wording import counted, typed


def test_counts() -> None:
    assert [counted(n, "call") for n in (0, 1, 2)] == ["0 calls", "1 call", "2 calls"]


def test_paths_as_one_types_them() -> None:
    assert (typed(Path("/a/b")), typed(Path("/a b"))) == ("/a/b", "'/a b'")
