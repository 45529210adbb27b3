# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The secrecy pass, rule by rule and ISA by ISA."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from generator.abi import abi
from generator.model import Function, KernelError
from generator.passes.judges.secrecy import check_secrecy
from tests.passes.secrecy_case import Case
from tests.passes.secrecy_cases import COMMON
from tests.passes.secrecy_cases_isa import OWN
from tests.passes.secrecy_machines import Machine, contract

CONTRACT = contract()
CASES = [(case, machine) for case in (*COMMON, *OWN) for machine in case.machines]


@cache
def _made(case: Case, machine: Machine) -> Function:
    return machine.function(case.made(machine), case.prologue)


def holds(case: Case, machine: Machine, check: Callable[..., Any]) -> None:
    """AssertionError if a case has another outcome than expected."""
    function = _made(case, machine)
    said = None
    try:
        found = check(function, case.kernel or CONTRACT, abi(machine.convention))
    except KernelError as error:
        said = str(error)
    if case.says is not None:
        assert said is not None and said.startswith("hand.py:") and case.says in said and said[-1] not in " ;", said
        return
    assert said is None, said
    assert (found.used, found.declared) == (case.used, case.declared)
    if case.left is not None:
        assert found.remains == case.left(machine)


@pytest.mark.parametrize(
    ("case", "machine"), CASES, ids=[f"{case.name}-{machine.name}".replace(" ", "_") for case, machine in CASES]
)
def test_rule(case: Case, machine: Machine) -> None:
    holds(case, machine, check_secrecy)
