# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What stitched kernels are called with: the two streams in memory of their own, in place, and one behind the other."""

from __future__ import annotations

import random

from tests.harness.batch import Alias, Argument, Buffer, Call, Placement, Word
from tests.harness.plans_common import GUARDS, SEED
from tests.reference import aes, md5, rc4, sha

NEAREST = 72  # bytes between the streams, by the contract


def rc4_md5_blocks(function: str) -> list[Call]:
    """0 to 9 blocks from every x modulo 8, apart and in place; all 64 alignments; the hash over `in`, ahead of the
    cipher in its buffer, and behind it, at the least distance and at random ones."""
    rng = random.Random(SEED + 30)
    calls = []

    def states(x: int | None = None) -> tuple[bytes, bytes]:
        key = rc4.set_key(rng.randbytes(16))[:256]
        return key + bytes([rng.randrange(256) if x is None else x, rng.randrange(256)]), rng.randbytes(16)

    def apart(blocks: int, x: int | None, placement: Placement, align: int | None, how: str) -> None:
        """``how``: three buffers, the cipher in place, or the hash over the cipher's input."""
        keys, hash_ = states(x)
        data, other = rng.randbytes(64 * blocks), rng.randbytes(64 * blocks)
        shift = rng.randrange(0, 64)
        if how == "over in":
            data += rng.randbytes(shift)
            other = data[shift:]
        after, out = rc4.stream(keys, data[: 64 * blocks])
        in_place = how == "in place"
        turned = None if align is None else (align * 29 + blocks) % 64
        small = Placement.END if align is None else Placement.MIDDLE
        arguments: tuple[Argument, ...] = (
            Buffer(keys, True, small, turned),
            Buffer(hash_, True, small, align),
            Buffer(data, in_place, placement, align),
            Alias(2) if in_place else Buffer(rng.randbytes(64 * blocks), True, placement, turned),
            Alias(2, shift) if how == "over in" else Buffer(other, False, placement, turned),
            Word(blocks),
        )
        expected = {0: after, 1: md5.blocks(hash_, other), 2 if in_place else 3: out}
        note = f"blocks={blocks} x={keys[256]} {how} {placement.name} align={align}"
        calls.append(Call(function, arguments, expected, note))

    def together(blocks: int, x: int | None, distance: int, placement: Placement) -> None:
        """One buffer, which begins with RC4's state: the hash ``distance`` bytes ahead of the cipher, or behind it."""
        keys, hash_ = states(x)
        size = 64 * blocks
        data = rng.randbytes(abs(distance) + size)
        at, hashed = max(0, -distance), max(0, distance)
        after, out = rc4.stream(keys, data[at : at + size])
        left = data[:at] + out + data[at + size :]
        seen = (data if distance > 0 else left)[hashed : hashed + size]
        arguments: tuple[Argument, ...] = (
            Buffer(keys + data, True, placement, None),
            Buffer(hash_, True, Placement.END, None),
            Alias(0, 258 + at),
            Alias(0, 258 + at),
            Alias(0, 258 + hashed),
            Word(blocks),
        )
        expected = {0: after + left, 1: md5.blocks(hash_, seen)}
        calls.append(Call(function, arguments, expected, f"blocks={blocks} x={keys[256]} hash {distance:+d} bytes"))

    for blocks in range(10):
        for x in (255, 0, 1, 2, 3, 4, 5, 6, 127, 247):
            apart(blocks, x, GUARDS[blocks % 2], None, ("three", "in place", "over in")[(blocks + x) % 3])
        for how in ("three", "in place", "over in"):
            apart(blocks, None, GUARDS[0], None, how)
            apart(blocks, None, GUARDS[1], None, how)
    for align in range(64):
        apart(2, 255 - align % 16, Placement.MIDDLE, align, "three")
        apart(3, None, GUARDS[align % 2], align, ("in place", "over in")[align % 2])
    for sign in (1, -1):
        for blocks in (1, 2, 3, 7):
            for x in (255, 0, 7, 30):
                together(blocks, x, sign * NEAREST, GUARDS[blocks % 2])
        for distance in (73, 79, 80, 127, 128, 129, 192, 600):
            together(rng.randrange(1, 8), 255, sign * distance, GUARDS[distance % 2])
            together(rng.randrange(1, 8), None, sign * distance, GUARDS[distance % 2])
        for _ in range(40):
            together(rng.randrange(1, 12), None, sign * rng.randrange(NEAREST, 700), GUARDS[_ % 2])
    apart(37, 255, Placement.END, None, "in place")
    return calls


