# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Exponents of each form, and private keys up to the longest."""

from __future__ import annotations

import random
from math import gcd
from pathlib import Path

import pytest

from tests.rsa import cases
from tests.rsa.builds import HOST, PAIRED, Build
from tests.rsa.keys import Key, long_key, made, unequal
from tests.rsa.test_cases import all_right
from tests.runtime import quick

pytestmark = pytest.mark.code
SANITIZED = Build(HOST.triple, HOST.tool, quick.SANITIZED, False)
PORTABLE = dict.fromkeys(("mont_mul", "mont_sqr", "mont_gather"), "portable")  # and no pairs
PINS: tuple[dict[str, str], ...] = ({}, PAIRED, PORTABLE)
# Odd exponents with bits between the first and the last, and as long as a key takes.
EXPONENTS = (3, 11, 0x1357, 0xF0F1F2F3, (1 << 255) + (1 << 64) + (1 << 63) + 5)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[Build, Path]:
    folder, source = tmp_path_factory.mktemp, Path(__file__).with_name("cases.c")
    return {
        HOST: quick.linked(folder("plain"), [source], quick.PLAIN),
        SANITIZED: quick.linked(folder("sanitized"), [source], quick.SANITIZED),
    }


def right(programs: dict[Build, Path], data: list[bytes]) -> None:
    for chosen in PINS:
        all_right(HOST, programs, data, chosen)
    for chosen in ({}, PAIRED):
        all_right(SANITIZED, programs, data, chosen)


def test_public_exponents(programs: dict[Build, Path]) -> None:
    rng = random.Random(4)
    data = []
    for bits in (512, 1664, 3328, 4096):
        n = rng.getrandbits(bits) | 1 | 1 << (bits - 1)
        for e in EXPONENTS:
            data.append(cases.set_public(n, e.to_bytes((e.bit_length() + 7) // 8, "big"), bits // 8))
            for message in (0, 1, n - 1, rng.randrange(n)):
                octets = [number.to_bytes(bits // 8, "big") for number in (message, pow(message, e, n))]
                data.append(cases.case(cases.PUBLIC, 0, bits // 8, *octets))
    for e in EXPONENTS[1:]:
        one = made(rng, 576, e)
        for key in (one, one.turned()):
            data += [cases.set_private(key), *(cases.private(key, rng.randrange(key.n)) for _ in range(3))]
    right(programs, data)


def test_long_keys(programs: dict[Build, Path]) -> None:
    """Private keys up to the longest are taken, and refused with a wrong part. No test of a key asks whether its
    factors are primes, which would take long to find."""
    rng = random.Random(5)
    data = []
    for bits in (1344, 2688, 2752, 3328, 4096):
        key = Key(_factor(rng, bits // 2), _factor(rng, bits // 2))
        while gcd(key.p, key.q) != 1:
            key = Key(key.p, _factor(rng, bits // 2))
        parts = key.parts()
        wrong = [[*parts[:n], bytes([*one[:-1], one[-1] ^ 2]), *parts[n + 1 :]] for n, one in enumerate(parts)]
        data += [cases.set_private(key), *(cases.set_private(key, cases.KEY, one) for one in wrong)]
    short = unequal(rng)
    for key in (short, short.turned(), *map(long_key, (2048, 3072, 4096))):
        message = rng.randrange(key.n)
        data += [cases.set_private(key), cases.private(key, message), cases.public(key, message)]
    right(programs, data)


def _factor(rng: random.Random, bits: int, e: int = 65537) -> int:
    """An odd number whose product with another has twice the bits, and with an inverse of ``e`` below it."""
    while True:
        one = rng.getrandbits(bits) | 3 << (bits - 2) | 1
        if gcd(one - 1, e) == 1:
            return one
