# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""S-boxes of 256 words of 32 bits, and the ways to look words up in them.

`Scanned` and `Compared` read whole tables for every word, so that no address tells which word was wanted. `Indexed`
reads the word alone: its addresses reveal the text and the key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.lang import Builder, Val, Variant

TABLE = "word_table"
EXEMPT = {TABLE: "bytes of the text index the S-boxes, for programs that ask for speed over secrecy"}
WORDS = 256  # in a box
ROW = 64  # bytes, 16 words


class Boxes:
    """The tables at ``boxes``. ``streams``: blocks that are worth being run side by side."""

    streams = 1

    def __init__(self, k: Builder, boxes: Sequence[Val]) -> None:
        self.k, self.boxes = k, boxes
        k.cold(boxes)

    def word(self, x: Val, n: int) -> Val:
        """The word of byte n of x in box n, from the highest byte on. The value is new, and may change."""
        k = self.k
        number = k.shr(x, 24 - 8 * n) if n < 3 else x
        out = self.found(self.boxes[n], number & 0xFF if n else number)
        k.cold(x, out)
        return out

    def found(self, box: Val, number: Val) -> Val:
        """The word with a number in a box."""
        raise NotImplementedError


class Indexed(Boxes):
    """One load for each word."""

    streams = 4

    def found(self, box: Val, number: Val) -> Val:
        word: Val = self.k.load32(box, index=self.k.zext(self.k.usize, number), scale=4, exempt=TABLE)
        return word


class Scanned(Boxes):
    """Rows of 16 words: the low bits of the number choose a word in each row, by masks, and a comparison chooses the
    row. Registers of 64 bits hold two words each, and the lowest bit chooses between these at the end."""

    def found(self, box: Val, number: Val) -> Val:
        k = self.k
        wide = k.usize.bits == 64
        type, load = (k.u64, k.load64) if wide else (k.u32, k.load32)
        number = k.zext(type, number) if wide else number
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
        return k.trunc(k.u32, k.shr(chosen, k.shl(number & 1, 5))) if wide else chosen

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


VARIANTS = [
    Variant("scalar", engine=Scanned),
    Variant("neon", features=("neon",), params=(("bits", 128),), engine=Compared),
    Variant("sse2", features=("sse2",), params=(("bits", 128),), engine=Compared),
    Variant("avx2", features=("avx2",), params=(("bits", 256),), engine=Compared),
    Variant("table", engine=Indexed),
]
