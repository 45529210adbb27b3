# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No branch and no address depends on a secret: valgrind follows every bit that is marked undefined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import targets
from generator import library
from generator.function_cache import FunctionCache
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.model import Function
from generator.output import Generator
from generator.portable.files import exempt_in_c
from targets.toolchain.find import require
from targets.toolchain.link import image_library
from targets.toolchain.product import Workshop, default_syntax
from targets.trial.cpu import lacking
from targets.trial.secrecy import TRIPLES, build, complaints, shapes, shorter, unknown
from targets.trial.secrets import secret_of
from targets.trial.stepped import differences
from targets.trial.trace import Core
from tests.changed import Wanted
from tests.harness.plans import calls
from tests.harness.plans_cipher import LONG
from tests.kernels.conftest import Cells
from tests.kernels.matrix import KERNELS

RC4 = ("rc4_set_key", "rc4_stream")


@dataclass(frozen=True, slots=True)
class Built:
    """The static library of a triple."""

    triple: str
    library: Library
    static: Path

    def functions(self, chosen: set[str]) -> Iterator[tuple[Kernel, Variant, Function]]:
        """Those of the chosen kernels, and of RC4, in which something must be found."""
        kernels = sorted({*chosen, *RC4})
        return Generator(self.library, cache=FunctionCache()).functions(targets.load(self.triple), kernels)


@pytest.fixture(scope="module", params=TRIPLES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    target = targets.load(request.param)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp(request.param)
    return Built(request.param, workshop.library, workshop.static())


def test_no_secret_is_looked_at(built: Built, tmp_path: Path, wanted: Wanted) -> None:
    """Every variant that valgrind can execute, and the portable C. Variants with exemptions must be noticed."""
    require("valgrind")
    target = targets.load(built.triple)
    chosen = wanted(KERNELS)
    looked = [
        (kernel, f"loom_{function.symbol}", bool(function.exempt))
        for kernel, variant, function in built.functions(chosen)
        if not unknown(target, variant.features) and not lacking(target, variant.features)
    ]
    kernels = [built.library.kernels[name] for name in sorted(chosen)]
    looked += [(kernel, f"loom_{kernel.name}_portable", exempt_in_c(kernel)) for kernel in kernels if kernel.portable]
    secrets = [secret_of(kernel, call) for kernel, symbol, _ in looked for call in shapes(calls(kernel.name, symbol))]
    program = build(built.triple, tmp_path, {symbol for _, symbol, _ in looked}, [built.static])
    found = complaints(program, secrets, tmp_path)
    exempt = {symbol for _, symbol, exempted in looked if exempted}
    wrong = [f"{name}: {line}" for name, lines in found.items() if name not in exempt for line in lines]
    assert not wrong, "\n".join(wrong[:10])
    assert exempt <= found.keys(), f"memcheck sees nothing in {sorted(exempt - found.keys())}, which is exempted"


@pytest.mark.whole
def test_what_valgrind_cannot_execute_goes_one_way(
    built: Built, tmp_path: Path, not_watched: list[str], wanted: Wanted
) -> None:
    """Code stepped through on this CPU with several secrets: every branch and every address must be the same. RC4,
    whose table is exempt, shows that a difference is noticed."""
    target = targets.load(built.triple)
    looked = []
    for kernel, variant, function in built.functions(wanted(KERNELS)):
        missing = unknown(target, variant.features)
        if missing:
            instead = "" if lacking(target, variant.features) else "; stepped through instead"
            place = f"{function.symbol} for {built.triple}"
            not_watched.append(f"{place} (valgrind has no {', '.join(missing)}{instead})")
        if (function.exempt or missing) and not lacking(target, variant.features):
            looked.append((kernel, f"loom_{function.symbol}", bool(function.exempt)))
    secrets = [
        secret_of(kernel, call)
        for kernel, symbol, _ in looked
        for call in shapes(shorter(calls(kernel.name, symbol), 650), 8)
    ]
    program = build(built.triple, tmp_path, {symbol for _, symbol, _ in looked}, [built.static], "stepper.c")
    found = differences(built.triple, program, secrets, tmp_path)
    exempt = {symbol for _, symbol, exempted in looked if exempted}
    wrong = [f"{name} {text}" for name, text in found.items() if name not in exempt]
    assert not wrong, "\n".join(wrong)
    assert {"loom_rc4_set_key_scalar", "loom_rc4_stream_branchfree"} <= found.keys()


def test_arm_goes_one_way(cells: Cells, not_watched: list[str]) -> None:
    """Arm's code runs on an emulated core with several secrets: every branch and every address must be the same.
    valgrind runs on x86_64 here and translates only the host's code. (Darwin's code, which needs no loader.)"""
    cell = cells("aarch64-apple-darwin", "gas", RC4)
    folder = cell.folder / "traced"
    folder.mkdir()
    core = Core(cell.target, image_library(cell.target, list(cell.first.values()), folder))
    random, differing = Random(11), dict[str, str]()
    for kernel, _, function in cell.functions():
        if kernel.name in LONG:
            not_watched.append(f"{function.symbol} for {cell.target.triple} (too long for an emulator)")
            continue
        not_watched.append(f"{function.symbol} for {cell.target.triple} (traces compared in an emulator instead)")
        for call in shapes(calls(kernel.name, f"loom_{function.symbol}"), 20):
            step = core.difference(call, secret_of(kernel, call).arguments, random)
            if step is not None:
                assert function.exempt, str(step)
                differing[function.symbol] = str(step)
    assert {"rc4_set_key_scalar", "rc4_stream_branchfree"} <= differing.keys(), "a table is noticed"
