# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of dispatch once more, with a program made quickly: a change of one file of the runtime compiles that file
alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import rooms
from tests.runtime import quick, test_dispatch
from tests.runtime.test_dispatch import (  # noqa: F401  (pytest runs them here, too)
    test_cores_are_identified,
    test_features_can_only_be_removed,
    test_long_and_empty_values,
    test_pins,
    test_reasons,
    test_unknown_names_are_reported,
)

pytestmark = pytest.mark.code


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.linked(tmp_path_factory.mktemp("selftest"), rooms.sources("selftest"), quick.PLAIN)


@pytest.fixture(scope="module", autouse=True)
def quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_dispatch, "headers", lambda folder: quick.INCLUDE)
        yield
