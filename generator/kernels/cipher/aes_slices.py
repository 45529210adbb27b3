# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Batches of blocks as bit slices in words: the layout, and the ways from memory and back.

Eight words hold a batch: four blocks in words of 64 bits, two in words of 32. Word n has bit n of every byte. Bit
2 * c + (m & 1) of byte (m >> 1) of row r of a word belongs to the byte of row r and column c of block m. A step to the
next row rotates the whole word. A step to the next column rotates each byte of the word by two bits.

The last batch may have fewer blocks: its last block is then there several times, and is stored as often.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from typing import Any

from generator.lang import Builder, Val

Batch = MutableSequence[Any]  # of eight words; None is a word of blocks that are not there
BLOCK = 16  # bytes


class Slices:
    """Methods change the words of a batch in place."""

    def __init__(self, k: Builder, bits: int = 0) -> None:
        """``bits``: of a word, by default those of a pointer."""
        self.k = k
        self.type = k.u64 if (bits or k.usize.bits) == 64 else k.u32
        self.bits = self.type.bits
        self.size = self.bits // 8  # bytes
        self.blocks = self.bits // 16  # in a batch
        self.load, self.store = (k.load64, k.store64) if self.bits == 64 else (k.load32, k.store32)

    def mask(self, pattern: int, bits: int = 8) -> Val | int:
        """A pattern of ``bits`` bits, repeated over a word. Instructions have no constants of 64 bits."""
        value = sum(pattern << n for n in range(0, self.bits, bits))
        if self.bits == 32:
            return value
        made = self.k.const(self.type, value, "mask")
        self.k.cold(made)
        return made

    def read(self, at: Val, places: Sequence[Val | None]) -> list[Val]:
        """The words of a batch from memory, each block from its place. Those of one block are ``blocks`` apart."""
        made = [self.load(at, index=places[n % self.blocks], offset=n // self.blocks * self.size) for n in range(8)]
        self.k.cold(made)
        return made

    def write(self, to: Val, places: Sequence[Val | None], q: Sequence[Val]) -> None:
        for n, word in enumerate(q):
            self.store(to, word, index=places[n % self.blocks], offset=n // self.blocks * self.size)

    def add(self, q: Sequence[Val], at: Val, places: Sequence[Val | None]) -> None:
        """Add the blocks at ``at`` to those of a batch."""
        for word, other in zip(q, self.read(at, places)):
            word ^= other

    def read_one(self, at: Val, place: Val | None = None, offset: int = 0) -> list[Val]:
        """The words of one block."""
        made = [self.load(at, index=place, offset=offset + n) for n in range(0, BLOCK, self.size)]
        self.k.cold(made)
        return made

    def alone(self, block: Sequence[Val]) -> list[Val | None]:
        """A batch of one block, whose words become the batch's."""
        return [self.k.copy(block[n // self.blocks]) if n % self.blocks == 0 else None for n in range(8)]

    def first(self, q: Sequence[Val]) -> Sequence[Val]:
        """The words of the first block of a batch."""
        return q[:: self.blocks]

    def counters(self, counter: Val, numbers: Sequence[Val]) -> list[Val]:
        """A batch of blocks with the same first twelve bytes, from memory, and numbers for the last four."""
        k, words = self.k, 8 - self.blocks
        q = [self.load(counter, offset=n // self.blocks * self.size) for n in range(words)]
        for number in numbers:
            word = k.zext(self.type, k.bswap(number))
            if self.bits == 64:
                k.shl(word, 32, to=word)
                word ^= k.zext(k.u64, k.load32(counter, offset=8))
            q.append(word)
        k.cold(q)
        return q

    def exchange(self, q: Batch, first: int, second: int, by: int, mask: Val | int) -> None:
        """Exchange the bits of the second word that ``mask`` has and the bits of the first that are ``by`` places
        higher. A word that is not there is 0."""
        x, y = q[first], q[second]
        if x is None:
            return
        t = x >> by
        if y is None:
            t &= mask
            q[second] = t
        else:
            t ^= y
            t &= mask
            y ^= t
        self.k.cold(t)
        x ^= t << by

    def exchanges(self, q: Batch, apart: int, by: int, mask: Val | int) -> None:
        """Exchange bits of each word whose number lacks the bit ``apart``, and of the word ``apart`` further."""
        for n in range(8):
            if not n & apart:
                self.exchange(q, n, n + apart, by, mask)

    def rows(self, q: Batch, *, back: bool = False) -> None:
        """Bring the bytes of a row next to each other: of words that have two columns of a block words of one column,
        with a byte of each of two blocks in each row."""
        if self.bits == 64:
            for by in (32, 16, 8) if back else (8, 16, 32):
                self.exchanges(q, 2, by, self.mask((1 << by) - 1, 2 * by))

    def transpose(self, q: Batch) -> None:
        """Bit n of byte p of word i becomes bit i of byte p of word n. The step is its own inverse."""
        for by, pattern in ((1, 0x55), (2, 0x33), (4, 0x0F)):
            self.exchanges(q, by, by, self.mask(pattern))

    @contextmanager
    def batches(self, left: Val, *moving: Val) -> Iterator[None]:
        """Repeat the body for each batch. Each turn moves the pointers ``moving``."""
        k = self.k
        k.cold(left, *moving)
        with k.while_(left.ne(0)):
            yield
            count = k.min(left, self.blocks)
            left -= count
            k.shl(count, 4, to=count)
            for pointer in moving:
                pointer += count

    def places(self, left: Val, *, each: bool = False) -> list[Val | None]:
        """The places of a batch's blocks, of which ``left`` are there. ``each``: each is counted from ``left`` alone,
        which proofs of extents follow where the places are made twice."""
        k = self.k
        if each:
            places = [k.shl(k.min(left, n + 1) - 1, 4) for n in range(1, self.blocks)]
            k.cold(places)
            return [None, *places]
        last = left - 1
        places = [k.shl(k.min(last, n), 4) for n in range(1, self.blocks)]
        k.cold(last, places)
        return [None, *places]
