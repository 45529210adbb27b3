# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A sample of the calls of space/, group by group: by dispatch's choice, by portable C, and by portable C under the
sanitizers. Quick: a change of one file of the runtime compiles that file alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import library
from tests.runtime import quick
from tests.runtime.test_space import called

pytestmark = pytest.mark.code
# Group of space/ → one call in how many is tried.
GROUPS = {
    "hashes": 40, "rc4": 40, "aes": 40, "rc4_md5": 20, "aes_cbc_hashes": 20, "tls": 20, "tls_many": 2, "rsa": 2,
    "batches": 10, "streams": 6, "pbkdf2": 8, "merkle": 6, "library": 1,
}  # fmt: skip
PORTABLE = ",".join(f"{name}=portable" for name in library.load().kernels)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("plain"), quick.PLAIN)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("sanitized"), quick.SANITIZED)


@pytest.mark.parametrize("group", GROUPS)
def test_answers(group: str, program: Path) -> None:
    for environment in ({}, {"ASMLOOM_PREFER": PORTABLE}):
        called(program, quick.truth(), GROUPS[group], group, **environment)


@pytest.mark.parametrize("group", GROUPS)
def test_sanitized(group: str, sanitized: Path) -> None:
    called(sanitized, quick.truth(), 2 * GROUPS[group], group)
