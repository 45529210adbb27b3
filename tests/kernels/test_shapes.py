# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recordings keep their shape: unrolled rounds, batches, and streams that are woven into each other. A fault that only
makes the code larger or its order worse changes no answer."""

from __future__ import annotations

import pytest

from generator import library
from tests.kernels.shapes import known, shapes

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
KNOWN = known()


@pytest.mark.parametrize("name", KERNELS)
def test_a_recording_keeps_its_shape(name: str) -> None:
    """``python -m tests.kernels.shapes`` writes the shapes of a change that is meant."""
    rows = {row: found for row, found in KNOWN.items() if row.partition(" ")[0] == name}
    assert dict(shapes(KERNELS[name])) == rows


def test_no_row_without_a_kernel() -> None:
    assert {row.partition(" ")[0] for row in KNOWN} == set(KERNELS)
