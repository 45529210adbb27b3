# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No branch and no address depends on primes, private exponents, messages, or verdicts about them: valgrind follows
them through C and the variants that valgrind can run."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.rsa import cases
from tests.rsa.builds import HOST, KERNELS, compiled
from tests.rsa.keys import made
from tests.rsa.test_cases import pins

HERE = Path(__file__).parent
pytestmark = pytest.mark.kernels(*KERNELS)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of secrets.c, static: valgrind then needs no debug symbols of the C library."""
    folder = tmp_path_factory.mktemp("secrets")
    return compiled(HOST, folder, [HERE / "secrets.c"], ("-std=gnu99", "-static", "-Wno-conversion", "-Wno-shadow"))


def watched(program: Path, bits: int, chosen: dict[str, str], *words: str) -> tuple[list[str], list[str]]:
    """The program's lines, and memcheck's complaints but for those about the start of the C library."""
    rng = random.Random(bits)
    key = made(rng, bits)
    data = cases.set_private(key) + cases.private(key, rng.randrange(key.n))
    data += cases.modexp(rng.randrange(key.n), rng.randbytes(20), key.n, key.length)
    (program.parent / "cases.bin").write_bytes(data)
    prefer = ",".join(f"{kernel}={variant}" for kernel, variant in chosen.items())
    command = [str(require("valgrind")), "--error-limit=no", str(program), "cases.bin", *words]
    done = run(command, timeout=HANG_SECONDS, cwd=program.parent, env={**os.environ, "ASMLOOM_PREFER": prefer})
    assert done.returncode == 0, done.stderr.decode()
    parts = re.split(r"(?m)^==\d+== $", done.stderr.decode())
    return done.stdout.decode().splitlines(), [part for part in parts if re.search("(at|by) 0x.*: (loom_|leaky)", part)]


RIGHT = ["key 0 1", "private 0 1", "public 0 1", "modexp 0 1"]


@pytest.mark.parametrize("bits", (512, 1024))
def test_no_secret_decides(bits: int, program: Path) -> None:
    for chosen in pins(HOST):
        lines, complaints = watched(program, bits, chosen)
        assert lines == RIGHT, chosen
        assert complaints == [], (chosen, "".join(complaints[:3]))


def test_a_secret_branch_is_found(program: Path) -> None:
    lines, complaints = watched(program, 512, {}, "leaky")
    assert lines[0] in ("key 3 1", "key 4 1") and lines[1:] == RIGHT[1:]
    assert len(complaints) == 1 and "leaky" in complaints[0]
