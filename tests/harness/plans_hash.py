# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What hash functions are called with."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from functools import partial

from tests.harness.batch import Argument, Buffer, Call, Placement, Word
from tests.harness.plans_common import GUARDS, LONGEST, SEED
from tests.reference import md5, sha, siphash


def _block_hash(function: str, initial: bytes, block: int, blocks: Callable[[bytes, bytes], bytes]) -> list[Call]:
    """0 to 9 blocks at all 64 alignments, data against both guards, random states, and in the middle of canaries."""
    rng = random.Random(SEED)
    calls = []

    def add(count: int, placement: Placement, align: int | None, state: bytes, data: bytes, expected: bytes) -> None:
        arguments: tuple[Argument, ...] = (
            Buffer(
                state,
                True,
                Placement.END if align is None else Placement.MIDDLE,
                None if align is None else align,
            ),
            Buffer(data, False, placement, align),
            Word(count),
        )
        calls.append(Call(function, arguments, {0: expected}, f"blocks={count} {placement.name} align={align}"))

    for count in range(10):
        cases = []
        for _ in range(8):
            state, data = rng.randbytes(len(initial)), rng.randbytes(block * count)
            cases.append((state, data, blocks(state, data)))
        for placement in GUARDS:
            add(count, placement, None, *cases[0])
            for align in range(64):
                add(count, placement, align, *cases[align % 8])
        add(count, Placement.MIDDLE, 17, *cases[1])
    data = rng.randbytes(block * 37)
    add(37, Placement.END, None, initial, data, blocks(initial, data))
    return calls


def md5_blocks(function: str) -> list[Call]:
    return _block_hash(function, struct.pack("<4I", *md5.INITIAL), 64, md5.blocks)


def sha1_blocks(function: str) -> list[Call]:
    return _block_hash(function, struct.pack("<5I", *sha.INITIAL_SHA1), 64, partial(sha.blocks, "sha1"))


def sha256_blocks(function: str) -> list[Call]:
    return _block_hash(function, struct.pack("<8I", *sha.initial(32)), 64, partial(sha.blocks, "sha256"))


def sha512_blocks(function: str) -> list[Call]:
    return _block_hash(function, struct.pack("<8Q", *sha.initial(64)), 128, partial(sha.blocks, "sha512"))


def siphash24(function: str) -> list[Call]:
    """All lengths 0 to 520 against both guards; all 64 alignments of the data, key and output at several lengths."""
    rng = random.Random(SEED + 3)
    calls = []

    def add(data: bytes, placement: Placement, align: int | None) -> None:
        key = rng.randbytes(16)
        small = Placement.END if align is None else Placement.MIDDLE
        arguments: tuple[Argument, ...] = (
            Buffer(key, False, small, align),
            Buffer(data, False, placement, align),
            Word(len(data)),
            Buffer(rng.randbytes(8), True, small, align),
        )
        note = f"length={len(data)} {placement.name} align={align}"
        calls.append(Call(function, arguments, {3: siphash.siphash24(key, data)}, note))

    for length in range(LONGEST + 1):
        data = rng.randbytes(length)
        add(data, Placement.END, None)
        add(data, Placement.START, length * 3 % 64)
    for length in (0, 1, 7, 8, 15, 64):
        for align in range(64):
            add(rng.randbytes(length), Placement.MIDDLE, align)
    return calls
