# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The distiller on a small database of the tests' own. The committed tables name their sources."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.machines import distil
from generator.machines.aarch64 import overrides as aarch64_overrides
from generator.machines.distil import HERE, SOURCES
from generator.machines.x86 import overrides as x86_overrides
from tests.isa import distil_sample

COMMITTED = [HERE / arch / "forms.json" for arch in SOURCES]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda p: p.stem)
def test_tables_carry_notice_and_source(path: Path) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    assert "Altered source version" in table["notice"]
    assert "Zlib" in table["notice"]
    assert re.fullmatch(r"isa_\w+\.json sha256 [0-9a-f]{64}", table["source"])
    assert "must be plainly marked" in (HERE / "LICENSE.asmjit.md").read_text(encoding="utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of source files. Tables go to a folder beside them."""
    source, tables = tmp_path / "source", tmp_path / "tables"
    source.mkdir()
    for arch in SOURCES:
        (tables / arch).mkdir(parents=True)
    monkeypatch.setattr(distil, "HERE", tables)
    return distil_sample.write(source)


def _rows(arch: str) -> dict[str, list[str]]:
    table = json.loads((distil.HERE / arch / "forms.json").read_text(encoding="utf-8"))
    return {mnem: text.split("\n") for mnem, text in table["rows"].items()}


def test_rows(elsewhere: Path) -> None:
    """A table holds the database's instructions and the overrides' additions, and nothing else."""
    assert distil.main([str(elsewhere)]) == 0
    for arch, expected, added in (
        ("x86", distil_sample.X86_ROWS, set(x86_overrides.ADD)),
        ("aarch64", distil_sample.AARCH64_ROWS, set(aarch64_overrides.ADD) | set(aarch64_overrides.REPLACE)),
    ):
        rows = _rows(arch)
        assert {mnem: rows.pop(mnem, None) for mnem in expected} == expected
        assert rows.keys() <= added, arch


def test_check(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check writes nothing, passes after distilling, and names a table that differs."""
    assert distil.main([str(elsewhere), "--check"]) == 1
    assert not list(distil.HERE.glob("*/*"))
    assert distil.main([str(elsewhere)]) == 0
    capsys.readouterr()
    assert distil.main([str(elsewhere), "--check"]) == 0
    assert capsys.readouterr().err == ""
    changed = distil.HERE / "aarch64" / "forms.json"
    changed.write_text(changed.read_text(encoding="utf-8").replace("mv.16b,rv.16b||aes", "wv.16b,rv.16b||aes"))
    assert distil.main([str(elsewhere), "--check"]) == 1
    told = capsys.readouterr().err
    assert "aarch64/forms.json: differs" in told and "x86/forms.json" not in told


def test_bad_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert distil.main([]) == 2
    assert distil.main(["--frobnicate", str(tmp_path)]) == 2
    assert distil.main([str(tmp_path)]) == 2
    assert "expected asmjit's isa_x86.json" in capsys.readouterr().err
