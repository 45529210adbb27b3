# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py generate``: every machine makes the committed bytes; ``--check``; ``--into``."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator import store
from tests.cli.runner import ROOT, build, checkout, inside, little, tree


def _german() -> str:
    """A German locale if one is installed. C libraries give the locale different names."""
    names = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.split()
    return next((name for name in names if name.lower().startswith("de_de")), "C")


SURROUNDINGS = [
    {"LC_ALL": "C", "PYTHONHASHSEED": "0", "TZ": "UTC", "PYTHONUTF8": "0"},
    {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu"},
    {"LC_ALL": _german(), "PYTHONHASHSEED": "4242424242", "TZ": "America/St_Johns", "PYTHONOPTIMIZE": "2"},
]
SOME = "rc4_stream"


@pytest.mark.code
@pytest.mark.parametrize("number", range(len(SURROUNDINGS)))
@pytest.mark.whole(every=3)
def test_the_same_bytes_everywhere(number: int, tmp_path: Path) -> None:
    """Another directory, locale, time zone and hash seed, without the committed tree and the store. The surroundings
    that differ most make the whole tree, the others one kernel."""
    root = checkout(tmp_path / ("deep/" * number + "with space") / "asmloom", but=("generated",))
    committed = tree(ROOT / "generated")
    env = {**SURROUNDINGS[number], store.VARIABLE: str(tmp_path / "cache")}
    if number < len(SURROUNDINGS) - 1:
        done = build(root, "generate", "--into", tmp_path / "out", "--kernel", SOME, env=env, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        made = {name: data for name, data in tree(tmp_path / "out").items() if name.endswith((".S", ".asm"))}
        assert made and made.items() <= committed.items()
        return
    done = build(root, "generate", env=env, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert tree(root / "generated") == committed
    again = build(root, "generate", env={**env, **SURROUNDINGS[number - 1]})
    assert again.returncode == 0 and "0 written, 0 removed" in again.stdout


@pytest.mark.kernels()  # bytes of one kernel, whichever it is
def test_into_another_folder(little_root: Path, tmp_path: Path) -> None:
    assert build(little_root, "generate", "--into", tmp_path / "out").returncode == 0
    assert tree(tmp_path / "out") == tree(little_root / "generated")


@pytest.mark.kernels()
def test_check(tmp_path: Path) -> None:
    root = little(tmp_path / "asmloom")
    assert build(root, "generate", "--check").returncode == 0
    before = tree(root)
    changed = next(path for path in sorted((root / "generated").rglob("*.S")))
    original = changed.read_bytes()
    at = len(original) // 2
    changed.write_bytes(original[:at] + bytes([original[at] ^ 1]) + original[at + 1 :])
    done = build(root, "generate", "--check")
    line = original[:at].count(b"\n") + 1
    assert done.returncode == 1
    assert f"{changed.relative_to(root).as_posix()}:{line}:" in done.stdout
    changed.unlink()
    extra = root / "generated" / "include" / "extra.h"
    extra.write_bytes(b"")
    done = build(root, "generate", "--check")
    assert done.returncode == 1
    assert f"{changed.relative_to(root).as_posix()}: missing" in done.stdout
    assert "generated/include/extra.h: not generated" in done.stdout
    assert not changed.exists() and extra.exists(), "--check changed something"
    done = build(root, "generate")
    assert done.returncode == 0 and "1 written, 1 removed" in done.stdout
    assert tree(root) == before


@pytest.mark.kernels()
@pytest.mark.whole
def test_into_keeps_what_is_not_its_own(little_root: Path, tmp_path: Path) -> None:
    """A user's folder is not generated/: a run removes only the files of an earlier run there."""
    mine = tmp_path / "x86_64" / "gas" / "mine.S"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    (tmp_path / "notes").write_text("mine")
    assert build(little_root, "generate", "--into", ".", cwd=tmp_path).returncode == 0
    assert mine.read_text() == (tmp_path / "notes").read_text() == "mine"
    committed = tree(little_root / "generated").keys()
    assert tree(tmp_path).keys() - committed == {"notes", "x86_64/gas/mine.S"}
    kernels = Path(ROOT, "tests", "external")
    assert build(little_root, "generate", "--into", ".", "--kernel-path", kernels, cwd=tmp_path).returncode == 0
    assert any("siphash24" in name for name in tree(tmp_path))
    assert build(little_root, "generate", "--into", ".", cwd=tmp_path).returncode == 0
    assert tree(tmp_path).keys() - committed == {"notes", "x86_64/gas/mine.S"}


@pytest.mark.kernels()
def test_into_part(tmp_path: Path) -> None:
    words = ("generate", "--into", tmp_path, "--target", "aarch64-linux-gnu", "--kernel", "md5_blocks")
    assert inside(*words, "--prefix", "mylib_").returncode == 0
    found = [name for name in tree(tmp_path) if not name.endswith("/")]
    assert found == [
        "aarch64/gas/asmloom_gas.h", "aarch64/gas/md5_blocks_scalar.S", "include/asmloom.h",
        "include/asmloom_kernels.h", "include/kernel_md5_blocks.c", "include/portable_md5_blocks.c",
    ]  # fmt: skip
    text = (tmp_path / found[1]).read_text()
    assert "mylib_md5_blocks_scalar" in text and "loom_md5" not in text
