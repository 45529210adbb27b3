# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling the functions of a cell with the calls of their plans."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.lang.contract import Kernel
from targets.trial.assembled import answers_emulated, answers_here, batch, convention_emulated, convention_here
from tests.harness import plans
from tests.kernels.matrix import Cell


def run_here(cell: Cell, functions: Sequence[tuple[Kernel, str]], *, full: bool) -> int:
    """Calls functions (kernel, symbol) on the target's executor, requires the answers, and counts the calls. ``full``:
    all calls of the plans, and not only a few."""
    asked = batch(functions, convention_here(cell.target), plans.calls if full else plans.some)
    asked.require(answers_here(cell, asked), f"{cell.target.triple} {cell.syntax}")
    return len(asked.calls)


def run_emulated(
    cell: Cell, functions: Sequence[tuple[Kernel, str]], by: str, *, full: bool, count: int = 3
) -> int:  # fmt: skip
    """Like :func:`run_here`, for x86 except 32-bit Windows, in a Linux program on an emulated CPU. ``count``: the calls
    of each function unless ``full``."""
    a_few = partial(plans.some, count=count)
    asked = batch(functions, convention_emulated(cell.target), plans.calls if full else a_few)
    asked.require(answers_emulated(cell, asked, by), f"{cell.target.triple} {cell.syntax} under {by}")
    return len(asked.calls)
