# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Right answers, kept registers and untouched surroundings, on every target in every syntax."""

from __future__ import annotations

from pathlib import Path

from targets.toolchain.assemble import assemblers
from targets.toolchain.find import MissingTool
from targets.toolchain.link import image_library, shared_library, shared_name
from tests.harness.batch import Batch
from tests.harness.image import flatten
from tests.harness.machines import HOSTS, build_driver, run_batch
from tests.harness.plans import PLANS
from tests.kernels.cpu import lacking
from tests.kernels.matrix import Cell, generator


def test_assembles_without_a_warning(cell: Cell) -> None:
    """Every assembler that reads this syntax takes every file in silence (make_cell refuses anything on stderr)."""
    if not assemblers(cell.target, cell.syntax):
        raise MissingTool(f"{cell.target.triple}: no assembler for {cell.syntax} is installed")
    for by, objects in cell.objects.items():
        assert objects, by


def test_links_into_a_shared_object(cell: Cell) -> None:
    """No text relocation, nothing undefined, no warning: the linkers are told to fail on these."""
    for by, objects in cell.objects.items():
        out = cell.folder / by.replace(" ", "-") / shared_name(cell.target, "kernels")
        assert shared_library(cell.target, list(objects.values()), out).stat().st_size > 0


def test_right_answers(cell: Cell, not_executed: list[str]) -> None:
    """All lengths, alignments, placements and splits of the plans against Python's own implementations."""
    target, host = cell.target, HOSTS[cell.target.triple]
    batch = Batch()
    called = 0
    for kernel, variant, function in generator(cell.folder.parent).functions(target):
        missing = lacking(target, variant.features)
        if missing:
            not_executed.append(f"{function.symbol} for {target.triple}: this CPU has no {', '.join(missing)}")
            continue
        assert kernel.name in PLANS, f"kernel {kernel.name} has no plan of calls in tests/harness/plans.py"
        for call in PLANS[kernel.name](f"loom_{function.symbol}"):
            batch.call(
                call.function, call.arguments, convention=host.convention, expected=call.expected, note=call.note,
                clean_uppers=call.clean_uppers,
            )  # fmt: skip
            called += 1
    assert called > 0
    objects = list(cell.first.values())
    image: Path | None = None
    if host.image:
        library = image_library(target, objects, cell.folder)
        image = cell.folder / "flat.bin"
        flatten(target, library, image)
        driver = build_driver(target.triple, cell.folder / "driver", [])
    else:
        driver = build_driver(target.triple, cell.folder / "driver", [f"loom_{stem}" for stem in cell.first], objects)
    results = run_batch(target.triple, driver, batch, cell.folder / "run", image=image, timeout=600)
    batch.require(results, f"{target.triple} {cell.syntax}")
