# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of dispatch's choices once more, with programs made quickly: a change of one file of the runtime compiles
that file alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime import quick, test_choices
from tests.runtime.test_choices import (  # noqa: F401  (pytest runs them here, too)
    test_a_program_with_more_rights_than_its_user,
    test_no_avx512_where_nobody_measured_it,
    test_nothing_that_a_terminal_acts_on_is_shown,
    test_the_environment_counts_when_the_program_is_loaded,
    test_without_a_constructor_the_environment_counts_at_the_first_use,
)

pytestmark = pytest.mark.code


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return [
        quick.linked(tmp_path_factory.mktemp(name), [test_choices.HERE / f"{name}.c"], quick.PLAIN)
        for name in ("choose", "once")
    ]


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    def portable(folder: Path, *flags: str) -> Path:
        return quick.linked(folder, [test_choices.HERE / "once.c"], ("-O1", "-DLOOM_NO_ASM", *flags))

    monkeypatch.setattr(test_choices, "_portable", portable)
