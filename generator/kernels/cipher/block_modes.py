# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Modes of ciphers of 16-byte blocks whose engines take several blocks at a time: ECB, and decryption of CBC.

The text goes by the widest vectors that it fills, and its rest by vectors of one block each: places without a block
take the last one, of which each copy is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Union

from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16
Place = Union[Val, int]  # bytes


@dataclass
class Engine:
    """A cipher of one variant.

    ``vectors``: those of a batch. ``few``: blocks of the last batches, at most. ``least``: blocks from which on there
    is such a batch. ``crypt``: the results of a batch's vectors. ``single``: what a block gives, with another one
    added if there is one; for the blocks that are left below ``least``.
    """

    vectors: int
    few: int
    least: int
    crypt: Callable[[Type, list[Val]], list[Val]]
    single: Callable[[Val, Val | None], Val] | None = None


def load(k: Builder, type: Type, base: Val, place: Place, offset: int = 0) -> Val:
    if isinstance(place, int):
        return k.vload(type, base, offset=place + offset)
    return k.vload(type, base, index=place, offset=offset)


def store(k: Builder, base: Val, block: Val, place: Place) -> None:
    if isinstance(place, int):
        k.vstore(base, block, offset=place)
    else:
        k.vstore(base, block, index=place)


def batches(
    k: Builder, engine: Engine, left: Val, in_: Val, out: Val,
    write: Callable[[list[Val], Sequence[Place]], None], single: Callable[[Callable[[Val, Val | None], Val]], None],
    keep: Callable[[list[Val]], None] = lambda blocks: None,
) -> None:  # fmt: skip
    """All blocks. ``write`` stores the results of a batch, whose vectors come from these places in `in_`; each has
    blocks from its place on. ``keep`` gets the blocks of a batch that may not be full before they change."""

    def few() -> list[Val]:
        places = [k.shl(k.min(left, n + 1) - 1, 4) for n in range(engine.few)]
        k.cold(places)
        return places

    def run(type: Type, places: Callable[[], Sequence[Place]]) -> None:
        blocks = [load(k, type, in_, place) for place in places()]
        if places is few:
            keep(blocks)
        made = engine.crypt(type, blocks)
        write(made, places())  # made twice, which proofs of extents follow

    k.cold(left, in_, out)
    for bits in (512, 256, 128):
        size = engine.vectors * bits // 8
        if bits > k.param("bits"):
            continue
        k.note(f"{size // BLOCK} blocks at a time")
        with k.while_(left.ge(size // BLOCK)):
            run(k.vector(bits), partial(range, 0, size, bits // 8))
            in_ += size
            out += size
            left -= size // BLOCK
    with k.while_(left.ge(engine.least)):
        k.note(f"up to {engine.few} blocks, the last one in the place of those that are not there")
        run(k.v128, few)
        count = k.min(left, engine.few)
        left -= count
        k.shl(count, 4, to=count)
        in_ += count
        out += count
    if engine.single is not None:
        k.note("single blocks")
        with k.loop(left, step={in_: BLOCK, out: BLOCK}):
            single(engine.single)


def ecb(k: Builder, engine: Engine, in_: Val, out: Val, blocks: Val) -> None:
    def write(made: list[Val], places: Sequence[Place]) -> None:
        for block, place in zip(made, places):
            store(k, out, block, place)

    def single(cipher: Callable[[Val, Val | None], Val]) -> None:
        k.vstore(out, cipher(k.vload(k.v128, in_), None))

    batches(k, engine, blocks, in_, out, write, single)


def cbc_decrypt(k: Builder, engine: Engine, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CBC decryption. The engine's schedule is that of decryption."""
    before = k.vload(k.v128, iv, name="before")
    kept = k.frame((engine.few + 1) * BLOCK, "kept")  # the ciphertext before each block
    k.cold(before, iv, kept)

    def write(made: list[Val], places: Sequence[Place]) -> None:
        type = made[0].type
        size = type.bits // 8
        last = load(k, k.v128, in_, places[-1], size - BLOCK)
        k.cold(last)
        # The last block comes first: in place, output then replaces only ciphertext that no block still needs.
        rows = list(zip(made, places))
        if isinstance(places[0], Val):  # of blocks in one place the first one comes last, and is right
            for n, (block, place) in reversed(list(enumerate(rows))):
                block ^= k.vload(k.v128, kept, offset=BLOCK * n)
                store(k, out, block, place)
        else:
            for block, place in rows[:0:-1]:
                block ^= load(k, type, in_, place, -BLOCK)
                store(k, out, block, place)
            first = before if size == BLOCK else k.vfollow(k.vbroadcast(type, before), k.vload(type, in_))
            k.vstore(out, made[0] ^ first)
        k.set(before, last)

    def keep(blocks: list[Val]) -> None:
        k.vstore(kept, before)
        k.vstore(kept, blocks, offset=BLOCK)

    def single(cipher: Callable[[Val, Val | None], Val]) -> None:
        block = k.vload(k.v128, in_)
        k.vstore(out, cipher(block, before))
        k.set(before, block)

    batches(k, engine, blocks, in_, out, write, single, keep)
    k.vstore(iv, before)
