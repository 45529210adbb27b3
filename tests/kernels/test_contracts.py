# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Contracts stay as they are: a fault in one changes no answer, but what callers, dispatch and passes are told."""

from __future__ import annotations

import pytest

from generator import library
from tests.kernels.contracts import contract, known

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
KNOWN = known()


@pytest.mark.parametrize("name", KERNELS)
def test_a_contract_stays(name: str) -> None:
    """``python -m tests.kernels.contracts`` writes the facts of a change that is meant."""
    assert contract(KERNELS[name]) == KNOWN[name]


def test_no_contract_without_a_kernel() -> None:
    assert set(KNOWN) == set(KERNELS)