def aes_cbc_hash(hash_: str, function: str) -> list[Call]:
    """0 to 9 blocks with every key size, apart and in place; all 64 alignments; the hash over `in`, ahead of the cipher
    in its buffer, and behind it, at the least distance and at random ones."""
    rng = random.Random(f"{SEED} {hash_}")
    calls = []
    size = 128 if hash_ == "sha512" else 64
    state_bytes = {"sha1": 20, "sha256": 32, "sha512": 64}[hash_]

    def start(key_bytes: int) -> tuple[bytes, bytes, bytes]:
        return aes.encrypt_schedule(rng.randbytes(key_bytes)), rng.randbytes(16), rng.randbytes(state_bytes)

    def apart(blocks: int, key_bytes: int, placement: Placement, align: int | None, how: str) -> None:
        """``how``: three buffers, the cipher in place, or the hash over the cipher's input."""
        schedule, iv, state = start(key_bytes)
        data, other = rng.randbytes(size * blocks), rng.randbytes(size * blocks)
        shift = rng.randrange(0, 64)
        if how == "over in":
            data += rng.randbytes(shift)
            other = data[shift:]
        out, after = aes.cbc_encrypt(schedule, iv, data[: size * blocks])
        in_place = how == "in place"
        turned = None if align is None else (align * 29 + blocks) % 64
        small = Placement.END if align is None else Placement.MIDDLE
        arguments: tuple[Argument, ...] = (
            Buffer(schedule, False, small, align),
            Word(key_bytes // 4 + 6),
            Buffer(iv, True, small, turned),
            Buffer(state, True, small, align),
            Buffer(data, in_place, placement, align),
            Alias(4) if in_place else Buffer(rng.randbytes(size * blocks), True, placement, turned),
            Alias(4, shift) if how == "over in" else Buffer(other, False, placement, turned),
            Word(blocks),
        )
        expected = {2: after, 3: sha.blocks(hash_, state, other), 4 if in_place else 5: out}
        note = f"blocks={blocks} key={key_bytes} {how} {placement.name} align={align}"
        calls.append(Call(function, arguments, expected, note))

    def together(blocks: int, key_bytes: int, distance: int, placement: Placement) -> None:
        """One buffer, which begins with the IV: the hash ``distance`` bytes ahead of the cipher, or behind it."""
        schedule, iv, state = start(key_bytes)
        whole = size * blocks
        data = rng.randbytes(abs(distance) + whole)
        at, hashed = max(0, -distance), max(0, distance)
        out, after = aes.cbc_encrypt(schedule, iv, data[at : at + whole])
        left = data[:at] + out + data[at + whole :]
        seen = (data if distance > 0 else left)[hashed : hashed + whole]
        arguments: tuple[Argument, ...] = (
            Buffer(schedule, False, Placement.END, None),
            Word(key_bytes // 4 + 6),
            Buffer(iv + data, True, placement, None),
            Buffer(state, True, Placement.END, None),
            Alias(2, 16 + at),
            Alias(2, 16 + at),
            Alias(2, 16 + hashed),
            Word(blocks),
        )
        expected = {2: after + left, 3: sha.blocks(hash_, state, seen)}
        calls.append(Call(function, arguments, expected, f"blocks={blocks} key={key_bytes} hash {distance:+d} bytes"))

    hows = ("three", "in place", "over in")
    for blocks in range(10):
        for n, key_bytes in enumerate((16, 24, 32)):
            apart(blocks, key_bytes, GUARDS[blocks % 2], None, hows[(blocks + n) % 3])
            apart(blocks, key_bytes, GUARDS[1 - blocks % 2], None, hows[(blocks + n + 1) % 3])
    for align in range(64):
        apart(1 + align % 3, 16 + align % 3 * 8, (Placement.MIDDLE, *GUARDS)[align % 3], align, hows[align // 3 % 3])
    for sign in (1, -1):
        for blocks in (1, 2, 3, 5):
            together(blocks, 16, sign * size, GUARDS[blocks % 2])
        for distance in (size + 1, size + 15, size + 16, size + 51, 2 * size, 600):
            together(rng.randrange(1, 6), rng.choice((16, 24, 32)), sign * distance, GUARDS[distance % 2])
        for n in range(12):
            together(rng.randrange(1, 6), 16, sign * rng.randrange(size, 700), GUARDS[n % 2])
    apart(21, 16, Placement.END, None, "in place")
    return calls
