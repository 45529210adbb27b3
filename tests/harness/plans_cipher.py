# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of the block ciphers with BlockCipher records."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import ModuleType

from targets.trial.plan import Contents, Given, Maker, Plan
from tests.reference import blowfish, camellia, cast128, des, modes, seed

MOST = 70
"""Blocks: kernels have 64 of them at a time, at most."""
BATCHES = (31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 269)
"""Blocks: DES's kernels have 256 of them at a time, at most."""

LONG = {"blowfish_set_key"}
"""A call takes some 25 million instructions: emulators that stop at each of them leave it to valgrind."""


def _keys_of_des(rng: random.Random) -> Iterator[Given]:
    """Keys of one bit each, in each of two places."""
    for n in range(64):
        yield {"key": (1 << n).to_bytes(8, "big"), "key_bytes": 8}
        yield {"key": rng.randbytes(8) + (1 << n).to_bytes(8, "big"), "key_bytes": 16}


def _plans(
    name: str,
    cipher: ModuleType,
    most: int = MOST,
    long: tuple[int, ...] = (131,),
    ecb: bool = True,
    usual: tuple[int, ...] = (),
    special: Callable[[random.Random], Iterator[Given]] = lambda rng: iter(()),
) -> dict[str, Plan]:
    """The plans of a cipher's kernels, of which one may be for ``ecb``. The reference has a schedule of either
    direction in one form; its ``ecb`` takes both, if it has no ``decrypt``. ``most``, ``long``: numbers of blocks;
    ``usual``: bytes of the keys that meet all alignments, all by default; ``special``: further keys."""
    sizes: Mapping[int, int] = cipher.ROUNDS

    def keys(rng: random.Random) -> Iterator[Given]:
        yield from special(rng)
        for size in sizes:
            for key in (
                bytes(size),
                b"\xff" * size,
                bytes(range(size)),
                b"\x80" + bytes(size - 1),
                rng.randbytes(size),
            ):
                yield {"key": key, **({"key_bytes": size} if len(sizes) > 1 else {})}

    def schedule(make: Callable[[bytes], bytes]) -> Maker:
        @cache
        def keys_of() -> dict[int, int]:
            """Bytes of a schedule → bytes of its key."""
            return {len(make(bytes(size))): size for size in sizes}

        return lambda rng, size: make(rng.randbytes(keys_of()[size]))

    def mode(reference: Callable[[Contents], Contents], make: Callable[[bytes], bytes], long: tuple[int, ...]) -> Plan:
        several = tuple(sorted(set(sizes.values())))
        counts = {**({"rounds": several} if len(several) > 1 else {}), "blocks": range(most)}
        return Plan(reference, {"schedule": schedule(make)}, counts, aligned=(18,), long=long)

    def chained(
        run: Callable[[modes.Ecb, bytes, bytes, bytes], tuple[bytes, bytes]], ecb: modes.Ecb
    ) -> Callable[[Contents], Contents]:
        return lambda held: dict(zip(("out", "iv"), run(ecb, held["schedule"], held["iv"], held["in"])))

    def alone(held: Contents) -> Contents:
        return {"out": cipher.ecb(held["schedule"], held["in"])}

    return {
        f"{name}_set_key": Plan(
            lambda held: {"schedule": cipher.encrypt_schedule(held["key"])},
            counts={"key_bytes": usual or tuple(sizes)} if len(sizes) > 1 else {},
            special=keys,
        ),
        f"{name}_cbc_encrypt": mode(chained(modes.cbc_encrypt, cipher.ecb), cipher.encrypt_schedule, long[:1]),
        f"{name}_cbc_decrypt": mode(
            chained(modes.cbc_decrypt, getattr(cipher, "decrypt", cipher.ecb)), cipher.decrypt_schedule, long
        ),
        **({f"{name}_ecb": mode(alone, cipher.encrypt_schedule, long)} if ecb else {}),
    }


PLANS: dict[str, Plan] = {
    **_plans("camellia", camellia),
    **_plans("blowfish", blowfish, most=6, long=(19,), ecb=False, usual=(16,)),
    **_plans("cast128", cast128, most=6, long=(19,), ecb=False, usual=(8, 16)),
    **_plans("seed", seed, most=20),
    **_plans("des", des, most=20, long=BATCHES, special=_keys_of_des),
}
