# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files that could not be written are refused before a measurement, and a check leaves nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from targets.toolchain import outfile
from targets.toolchain.process import ToolFailed
from tests.cli.runner import inside, one_line, tree

pytestmark = pytest.mark.kernels()


@pytest.mark.parametrize("path", ["", "none/page.html", "file/page.html"])
def test_without_a_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("keep")
    with pytest.raises(ToolFailed, match="--html .*: expected a file in a folder that exists$"):
        outfile.check("--html", tmp_path / path)


def test_what_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("keep")
    before = tree(tmp_path)
    for path in ("file", "other", "new/inner/file"):
        outfile.check("--into", tmp_path / path, makes_folders=True)
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("words", "path"),
    [
        *((("tune", "--into"), path) for path in ("", "/proc/x", "/proc/version", "pyproject.toml/x")),
        *((("speed", "--html"), path) for path in ("", "/proc/x", "/proc/version")),
    ],
)
def test_refused_before_measuring(words: tuple[str, str], path: str) -> None:
    if path.startswith("/proc") and sys.platform != "linux":
        pytest.skip("a folder of Linux")
    done = inside(words[0], "rc4_set_key", words[1], path)
    one_line(done, words[1], "expected a file in a folder that exists")
    assert done.stdout == ""


@pytest.mark.parametrize("path", ["", "nosuch/x.html", "pyproject.toml/x"])
def test_diff_refuses_before_comparing(path: str) -> None:
    done = inside("diff", "x86_64-linux-gnu", "x86_64-pc-windows-msvc", "--kernel", "rc4_set_key", "--html", path)
    one_line(done, "--html", "expected a file in a folder that exists")
    assert done.stdout == ""
