# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refusals: one line, exit status 2, and an unchanged disk."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build, environment, one_line, tree
from tests.vendoring.project import vendor

pytestmark = pytest.mark.kernels()  # refusals name kernels and need no instruction of theirs
LINUX = ("--targets", "x86_64-linux-gnu")
MD5 = ("--kernels", "md5")
REFUSED = [
    ((*LINUX, "--kernels", "md6"), ("--kernels: unknown kernel, family or function 'md6'", "did you mean md5")),
    (
        (*LINUX, "--kernels", "md5,zzzzz"),
        ("unknown kernel, family or function 'zzzzz'", "there are:", "md5_blocks", "all"),
    ),
    ((*LINUX, "--kernels", "hsh"), ("did you mean hash",)),
    ((*MD5, "--targets", "x86_64-linux"), ("unknown triple", "x86_64-linux-gnu")),
    ((*MD5, "--targets", "x86_64-linux-musl"), ("its files are those of x86_64-linux-gnu",)),
    ((*LINUX, *MD5, "--syntax", "masm"), ("--syntax masm: x86_64-linux-gnu has gas, nasm",)),
    ((*LINUX, *MD5, "--syntax", "gas,masm"), ("--syntax masm: none of the targets has it (x86_64-linux-gnu)",)),
    ((*MD5, "--targets", "all", "--syntax", "nasm"), ("--syntax nasm: aarch64-apple-darwin has gas",)),
    ((*LINUX, *MD5, "--syntax", "gass"), ("unknown syntax 'gass'", "did you mean gas")),
    ((*LINUX, *MD5, "--build", "cmak"), ("unknown build system 'cmak'", "did you mean cmake")),
    ((*LINUX, *MD5, "--build", "ninja"), ("unknown build system 'ninja'", "cmake, meson, make, cargo")),
    ((*LINUX, *MD5, "--prefix", "1x"), ("--prefix '1x'", "mylib_")),
    ((*LINUX,), ("--kernels: say which kernels or families, or all",)),
    ((*MD5,), ("--targets: say which triples, or all",)),
    ((), ("--kernels: say which kernels or families, or all; --targets: say which triples, or all",)),
    ((*LINUX, *MD5, "--check", "out"), ("not allowed with",)),
    ((*LINUX, *MD5, "--kernel-path", "nowhere"), ("--kernel-path nowhere: no such folder",)),
]


@pytest.mark.parametrize(("words", "wanted"), REFUSED, ids=lambda value: " ".join(value)[:70])
def test_refused(words: tuple[str, ...], wanted: tuple[str, ...], tmp_path: Path) -> None:
    one_line(build(ROOT, "vendor", "--into", tmp_path / "new" / "out", *words), *wanted)
    assert list(tmp_path.iterdir()) == []


def test_refused_without_a_folder(tmp_path: Path) -> None:
    one_line(build(ROOT, "vendor", *LINUX, *MD5), "--into", "--check")
    one_line(build(ROOT, "vendor", "--check", tmp_path, *MD5, "--force"), "leave out --kernels, --force")
    for option in ("--into", "--check"):
        one_line(build(ROOT, "vendor", option, "", cwd=tmp_path), option, "expected the name of a folder")
        assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "notes").write_text("mine")
    (tmp_path / "locked").mkdir(mode=0o555)
    before = tree(tmp_path)
    words = (*LINUX, *MD5)
    try:
        for force in ((), ("--force",)):
            one_line(build(ROOT, "vendor", "--into", tmp_path / "file", *words, *force), "file: not a folder")
            one_line(build(ROOT, "vendor", "--into", tmp_path / "file" / "in", *words, *force), "file is not a folder")
            one_line(build(ROOT, "vendor", "--into", tmp_path / "foreign", *words, *force), "foreign: not empty")
            one_line(build(ROOT, "vendor", "--into", tmp_path / "locked", *words, *force), "locked is read-only")
            one_line(build(ROOT, "vendor", "--into", tmp_path / "locked" / "a" / "b", *words), "locked is read-only")
    finally:
        (tmp_path / "locked").chmod(0o755)
    assert tree(tmp_path) == before


def test_a_folder_in_a_files_place(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    vendor(folder, *LINUX, *MD5)
    (folder / "runtime" / "portable_md5_blocks.c").unlink()
    (folder / "runtime" / "portable_md5_blocks.c" / "mine").mkdir(parents=True)
    before = tree(folder)
    one_line(build(ROOT, "vendor", "--into", folder), "cannot read", "portable_md5_blocks.c", "directory")
    one_line(
        build(ROOT, "vendor", "--into", folder, "--force"), "cannot write", "portable_md5_blocks.c: it is a folder"
    )
    assert tree(folder) == before


def test_full_disk(tmp_path: Path) -> None:
    """No file may grow beyond 9 kB. Every set has larger files."""
    one_line(
        build(ROOT, "vendor", "--into", tmp_path / "new" / "set", *LINUX, *MD5, limit=9_000),
        "cannot write", "File too large",
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
    vendor(tmp_path / "set", *LINUX, *MD5)
    before = tree(tmp_path)
    one_line(build(ROOT, "vendor", "--into", tmp_path / "set", "--kernels", "all", limit=9_000), "File too large")
    assert tree(tmp_path) == before


def takes_sigterm(process: int) -> bool:
    """True if the process has begun to read the folder. From then on the process handles signals."""
    caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{process}/status").read_text(), re.M)
    return caught is not None and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def hidden(folder: Path) -> list[Path]:
    return list(folder.glob(".*"))


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C, or a job's end, while it computes, and as soon as the folder above shows that it writes: the folder is as
    before or as after, not between.
    """
    folder = tmp_path / "place" / "set"
    words = [str(ROOT / "build.py"), "vendor", "--into", str(folder), "--targets", "x86_64-linux-gnu"]
    vendor(folder, *LINUX, "--kernels", "md5")
    states = {"md5": tree(folder)}
    vendor(folder, "--kernels", "hash")
    states["hash"] = tree(folder)
    now, seen = "hash", set()
    for attempt in range(6):
        then = "md5" if now == "hash" else "hash"
        child = subprocess.Popen(
            [sys.executable, *words, "--kernels", then],
            env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            # A run in the background of a shell inherits an ignored SIGINT.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        while child.poll() is None and not (takes_sigterm(child.pid) if attempt % 3 == 0 else hidden(folder.parent)):
            time.sleep(0.0002)
        child.send_signal(signal.SIGTERM if attempt > 3 else signal.SIGINT)
        errors = child.communicate(timeout=HANG_SECONDS)[1]
        found = tree(folder)
        assert found in states.values() and not hidden(folder.parent)
        if child.returncode in (0, -signal.SIGINT, -signal.SIGTERM):  # when all was done, or as the interpreter left
            assert found == states[then] and not errors
        else:
            assert (child.returncode, errors) == (2, "build.py: interrupted; nothing half-written is left\n")
        seen.add(child.returncode)
        now = next(name for name, state in states.items() if state == found)
    assert 2 in seen, "no run was interrupted"
