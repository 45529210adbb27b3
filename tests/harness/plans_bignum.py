# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of the Montgomery kernels: numbers at the edges of chains of carries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from targets.trial.plan import Contents, Given, Numbers, Plan
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
class Counting(Plan):
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


# -- pairs of numbers, by digits of 52 bits --------------------------------------------------------------------------

_PART = 64


def _pair_moduli(rng: random.Random, parts: int) -> tuple[int, int]:
    """Two odd numbers of 208 * parts - 4 bits at most, as :func:`moduli`."""
    last, limbs = (1 << 208 * parts - 4) - 1, 208 * parts // 64
    first, second = ((rng.choice((last, *moduli(rng, limbs))) & last) | 1 for _ in range(2))
    return first, second


def _pair_factors(rng: random.Random, moduli: tuple[int, int], parts: int) -> bytes:
    """Two numbers below three times their moduli."""
    chosen = [rng.choice((0, 1, n - 1, n, n + 1, 2 * n, 3 * n - 1, n >> 1, rng.randrange(3 * n))) for n in moduli]
    return montgomery.digits((chosen[0], chosen[1]), 4 * parts)


class _Pairs:
    """Makes the contents of a call: the factors come first, of the moduli that follow."""

    def __init__(self) -> None:
        self.moduli = (1, 1)
        self.new = True

    def factor(self, rng: random.Random, size: int) -> bytes:
        if self.new:
            self.moduli = _pair_moduli(rng, size // _PART)
            self.new = False
        return _pair_factors(rng, self.moduli, size // _PART)

    def constants(self, rng: random.Random, size: int) -> bytes:
        self.new = True
        return montgomery.constants(self.moduli, size // (2 * _PART))


def _pair_mul(held: Contents) -> Contents:
    return {"out": montgomery.pair_product(held["a"], held["b"], held["n"])}


def _pair_sqr(held: Contents) -> Contents:
    square = held["a"]
    for _ in range(_number(held, "times")):
        square = montgomery.pair_product(square, square, held["n"])
    return {"out": square}


def _pair_gather(held: Contents) -> Contents:
    size, index, words = _PART * _number(held, "parts"), held["index"], held["table"]
    entries = [words[size * one : size * (one + 1)] for one in (index[0], index[8])]
    return {"out": b"".join(entries[i % 2][8 * i : 8 * i + 8] for i in range(size // 8))}


def _indexes(rng: random.Random, size: int) -> bytes:
    return b"".join(rng.randrange(32).to_bytes(8, "little") for _ in range(size // 8))


def _special_pairs(rng: random.Random, both: bool) -> Iterator[Given]:
    for parts in (2, 3, 5, 8):
        for _ in range(40):
            moduli = _pair_moduli(rng, parts)
            given: dict[str, int | bytes] = {"parts": parts, "n": montgomery.constants(moduli, parts)}
            for name in ("a", "b") if both else ("a",):
                given[name] = _pair_factors(rng, moduli, parts)
            yield given


_LIMBS, _PARTS = range(2, 65, 2), range(2, 21)
_PAIR_MUL, _PAIR_SQR = _Pairs(), _Pairs()
_MUL, _SQR = _Numbers(), _Numbers()

PLANS: dict[str, Plan] = {
    "mont_mul": Plan(
        _mul,
        {"a": _MUL.factor, "b": _MUL.factor, "n": _MUL.modulus, "n0": _MUL.inverse},
        {"limbs": _LIMBS},
        aligned=(2, 8),
        special=lambda rng: _special(rng, True),
    ),
    "mont_sqr": Counting(
        _sqr,
        {"a": _SQR.factor, "n": _SQR.modulus, "n0": _SQR.inverse},
        {"limbs": _LIMBS, "times": (1, 2, 5)},
        aligned=(2, 8),
        special=lambda rng: _special(rng, False),
    ),
    "mont_gather": Counting(
        _gather,
        counts={"limbs": (2, 4, 6, 8, 10, 14, 16, 18, 24, 32, 34, 64), "index": (0, 1, 2, 5, 15, 16, 30, 31)},
        aligned=(2, 8),
    ),
    "mont_pair_mul": Plan(
        _pair_mul,
        {"a": _PAIR_MUL.factor, "b": _PAIR_MUL.factor, "n": _PAIR_MUL.constants},
        {"parts": _PARTS},
        aligned=(2, 5),
        special=lambda rng: _special_pairs(rng, True),
    ),
    "mont_pair_sqr": Counting(
        _pair_sqr,
        {"a": _PAIR_SQR.factor, "n": _PAIR_SQR.constants},
        {"parts": _PARTS, "times": (1, 2, 5)},
        aligned=(2, 5),
        special=lambda rng: _special_pairs(rng, False),
    ),
    "mont_pair_gather": Counting(
        _pair_gather,
        {"index": _indexes},
        {"parts": (2, 3, 4, 5, 6, 8, 10, 20)},
        aligned=(2, 5),
    ),
}
