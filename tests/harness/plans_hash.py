# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of hash functions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from targets.trial.plan import Contents, Given, Plan
from tests.harness.plans_bignum import Counting
from tests.reference import md5, poly1305, ripemd160, sha, whirlpool

_BLOCKS = range(10)


def _md5(held: Contents) -> Contents:
    return {"state": md5.blocks(held["state"], held["data"])}


def _ripemd160(held: Contents) -> Contents:
    return {"state": ripemd160.blocks(held["state"], held["data"])}


def _whirlpool(held: Contents) -> Contents:
    return {"state": whirlpool.blocks(held["state"], held["data"])}


def _sha(name: str, held: Contents) -> Contents:
    return {"state": sha.blocks(name, held["state"], held["data"])}


def _poly1305(held: Contents) -> Contents:
    return {"h": poly1305.blocks(held["key"], held["h"], held["in"], held["pad"][0])}


_H = (0, 1, poly1305.P - 1, poly1305.P, poly1305.P + 1, 2**130 - 1, 2**128 - 1, 2**128, 2**64 - 1, 2**129 - 2**64)
_R = (0, 1, 2, 5, 2**128 - 1, 2**128 - 2**64, 2**64 - 1, 0xFFFF << 44, 2**124 - 2**100)


def _number(rng: random.Random, size: int) -> bytes:
    return rng.choice((*_H, *(rng.getrandbits(130) for _ in _H))).to_bytes(size, "little")


def _poly1305_edges(rng: random.Random) -> Iterator[Given]:
    """Numbers, keys and blocks of zeros and ones; and last blocks that bring the sum, times 1, to the modulus."""
    for h in _H:
        for r in _R:
            for byte, count in ((0, 1), (255, 1), (255, 2), (255, 19), (255, 70)):
                given: dict[str, int | bytes] = {
                    "key": r.to_bytes(16, "little"),
                    "h": h.to_bytes(24, "little"),
                    "pad": rng.randrange(2),
                }
                yield {**given, "in": bytes([byte]) * 16 * count, "blocks": count}
        for sum_ in (*_H, 2**130, 2**130 + 1, 2**130 + 2**128):
            for pad in range(2):
                if 0 <= sum_ - h - (pad << 128) < 2**128:
                    data = (sum_ - h - (pad << 128)).to_bytes(16, "little")
                    given = {"key": (1).to_bytes(16, "little"), "h": h.to_bytes(24, "little"), "pad": pad}
                    yield {**given, "in": data, "blocks": 1}


PLANS: dict[str, Plan] = {
    "poly1305_blocks": Counting(
        _poly1305,
        {"h": _number},
        {"blocks": range(40), "pad": (1, 0)},
        aligned=(5,),
        long=(67, 133, 260),
        special=_poly1305_edges,
    ),
    "poly1305_tag": Plan(lambda held: {"tag": poly1305.tag(held["key"], held["h"])}, {"h": _number}),
    "md5_blocks": Plan(_md5, aligned=_BLOCKS, long=(37,)),
    "ripemd160_blocks": Plan(_ripemd160, aligned=_BLOCKS, long=(37,)),
    "whirlpool_blocks": Plan(_whirlpool, aligned=_BLOCKS, long=(37,)),
    **{
        f"{name}_blocks": Plan(partial(_sha, name), aligned=_BLOCKS, long=(37,))
        for name in ("sha1", "sha256", "sha512")
    },
}
