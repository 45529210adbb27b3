# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""loom_modexp, loom_rsa_private and loom_rsa_public give the answers of Python's pow, on several machines and with
every variant; each refusal has its number and leaves the output untouched. After each call the work is all zeros."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library
from tests.rsa import cases
from tests.rsa.builds import BUILDS, HOST, KERNELS, PAIRED, Build, run_cases
from tests.rsa.keys import made
from tests.runtime.public import rounds

pytestmark = pytest.mark.kernels(*KERNELS)


def pins(build: Build) -> Iterator[dict[str, str]]:
    """Dispatch's own choice; pairs in C; then every variant once, where there is assembly."""
    yield {}
    if build.triple.startswith("x86_64"):
        yield PAIRED
    if build.assembly:
        kernels = library.load().kernels
        yield from rounds({name: kernels[name] for name in KERNELS}, targets.load(build.triple).arch)


def all_right(build: Build, programs: dict[Build, Path], data: list[bytes], chosen: dict[str, str]) -> None:
    assert data
    said = run_cases(build, programs[build], b"".join(data), chosen)
    assert said.split("\n")[-2] == f"{len(data)} cases, 0 wrong", (chosen, said)


def refusals(host: bool) -> list[bytes]:
    rng = random.Random(1)
    return [one for bits in (512, 520, 1024)[: 3 if host else 2] for one in cases.errors(rng, made(rng, bits))]


def powers(host: bool) -> list[bytes]:
    """All sizes in steps of 64 bits, and sizes of odd numbers of bytes near the limits."""
    rng = random.Random(2)
    found = list(cases.powers(rng, range(512, 4097, 64), 3))
    found += cases.powers(rng, range(520, 640, 8), 9)
    found += cases.powers(rng, range(4040, 4096, 8), 2)
    return found[:: 1 if host else 9]


def keys(host: bool) -> list[bytes]:
    """Keys whose halves have each remainder of limbs, bytes and bits; with public exponents of several lengths."""
    sizes = (512, 513, 519, 520, 527, 528, 576, 640, 700, 768, 1000, 1023, 1024, 1025, 1032, 1088, 1152)
    return list(cases.keys(random.Random(3), sizes if host else sizes[::3], 1))


@pytest.mark.parametrize("build", BUILDS, ids=str)
@pytest.mark.whole(every=3)
def test_answers_and_refusals(build: Build, programs: dict[Build, Path]) -> None:
    """One test for each build: the program is compiled once."""
    data = [one for some in (refusals, powers, keys) for one in some(build == HOST)]
    for chosen in pins(build):
        all_right(build, programs, data, chosen)


def test_long_exponents(programs: dict[Build, Path]) -> None:
    """Exponents as long as the modulus, and longer."""
    rng = random.Random(4)
    data = []
    for bits in (512, 1024, 1536, 2048, 3072, 4096):
        n = rng.getrandbits(bits) | 1 | 1 << (bits - 1)
        for length in (bits // 8, bits // 8 - 1, 512):
            data.append(cases.modexp(rng.randrange(n), rng.randbytes(length), n, bits // 8))
    for chosen in pins(HOST):
        all_right(HOST, programs, data, chosen)


def test_a_wrong_answer_is_told(programs: dict[Build, Path]) -> None:
    """The program of these tests tells a wrong output, and a wrong result."""
    right = cases.modexp(3, b"\5", 2**512 + 1, 65)
    wrong = [right[:-1] + bytes([right[-1] ^ 1]), cases.modexp(3, b"\5", 2**512 + 1, 65, cases.RANGE)]
    said = run_cases(HOST, programs[HOST], right + b"".join(wrong), {}).splitlines()
    assert "wrong output" in said[0] and "wrong result" in said[1] and said[2] == "3 cases, 2 wrong", said
