# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Exemptions that no operation uses are told, and the tree has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.cli import idle_exemptions
from generator.library import ROOT, load
from tests.cli.runner import inside
from tests.passes.small import HEAD, written

EXEMPT = HEAD.replace('"known": "a reason"', '"known": "a reason", "old": "another"')


@pytest.mark.kernels()
def test_an_exemption_without_an_operation_is_told(tmp_path: Path) -> None:
    kernel = written(tmp_path, "k.store32(p, k.load32(p, public='known'))", EXEMPT)
    (found,) = idle_exemptions([kernel], ["x86_64-linux-gnu", "aarch64-linux-gnu"])
    assert "tiny: no operation names the exemption 'old'; expected" in found and "tiny.py:" in found
    done = inside("explain", "tiny", "--kernel-path", tmp_path)
    assert "note: " in done.stderr and "the exemption 'old'" in done.stderr


def test_every_exemption_of_the_tree_is_needed() -> None:
    """By the manifest: by the check of the finished functions, not by the words of the scripts."""
    needed: dict[str, set[str]] = {}
    rows = json.loads((ROOT / "generated" / "manifest.json").read_text("ascii"))["targets"]
    for row in (row for some in rows.values() for row in some):
        needed.setdefault(row["kernel"], set()).update(row["exemptions"], row["taken_to_be_public"])
    idle = {name: set(one.exempt) - needed.get(name, set()) for name, one in load().kernels.items()}
    assert {name: some for name, some in idle.items() if some} == {}
