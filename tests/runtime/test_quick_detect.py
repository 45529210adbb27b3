# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The detection of an x86 CPU's features where the test gives cpuid's answers, and those of Darwin."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick

pytestmark = pytest.mark.kernels()  # no kernel is linked
HERE = Path(__file__).parent / "systems"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("detect") / "program"
    words = [str(require("gcc")), "-std=gnu99", "-O1", "-DLOOM_NO_ASM", f"-I{HERE}", f"-I{quick.INCLUDE}"]
    words += [*rooms.includes(), str(HERE / "detect_x86.c"), str(rooms.path("cpu.c")), "-o", str(out)]
    done = run(words, timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    return out


def found(program: Path, largest: int, release: str) -> set[str]:
    done = run([str(program), str(largest), release])
    assert done.returncode == 0, done
    return set(done.stdout.decode().split())


def test_darwin_saves_avx512_from_21_3_on(program: Path) -> None:
    old, new = ("-", "", "9.9", "20.6.0", "21", "21.2.9", "no.3"), ("21.3", "21.3.0", "21.10", "22.0", "22", "100.1")
    for release in (*old, *new):
        assert ("AVX512F" in found(program, 1, release)) == (release in new), release
    assert {"SSE2", "AVX2"} <= found(program, 1, "-")


def test_a_subleaf_counts_if_the_leaf_has_it(program: Path) -> None:
    """The other features stay."""
    everything, without = found(program, 1, "22.0"), found(program, 0, "22.0")
    assert everything == found(program, 2, "22.0")
    assert everything - without >= {"SHA512"} and without >= {"SSE2", "SHA", "AVX2", "AVX512F"}
