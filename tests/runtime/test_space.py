# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compares every public function, over its whole documented space, with other implementations. Portable C runs under
sanitizers. Portable C and assembly run with every argument between guard pages.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import library
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick
from tests.runtime.public import KERNEL, names, rows

GROUPS = tuple(dict.fromkeys(row.space for row in rows() if row.space))
WOVEN = ("rc4_md5_blocks", "aes_cbc_sha1_blocks", "aes_cbc_sha256_blocks", "aes_cbc_sha512_blocks")


@pytest.fixture(scope="module")
def truth() -> Path:
    return quick.truth()


def called(program: Path, truth: Path, one_in: int, *groups: str, **environment: str) -> dict[str, int]:
    """The number of right calls of each function. The program tries one case in ``one_in``."""
    words = [str(program), str(truth), str(one_in), *groups]
    done = run(words, timeout=HANG_SECONDS, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr.decode()[-6000:]
    return {name: int(count) for name, count in (line.split() for line in done.stdout.decode().splitlines())}


def require_all(counts: dict[str, int]) -> None:
    """Every public function is called often, but for block functions, which tests/kernels calls."""
    few = {"loom_version", "loom_selftest"}
    assert set(counts) == set(names())
    own = {name: count for name, count in counts.items() if not name.startswith(KERNEL)}
    assert not [name for name, count in own.items() if count < (1 if name in few else 50)]


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("space"), ("-O2",))


def test_assembly_as_dispatched(assembly: Path, truth: Path) -> None:
    require_all(called(assembly, truth, 1, *GROUPS))


@pytest.mark.parametrize("kernel", WOVEN)
def test_woven_variants(kernel: str, assembly: Path, truth: Path) -> None:
    """Pins one variant after the other. Dispatch chooses in place of a variant that this machine cannot run."""
    group = "rc4_md5" if kernel.startswith("rc4") else "aes_cbc_hashes"
    for variant in ("portable", *(v.name for v in library.load().kernels[kernel].variants)):
        counts = called(assembly, truth, 60, group, ASMLOOM_PREFER=f"{kernel}={variant}")
        assert counts["loom_rc4_md5_encrypt" if kernel.startswith("rc4") else f"loom_{kernel[:-7]}_encrypt"] > 0


@pytest.mark.parametrize("apart", [1, 2])
def test_records_in_two_passes(apart: int, truth: Path, tmp_path: Path) -> None:
    """A library without some of the kernels of CBC and a hash, see space/apart.h, hashes and encrypts in two passes.
    Its records are the same."""
    program = quick.space(tmp_path, (*quick.PLAIN, "-include", "apart.h", f"-DAPART={apart}"))
    called(program, truth, 1, "tls")
