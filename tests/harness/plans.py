# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calls of every kernel, from its contract and from the plan that adds a reference."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import generator.machines  # noqa: F401  # registers the machines
from generator import library
from generator.lang.contract import Kernel
from tests.external import siphash
from tests.harness import plans_aes, plans_hash, plans_rc4, plans_stitched
from tests.harness.batch import Call
from tests.harness.plans_cases import derive
from tests.harness.plans_common import Plan

PLANS: dict[str, Plan] = {**plans_aes.PLANS, **plans_hash.PLANS, **plans_rc4.PLANS, **plans_stitched.PLANS}
_EXTERNAL = Path(siphash.__file__).resolve().parent


@cache
def contracts() -> dict[str, Kernel]:
    """The kernels of the tree, and the tests' own kernel."""
    return library.load([_EXTERNAL]).kernels


@cache
def _derived(kernel: str) -> list[Call]:
    return derive(contracts()[kernel], PLANS[kernel], "")


def calls(kernel: str, function: str) -> list[Call]:
    """The calls of one kernel's function of one variant. Expected bytes are computed once."""
    return [replace(call, function=function) for call in _derived(kernel)]
