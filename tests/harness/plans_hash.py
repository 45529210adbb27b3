# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of hash functions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from targets.trial.plan import Contents, Given, Plan
from tests.external.ntt16 import ntt16_reference
from tests.reference import md5, ntt16, poly1305, sha, siphash

_BLOCKS = range(10)


def _md5(held: Contents) -> Contents:
    return {"state": md5.blocks(held["state"], held["data"])}


def _sha(name: str, held: Contents) -> Contents:
    return {"state": sha.blocks(name, held["state"], held["data"])}


def _siphash24(held: Contents) -> Contents:
    return {"out": siphash.siphash24(held["key"], held["data"])}


def _poly1305(held: Contents) -> Contents:
    return {"out": poly1305.poly1305(held["key"], held["data"])}


def _edges(rng: random.Random) -> Iterator[Given]:
    """Sums at both sides of the prime and of 2^128. Factors of 0, 1, 2 and the greatest."""
    blocks = (b"\xff" * 16, b"\xfb" + b"\xff" * 15, b"\xfa" + b"\xff" * 15, b"\1" + bytes(15), bytes(16))
    for factor in (0, 1, 2, 4, (1 << 128) - 1):
        for added in (0, (1 << 128) - 1):
            key = factor.to_bytes(16, "little") + added.to_bytes(16, "little")
            for count in (1, 2, 3):
                data = b"".join(rng.choice(blocks) for _ in range(count))
                yield {"key": key, "data": data, "length": len(data)}
            yield {"key": key, "data": blocks[0], "length": 16}


def _ntt16(held: Contents) -> Contents:
    polynomial = bytearray(held["polynomial"])
    ntt16_reference(polynomial)
    return {"polynomial": bytes(polynomial)}


def _coefficients(rng: random.Random, size: int) -> bytes:
    """Words of 16 bits below the prime, the least and the greatest among them."""
    some = (0, 1, ntt16.PRIME - 1)
    return ntt16.packed([rng.choice((*some, rng.randrange(ntt16.PRIME))) for _ in range(size // 2)])


def _transforms(rng: random.Random) -> Iterator[Given]:
    """Polynomials whose transform has numbers at the edges of the range: kernels meet multiples of the prime."""
    for _ in range(8):
        values = [rng.choice((0, 0, 1, ntt16.PRIME - 1, rng.randrange(ntt16.PRIME))) for _ in range(256)]
        yield {"polynomial": ntt16.packed(ntt16.inverse(values))}


PLANS: dict[str, Plan] = {
    "md5_blocks": Plan(_md5, aligned=_BLOCKS, long=(37,)),
    **{
        f"{name}_blocks": Plan(partial(_sha, name), aligned=_BLOCKS, long=(37,))
        for name in ("sha1", "sha256", "sha512")
    },
    "ntt16": Plan(_ntt16, {"polynomial": _coefficients}, special=_transforms),
    "poly1305": Plan(_poly1305, counts={"length": range(300)}, aligned=(1, 16, 31), long=(4097,), special=_edges),
    "siphash24": Plan(_siphash24, counts={"length": range(521)}, aligned=(1, 8, 15)),
}
