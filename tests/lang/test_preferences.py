# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows of preferences, and the refusals of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.model import AsmloomError
from generator.preferences import preferences

pytestmark = pytest.mark.kernels()


def _rows(folder: Path, text: str) -> list[dict[str, object]]:
    file = folder / "preferences.dat"
    file.write_text(text, "ascii")
    return preferences(file)


def test_words_after_the_variant(tmp_path: Path) -> None:
    rows = _rows(
        tmp_path, "# a comment\n\nk generic@x86_64 64 fast model with:sha throughput # why\nk generic 0 slow\n"
    )
    assert rows == [
        {"kernel": "k", "uarch": "generic", "arch": "x86_64", "min_bytes": 64, "variant": "fast", "model": 1,
         "policy": "throughput", "feature": "sha"},
        {"kernel": "k", "uarch": "generic", "arch": "", "min_bytes": 0, "variant": "slow", "model": 0, "policy": "any",
         "feature": ""},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("k generic 0 v modell", "after the variant stands modell; expected `model`, one of throughput, latency"),
        ("k generic 0 v model model", "expected `model`"),
        ("k generic 0 v latency throughput", "each once or not at all"),
        ("k generic@x86 0 v with:sha with:avx", "each once or not at all"),
        ("k generic 0 v with:sha", "with:sha without an architecture; expected CORE@ARCHITECTURE"),
        ("k generic@x86 0 v with:shs", "x86 has no feature shs; expected sha"),
        ("k generic@aarch64 0 v with:avx2", "aarch64 has no feature avx2; expected "),
        ("k generic 64 v model", "a model's row for k on generic from 64 bytes on, where a measurement decides"),
    ],
)  # fmt: skip
def test_refusals(row: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AsmloomError) as refusal:
        _rows(tmp_path, f"k generic 0 v\n{row}\n")
    assert str(refusal.value).startswith("targets/preferences.dat:2: ") and said in str(refusal.value)
