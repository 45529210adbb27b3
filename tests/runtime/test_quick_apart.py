# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""TLS records of a library without some of the kernels of CBC and a hash: see space/apart.h. Such a library hashes
and encrypts in two passes, and its records are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime import quick
from tests.runtime.test_space import called

pytestmark = pytest.mark.code


@pytest.mark.parametrize("apart", [1, 2])
def test_records_in_two_passes(apart: int, tmp_path: Path) -> None:
    program = quick.space(tmp_path, (*quick.PLAIN, "-include", "apart.h", f"-DAPART={apart}"))
    called(program, quick.truth(), 1, "tls")
