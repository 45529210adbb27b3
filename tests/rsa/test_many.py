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

MANY = Path(__file__).with_name("many.c")
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
    rng, moduli = random.Random(7), list[tuple[int, int]]()
    for _ in range(MODULI["portable" if variant == "portable" else target.arch]):
        size = 8 * rng.choice((2, 2, 4, 4, 4, 6, 8, 8, 10, 12, 16, 18, 24, 32))
        limbs = (0, (1 << 64) - 1, 1 << rng.randrange(64), rng.getrandbits(64)) if rng.randrange(4) else ()
        parts = [(rng.choice(limbs) if limbs else rng.getrandbits(64)).to_bytes(8, "little") for _ in range(size // 8)]
        moduli.append((size, int.from_bytes(b"".join(parts), "little") | 1))
    inverses = [-pow(n, -1, 1 << 8 * size) & (1 << 8 * size) - 1 for size, n in moduli]
    (tmp_path / "records").write_bytes(b"".join(
        bytes([size // 8]) + n.to_bytes(size, "little") + (inverse & (1 << 64) - 1).to_bytes(8, "little")
        for (size, n), inverse in zip(moduli, inverses)
    ))  # fmt: skip
    program = compiled(build, tmp_path, [MANY], (f"-DVARIANT={variant}", f"-DPAIRS={PAIRS}"))
    done = executor(target).run(program, [str(len(variant)), "records"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    stream = io.BytesIO(done.stdout)
    for (size, n), inverse in zip(moduli, inverses):
        bits = 8 * size
        for _ in range(PAIRS):
            a, b, product, square = (int.from_bytes(stream.read(size), "little") for _ in range(4))
            for x, found in ((a * b, product), (a * a, square)):
                expected = (x + (x * inverse & (1 << bits) - 1) * n) >> bits
                expected -= n if expected >= n else 0
                assert found == expected, f"{a:#x} * {b:#x} modulo {n:#x}"
    assert stream.read(1) == b""


PAIR_MODULI, EMULATED_MODULI = 1000, 200
"""For each variant: 128 products and 128 squares under each pair of moduli, hence 512,000 results; 102,400 where an
emulator replaces the processor."""
_PAIRS = library.load().kernels["mont_pair_mul"]


def _moduli(rng: random.Random, parts: int) -> tuple[int, int]:
    bits = 208 * parts - 4
    ones = (1 << bits) - 1
    top = 1 << bits - 1
    some = (ones, rng.getrandbits(bits), rng.getrandbits(bits) | top, ones >> rng.randrange(64), top)
    return rng.choice(some) | 1, rng.choice(some) | 1


@pytest.mark.kernels("mont_pair_mul", "mont_pair_sqr")
@pytest.mark.parametrize("variant", [variant.name for variant in _PAIRS.variants])
def test_products_of_pairs(variant: str, tmp_path: Path, not_executed: list[str]) -> None:
    """Each result has the digits of (x + m*N)/R, for the quotient's digits that the kernel's file defines."""
    target, features = targets.load(HOST.triple), _PAIRS.variant(variant).features
    missing, by = lacking(target, features), emulated_by(target, features)
    if missing and not by:
        not_executed.append(f"products of pairs by {variant}: the processor lacks {', '.join(missing)}")
        return
    program = compiled(HOST, tmp_path, [MANY], (f"-DVARIANT={variant}", f"-DPAIRS={PAIRS}", "-DPAIRED", "-static"))
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
                    right = (x + (x * inverses[i] & _PART) * moduli[i]) >> 208
                    assert right == found, f"{parts} parts: {a[i]:#x} * {b[i]:#x} modulo {moduli[i]:#x}"
    assert stream.read(1) == b""
