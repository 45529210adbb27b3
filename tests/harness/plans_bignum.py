# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of the Montgomery kernels: numbers at the edges of chains of carries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.harness.plans_common import Contents, Given, Numbers, Plan
from tests.reference import montgomery

_LIMB = 8


def edges(n: int, limbs: int) -> list[int]:
    """Factors of modulus n: both ends, all ones, limbs that alternate, and numbers just under and over n."""
    ones, r = (1 << 64) - 1, 1 << 64 * limbs
    alternating = sum(ones << 128 * i for i in range(limbs // 2))
    return [0, 1, 2, n - 1, n, (n + 1) % r, r - 1, alternating, alternating << 64, alternating % n, (r - 1) % n, n >> 1]


def moduli(rng: random.Random, limbs: int) -> list[int]:
    """Odd numbers: random ones, with and without the highest bit, with words of ones and of zeros, and small ones."""
    bits = 64 * limbs
    r, high = 1 << bits, 1 << bits - 1
    alternating = sum(((1 << 64) - 1) << 128 * i for i in range(limbs // 2))
    some = rng.getrandbits(bits) | 1
    return [some | high, some, r - 1, high + 1, 1, 3, alternating, (alternating << 64) + 1, r - some % 2**64 | 1,
            (some | high) ^ (some & (2**64 - 2))]  # fmt: skip


class _Numbers:
    """Makes the contents of one kernel's arguments. The factors come first, the modulus next, and its inverse last: the
    inverse is of the modulus made just before."""

    def __init__(self) -> None:
        self.n = 1

    def modulus(self, rng: random.Random, size: int) -> bytes:
        self.n = rng.choice(moduli(rng, size // _LIMB))
        return self.n.to_bytes(size, "little")

    def inverse(self, rng: random.Random, size: int) -> bytes:
        return montgomery.inverse(self.n).to_bytes(size, "little")

    def factor(self, rng: random.Random, size: int) -> bytes:
        chosen = rng.choice((*edges((1 << 8 * size) - 1, size // _LIMB), rng.getrandbits(8 * size)))
        return chosen.to_bytes(size, "little")


@dataclass(frozen=True)
class _Counting(Plan):
    """A plan whose reference wants the call's numbers too."""

    def answer(self, read: Contents, numbers: Numbers) -> tuple[Contents, int | None]:
        whole = {**read, **{name: value.to_bytes(8, "little") for name, value in numbers.items()}}
        return self.reference(whole), None


def _mul(held: Contents) -> Contents:
    return {"out": montgomery.product(held["a"], held["b"], held["n"])}


def _number(held: Contents, name: str) -> int:
    return int.from_bytes(held[name], "little")


def _sqr(held: Contents) -> Contents:
    square = held["a"]
    for _ in range(_number(held, "times")):
        square = montgomery.product(square, square, held["n"])
    return {"out": square}


def _gather(held: Contents) -> Contents:
    size = _LIMB * _number(held, "limbs")
    at = _number(held, "index") * size
    return {"out": held["table"][at : at + size]}


_EDGES = (2, 8, 10, 16)


def _special(rng: random.Random, both: bool) -> Iterator[Given]:
    for limbs in _EDGES:
        for n in moduli(rng, limbs):
            given: dict[str, int | bytes] = {
                "limbs": limbs,
                "n": n.to_bytes(_LIMB * limbs, "little"),
                "n0": montgomery.inverse(n).to_bytes(_LIMB, "little"),
            }
            factors = edges(n, limbs)
            for a in factors:
                given["a"] = a.to_bytes(_LIMB * limbs, "little")
                if both:
                    given["b"] = rng.choice((a, *factors)).to_bytes(_LIMB * limbs, "little")
                yield dict(given)


_LIMBS = range(2, 65, 2)
_MUL, _SQR = _Numbers(), _Numbers()

PLANS: dict[str, Plan] = {
    "mont_mul": Plan(
        _mul,
        {"a": _MUL.factor, "b": _MUL.factor, "n": _MUL.modulus, "n0": _MUL.inverse},
        {"limbs": _LIMBS},
        aligned=(2, 8),
        special=lambda rng: _special(rng, True),
    ),
    "mont_sqr": _Counting(
        _sqr,
        {"a": _SQR.factor, "n": _SQR.modulus, "n0": _SQR.inverse},
        {"limbs": _LIMBS, "times": (1, 2, 5)},
        aligned=(2, 8),
        special=lambda rng: _special(rng, False),
    ),
    "mont_gather": _Counting(
        _gather,
        counts={"limbs": (2, 4, 6, 8, 10, 14, 16, 18, 24, 32, 34, 64), "index": (0, 1, 2, 5, 15, 16, 30, 31)},
        aligned=(2, 8),
    ),
}
