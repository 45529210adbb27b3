# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of dispatch and of the detection once more, with a program made quickly: a change of one file of the
runtime compiles that file alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import rooms
from tests.runtime import quick, test_dispatch, test_systems
from tests.runtime.test_dispatch import (  # noqa: F401  (pytest runs them here, too)
    test_cores_are_identified,
    test_features_can_only_be_removed,
    test_long_and_empty_values,
    test_pins,
    test_reasons,
    test_unknown_names_are_reported,
)
from tests.runtime.test_systems import (  # noqa: F401
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

pytestmark = pytest.mark.code


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.linked(tmp_path_factory.mktemp("selftest"), rooms.sources("selftest"), quick.PLAIN)


@pytest.fixture(scope="module", autouse=True)
def quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (test_dispatch, test_systems):
            patch.setattr(module, "headers", lambda folder: quick.INCLUDE)
        yield
