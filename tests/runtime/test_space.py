# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calls every public function with every argument between guard pages, see tried/space.c, and requires the same results
and outputs from every variant. test_truth.py compares them with other implementations.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from generator import library
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick
from tests.runtime.public import KERNEL, rows

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
LANES = {name: kernel for name, kernel in KERNELS.items() if kernel.messages}
C_ALONE = dict.fromkeys(KERNELS, "portable")
PINS = {
    "portable": C_ALONE,
    "first": {name: kernel.variants[0].name for name, kernel in KERNELS.items()},
    "last": {name: kernel.variants[-1].name for name, kernel in KERNELS.items()},
    **{
        f"{name}-{variant.name}": {**dict.fromkeys(LANES, "portable"), name: variant.name}
        for name, kernel in KERNELS.items()
        if kernel.messages or kernel.parts
        for variant in kernel.variants
    },
}
"""All kernels by C, by their first and last variants; then each kernel of several messages or algorithms by each of its
variants, where the other kernels of several messages are C."""


def called(program: Path, shapes: int, *parts: str, **environment: str) -> dict[str, str]:
    """Name → digest, of the functions with one of the parts in their names."""
    done = run([str(program), str(shapes), *parts], timeout=HANG_SECONDS, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr.decode()[-6000:]
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    assert lines and all(int(calls) > 0 for _, calls, _ in lines)
    return {name: digest for name, _, digest in lines}


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("space"), ("-O2",))


dispatched = cache(called)


def test_every_length(assembly: Path) -> None:
    """Every number of bytes to 1100, and longer ones. A row alone brings its function here."""
    found = called(assembly, 1400)
    assert found.keys() == {row.name for row in rows() if not (row.name.startswith(KERNEL) and row.no_secret)}


@pytest.mark.parametrize("pins", PINS)
def test_variants(pins: str, assembly: Path) -> None:
    """Dispatch chooses in place of a variant that this machine cannot run."""
    whole = len(PINS[pins]) == len(KERNELS)
    parts = () if whole else ("batch", "many") if pins.rsplit("-", 1)[0] in LANES else ("rc4_md5", "aes_cbc_sha", "tls")
    prefer = ",".join(f"{name}={variant}" for name, variant in PINS[pins].items())
    assert called(assembly, 90, *parts, ASMLOOM_PREFER=prefer) == dispatched(assembly, 90, *parts)


@pytest.mark.parametrize("features", ["-sha", "-aes", "-avx2,-sha,-neon"])
def test_features_removed(features: str, assembly: Path) -> None:
    assert called(assembly, 90, ASMLOOM_CPU=features) == dispatched(assembly, 90)


@pytest.mark.parametrize("apart", [2, 1])
@pytest.mark.whole(every=2)
def test_records_in_two_passes(apart: int, assembly: Path, tmp_path: Path) -> None:
    """A library without some of the kernels of CBC and a hash, see tried/apart.h, hashes and encrypts in two passes.
    Its records are the same."""
    program = quick.space(tmp_path, (*quick.PLAIN, "-include", "apart.h", f"-DAPART={apart}"))
    assert called(program, 90, "tls") == dispatched(assembly, 90, "tls")


@pytest.mark.kernels()
@pytest.mark.parametrize(
    ("tool", "width", "sanitizers"),
    [("clang", "-m64", "undefined"), ("gcc", "-m64", "address,undefined"), ("gcc", "-m32", "undefined")],
)
@pytest.mark.whole(every=3)
def test_portable_c_sanitized(tool: str, width: str, sanitizers: str, assembly: Path, tmp_path: Path) -> None:
    """clang's sanitizer knows sums of NULL, which memory of no bytes may be, and gcc's the C library's arguments."""
    words = [width, "-O1", "-g", f"-fsanitize={sanitizers}", "-DLOOM_NO_ASM"]
    # clang's needs no library in this form; the program calls all functions by one type
    words += ["-fno-sanitize-recover=all"] if tool == "gcc" else ["-fsanitize-trap=undefined", "-fno-sanitize=function"]
    found = called(quick.space(tmp_path, tuple(words), tool), 90)
    assert width == "-m32" or found == dispatched(assembly, 90)
