# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py release``: the archives are whole, their sums and materials true, and equal wherever they are made."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from generator import library
from generator.vendoring.options import Options
from targets.toolchain import package, release
from targets.toolchain.process import HANG_SECONDS, ToolFailed
from tests.cli.runner import environment, inside

pytestmark = pytest.mark.kernels("md5_blocks")
SET = Options("x_", ("x86_64-linux-gnu",), ("md5",), ("gas",), build=("make",))


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return release.files(library.load(), [SET])


def test_sums(made: dict[str, bytes], tmp_path: Path) -> None:
    """As ``sha256sum --check`` reads them."""
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    words = ["sha256sum", "--check", "--strict", release.SUMS]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=HANG_SECONDS, check=False, text=True)
    assert done.stdout.splitlines() == [f"{name}: OK" for name in sorted(made.keys() - {release.SUMS})], done.stderr


def test_materials(made: dict[str, bytes]) -> None:
    """Every archive with its sum; every relation between two elements that are there. No package contains files, whose
    sums a package without their digest must not list."""
    found = json.loads(made[f"{package.NAME}.spdx.json"])
    ids = {one["SPDXID"] for one in (found, *found["packages"], *found["files"])}
    assert len(ids) == 1 + len(found["packages"]) + len(found["files"])
    sums = {one["packageFileName"]: one["checksums"][0] for one in found["packages"] if "checksums" in one}
    archives = {name for name in made if name.endswith((".gz", ".whl"))}
    assert sums.keys() == archives and len(archives) == 3
    for name in archives:
        assert sums[name] == {"algorithm": "SHA256", "checksumValue": hashlib.sha256(made[name]).hexdigest()}
    assert {end for one in found["relationships"] for end in (one["spdxElementId"], one["relatedSpdxElement"])} == ids
    assert "CONTAINS" not in {one["relationshipType"] for one in found["relationships"]}
    assert {one["licenseConcluded"] for one in found["files"]} == {"Zlib", "Apache-2.0"}
    assert {"jinja2", "z3-solver"} <= {one["name"] for one in found["packages"]}


def test_an_archive_is_a_vendored_set(made: dict[str, bytes], tmp_path: Path) -> None:
    name = f"{package.NAME}-vendored-x_asmloom"
    with tarfile.open(fileobj=io.BytesIO(made[f"{name}.tar.gz"])) as archive:
        archive.extractall(tmp_path)
    assert inside("vendor", "--check", tmp_path / name).returncode == 0


def test_equal_bytes_elsewhere(made: dict[str, bytes], tmp_path: Path) -> None:
    """From the unpacked source distribution, in another time zone and umask."""
    with tarfile.open(fileobj=io.BytesIO(made[f"{package.NAME}.tar.gz"])) as archive:
        archive.extractall(tmp_path)
    program = (
        "import os, pathlib; os.umask(0o077); from tests.cli import test_release as one; "
        "made = one.release.files(one.library.load(), [one.SET]); print(made[one.release.SUMS].decode(), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path / package.NAME, env=environment({"TZ": "Asia/Tokyo"}),
        capture_output=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (made[release.SUMS], b"")


def test_what_is_not_committed_is_not_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_text("1\n", "utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a"]
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one", "--date", "@1800000000 +0000")):
        done = subprocess.run([*git, *words], cwd=tmp_path, timeout=HANG_SECONDS, check=False)
        assert done.returncode == 0
    release._pin_time()
    assert package.moment("%Y") > "2025"
    (tmp_path / "two").touch()
    with pytest.raises(ToolFailed, match="release: two is not committed; expected a clean tree"):
        release._pin_time()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    said = inside("release", "--into", tmp_path / "full")
    assert (said.returncode, "expected a new or an empty folder" in said.stderr) == (2, True)
