# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The page docs/speed.md: its generator, by invented measurements, and the page itself."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from targets.toolchain import benches, speed_table
from targets.toolchain.process import ToolFailed
from tests.speed import samples

PAGE = Path(__file__).resolve().parents[2] / "docs" / "speed.md"
REASONS = [("call_aes*_ecb_*", "the wrapper"), ("call_aes128_*", "never reached by ecb")]
pytestmark = pytest.mark.kernels()


def _line(page: str, label: str) -> list[str]:
    line = next(line for line in page.splitlines() if line.startswith(f"| {label} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_cells() -> None:
    rows = samples.of_everything()
    for row in rows:
        if row["kernel"] == "call_aes128_ecb_encrypt":
            row.update(ratio={16: 0.994, 48: 0.996, 64: 0.5}.get(row["bytes"], 2.0), few=row["bytes"] in (64, 256))
        if row["kernel"] == "call_aes192_cbc_encrypt":
            row.update(ratio=0.9)
    page = speed_table.page([rows], "2030-01-02", REASONS)
    assert _line(page, "aes128_ecb_encrypt") == [
        "aes128_ecb_encrypt", "`loom_aes_ecb_encrypt`", "**0.99▼**", "1.00", "**0.50▼~**", "2.00~", "2.00", "2.00",
        "2.00", "the wrapper",
    ]  # fmt: skip
    assert _line(page, "aes192_cbc_encrypt")[-1] == speed_table.UNKNOWN
    assert _line(page, "aes256_ecb_encrypt")[2:] == ["1.25"] * 7 + [""]
    assert "OpenSSL 9.8.7 1 Jan 2030" in page and "2030-01-02" in page and samples.CPU in page
    cells = len({(row["kernel"], row["bytes"]) for row in rows})
    assert f"{cells - 9} of {cells} cells are at 1.00 or above" in page


def test_rounds_beside_a_busy_thread() -> None:
    """They have a table of their own, with the median of the runs that had such rounds."""
    runs = [samples.of_everything() for _ in range(4)]
    assert "## While" not in speed_table.page(runs, "2030-01-02", [])
    for rows, ratio in zip(runs, (0.8, None, 0.9, 2.0)):
        for row in rows:
            row.update(shared_ratio=ratio if row["kernel"] == "rc4_md5" and row["bytes"] > 64 else None)
    page = speed_table.page(runs, "2030-01-02", [])
    assert "## While the core's other thread is busy, compared with OpenSSL 9.8.7" in page
    lines = [line for line in page.splitlines() if line.startswith("| rc4_md5 |")]
    assert lines[1:] == ["| rc4_md5 | 0.90 | 0.90 | 0.90 | 0.90 |"]
    assert _line(page, "rc4_md5")[2:9] == ["1.25"] * 7


def test_a_call_that_the_peer_lacks() -> None:
    rows = [row for row in samples.of_everything() if row["kernel"] != "call_tls_aes128_sha384_open"]
    rows += [samples.row("call_tls_aes128_sha384_open", "dispatched", size, None, 1) for size in samples.SIZES]
    page = speed_table.page([rows], "2030-01-02", [])
    assert _line(page, "tls_aes128_sha384_open")[2:] == ["–"] * 7 + [""]


def test_runs_that_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = samples.of_everything()
    with pytest.raises(ToolFailed, match=r"no row of call_rc4; expected a run of all benchmarks"):
        speed_table.page([[row for row in rows if row["kernel"] != "call_rc4"]], "2030-01-02", [])
    alone = [{**row, "peer_version": None} for row in rows]
    with pytest.raises(ToolFailed, match=r"rows without a libcrypto"):
        speed_table.page([alone], "2030-01-02", [])
    (tmp_path / "rows.json").write_text("[1", "utf-8")
    assert speed_table.main(["--date", "2030-01-02", str(tmp_path / "rows.json")]) == 2
    assert capsys.readouterr().err.startswith("speed_table: ")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(samples.of_everything()), "utf-8")
    assert speed_table.main(["--date", "2030-01-02", str(path), str(path)]) == 0
    assert capsys.readouterr().out.count("## Calls, compared with OpenSSL 9.8.7") == 1
    path.write_text(json.dumps([{**row, "peer_version": "Another 1"} for row in samples.of_everything()]), "utf-8")
    other = tmp_path / "other.json"
    other.write_text(json.dumps(samples.of_everything()), "utf-8")
    assert speed_table.main(["--date", "2030-01-02", str(path), str(other)]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("## Calls")] == [
        "## Calls, compared with Another 1", "## Calls, compared with OpenSSL 9.8.7 1 Jan 2030",
    ]  # fmt: skip


def test_the_median_of_several_runs() -> None:
    """Runs with too few clean rounds, or with many fewer than another run, do not count."""
    states = [(2.0, 0.8, False), (9.0, 0.9, True), (0.2, 0.7, False), (2.5, 0.6, False), (8.0, 0.15, False)]
    runs = [samples.of_everything(ratio) for ratio, _, _ in states]
    for rows, (_, clean, few) in zip(runs, states):
        for row in rows:
            row.update(clean=clean, few=few)
    page = speed_table.page(runs, "2030-01-02", [])
    assert _line(page, "aes256_ecb_encrypt")[2:] == ["2.00"] * 7 + [""]


def test_reasons_are_of_benchmarks() -> None:
    for pattern, reason in speed_table.reasons():
        assert reason and any(fnmatchcase(name, pattern) for name in benches.every()), pattern


def test_the_page_has_every_benchmark() -> None:
    """Each of its tables' benchmarks exists, and none is missing beside any peer, but for those that it names."""
    text = PAGE.read_text("utf-8")
    later = re.findall(r"`(\w+)`", text.partition("\n## Not measured on this core yet\n")[2].partition("\n## ")[0])
    names = [name for name in (one.removeprefix("call_") for one in benches.every()) if name not in later]
    assert set(later) <= {one.removeprefix("call_") for one in benches.every()}
    peers = re.findall(r"^## Calls, compared with (.*)$", text, re.M)
    assert peers and "Core: " in text and re.search(r"Date: \d{4}-\d\d-\d\d\.", text)
    found = re.findall(r"^\| (\w+) \| `loom_", text, re.M)
    lanes = [name for name in names if re.search(r"_x\d+$", name)]
    assert sorted(found) == sorted([name for name in names if name not in lanes] * len(peers) + lanes)


def test_every_slower_cell_has_a_reason() -> None:
    """The reasons of targets/speed.dat are complete."""
    for line in PAGE.read_text("utf-8").splitlines():
        if "▼" in line and line.startswith("| "):
            reason = line.rstrip("| ").split("|")[-1].strip()
            assert reason and reason != speed_table.UNKNOWN and "▼" not in reason, line
