# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each test of this folder runs with the toy machine among the others."""

from __future__ import annotations

import pytest

from generator.isa import machine
from tests.toy.machine import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """``register``, undone afterwards."""
    monkeypatch.setattr(machine, "_machines", dict(machine._machines))
    machine.register(TOY)
