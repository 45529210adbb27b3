# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of GHASH and of AES-GCM. Counts go past two turns of the widest loop."""

from __future__ import annotations

import random
from collections.abc import Iterator

from targets.trial.plan import Contents, Given, Maker, Plan
from tests.harness import plans_aes
from tests.reference import aes, ghash

_BLOCKS = range(plans_aes.MOST)


def _keys(rng: random.Random) -> Iterator[bytes]:
    """Keys whose products carry, and those of one bit."""
    yield from (bytes(16), b"\xff" * 16, bytes(15) + b"\1", b"\x80" + bytes(15), b"\x11" * 16)
    yield from ((1 << rng.randrange(128)).to_bytes(16, "big") for _ in range(4))


def _set_key(rng: random.Random) -> Iterator[Given]:
    yield from ({"h": h} for h in _keys(rng))


def _blocks(rng: random.Random) -> Iterator[Given]:
    for h in _keys(rng):
        for blocks in (1, 2, 5, 16, 33):
            yield {
                "powers": ghash.powers(h)[-256:],
                "xi": rng.randbytes(16),
                "in": b"\xff" * (16 * blocks),
                "blocks": blocks,
            }


powers: Maker = lambda rng, size: ghash.powers(rng.randbytes(16))[-size:]  # noqa: E731


def _gcm(*, decrypt: bool) -> Plan:
    def reference(held: Contents) -> Contents:
        given = (held[name] for name in ("schedule", "counter", "powers", "xi", "in"))
        return ghash.gcm(*given, decrypt=decrypt)

    makers = {"schedule": plans_aes.schedule(aes.encrypt_schedule), "powers": powers}
    counts = {"rounds": plans_aes.ROUNDS, "blocks": _BLOCKS}
    return Plan(reference, makers, counts, aligned=(18,), long=(67, 130), special=plans_aes.counters)


_LENGTHS = (
    *range(18), *(16 * n + (0, 1, 4, 7, 8, 11, 15)[n % 7] for n in range(2, 57)), 63, 64, 65, 79, 128, 192, 240, 241,
    255, 256, 257, 272, 303, 304, 305, 319, 320, 321, 511, 512, 559, 560, 561, 576, 577, 815, 816, 817,
)  # fmt: skip
"""Each number of vectors and blocks behind the turns, whole and with a part; no turn, one and two."""


def _messages(rng: random.Random) -> Iterator[Given]:
    """Counters that wrap within each part of a message."""
    for length in (15, 16, 70, 250, 330, 600):
        for left in range(1 + length // 16):
            counter = rng.randbytes(12) + ((1 << 32) - 1 - left).to_bytes(4, "big")
            yield {"message": rng.randbytes(16) + counter + rng.randbytes(32), "length": length}


def _message(*, decrypt: bool) -> Plan:
    def reference(held: Contents) -> Contents:
        return ghash.message(*(held[name] for name in ("schedule", "powers", "message", "in")), decrypt=decrypt)

    makers = {"schedule": plans_aes.schedule(aes.encrypt_schedule), "powers": powers}
    counts = {"rounds": plans_aes.ROUNDS, "length": _LENGTHS}
    return Plan(reference, makers, counts, aligned=(310,), long=(1100, 2110), special=_messages)


PLANS: dict[str, Plan] = {
    "aes_gcm_decrypt": _gcm(decrypt=True),
    "aes_gcm_encrypt": _gcm(decrypt=False),
    "aes_gcm_open_message": _message(decrypt=True),
    "aes_gcm_seal_message": _message(decrypt=False),
    "ghash_blocks": Plan(
        lambda held: {"xi": ghash.blocks(ghash.key_of(held["powers"]), held["xi"], held["in"])},
        {"powers": powers}, {"blocks": _BLOCKS}, aligned=(18,), long=(67, 130), special=_blocks,
    ),
    "ghash_powers": Plan(lambda held: {"powers": ghash.powers(held["h"])}, special=_set_key),
}  # fmt: skip
