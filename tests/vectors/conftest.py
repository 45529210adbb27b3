# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shared library of this machine, loaded once for dispatch's own choice and once for every variant's name."""

from __future__ import annotations

import platform
from ctypes import c_int
from pathlib import Path

import pytest

import targets
from generator import library
from generator.output import available
from targets.toolchain.product import Workshop, default_syntax
from targets.trial.cpu import lacking, left_out
from tests.vectors.api import Loom, pins

HOST = targets.for_host(platform.system(), platform.machine())
KERNELS = library.load().kernels
TABLES = "tables"
"""Dispatch's choice for a program that calls loom_allow_tables(1)."""


def choices(*kernels: str) -> pytest.MarkDecorator:
    """A mark for a module: its tests with dispatch's own choice, then with each variant that these kernels have. No pin
    chooses tables: a program asks for them."""
    names = {v.name for kernel in kernels for v in KERNELS[kernel].variants if available(v, HOST.arch)}
    if "table" in names:
        names = names - {"table"} | {TABLES}
    return pytest.mark.parametrize("choice", ["dispatch", "portable", *sorted(names)], indirect=True, scope="session")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workshop = Workshop(library.load(), HOST, default_syntax(HOST), "loom_")
    workshop.place = tmp_path_factory.mktemp("vectors")
    return workshop.libraries()[1]


@pytest.fixture(scope="session")
def choice(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Loom:
    """The library as dispatch sets it up, then with each variant pinned where it exists and this CPU runs it."""
    wanted = pins(KERNELS, request.param, HOST.arch)
    for kernel in [name for name in wanted if _missing(name, request.param)]:
        del wanted[kernel]
    made = Loom(shared, tmp_path_factory.mktemp(request.param), wanted)
    if request.param == TABLES:
        made.c.loom_allow_tables(c_int(1))
    return made


def _missing(kernel: str, variant: str) -> list[str]:
    return [] if variant == "portable" else lacking(HOST, KERNELS[kernel].variant(variant).features)


@pytest.fixture
def loom(choice: Loom, request: pytest.FixtureRequest, not_executed: list[str]) -> Loom:
    """As ``choice``; what was not pinned because this CPU cannot run it goes into the summary."""
    variant = request.node.callspec.params["choice"]
    for kernel in pins(KERNELS, variant, HOST.arch):
        missing = _missing(kernel, variant)
        if missing:
            not_executed.append(left_out(f"{kernel}_{variant}", HOST, missing))
    return choice
