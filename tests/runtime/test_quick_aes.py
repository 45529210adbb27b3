# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of AES's contexts once more, with a shared library made quickly: a change of one file of the runtime
compiles that file alone."""

from __future__ import annotations

import pytest

from generator import library
from tests.runtime import quick
from tests.runtime.test_aes import (  # noqa: F401  (pytest runs them here, too)
    test_another_counter_under_the_same_key,
    test_bad_keys_leave_the_context_alone,
    test_bad_lengths_and_contexts,
    test_blocks,
    test_ctr,
    test_ctr_without_a_key,
)
from tests.vectors.api import Loom, pins

pytestmark = pytest.mark.code


@pytest.fixture(scope="module", params=["dispatched", "portable"])
def loom(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Loom:
    folder = tmp_path_factory.mktemp("shared")
    pinned = pins(library.load().kernels, "portable", quick.host().arch) if request.param == "portable" else {}
    return Loom(quick.shared(folder), folder / "copy", pinned)
