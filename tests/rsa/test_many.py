# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Millions of products and squares of the Montgomery kernels, judged by Python's integers."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

import targets
from generator import library
from generator.output import available
from targets.toolchain.execute import executor
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.cpu import emulated_by, emulator, lacking
from tests.reference import montgomery
from tests.rsa.builds import BUILDS, HOST, Build, compiled

PAIRS = 128
MODULI = {"x86_64": 2800, "portable": 400, "x86": 400, "aarch64": 400}
"""For each variant: 128 products and 128 squares under each."""
_PART = (1 << 208) - 1
_KERNEL = library.load().kernels["mont_mul"]
CASES = [
    (build, variant.name)
    for build in (HOST, BUILDS[3], BUILDS[4])
    for variant in _KERNEL.variants
    if available(variant, targets.load(build.triple).arch)
] + [(HOST, "portable")]


@pytest.mark.kernels("mont_mul", "mont_sqr")
@pytest.mark.parametrize(("build", "variant"), CASES, ids=[f"{b.triple}-{v}" for b, v in CASES])
@pytest.mark.whole(every=3)
def test_products(build: Build, variant: str, tmp_path: Path, not_executed: list[str]) -> None:
    """Each result is (x + m*n)/R for x = a*b or a*a and m = -x/n modulo R, less n if that is n or more."""
    target = targets.load(build.triple)
    features = () if variant == "portable" else _KERNEL.variant(variant).features
    if missing := lacking(target, features):
        not_executed.append(f"products by {variant} for {build.triple}: the processor lacks {', '.join(missing)}")
        return
    program = compiled(
        build, tmp_path, [Path(__file__).with_name("many.c")], (f"-DVARIANT={variant}", f"-DPAIRS={PAIRS}")
    )
    moduli = MODULI["portable" if variant == "portable" else target.arch]
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


PAIR_MODULI, EMULATED_MODULI = 1000, 200
"""For each variant: 128 products and 128 squares under each pair of moduli, hence 512,000 results; 102,400 where an
emulator replaces the processor."""
_PAIRS = library.load().kernels["mont_pair_mul"]


def _moduli(rng: random.Random, parts: int) -> tuple[int, int]:
    bits = 208 * parts - 4
    ones = (1 << bits) - 1
    first, second = (
        rng.choice(
            (
                ones,
                rng.getrandbits(bits),
                rng.getrandbits(bits) | 1 << bits - 1,
                ones >> rng.randrange(64),
                1 << bits - 1,
            )
        )
        | 1
        for _ in range(2)
    )
    return first, second


@pytest.mark.kernels("mont_pair_mul", "mont_pair_sqr")
@pytest.mark.parametrize("variant", [variant.name for variant in _PAIRS.variants])
def test_products_of_pairs(variant: str, tmp_path: Path, not_executed: list[str]) -> None:
    """Each result has the digits of (x + m*N)/R, for the quotient's digits that the kernel's file defines."""
    target, features = targets.load(HOST.triple), _PAIRS.variant(variant).features
    missing, by = lacking(target, features), emulated_by(target, features)
    if missing and not by:
        not_executed.append(f"products of pairs by {variant}: the processor lacks {', '.join(missing)}")
        return
    flags = (f"-DVARIANT={variant}", f"-DPAIRS={PAIRS}", "-static")
    program = compiled(HOST, tmp_path, [Path(__file__).with_name("many_pairs.c")], flags)
    rng, records = random.Random(7), []
    for _ in range(EMULATED_MODULI if missing else PAIR_MODULI):
        parts = rng.choice((2, 2, 3, 3, 4, 5, 6))
        records.append((parts, _moduli(rng, parts)))
    (tmp_path / "records").write_bytes(
        b"".join(
            bytes([parts]) + montgomery.digits(moduli, 4 * parts) + montgomery.constants(moduli, parts)
            for parts, moduli in records
        )
    )
    before = emulator(target, by) if missing else []
    done = run([*before, str(program), str(len(variant)), "records"], cwd=tmp_path, timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    stream = io.BytesIO(done.stdout)
    for parts, moduli in records:
        inverses = [-pow(n, -1, 1 << 208) % (1 << 208) for n in moduli]
        orups = [(n * inverse + 1) >> 208 for n, inverse in zip(moduli, inverses, strict=True)]
        for _ in range(PAIRS):
            a, b, product, square = (montgomery.numbers(stream.read(64 * parts)) for _ in range(4))
            for i in range(2):
                for x, found in ((a[i] * b[i], product[i]), (a[i] * a[i], square[i])):
                    for _ in range(parts - 1):
                        x = (x >> 208) + (x & _PART) * orups[i]
                    assert (x + (x * inverses[i] & _PART) * moduli[i]) >> 208 == found, (
                        parts,
                        hex(moduli[i]),
                        hex(a[i]),
                        hex(b[i]),
                    )
    assert stream.read(1) == b""
