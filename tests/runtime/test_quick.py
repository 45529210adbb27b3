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

pytestmark = [pytest.mark.code, pytest.mark.again("tests/runtime/test_space.py")]
# Group of space/ → one call in how many is tried, without sanitizers and with them.
GROUPS = {
    "hashes": (4, 80), "rc4": (4, 80), "aes": (1, 80), "rc4_md5": (8, 40), "aes_cbc_hashes": (1, 40), "tls": (1, 8),
    "tls_many": (1, 4), "rsa": (1, 2), "batches": (1, 6), "streams": (1, 12),
    "library": (1, 2),
}  # fmt: skip
PORTABLE = ",".join(f"{name}=portable" for name in library.load().kernels)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("plain"), quick.PLAIN)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("sanitized"), quick.SANITIZED)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("narrow"), quick.NARROW)


@pytest.mark.parametrize("group", GROUPS)
def test_answers(group: str, program: Path) -> None:
    for environment in ({}, {"ASMLOOM_PREFER": PORTABLE}):
        called(program, quick.truth(), GROUPS[group][0], group, **environment)


@pytest.mark.parametrize("group", GROUPS)
def test_sanitized(group: str, sanitized: Path) -> None:
    called(sanitized, quick.truth(), GROUPS[group][1], group)


@pytest.mark.parametrize("group", ["library", "rc4", "aes", "rsa", "tls"])
def test_narrow(group: str, narrow: Path) -> None:
    """32-bit code: words of another width, another loop of RC4, and C in place of assembly in the comparison."""
    called(narrow, quick.truth(), GROUPS[group][1], group)
