# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of ``openssl speed``: its text and its page, by invented measurements."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from targets.toolchain import speed_seeds
from tests.speed import samples

pytestmark = pytest.mark.kernels()


def _run() -> list[dict[str, Any]]:
    """Rows at the sizes of the table, in thousands of bytes a second: 2000 here, 1000 in C, 1600 of the peer; and those
    of a variant, which do not count."""
    out = []
    for name in speed_seeds.benchmarks():
        sizes = speed_seeds.SIZES if name.startswith("call_") else (int(re.sub(r"\D", "", name)) // 8,)
        for size in sizes:
            for variant, speed in (("dispatched", 2e6), ("portable", 1e6), ("adx", 9e6), ("tables", 4e6)):
                if variant != "tables" or name == "call_seed_cbc_encrypt":
                    row = samples.row(name, variant, size, "libcrypto", 1.0)
                    row.update(bytes_per_second=int(speed), peer_bytes_per_second=1_600_000, ratio=speed / 1.6e6)
                    out.append(row)
    return out


def _alone() -> list[dict[str, Any]]:
    """The same without a libcrypto: portable C is the peer."""
    rows = [row for row in _run() if row["variant"] == "dispatched"]
    return [{**row, "peer": "portable", "peer_version": "", "peer_bytes_per_second": 1_000_000} for row in rows]


def test_the_table_as_text() -> None:
    """Each row of openssl speed, three groups side by side, the ratio, and a dash where there is no function."""
    rows = [row for row in _run() if row["kernel"] not in ("call_rc4", "call_aes192_cbc_encrypt")]
    lines = speed_seeds.table(rows).splitlines()
    shown = {line[:17].strip(): line[17:].split("|") for line in lines if "|" in line}
    labels = [*speed_seeds.BULK]
    labels.insert(labels.index("seed cbc") + 1, "seed cbc*")
    labels += [f"rsa {bits:4} bits" for bits in speed_seeds.BITS]
    assert [label for label in shown if label and label != "type"] == labels
    assert [cell.split()[0] for cell in shown["seed cbc*"]] == ["4000.00k", "1000.00k", "1600.00k", "2.50"]
    assert [cell.split() for cell in shown["sha1"]] == [
        ["2000.00k"] * 5,
        ["1000.00k"] * 5,
        ["1600.00k"] * 5,
        ["1.25"] * 5,
    ]
    assert [cell.split() for cell in shown["rc4"]] == [["-"] * 5] * 4
    assert [cell.split() for cell in shown["rsa 1024 bits"]] == [
        ["15625.0"] * 2,
        ["7812.5"] * 2,
        ["12500.0"] * 2,
        ["1.25"] * 2,
    ]
    assert "rc4" in lines[-1] and "aes-192 cbc" in lines[-1] and "no function here yet" in lines[-1]
    assert samples.CPU in lines[0] and "OpenSSL 9.8.7" in lines[0]


def test_without_a_peer() -> None:
    """The group of libcrypto and the ratios are dashes."""
    rows = _alone()
    line = next(line for line in speed_seeds.table(rows).splitlines() if line.startswith("sha1"))
    assert [cell.split()[0] for cell in line[17:].split("|")] == ["2000.00k", "1000.00k", "-", "-"]


def test_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It names core and date, and stands beside the figures of 2011."""
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(_run()), "utf-8")
    assert speed_seeds.main(["--date", "2030-01-02", str(path)]) == 0
    page = capsys.readouterr().out
    assert samples.CPU in page and "2030-01-02" in page and speed_seeds.SOURCE[1] in page
    assert "| seed cbc\\* | 45347 | 45676 | 4000 | 1000 | 1600 | 0.09 | 4.00 | 2.50 |" in page
    assert "| sha1 | 24997 | 19239 | 2000 | 1000 | 1600 | 0.08 | 2.00 | 1.25 |" in page
    assert "| 1024 | 1749.3 | 710.1 | 15625.0 | 7812.5 | 12500.0 | 8.93 | 2.00 | 1.25 |" in page
    path.write_text(json.dumps(_alone()), "utf-8")
    assert speed_seeds.main(["--date", "2030-01-02", str(path)]) == 2
    assert "--libcrypto FILE" in capsys.readouterr().err
