# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of RC4's functions."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator

from targets.trial.plan import Contents, Given, Plan
from tests.reference import rc4


def state(rng: random.Random, size: int) -> bytes:
    """A permutation, and positions of every kind: ``x`` decides the beginnings of windows of bytes."""
    return _placed(rng.randbytes(rng.randint(5, 32)), *rng.randbytes(2))


def at(rng: random.Random, x: int, y: int | None = None) -> bytes:
    """A state whose positions are ``x`` and ``y``."""
    return _placed(rng.randbytes(16), x, rng.randrange(256) if y is None else y)


def _placed(key: bytes, x: int, y: int) -> bytes:
    return rc4.set_key(key)[:-8] + struct.pack("<2I", x, y)


def _set_key(held: Contents) -> Contents:
    return {"state": rc4.set_key(held["key"])}


def _stream(held: Contents) -> Contents:
    return dict(zip(("state", "out"), rc4.stream(held["state"], held["in"])))


def _corners(rng: random.Random) -> Iterator[Given]:
    for x, y in ((0, 0), (255, 0), (254, 255), (255, 255), (127, 128)):
        for length in (1, 9, 300):
            yield {"state": at(rng, x, y), "length": length}


PLANS: dict[str, Plan] = {
    "rc4_set_key": Plan(_set_key, counts={"length": range(1, 257)}, aligned=(5, 16)),
    "rc4_stream": Plan(
        _stream, {"state": state}, {"length": range(521)}, aligned=(1, 8, 16, 63, 130), special=_corners
    ),
}
