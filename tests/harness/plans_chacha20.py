# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of ChaCha20's functions. Counts of blocks go to MOST: each stage of a kernel for up to 17 blocks at a time
ends at a guard page."""

from __future__ import annotations

import random
from collections.abc import Iterator

from targets.trial.plan import Contents, Given, Plan
from tests.reference import chacha20, poly1305

MOST = 35


def counters(rng: random.Random) -> Iterator[Given]:
    """Counters that wrap at every place of a batch."""
    for left in range(1, MOST):
        yield {"counter": (2**32 - left).to_bytes(4, "little") + rng.randbytes(12), "blocks": MOST}


def _ctr32(held: Contents) -> Contents:
    return dict(zip(("out", "counter"), chacha20.ctr32(held["key"], held["counter"], held["in"])))


def _sealed(opens: bool) -> Plan:
    """Of both functions: Poly1305 over the ciphertext, which is the input of opening."""

    def reference(held: Contents) -> Contents:
        out, counter = chacha20.ctr32(held["key"], held["counter"], held["in"])
        h = poly1305.blocks(held["r"], held["h"], held["in"] if opens else out, 1)
        return {"out": out, "counter": counter, "h": h}

    def number(rng: random.Random, size: int) -> bytes:
        return rng.choice((0, poly1305.P - 1, 2**130 - 1, rng.getrandbits(130))).to_bytes(size, "little")

    return Plan(reference, {"h": number}, {"blocks": range(MOST)}, aligned=(9,), long=(67,), special=counters)


PLANS: dict[str, Plan] = {
    "chacha20_ctr32": Plan(_ctr32, counts={"blocks": range(MOST)}, aligned=(5,), long=(67,), special=counters),
    "chacha20_poly1305_decrypt": _sealed(opens=True),
    "chacha20_poly1305_encrypt": _sealed(opens=False),
    "hchacha20": Plan(lambda held: {"out": chacha20.hchacha20(held["key"], held["nonce"])}),
}
