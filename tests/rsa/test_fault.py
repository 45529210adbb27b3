# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A flipped bit in any result of any kernel never leaves loom_rsa_private: with one wrong half, the greatest common
divisor of the modulus and the difference of the input and the output's power is a prime."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator import rooms
from tests.rsa import builds, cases
from tests.rsa.builds import KERNELS, PAIRED, Build, compiled, run_cases
from tests.rsa.keys import made

HERE = Path(__file__).parent
pytestmark = pytest.mark.kernels(*KERNELS)

PORTABLE = Build("x86_64-linux-gnu", "gcc", ("-O2",), False)
WRAPPED = tuple(f"-Wl,--wrap=loom_{kernel}_portable" for kernel in KERNELS)
CHECK = "loom_rsa_same(parts.a, parts.in, m.limbs)"


def counts(folder: Path, bits: int, pins: dict[str, str]) -> dict[str, int]:
    """What the program counts, for a key of so many bits."""
    rng = random.Random(bits)
    key = made(rng, bits)
    program = compiled(PORTABLE, folder, [HERE / "fault.c"], WRAPPED)
    said = run_cases(PORTABLE, program, cases.set_private(key) + cases.private(key, rng.randrange(key.n)), pins)
    found = (part.split() for part in said.strip().split(", "))
    return {name: int(number) for number, name in found}


@pytest.mark.parametrize("pins", ({}, PAIRED), ids=("one", "pairs"))
@pytest.mark.parametrize("bits", (512, 640))
def test_no_fault_leaves(bits: int, pins: dict[str, str], tmp_path: Path) -> None:
    found = counts(tmp_path, bits, pins)
    assert found["leaks"] == 0 and found["runs"] > (600 if pins else 900), found
    # A flip in an entry of the table that no window selects changes nothing: few of 32.
    assert found["refused"] > 0.9 * found["runs"] and found["right"] + found["refused"] == found["runs"], found


def test_without_the_check_faults_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program finds the wrong numbers that leave a function which does not compare."""
    text = rooms.path("rsa.c").read_text("utf-8")
    assert text.count(CHECK) == 1
    mutant = tmp_path / "rsa.c"
    mutant.write_text(text.replace(CHECK, "1"))
    files = [mutant if path.name == "rsa.c" else path for path in builds.FILES]
    monkeypatch.setattr(builds, "FILES", tuple(files))
    found = counts(tmp_path, 512, {})
    assert found["leaks"] > 0.8 * found["runs"], found
