# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES of one block in lanes of vectors: a byte, 0 or 255, is a bit.

Lane 8 * o + s of a half has the bit that output o of S-box s goes to, so that the permutation after the S-boxes costs
nothing. Each lane has its own truth table, of 64 bits: eight vectors have a byte of each, inverted. Three inputs choose
among these vectors, three others the bit of the byte, and the lanes that are then 0 are the function's ones.

The inputs are the same for all outputs of an S-box. A byte shuffle of each 16 lanes of a half brings two inputs of the
eight S-boxes into 16 lanes, in the order of the schedule.

The path of a round, in a vector of 256 bits: a byte shuffle, an exchange of blocks, an addition, a shuffle, three
choices, a mask, a comparison and an addition.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.des_instructions import by_upper_bits
from generator.kernels.cipher.des_standard import (
    BOXES,
    PLACE,
    ROUND_KEY,
    ROUNDS,
    SELECTORS,
    S,
    expanded,
    left,
)
from generator.kernels.cipher.halves import exchange
from generator.lang import Builder, Val

LANES = 32
PLACES = [PLACE[4 * (lane % BOXES) + lane // BOXES] for lane in range(LANES)]
LANE = [PLACES.index(n) for n in range(LANES)]
VECTORS = (1, 0, 5)
"""The inputs that choose a vector. The last ones are known latest."""
BITS = (4, 2, 3)
CHOSEN = {4: 0x0F, 2: 0x33, 3: 0x55}
"""The bits of a byte that each of these inputs chooses if it is 0."""
OUTER, INNER, NEXT = (
    [LANE[expanded(box, bit)] for bit in pair for box in range(BOXES)] for pair in ((1, 4), (2, 3), (0, 5))
)
"""The lanes of two inputs of all S-boxes, in the schedule's order."""
BESIDE = [OUTER.index(lane) for lane in NEXT]


def table_byte(lane: int, vector: int) -> int:
    """Byte `vector` of a lane's truth table, with its bits inverted."""
    box, out = lane % BOXES, lane // BOXES
    made = 0
    for bit in range(8):
        chosen = {one: vector >> 2 - n & 1 for n, one in enumerate(VECTORS)}
        chosen |= {one: bit >> 2 - n & 1 for n, one in enumerate(BITS)}
        n = sum(chosen[one] << 5 - one for one in range(SELECTORS))
        made |= (~S[box][n] >> 3 - out & 1) << bit
    return made


class Lanes:
    """One block. Methods change the halves in place. Constants that find no register come from memory at each use."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        self.type = k.vector(k.param("lanes"))
        self.size = self.type.bits // 8
        self.parts = LANES // self.size  # vectors of a half
        self.blends = not {"ssse3"} & set(k.variant.features)  # a choice is one instruction
        self.held: dict[tuple[int, ...], Val] = {}
        k.cold(schedule, rounds)
        rows = [self.truth(vector, part) for vector in range(8) for part in range(self.parts)]
        words = [int.from_bytes(bytes(row[n : n + 8]), "little") for row in rows for n in range(0, self.size, 8)]
        self.table = k.table("des_truth", k.u64, words)
        k.cold(self.table)

    # -- constants -------------------------------------------------------------------------------------------------

    def truth(self, vector: int, part: int) -> list[int]:
        """A part of a vector of truth tables. Where a choice takes three instructions, the upper four are the
        differences from the lower four."""
        lanes = range(self.size * part, self.size * (part + 1))
        row = [table_byte(lane, vector) for lane in lanes]
        if vector >= 4 and not self.blends:
            row = [one ^ table_byte(lane, vector - 4) for one, lane in zip(row, lanes)]
        return row

    def hold(self) -> None:
        """Bring as many constants into registers as find room beside a round."""
        wanted = [order for pair in (OUTER, INNER) for order in self.orders(pair)]
        wanted += [BESIDE if self.parts == 2 else self.orders(NEXT)[0], self.pattern(4), self.pattern(2, 3)]
        room = {8: 0, 16: 5, 32: len(wanted)}[self.k.vectors]
        for lanes in wanted[:room]:
            self.held[tuple(lanes)] = self.constant(lanes)

    def constant(self, lanes: Sequence[int]) -> Val:
        """Bytes that each 16 bytes of a vector repeat."""
        held = self.held.get(tuple(lanes))
        if held is None:
            held = self.k.vconst(self.type, [*lanes], bits=8)
            self.k.cold(held)
        return held

    def pattern(self, *bits: int) -> list[int]:
        return [*[CHOSEN[bits[0]] if len(bits) == 2 else 0] * BOXES, *[CHOSEN[bits[-1]]] * BOXES]

    # -- moves -----------------------------------------------------------------------------------------------------

    def orders(self, lanes: Sequence[int]) -> list[list[int]]:
        """The indices for :meth:`gather`: into the lower and the upper 16 lanes of a half."""
        rows = [[lane % 16 if lane // 16 == upper else 128 for lane in lanes] for upper in range(2)]
        return rows if self.parts == 2 else [rows[0] + rows[1]]

    def gather(self, x: Sequence[Val], lanes: Sequence[int], plus: Val | None = None) -> Val:
        """16 lanes of a half in another order, in every block of 16 bytes. `plus` is added off the critical path."""
        k = self.k
        if self.parts == 2:
            first, second = (k.vlookup(one, self.constant(order)) for one, order in zip(x, self.orders(lanes)))
        else:
            first = k.vlookup(x[0], self.constant(self.orders(lanes)[0]))
            second = k.vfollow(first, first)
        first = first ^ plus if plus is not None else first
        out = first ^ second
        k.cold(out)
        return out

    # -- a block ---------------------------------------------------------------------------------------------------

    def read(self, at: Val) -> Val:
        """The block at `at`, repeated in 64 bits each."""
        return self.k.vload_broadcast(self.type, at, bits=64)

    def write(self, to: Val, block: Val) -> None:
        k = self.k
        first = k.vextract(block, 0)
        if k.usize.bits == 64:
            k.store64(to, k.vword(k.u64, first))
        else:
            k.store32(to, [k.vword(k.u32, first, n) for n in range(2)])

    def cipher(self, block: Val) -> Val:
        """Encrypt or decrypt a block, repeated in 64 bits each."""
        k = self.k
        k.note("the initial permutation")
        halves = [self.enter(block, half) for half in range(2)]
        k.cold(halves[0], halves[1])
        key, passes = k.copy(self.schedule, "key"), k.zext(k.usize, k.shr(self.rounds, 4))
        k.cold(key, passes)
        k.note("the rounds")
        with k.loop(passes, align=32):
            with k.loop(k.const(k.usize, ROUNDS // 2), step={key: 2 * ROUND_KEY}, at_least_once=True):
                self.round(halves[0], halves[1], key, 0)
                self.round(halves[1], halves[0], key, ROUND_KEY)
            for x, y in zip(*halves):
                exchange(k, x, y)
        k.note("the final permutation")
        return self.leave(*halves)

    def enter(self, block: Val, half: int) -> list[Val]:
        k = self.k
        out = []
        for part in range(self.parts):
            lanes = range(self.size * part, self.size * (part + 1))
            bits = [left(PLACES[lane]) - half for lane in lanes]
            bytes_ = k.vlookup(block, k.vconst(self.type, [bit // 8 for bit in bits], bits=8))
            mask = k.vconst(self.type, [0x80 >> bit % 8 for bit in bits], bits=8)
            bytes_ &= mask
            out.append(k.vequal(bytes_, mask, bits=8))
        return out

    def leave(self, first: list[Val], second: list[Val]) -> Val:
        """The block of both halves, repeated in 64 bits each."""
        k = self.k
        total: Val | None = None
        for half, x in enumerate((first, second)):
            for n in range(0, 4, 2):
                one = self.gather(x, [LANE[8 * (n + lane // 8) + 7 - lane % 8] for lane in range(16)])
                one &= k.vconst(self.type, [0x80 >> (2 * (n + lane // 8) + 1 - half) for lane in range(16)], bits=8)
                total = one if total is None else k.or_(total, one, to=total)
        assert total is not None
        total |= k.vshuffle(total, (2, 3, 0, 1))
        return total

    def round(self, to: list[Val], x: list[Val], key: Val, offset: int) -> None:
        """Add the function of one half to the other."""
        k = self.k
        # Sums of a key and a constant wait for nothing.
        for_outer = self.key(key, offset) ^ self.constant(self.pattern(4))
        if self.parts == 2:
            outer = self.gather(x, OUTER)
            beside = k.vlookup(outer, self.constant(BESIDE)) ^ self.key(key, offset + 32)
            outer ^= for_outer
        else:
            outer = self.gather(x, OUTER, for_outer)
            beside = self.gather(x, NEXT, self.key(key, offset + 32))
        inner = self.gather(x, INNER, self.key(key, offset + 16) ^ self.constant(self.pattern(2, 3)))
        inputs = {1: self.lower(outer), 0: self.lower(beside), 5: self.upper(beside)}
        mask = self.upper(outer)  # of the bit of the byte
        mask &= inner
        mask &= k.vshuffle(inner, (2, 3, 0, 1))
        k.cold(mask, list(inputs.values()))
        for part in range(self.parts):
            row = self.chosen(inputs, 0, 0, part)
            row &= mask
            to[part] ^= k.vequal(row, k.vzero(self.type), bits=8)

    def key(self, key: Val, offset: int) -> Val:
        """The bits of a round key for two inputs of all S-boxes."""
        return self.k.vblock(self.type, key, offset=offset)

    def lower(self, x: Val) -> Val:
        return self.k.vunpack_low(x, x, bits=64)

    def upper(self, x: Val) -> Val:
        return self.k.vunpack_high(x, x, bits=64)

    def chosen(self, inputs: dict[int, Val], level: int, vector: int, part: int) -> Val:
        """One of the vectors from `vector` on: all eight on level 0, each second or each fourth below."""
        k = self.k
        mask, apart = inputs[VECTORS[2 - level]], 1 << level
        if level == 2:
            zero, one = (
                k.vload(self.type, self.table, offset=self.size * (self.parts * n + part)) for n in (vector, vector + 4)
            )
        else:
            zero, one = (self.chosen(inputs, level + 1, n, part) for n in (vector, vector + apart))
        if self.blends and "neon" in k.variant.features:
            out = k.vblend(mask, one, zero)
        elif self.blends:  # a schedule's bytes are 0 or 255, of which no proof knows; vblend is for such masks alone
            out = by_upper_bits(k, mask, one, zero)
        else:
            out = one if level == 2 else one ^ zero
            out &= mask
            out ^= zero
        k.cold(out)
        return out
