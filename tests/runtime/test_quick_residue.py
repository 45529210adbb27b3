# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Nothing that depends on a secret is left in registers and on the dead stack: the search of test_residue.py, part by
part, with a program made quickly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import library
from tests.harness.machines import HERE as HARNESS
from tests.runtime import quick, test_residue
from tests.runtime.test_residue import BUILDS, output

pytestmark = [pytest.mark.code, pytest.mark.again("tests/runtime/test_residue.py")]
# Part → the public functions whose calls are compared.
PARTS = {
    "aes": "loom_(k_)?aes_(?!cbc_sha).*",
    "hashes": "loom_(k_)?(hmac_)?(md5|sha).*",
    "rc4": "loom_(k_)?rc4_(?!md5).*|loom_rc4|loom_equal",
    "stitched": "loom_(k_)?(rc4_md5|aes_cbc_sha).*",
    "batches": "loom_batch_.*",
    "tls": "loom_tls_.*",
    "rsa": "loom_(k_)?(rsa|modexp|mont).*",
}
PORTABLE = dict.fromkeys(library.load().kernels, "portable")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = (*test_residue._HARNESS, *test_residue._TRAMPOLINES)
    sources = [*(HARNESS / name for name in names), *(quick.SPACE.parent / f"residue{end}.c" for end in ("", "_cases"))]
    return quick.linked(tmp_path_factory.mktemp("residue"), sources, ("-O2", f"-I{HARNESS}", f"-I{quick.SPACE.parent}"))


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_left(part: str, program: Path) -> None:
    names = [name for name in output(BUILDS[0], program, ["--list"], {}) if re.fullmatch(PARTS[part], name)]
    assert names
    for pins in ({}, PORTABLE):
        left = output(BUILDS[0], program, names, pins)
        assert not left, "\n".join(left[:20])
