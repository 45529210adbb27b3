# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of the AES functions.

Counts of blocks go to MOST: each stage of a kernel for up to 32 blocks at a time ends at a guard page. Counters begin
at every distance from 2^32 at which they wrap inside such a batch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from targets.trial.plan import Contents, Given, Maker, Plan
from tests.reference import aes

MOST = 41
ROUNDS = tuple(aes.ROUNDS.values())


def schedule(make: Callable[[bytes], bytes]) -> Maker:
    """Schedules of random keys. A schedule's size tells the key's size."""
    keys = {len(make(bytes(size))): size for size in aes.ROUNDS}
    return lambda rng, size: make(rng.randbytes(keys[size]))


def _set_key(make: Callable[[bytes], bytes]) -> Plan:
    def telling(rng: random.Random) -> Iterator[Given]:
        for size, rounds in aes.ROUNDS.items():
            for key in (bytes(size), b"\xff" * size, bytes(range(size)), b"\x80" + bytes(size - 1)):
                for _ in range(2):
                    yield {"key": key, "rounds": rounds}

    return Plan(lambda held: {"schedule": make(held["key"])}, counts={"rounds": ROUNDS}, special=telling)


def _mode(
    reference: Callable[[Contents], Contents],
    *,
    decrypt: bool = False,
    special: Callable[[random.Random], Iterator[Given]] = lambda rng: iter(()),
) -> Plan:
    make = schedule(aes.decrypt_schedule if decrypt else aes.encrypt_schedule)
    counts = {"rounds": ROUNDS, "blocks": range(MOST)}
    return Plan(reference, {"schedule": make}, counts, aligned=(18,), long=(67, 130), special=special)


def _chained(chain: str, mode: Callable[[bytes, bytes, bytes], tuple[bytes, bytes]]) -> Callable[[Contents], Contents]:
    return lambda held: dict(zip(("out", chain), mode(held["schedule"], held[chain], held["in"])))


def counters(rng: random.Random) -> Iterator[Given]:
    """Counters that carry out of one byte, and out of all four, at every place of a batch."""

    def counter(value: int, blocks: int, fixed: bytes = b"") -> Given:
        return {"counter": (fixed or rng.randbytes(12)) + (value % 2**32).to_bytes(4, "big"), "blocks": blocks}

    for left in range(1, MOST + 1):
        yield counter(2**32 - left, MOST + 1, b"\xff" * 12 if left % 2 else b"")
        yield counter(2**32 - left, left)
    for left in range(1, 17):
        yield counter(2**32 - left, 3 * left % 33 + 1)
        yield counter(2**31 - left, 17)
    for bits in (8, 16, 24):
        for left in (1, 2, 3, 4, 5, 7, 8, 15, 16, 31):
            yield counter(rng.getrandbits(32 - bits) << bits | 2**bits - left, left + rng.randint(0, 9))
    yield counter(0, MOST)


PLANS: dict[str, Plan] = {
    "aes_cbc_decrypt": _mode(_chained("iv", aes.cbc_decrypt), decrypt=True),
    "aes_cbc_encrypt": _mode(_chained("iv", aes.cbc_encrypt)),
    "aes_ctr32": _mode(_chained("counter", aes.ctr32), special=counters),
    "aes_ecb_decrypt": _mode(lambda held: {"out": aes.ecb_decrypt(held["schedule"], held["in"])}, decrypt=True),
    "aes_ecb_encrypt": _mode(lambda held: {"out": aes.ecb_encrypt(held["schedule"], held["in"])}),
    "aes_xts_decrypt": _mode(_chained("tweak", partial(aes.xts, decrypt=True)), decrypt=True),
    "aes_xts_encrypt": _mode(_chained("tweak", aes.xts)),
    "aes_set_decrypt_key": _set_key(aes.decrypt_schedule),
    "aes_set_encrypt_key": _set_key(aes.encrypt_schedule),
}
