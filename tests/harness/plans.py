# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calls of every kernel, from its contract and from the plan that adds a reference."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import generator.machines  # noqa: F401  # registers the machines
from generator import library
from generator.lang.contract import Kernel
from targets.trial import contract_plan
from targets.trial.batch import Call
from targets.trial.cases import derive
from targets.trial.lanes import derive_lanes
from targets.trial.plan import SEED, Plan
from tests.external import siphash
from tests.harness import (
    plans_aes,
    plans_bignum,
    plans_chacha20,
    plans_cipher,
    plans_gcm,
    plans_hash,
    plans_rc4,
    plans_stitched,
)

_FILES = (
    plans_aes,
    plans_bignum,
    plans_chacha20,
    plans_cipher,
    plans_gcm,
    plans_hash,
    plans_rc4,
    plans_stitched,
)
PLANS: dict[str, Plan] = {name: plan for file in _FILES for name, plan in file.PLANS.items()}
_EXTERNAL = Path(siphash.__file__).resolve().parent


@cache
def contracts() -> dict[str, Kernel]:
    """The kernels of the tree, and the tests' own kernel."""
    return library.load([_EXTERNAL]).kernels


def plan(kernel: Kernel) -> Plan:
    """The plan of a kernel. LookupError, with the files that have plans of the kernel's family, if there is none."""
    if kernel.single is not None:  # the messages are those of the kernel for one
        kernel = kernel.single
    if kernel.name in PLANS:
        return PLANS[kernel.name]
    if kernel.reference is not None:
        return contract_plan.plan(kernel, SEED)
    family = {one.name for one in contracts().values() if Path(one.path).parent == Path(kernel.path).parent}
    files = [file for file in _FILES if family & set(file.PLANS)] or _FILES
    named = " or ".join(f"tests/harness/{file.__name__.rpartition('.')[2]}.py" for file in files)
    raise LookupError(
        f"{kernel.src}: {kernel.name} has no plan of calls; expected a row {kernel.name!r}: Plan(reference) in PLANS "
        f"of {named}"
    )


@cache
def _derived(kernel: str) -> list[Call]:
    described = contracts()[kernel]
    return (derive_lanes if described.messages else derive)(described, plan(described), "")


def calls(kernel: str, function: str) -> list[Call]:
    """The calls of one kernel's function of one variant. Expected bytes are computed once."""
    return [replace(call, function=function) for call in _derived(kernel)]


def some(kernel: str, function: str, count: int = 3) -> list[Call]:
    """So many of the calls, from beginning to end, each with some work."""
    every = _derived(kernel)
    places = {min((n + 1) * len(every) // count, len(every) - 1) for n in range(count)}
    return [replace(every[at], function=function) for at in sorted(places)]
