# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of refusals, contexts and records once more, with a shared library made quickly: a change of one file of
the runtime compiles that file alone."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from tests.runtime import quick
from tests.runtime.test_api import (  # noqa: F401  (pytest runs them here, too)
    test_after_final,
    test_bad_key_sizes,
    test_cbc_beside_a_wiped_hash,
    test_equal,
    test_explain_never_writes_beyond,
    test_hash,
    test_hmac,
    test_nothing_at_null,
    test_rc4,
    test_rc4_without_a_key,
)
from tests.runtime.test_tls import (  # noqa: F401
    test_cbc_lengths_that_none_has,
    test_cbc_more_than_a_fragment,
    test_cbc_wrong_records,
    test_keys_that_none_has,
    test_length_that_no_record_has,
    test_neither_sealing_nor_opening,
)

pytestmark = pytest.mark.code


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.shared(tmp_path_factory.mktemp("shared"))


@pytest.fixture(scope="module")
def loom(shared: Path) -> ctypes.CDLL:
    found = ctypes.CDLL(str(shared))
    found.loom_tls_cbc_length.restype = ctypes.c_size_t
    return found
