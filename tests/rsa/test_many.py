# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Two million products and squares of the Montgomery kernels, judged by Python's integers."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import targets
from generator import library
from generator.output import available
from targets.toolchain.execute import executor
from tests.kernels.cpu import lacking
from tests.rsa.builds import BUILDS, HOST, Build, compiled

PAIRS = 128
MODULI = {"x86_64": 2800, "x86": 400, "aarch64": 400}
"""For each variant: 128 products and 128 squares under each."""
_KERNEL = library.load().kernels["mont_mul"]
CASES = [
    (build, variant.name)
    for build in (HOST, BUILDS[3], BUILDS[4])
    for variant in _KERNEL.variants
    if available(variant, targets.load(build.triple).arch)
]


@pytest.mark.kernels("mont_mul", "mont_sqr")
@pytest.mark.parametrize(("build", "variant"), CASES, ids=[f"{b.triple}-{v}" for b, v in CASES])
def test_products(build: Build, variant: str, tmp_path: Path, not_executed: list[str]) -> None:
    """Each result is (x + m*n)/R for x = a*b or a*a and m = -x/n modulo R, less n if that is n or more."""
    target = targets.load(build.triple)
    if missing := lacking(target, _KERNEL.variant(variant).features):
        not_executed.append(f"products by {variant} for {build.triple}: the processor lacks {', '.join(missing)}")
        return
    program = compiled(
        build, tmp_path, [Path(__file__).with_name("many.c")], (f"-DVARIANT={variant}", f"-DPAIRS={PAIRS}")
    )
    moduli = MODULI[target.arch]
    done = executor(target).run(program, [str(len(variant)), str(moduli)], cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    stream, checked = io.BytesIO(done.stdout), 0

    def number(size: int) -> int:
        return int.from_bytes(stream.read(size), "little")

    while head := stream.read(1):
        size = 8 * head[0]
        bits, n = 8 * size, number(size)
        last, inverse = (1 << bits) - 1, -pow(n, -1, 1 << bits) & (1 << bits) - 1
        for _ in range(PAIRS):
            a, b = number(size), number(size)
            for factor in (b, a):
                x = a * factor
                expected = (x + (x * inverse & last) * n) >> bits
                expected -= n if expected >= n else 0
                assert number(size) == expected, f"{a:#x} * {factor:#x} modulo {n:#x}"
                checked += 1
    assert checked == 2 * PAIRS * moduli
