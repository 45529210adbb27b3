# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The committed tables are what the distiller makes of asmjit's database, and say where they come from."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from generator.isa import distil
from generator.isa.distil import HERE, SOURCES

COMMITTED = [HERE / f"{arch}.json" for arch in SOURCES]


def _source() -> Path:
    place = os.environ.get("ASMLOOM_ASMJIT_DB")
    if not place:
        pytest.skip("ASMLOOM_ASMJIT_DB does not say where asmjit's database is")
    return Path(place)


@pytest.mark.parametrize("path", COMMITTED, ids=lambda p: p.stem)
def test_tables_carry_notice_and_source(path: Path) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    assert "Altered source version" in table["notice"]
    assert "Zlib" in table["notice"]
    assert re.fullmatch(r"isa_\w+\.json sha256 [0-9a-f]{64}", table["source"])
    assert "must be plainly marked" in (HERE / "LICENSE.asmjit.md").read_text(encoding="utf-8")


def test_tables_are_small() -> None:
    assert sum(p.stat().st_size for p in COMMITTED) < 600_000


def test_check_passes_on_the_recorded_source(capsys: pytest.CaptureFixture[str]) -> None:
    source = _source()
    for arch, name in SOURCES.items():
        digest = hashlib.sha256((source / name).read_bytes()).hexdigest()
        recorded = json.loads((HERE / f"{arch}.json").read_text(encoding="utf-8"))["source"]
        assert recorded.endswith(digest), f"{name} is another version than the one distilled"
    assert distil.main([str(source), "--check"]) == 0
    assert capsys.readouterr().err == ""


def test_check_names_a_file_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = _source()
    for path in COMMITTED:
        shutil.copy(path, tmp_path / path.name)
    changed = tmp_path / "aarch64.json"
    changed.write_text(changed.read_text(encoding="utf-8").replace("mv.16b,rv.16b||aes", "wv.16b,rv.16b||aes"))
    monkeypatch.setattr(distil, "HERE", tmp_path)
    assert distil.main([str(source), "--check"]) == 1
    assert "aarch64.json: differs" in capsys.readouterr().err


def test_bad_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert distil.main([]) == 2
    assert distil.main(["--frobnicate", str(tmp_path)]) == 2
    assert distil.main([str(tmp_path)]) == 2
    assert "expected asmjit's isa_x86.json" in capsys.readouterr().err
