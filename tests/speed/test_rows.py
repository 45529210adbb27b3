# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every public function has a row of the benchmark, or a reason to have none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.declarations import Function
from targets.toolchain import benches, speed_rows
from targets.toolchain.process import ToolFailed
from tests.speed import samples

pytestmark = pytest.mark.kernels()
PUBLIC = benches.public()


def faults(rows: Iterable[Function]) -> Iterator[str]:
    """Functions without a row of the benchmark, and kernels' rows of the benchmark that are no function's."""
    rows = list(rows)
    kernels = {f"loom_k_{kernel}" for kernel in benches.KERNELS.values()}
    for row in rows:
        measured = row.name in kernels or bool(row.measured)
        if not measured and not row.unmeasured:
            yield (
                f"{row.name} has no row; expected measured= or unmeasured= in the function's row, or a kernel's row in "
                "KERNELS of targets/toolchain/benches.py"
            )
        if measured and row.unmeasured:
            yield f"{row.name} has a row, and a reason to have none"
    for name in sorted(kernels - {row.name for row in rows}):
        yield f"{name} is no public function"


def test_every_function_has_a_row() -> None:
    assert list(faults(PUBLIC)) == []


def test_a_function_without_a_row() -> None:
    rows = [*PUBLIC, Function("int loom_aes_gcm_open(void)")]
    assert [fault.split()[0] for fault in faults(rows)] == ["loom_aes_gcm_open"]


def test_a_row_without_a_function() -> None:
    rows = [row for row in PUBLIC if row.name != "loom_k_rc4_stream"]
    assert [fault.split()[0] for fault in faults(rows)] == ["loom_k_rc4_stream"]


def test_rows_that_are_as_expected() -> None:
    rows = samples.of_everything()
    assert speed_rows.check(rows, "rows.json") is rows


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "expected a list"),
        ({"kernel": "sha1"}, "expected a list"),
        ([{"kernel": "sha1"}], "row 1: expected the keys"),
        ([samples.row("sha1", "ssse3", 64, None, 1), {}], "row 2: expected the keys"),
        ([samples.row("sha1", "ssse3", 64, None, 1, clean="1.2")], "row 1: clean: '1.2'"),
        ([samples.row("sha1", "ssse3", 64, None, 1, bytes=True)], "row 1: bytes: True"),
    ],
)
def test_rows_that_are_refused(rows: Any, words: str) -> None:
    with pytest.raises(ToolFailed, match=f"^rows.json: {re.escape(words)}"):
        speed_rows.check(rows, "rows.json")


def test_limits_name_benchmarks_and_cores() -> None:
    cores = {
        line.split()[0]
        for line in (Path(benches.__file__).parents[1] / "cores.dat").read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    }
    assert speed_rows.limits()
    for benchmark, core in speed_rows.limits():
        assert benches.every().get(benchmark) and core in {"*", *cores}, (benchmark, core)


def test_a_limit() -> None:
    """41 cycles for 16 bytes at 3.25 GHz are 1268 MB/s."""
    found = speed_rows.limit("aes128_cbc_encrypt", samples.CPU)
    assert found is not None and round(found.per_second(3.25) / 1e6) == 1268
    assert speed_rows.limit("aes128_cbc_encrypt", "intel-haswell") is None
    assert speed_rows.limit("md5_blocks", "intel-haswell") is not None


@pytest.mark.parametrize("name", benches.OPTIONAL)
def test_names_that_an_archive_offers(name: str, tmp_path: Path) -> None:
    index = b"\0\0\0\1\0\0\0\0another\0" + name.encode() + b"\0a_third_one\0"
    header = b"/".ljust(16) + b"0".ljust(32) + str(len(index)).encode().ljust(10) + b"`\n"
    archive = tmp_path / "lib.a"
    archive.write_bytes(b"!<arch>\n" + header + index)
    assert benches.offered(archive) == [name]
    archive.write_bytes(b"!<arch>\n" + header + index.replace(name.encode(), name.encode() + b"2"))
    assert benches.offered(archive) == []
    archive.write_bytes(b"\x7fELF")
    with pytest.raises(ToolFailed, match="expected a static library with an index"):
        benches.offered(archive)
