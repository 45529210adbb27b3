# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-boxes of Blowfish: four tables of 256 words that depend on the key, and the ways to look words up in them.

`Scanned` and `Compared` read whole tables for every word, so that no address tells which word was wanted. `Indexed`
reads the word alone: its addresses reveal the text and the key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from generator.lang import Builder, Val

TABLE = "blowfish_table"
WORDS = 256  # in a box
BOXES = 4
SUBKEYS = 18
ROW = 64  # bytes, 16 words


@cache
def pi_words(count: int) -> list[int]:
    """The first ``count`` words of 32 bits of the fraction of pi, by Machin's formula."""
    bits = 32 * count + 64  # the last ones are lost to rounding

    def arctan_of_inverse(x: int) -> int:
        term = total = (1 << bits) // x
        divisor, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // divisor)
            divisor, sign = divisor + 2, -sign
        return total

    fraction = (4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) & ((1 << bits) - 1)) >> 64
    return [fraction >> 32 * (count - 1 - n) & 0xFFFFFFFF for n in range(count)]


class Boxes:
    """The tables behind the subkeys of a schedule. Halves of blocks are of ``type``: a u64 has anything above its 32
    bits."""

    WIDE = False

    def __init__(self, k: Builder, schedule: Val) -> None:
        self.k, self.type = k, k.u64 if self.WIDE and k.usize.bits == 64 else k.u32
        self.boxes = [k.add(schedule, 4 * (SUBKEYS + WORDS * n)) for n in range(BOXES)]
        k.cold(self.boxes)

    def mixed(self, x: Val) -> Val:
        """The function of a round: ((S0 + S1) ^ S2) + S3, each of a byte of x, the highest first."""
        k = self.k
        total: Val | None = None
        for box, shift in zip(self.boxes, (24, 16, 8, 0)):
            number = k.shr(x, shift) if shift else k.copy(x)
            if shift < 24 or x.type.bits > 32:
                number &= 0xFF
            word = self.found(box, number)
            if total is None:
                total = word
                self.k.cold(total)
            elif shift == 8:
                total ^= word
            else:
                total += word
        assert total is not None
        return total

    def load(self, at: Val, offset: int = 0, be: bool = False) -> Val:
        word = self.k.load32(at, offset=offset, be=be)
        return self.k.zext(self.type, word) if self.type.bits > 32 else word

    def store(self, at: Val, halves: list[Val], be: bool = False) -> None:
        k = self.k
        if self.type.bits == 32:
            k.store32(at, halves, be=be)
            return
        low, high = halves[::-1] if be else halves
        k.store64(at, k.shl(high, 32) | k.shr(k.shl(low, 32), 32), be=be)

    def found(self, box: Val, number: Val) -> Val:
        """The word with a number in a box."""
        raise NotImplementedError


class Indexed(Boxes):
    """One load for each word."""

    def found(self, box: Val, number: Val) -> Val:
        word: Val = self.k.load32(box, index=self.k.zext(self.k.usize, number), scale=4, exempt=TABLE)
        return word


class Scanned(Boxes):
    """Rows of 16 words: the low bits of the number choose a word in each row, by masks, and a comparison chooses the
    row. Registers of 64 bits hold two words each, and the lowest bit chooses between these at the end."""

    WIDE = True

    def mixed(self, x: Val) -> Val:
        self.k.cold(x)
        return super().mixed(x)

    def found(self, box: Val, number: Val) -> Val:
        k = self.k
        type, wide = self.type, self.type.bits == 64
        load = k.load64 if wide else k.load32
        masks = [k.sub(0, k.shr(number, bit) & 1) for bit in range(1 if wide else 0, 4)]
        wanted, n = k.shr(number, 4), k.const(type, 0, "n")  # a secret that counts down may end a compiler's loop
        row, chosen = k.copy(box, "row"), k.const(type, 0, "chosen")
        k.cold(masks, number, wanted, n)
        with k.loop(k.const(k.usize, WORDS * 4 // ROW), step={row: ROW}, at_least_once=True):
            word = self.tree(row, load, masks, 0, ROW)
            apart = wanted ^ n
            word &= k.sar(apart - 1 & ~apart, type.bits - 1)
            chosen |= word
            n += 1
        return k.shr(chosen, k.shl(number & 1, 5)) if wide else chosen

    def tree(self, row: Val, load: Callable[..., Val], masks: list[Val], at: int, size: int) -> Val:
        """The word of ``size`` bytes of a row at ``at`` that the masks choose, the highest of the bits last."""
        if not masks:
            return load(row, offset=at)
        low = self.tree(row, load, masks[:-1], at, size // 2)
        high = self.tree(row, load, masks[:-1], at + size // 2, size // 2)
        high ^= low
        high &= masks[-1]
        low ^= high
        return low


class Compared(Boxes):
    """Vectors of words: each is kept where its number equals the one wanted. A loop's turn takes several vectors, for
    which the number wanted is less."""

    def mixed(self, x: Val) -> Val:
        self.k.cold(x)
        return super().mixed(x)

    def found(self, box: Val, number: Val) -> Val:
        k, type = self.k, self.k.vector(self.k.param("bits"))
        lanes, size, turn = type.bits // 32, type.bits // 8, 4 if k.vectors > 8 else 2
        wanted = [k.vbroadcast(type, number - n * lanes if n else number, bits=32) for n in range(turn)]
        numbers, step = k.vconst(type, list(range(lanes))), k.vconst(type, [turn * lanes] * lanes)
        row, chosen = k.copy(box, "row"), k.vzero(type, name="chosen")
        with k.loop(k.const(k.usize, WORDS // lanes // turn), step={row: turn * size}, at_least_once=True):
            for n, one in enumerate(wanted):
                mask = k.vequal(numbers, one, bits=32)
                mask &= k.vload(type, row, offset=n * size)
                chosen |= mask
            k.vadd(numbers, step, bits=32, to=numbers)
        while chosen.type.bits > 128:
            chosen = k.vextract(chosen, 0) | k.vextract(chosen, 1)
        chosen |= k.vshuffle(chosen, [2, 3, 0, 1])
        chosen |= k.vshuffle(chosen, [1, 0, 3, 2])
        return k.vword(k.u32, chosen)
