# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES on bit slices: a register has one bit of each block of a batch.

A batch is 64 rows in the frame: the blocks one after the other, and between the transpositions a bit of all blocks in
each row, the bits of L before those of R. Rows have 64, 128 or 256 bits, and a batch as many blocks. A batch that is
not full takes as long as a full one.

A round is recorded once. It adds the function of one half to the other, and the next round takes the halves the other
way round; between the passes of triple DES the halves stay.

The transposition is one of 64 rows by 64 bits in each 64 bits of a row: first of bytes, in groups of eight rows, then
of bits, of the eight rows that have the same byte. The initial permutation is the order of the rows that the second
step stores.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.des_circuit import substitute
from generator.kernels.cipher.des_standard import (
    BLOCK,
    BOXES,
    INPUTS,
    PLACE,
    ROUND_KEY,
    ROUNDS,
    SELECTORS,
    expanded,
)
from generator.lang import Builder, Val

ROWS = 64


class Slices:
    """A batch of blocks. Rows have the bits that the variant's parameter `bits` says: 64 are a word."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        self.bits = k.param("bits")
        self.size = self.bits // 8  # of a row
        self.blocks = ROWS * self.size // BLOCK  # of a batch
        self.each = self.size // BLOCK  # of a row
        self.area = k.frame(ROWS * self.size, "rows")
        self.half = ROWS // 2 * self.size
        k.cold(schedule, rounds, self.area)

    # -- rows ------------------------------------------------------------------------------------------------------

    def load(self, at: Val, offset: int = 0, index: Val | None = None) -> Val:
        k = self.k
        if self.bits == 64:
            row: Val = k.load64(at, offset=offset, index=index)
        else:
            row = k.vload(k.vector(self.bits), at, offset=offset, index=index)
        k.cold(row)
        return row

    def store(self, at: Val, row: Val, offset: int = 0, index: Val | None = None) -> None:
        if self.bits == 64:
            self.k.store64(at, row, offset=offset, index=index)
        else:
            self.k.vstore(at, row, offset=offset, index=index)

    def pointer(self, to: Val) -> Val:
        made = self.k.copy(to, "at")
        self.k.cold(made)
        return made

    def key(self, at: Val, n: int) -> Val:
        """Byte `n` of a round key in all bytes of a row."""
        k, part = self.k, n % 16
        if self.bits == 64:
            mask = k.zext(k.u64, k.load8(at, offset=n))
            k.sub(0, mask & 1, to=mask)
        elif self.bits == 128 and "neon" not in k.variant.features:
            mask = k.vlookup(k.vload(k.v128, at, offset=n - part), k.vconst(k.v128, [part] * 16, bits=8))
        else:
            mask = k.vload_broadcast(k.vector(self.bits), at, bits=8, offset=n)
        k.cold(mask)
        return mask

    # -- rounds ----------------------------------------------------------------------------------------------------

    def cipher(self) -> None:
        """Encrypt or decrypt the batch."""
        k = self.k
        k.note("to bit slices")
        self.turn_bytes()
        self.turn_bits()
        k.note("the rounds")
        key, at = k.copy(self.schedule, "key"), k.const(k.usize, self.half, "at")
        passes = k.zext(k.usize, k.shr(self.rounds, 4))
        k.cold(key, at, passes)
        with k.loop(passes):
            with k.loop(k.const(k.usize, ROUNDS), step={key: ROUND_KEY}, at_least_once=True):
                source = k.add(self.area, at & self.half)
                at ^= self.half
                self.round(key, source, k.add(self.area, at & self.half))
            at ^= self.half
        k.note("from bit slices")
        self.turn_bits(back=True)
        self.turn_bytes(back=True)

    def round(self, key: Val, source: Val, to: Val) -> None:
        k = self.k
        k.cold(source, to)
        for box in range(BOXES):
            k.note(f"S-box {box + 1}")
            x = []
            for bit in range(SELECTORS):
                one = self.key(key, BOXES * INPUTS.index(bit) + box)
                one ^= self.load(source, self.size * expanded(box, bit))
                x.append(one)
            for n, out in enumerate(substitute(k, box, x)):
                place = self.size * PLACE[4 * box + n]
                self.store(to, out ^ self.load(to, place), place)

    # -- transpositions --------------------------------------------------------------------------------------------

    def turn_bytes(self, *, back: bool = False) -> None:
        """Transpose the bytes of each eight rows, in each 64 bits. Row 7 - n of a group gets byte n of its rows."""
        k, at = self.k, self.pointer(self.area)
        with k.loop(k.const(k.usize, 8), step={at: 8 * self.size}, at_least_once=True):
            rows = [self.load(at, self.size * (7 - n if back else n)) for n in range(8)]
            for n, row in enumerate(self.square(rows)):
                self.store(at, row, self.size * (n if back else 7 - n))

    def square(self, rows: list[Val]) -> list[Val]:
        k = self.k
        if self.bits == 64:
            for apart in (4, 2, 1):
                self.exchanges(rows, apart, 8 * apart)
            return rows
        for bits in (8, 8, 8, 64):
            rows = [
                unpack(rows[n], rows[n + 4], bits=bits) for n in range(4) for unpack in (k.vunpack_low, k.vunpack_high)
            ]
            k.cold(rows)
        return rows

    def turn_bits(self, *, back: bool = False) -> None:
        """Transpose the bits of rows that are eight apart, in each byte. Bit n of a byte, from the lowest, is in row
        `n` before the step back, and otherwise where the initial permutation has it. The step back begins with the
        halves exchanged."""
        k, at = self.k, self.pointer(self.area)
        bits = [(4 if (7 - n) % 2 == 0 else 0) + (7 - n) // 2 for n in range(8)]
        with k.loop(k.const(k.usize, 8), step={at: self.size}, at_least_once=True):
            places = [8 * self.size * ((one + 4) % 8 if back else n) for n, one in enumerate(bits)]
            rows = [self.load(at, place) for place in places]
            for apart in (4, 2, 1):
                self.exchanges(rows, apart, apart)
            for n, one in enumerate(bits):
                self.store(at, rows[n], 8 * self.size * (n if back else one))

    def exchanges(self, rows: Sequence[Val], apart: int, by: int) -> None:
        """Exchange the bits that are `by` places higher in each row whose number lacks the bit `apart`, and the others
        of the row `apart` further."""
        k = self.k
        value = sum((1 << by) - 1 << n for n in range(0, 64, 2 * by))
        if self.bits == 64:
            mask = k.const(k.u64, value, "mask")
        else:
            mask = k.vconst(k.vector(self.bits), [value] * 2, bits=64)
        k.cold(mask)
        for n in range(8):
            if not n & apart:
                x, y = rows[n], rows[n + apart]
                t = self.shifted(x, by, right=True) ^ y
                t &= mask
                y ^= t
                x ^= self.shifted(t, by)
                k.cold(t)

    def shifted(self, x: Val, by: int, *, right: bool = False) -> Val:
        k = self.k
        if self.bits == 64:
            return k.shr(x, by) if right else k.shl(x, by)
        return k.vshr(x, by, bits=64) if right else k.vshl(x, by, bits=64)

    # -- memory ----------------------------------------------------------------------------------------------------

    # A row of a batch that is not full is at the place of the last blocks, where rows behind the end and a row that
    # goes over it would be. So some blocks are in several rows.

    def place(self, at: Val, blocks: Val, less: int = 0) -> Val:
        """`at`, or the place of the last row of the text, which has more blocks than a row. Each place is counted from
        `blocks` alone, which proofs of extents follow."""
        return self.k.min(at, self.k.shl(blocks, 3) - (self.size + less))

    def enter(self, in_: Val, blocks: Val) -> None:
        """Bring a batch into the rows."""
        k, at, to = self.k, self.k.const(self.k.usize, 0, "at"), self.pointer(self.area)
        k.cold(at)
        with k.loop(k.const(k.usize, ROWS), step={at: self.size, to: self.size}, at_least_once=True):
            self.store(to, self.load(in_, index=self.place(at, blocks)))

    def leave(self, out: Val, blocks: Val) -> None:
        """Bring the batch from the rows to `out`."""
        k, at, from_ = self.k, self.k.const(self.k.usize, 0, "at"), self.pointer(self.area)
        k.cold(at)
        with k.loop(k.const(k.usize, ROWS), step={at: self.size, from_: self.size}, at_least_once=True):
            self.store(out, self.load(from_), index=self.place(at, blocks))

    def leave_chained(self, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
        """Bring the batch to `out`, each block with the block before it in `in_` added, or `iv`. The last block of
        `in_` replaces `iv`. The ciphertext before a row is loaded before the row before is stored: in place, output
        then replaces only ciphertext that no block still needs."""
        k, at = self.k, self.k.const(self.k.usize, 0, "at")
        first = k.frame(self.size + BLOCK, "first")
        k.store64(first, k.load64(iv))
        self.store(first, self.load(in_), BLOCK)
        before = self.load(first)
        count = k.min(blocks, self.blocks)
        k.store64(iv, k.load64(in_, index=k.shl(count - 1, 3)))
        rows = k.shr(k.add(count, self.each - 1), self.each.bit_length() - 1) if self.each > 1 else count
        k.cold(rows, at)
        with k.loop(rows, step={at: self.size}):
            following = self.load(in_, index=self.place(k.add(at, self.size - BLOCK), blocks, BLOCK))
            before ^= self.load(self.area, index=at & (ROWS - 1) * self.size)
            self.store(out, before, index=self.place(at, blocks))
            k.set(before, following)
