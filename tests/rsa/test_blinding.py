# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The example of docs/rsa.md compiles without a warning, gives the answers of Python's pow, and shows loom_rsa_private
no input that somebody knows."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.cli.runner import ROOT
from tests.rsa import cases
from tests.rsa.builds import BUILDS, HOST, KERNELS, Build, compiled, run_cases
from tests.rsa.keys import made

HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "rsa.md"
MESSAGES = 12
pytestmark = pytest.mark.kernels(*KERNELS)


def said(build: Build, folder: Path, bits: int, old: str = "", new: str = "") -> str:
    """The output of the program with the example, a part of which may be replaced."""
    [example] = re.findall(r"^```c\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert old in example
    (folder / "example.h").write_text(example.replace(old, new, 1) if old else example)
    program = compiled(build, folder, [HERE / "blinding.c"], (f"-I{folder}", '-DEXAMPLE="example.h"'))
    rng = random.Random(bits)
    key = made(rng, bits)
    data = [cases.set_private(key)]
    data += [cases.private(key, message) for message in (0, 1, key.n - 1, key.p)]
    data += [cases.private(key, rng.randrange(key.n)) for _ in range(MESSAGES)]
    data += [cases.private(key, key.n, cases.RANGE), cases.case(cases.PRIVATE, cases.LENGTH, 64, b"\1" * 64, bytes(64))]
    return run_cases(build, program, b"".join(data), {}).strip()


@pytest.mark.parametrize(("build", "bits"), [(HOST, 1032), (BUILDS[3], 1024), (BUILDS[2], 527)], ids=str)
@pytest.mark.whole(every=3)
def test_the_example(build: Build, bits: int, tmp_path: Path) -> None:
    """One input is bare: 0 times anything is 0."""
    expected = f"{MESSAGES + 6} cases, 0 wrong, 1 bare, asked 2 times"
    assert said(build, tmp_path, bits) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    multiply(key, b->number, b->factor);\n", ""),
        ("    multiply(key, b->factor, b->factor);\n    multiply(key, b->inverse, b->inverse);\n", ""),
    ],
    ids=["no factor", "the same factor"],
)
def test_what_is_not_blind_is_found(old: str, new: str, tmp_path: Path) -> None:
    assert not said(HOST, tmp_path, 512, old, new).endswith("0 wrong, 1 bare, asked 2 times")
