# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests of preference files once more, with a program made quickly: a change of one file of the runtime compiles
that file alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain.process import run
from tests.runtime import quick, test_tuning
from tests.runtime.test_tuning import (  # noqa: F401  (pytest runs them here, too)
    here,
    test_a_good_file,
    test_a_load_under_way_keeps_out_nobody,
    test_damaged_files,
    test_eight_threads,
    test_one_file_counts,
    test_pins_come_first,
    test_policies,
    test_the_words,
    test_what_cannot_run,
    test_wrong_files,
    write,
)

pytestmark = pytest.mark.code


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = test_tuning.HERE / "tuning.c"
    return quick.linked(tmp_path_factory.mktemp("tuning"), [source], quick.PLAIN, ("tuning.c",))


def test_what_a_file_may_say(tmp_path: Path) -> None:
    program = quick.linked(tmp_path, [test_tuning.HERE / "tuning_read.c"], quick.PLAIN, ("tuning_read.c", "tuning.c"))
    done = run([str(program), str(tmp_path / "file")])
    assert done.returncode == 0, done.stderr.decode()[-3000:]
