# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The portable C of every kernel, called like its variants: the same plans, guard pages and canaries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.process import HANG_SECONDS
from targets.toolchain.product import Workshop, default_syntax
from targets.trial.batch import Batch
from targets.trial.machines import build_driver, run_batch
from tests.harness.plans import calls

# Of the calls, one in so many where a call is dear: in an emulator and under wine. The C is the same for all triples.
_ONE_IN = 5


@pytest.mark.kernels()  # portable C alone is called
@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "i686-linux-gnu", "x86_64-w64-mingw32", "aarch64-linux-gnu"])
@pytest.mark.whole(every=2)
def test_right_answers(triple: str, tmp_path: Path) -> None:
    target = targets.load(triple)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path
    static = workshop.static()
    batch = Batch()
    symbols = []
    for kernel in workshop.library.kernels.values():
        if kernel.portable:
            symbols.append(f"loom_{kernel.name}_portable")
            native = target.executor.startswith("native")
            for call in calls(kernel.name, symbols[-1])[:: 1 if native else _ONE_IN]:
                batch.add(call)
    assert symbols, "the library has portable C"
    driver = build_driver(triple, tmp_path / "driver", symbols, [static])
    results = run_batch(triple, driver, batch, tmp_path / "run", timeout=HANG_SECONDS)
    if target.arch == "aarch64":  # Linux's compiler may use x18; kernels never do
        results = [replace(result, gpr=result.gpr & ~(1 << 18)) for result in results]
    batch.require(results, f"{triple} portable C")
