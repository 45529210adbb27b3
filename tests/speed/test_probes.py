# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The probes' judgement, of invented readings, and the count of instructions by single steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from targets.toolchain import benches
from targets.toolchain.find import require
from targets.toolchain.process import run

VERDICTS = {
    "quiet": "clean",
    "nearly quiet": "clean",
    "shared before": "mixed",
    "shared after": "mixed",
    "slow before": "slow",
    "slow after": "slow",
    "slow and shared": "slow",
    "shared all the time": "shared",
    "slow all the time": "clean",
}
pytestmark = pytest.mark.kernels()


@pytest.mark.parametrize("bits", ["-m64", "-m32"])
def test_probes(bits: str, tmp_path: Path) -> None:
    source = Path(__file__).parent / "probes.c"
    files = [path for path in benches.sources() if path.stem.startswith("probe")]
    assert len(files) == 2
    program = tmp_path / "probes"
    words = [str(require("gcc")), bits, "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]
    words += [*rooms.includes(), f"-I{benches.FOLDER}"]
    made = run([*words, "-o", str(program), str(source), *map(str, files)])
    assert (made.returncode, made.stderr) == (0, b""), made.stderr.decode()
    done = run([str(program)])
    assert done.returncode == 0, done.stderr.decode()
    found = dict(line.split(": ") for line in done.stdout.decode().splitlines())
    first, second = found.pop("instructions").split()
    assert first == second and 1000 <= int(first) <= 1010
    assert found.pop("reference") == "0.250 5.00"
    assert found.pop("busy reference") == "0.250 5.00"
    assert found.pop("one reading") == "0.250 5.00"
    assert found == VERDICTS
