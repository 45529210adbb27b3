# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``vendor --check``: edits, drift and other versions told apart, by name and by status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator import __version__
from tests.cli.runner import ROOT, build, checkout, one_line, tree
from tests.vendoring.project import vendor

pytestmark = pytest.mark.kernels()  # edits and versions are told apart by bytes, whichever they are

SET = ("--targets", "x86_64-linux-gnu", "--kernels", "md5")
SOURCE = "asm/x86_64/gas/md5_blocks_scalar.S"


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which tests may change kernels and the version."""
    return checkout(tmp_path_factory.mktemp("check") / "asmloom")


def _check(root: Path, folder: Path, *words: str) -> tuple[int, list[str]]:
    before = tree(folder)
    # With no tool at all in reach.
    done = build(root, "vendor", "--check", folder, *words, env={"PATH": "/nonexistent"})
    assert not done.stderr, done.stderr
    assert tree(folder) == before
    return done.returncode, done.stdout.splitlines()


def test_as_written(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    vendor(folder, *SET)
    count = sum(not name.endswith("/") for name in tree(folder))
    assert _check(ROOT, folder) == (0, [f"{count} files are what asmloom {__version__} wrote"])
    (folder / "README").write_text("a file of one's own is no edit")
    status, lines = _check(ROOT, folder)
    assert (status, lines[0]) == (0, f"{folder / 'README'}: in no manifest")
    (folder / "runtime" / "more.c").write_text("int more; /* a build may take it */")
    status, lines = _check(ROOT, folder)
    assert (status, lines[2]) == (1, "not of the set: 2 files that no manifest names")


def test_edited(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    vendor(folder, *SET)
    count = sum(not name.endswith("/") for name in tree(folder))
    (folder / SOURCE).write_text((folder / SOURCE).read_text().replace("ret", "nop"))
    (folder / "LICENSE").unlink()
    status, lines = _check(ROOT, folder)
    assert status == 1
    assert lines == [f"{folder / 'LICENSE'}: missing", f"{folder / SOURCE}: edited by hand",
                     f"edited by hand: 2 of {count} files"]  # fmt: skip
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"constant_time": true', '"constant_time": false'))
    status, lines = _check(ROOT, folder)
    assert status == 1 and f"{folder / 'manifest.json'}: edited by hand" in lines


def test_drift(other: Path, tmp_path: Path) -> None:
    """After a change of a kernel in the same version, the files of that kernel are named, and the header with the name
    of the build. No others are."""
    folder = tmp_path / "set"
    vendor(folder, *SET, "--kernels", "md5", "rc4")
    kernel = other / "generator" / "kernels" / "hash" / "md5.py"
    text = kernel.read_text()
    try:
        assert 'k.note(f"round ' in text
        kernel.write_text(text.replace('k.note(f"round ', 'k.note(f"Round '))
        status, lines = _check(other, folder)
        names = [
            name
            for name in tree(folder)
            if "/md5_blocks_" in name or "/portable_md5" in name or name.endswith("/asmloom_kernels.h")
        ]
        assert status == 4
        assert lines[:-1] == [f"{folder / name}: would change" for name in sorted(names)]
        assert lines[-1] == f"drift: asmloom {__version__} would now write {len(names)} files differently"
        (folder / "LICENSE").write_text("mine")
        status, lines = _check(other, folder)
        assert status == 5 and lines[-2].startswith("edited by hand: 1 of") and lines[-1].startswith("drift:")
        data = json.loads(build(other, "vendor", "--check", folder, "--json").stdout)
        assert data["status"] == 5 and data["edited"] == {"LICENSE": "edited by hand"}
        assert data["differ"].keys() == set(names)
    finally:
        kernel.write_text(text)


def test_other_version(other: Path, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    vendor(folder, *SET)
    package = other / "generator" / "__init__.py"
    text = package.read_text()
    for version, age in (("9.0.0", "newer"), ("0.0.9", "older")):
        try:
            package.write_text(text.replace(f'"{__version__}"', f'"{version}"'))
            status, lines = _check(other, folder)
            assert status == 8
            wanted = f"{age} generator: vendored by asmloom {__version__}, this is {version}, which would change "
            assert lines[-1].startswith(wanted)
            assert f"{folder / SOURCE}: would change" in lines
            (folder / "LICENSE").write_text("mine")
            assert _check(other, folder)[0] == 9
            (folder / "LICENSE").write_bytes((ROOT / "LICENSE").read_bytes())
        finally:
            package.write_text(text)


def test_what_cannot_be_checked(tmp_path: Path) -> None:
    one_line(build(ROOT, "vendor", "--check", tmp_path / "nowhere"), "nowhere", "no such folder")
    (tmp_path / "empty").mkdir()
    one_line(build(ROOT, "vendor", "--check", tmp_path / "empty"), "empty", "vendor into it first")
    one_line(build(ROOT, "vendor", "--check", ROOT / "generated"), "manifest.json", "not one of a vendored set")
    one_line(build(ROOT, "vendor", "--check", ROOT / "runtime"), "runtime", "without the manifest.json")


def test_a_kernel_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    kernels = ROOT / "tests" / "external"
    vendor(folder, "--targets", "x86_64-linux-gnu", "--kernels", "siphash", "--kernel-path", str(kernels))
    one_line(build(ROOT, "vendor", "--check", folder), "vendored with siphash24", "needs --kernel-path DIR")
    assert build(ROOT, "vendor", "--check", folder, "--kernel-path", kernels).returncode == 0
