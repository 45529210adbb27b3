# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of the detection of AArch64 CPUs once more, with the headers of ``generated/``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.runtime import quick, test_systems
from tests.runtime.test_systems import (  # noqa: F401  (pytest runs them here, too)
    programs,
    test_4096_cores,
    test_a_feature_counts_if_all_cores_have_it,
    test_a_file_that_cannot_be_read,
    test_darwin,
    test_files_that_tell_nothing,
    test_hardware_capabilities,
    test_id_registers,
    test_identity,
    test_no_answer,
    test_short_answers,
    test_the_choice_holds_on_every_core,
    test_windows,
)

pytestmark = pytest.mark.kernels()  # no kernel is linked


@pytest.fixture(scope="module", autouse=True)
def quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_systems, "headers", lambda folder: quick.INCLUDE)
        yield
