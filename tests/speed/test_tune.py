# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py tune``: the file, and the refusals. ``tests/vendoring/test_tune.py`` has the program."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

import targets
from generator import library
from generator.library import Library
from generator.model import AsmloomError
from targets.toolchain import tune
from targets.toolchain.process import ToolFailed
from tests.runtime.tuning_file import Cpu, cpu, render, sealed

pytestmark = pytest.mark.kernels("rc4_set_key", "rc4_stream")
ASKED = 1  # of the program, which takes the time that it is given
HERE = targets.for_host(platform.system(), platform.machine()).triple


def test_tune(tmp_path: Path) -> None:
    """The set has two kernels, and one of them is asked for."""
    every = library.load()
    some = Library({one.name: one for one in every.chosen(["rc4_set_key", "rc4_stream"])}, every.paths)
    into = tmp_path / "new" / "file"
    assert tune.tune(some, HERE, ["rc4_stream"], seconds=ASKED, into=into) == 0
    text = into.read_bytes().decode("ascii")
    assert sealed(text[: text.rindex("end ")]) == text
    rows = [line.split()[1] for line in text.splitlines() if line.startswith("prefer")]
    assert rows and set(rows) == {"rc4_stream"} and list(into.parent.iterdir()) == [into]


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(AsmloomError, match="unknown kernel sha257_blocks; did you mean sha256_blocks"):
        tune.tune(library.load(), HERE, ["sha257_blocks"], seconds=ASKED, into=tmp_path / "f")
    with pytest.raises(ToolFailed, match="runs in an emulator here"):
        tune.tune(library.load(), "i686-w64-mingw32", [], seconds=ASKED, into=tmp_path / "f")


def test_the_files_of_tests() -> None:
    """What tests give to the runtime, against published values."""
    here = cpu(
        "asmloom 1\ncpu:   Shanghai   family 0x7 model 0x5b stepping 2, x\npreferences: zhaoxin-yongfeng, for x\n"
    )
    assert here == Cpu("Shanghai", 7, 0x5B, "zhaoxin-yongfeng")
    assert render("0123456789abcdef", here, [], ["100 % \n"]).splitlines()[2:4] == [
        "cpu Shanghai 7 5b zhaoxin-yongfeng", "# 100 % ?"]  # fmt: skip
    assert sealed("") == "end cbf29ce484222325\n" and sealed("a") == "aend af63dc4c8601ec8c\n"
