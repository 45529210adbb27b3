# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py release``: the archives are whole, their sums and materials true, and equal wherever they are made."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from generator import __version__, library
from generator.vendoring.options import Options
from targets.toolchain import package, release
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, ToolFailed
from tests.cli.runner import environment, inside

pytestmark = pytest.mark.kernels("md5_blocks")
SET = Options("x_", ("x86_64-linux-gnu",), ("md5",), ("gas",), build=("make",))


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return release.files(library.load(), [SET], "0" * 40)


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
    archives = made.keys() - {release.SUMS, f"{package.NAME}.spdx.json", f"{package.NAME}.intoto.json"}
    assert sums.keys() == archives and len(archives) == 3
    for name in archives:
        assert sums[name] == {"algorithm": "SHA256", "checksumValue": hashlib.sha256(made[name]).hexdigest()}
    assert {end for one in found["relationships"] for end in (one["spdxElementId"], one["relatedSpdxElement"])} == ids
    assert "CONTAINS" not in {one["relationshipType"] for one in found["relationships"]}
    assert {one["licenseConcluded"] for one in found["files"]} == {"Zlib", "Apache-2.0"}
    assert {"jinja2", "z3-solver"} <= {one["name"] for one in found["packages"]}


def test_provenance(made: dict[str, bytes]) -> None:
    """Every file that is no statement about the others, by its digest, and the commit that they are made from."""
    found = json.loads(made[f"{package.NAME}.intoto.json"])
    digests = {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in made.items()}
    for name in (release.SUMS, f"{package.NAME}.intoto.json"):
        del digests[name]
    assert {one["name"]: one["digest"] for one in found["subject"]} == digests
    (source,) = found["predicate"]["buildDefinition"]["resolvedDependencies"]
    assert source["digest"] == {"gitCommit": "0" * 40}


def test_an_archive_is_a_vendored_set(made: dict[str, bytes], tmp_path: Path) -> None:
    name = f"{package.NAME}-vendored-x_asmloom"
    with tarfile.open(fileobj=io.BytesIO(made[f"{name}.tar.gz"])) as archive:
        archive.extractall(tmp_path)
    assert inside("vendor", "--check", tmp_path / name).returncode == 0


def _commit(folder: Path) -> None:
    """The same commit, wherever and whenever it is made."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a", "-c", "core.autocrlf=false"]
    dates = {f"GIT_{who}_DATE": "@1800000000 +0000" for who in ("AUTHOR", "COMMITTER")}
    for words in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-q", "-m", "one")):
        subprocess.run([*git, *words], cwd=folder, env={**os.environ, **dates}, timeout=HANG_SECONDS, check=True)


def test_equal_bytes_elsewhere(made: dict[str, bytes], tmp_path: Path) -> None:
    """The command, in two folders, by two users with other time zones, umasks, locales, homes and results of earlier
    runs. One kernel is in the tree: the bytes of the others are the business of ``generate --check``."""
    scripts = {path for path in library.load().find("md5_blocks").scripts}
    sides: dict[str, tuple[list[str], dict[str, str]]] = {
        "one": ([], {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}),
        "an other": (
            [str(require("unshare")), "--user", "--map-user=65534", "--map-group=65534"],
            {"TZ": "America/Lima", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "HOME": str(tmp_path),
             "ASMLOOM_CACHE": str(tmp_path / "cache")},
        ),
    }  # fmt: skip
    said = []
    for (name, (user, variables)), mask in zip(sides.items(), ("022", "077")):
        root = tmp_path / name / package.NAME
        with tarfile.open(fileobj=io.BytesIO(made[f"{package.NAME}.tar.gz"])) as archive:
            archive.extractall(root.parent)
        for path in (root / "generator" / "kernels").rglob("*.py"):
            if path.name != "__init__.py" and str(path.relative_to(root)) not in scripts:
                path.unlink()
        _commit(root)
        command = f'umask {mask} && exec "$@" build.py release --prefix loom_ --prefix two_ --into "../made {mask}"'
        done = subprocess.run(
            ["sh", "-c", command, "sh", *user, sys.executable], cwd=root, env=environment(variables),
            capture_output=True, timeout=HANG_SECONDS, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        said.append(done.stdout)
    assert said[0] == said[1] and said[0].count(b"\n") == 8


def test_every_commit_can_be_released() -> None:
    assert not release.tag_is_elsewhere(release._git("rev-parse", "HEAD")), (
        "expected a new __version__: CONTRIBUTING.md"
    )


def test_what_is_not_committed_is_not_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree, git = tmp_path / "tree", ["git", "-c", "user.name=a", "-c", "user.email=a"]
    tree.mkdir()
    (tree / "one").write_text("1\n", "utf-8")
    monkeypatch.setattr(release, "ROOT", tree)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    _commit(tree)
    assert len(release._commit()) == 40 and package.moment("%Y-%m") == "2027-01"
    subprocess.run([*git, "tag", "-a", "-m", "it", f"v{__version__}"], cwd=tree, check=True)
    assert release._commit()
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "two"], cwd=tree, check=True)
    with pytest.raises(ToolFailed, match=r"is the tag of another commit; expected a new __version__ .* git checkout v"):
        release._commit()
    (tree / "two").touch()
    with pytest.raises(ToolFailed, match="release: two is not committed; expected a clean tree"):
        release._commit()
    (tree / "under").mkdir()
    monkeypatch.setattr(release, "ROOT", tree / "under")
    with pytest.raises(ToolFailed, match="release: this is the folder under/ of another repository"):
        release._commit()
    said = inside("release", "--into", tree)
    assert (said.returncode, "expected a new or an empty folder" in said.stderr) == (2, True)
