# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-boxes of inversion_box.py on vectors of bytes, in constant time: by the instructions of AES between two
look-ups of nibbles, or by those of GFNI, which take the affine functions along.

The last round of AES without a key is its box and ShiftRows; ``back`` takes the inverse cipher's, whose box is the
inversion too, and whose permutation is the inverse of ShiftRows. GFNI moves no bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.kernels.cipher.aes_field import AFFINE_INVERSE, CONSTANT, affine
from generator.kernels.cipher.inversion_box import Box, Function
from generator.lang import Builder, Val
from generator.lang.values import Type

SHIFT_ROWS = [(at + 4 * (at % 4)) % 16 for at in range(16)]
"""Byte i of the result is this byte of the argument."""
SHIFT_BACK = [SHIFT_ROWS.index(at) for at in range(16)]


def turned(x: int, by: int) -> int:
    """A byte, turned to the left."""
    by %= 8
    return (x << by | x >> (8 - by)) & 0xFF


def chain(*functions: Function) -> Function:
    """The last function first."""

    def of(x: int) -> int:
        for function in reversed(functions):
            x = function(x)
        return x

    return of


class Boxes:
    """A box with its argument and its result turned by some bits, on vectors of one type. ``before`` is everything up
    to the inversion, ``after`` the inversion and the rest. ``moves``: the inversion moves bytes by
    :data:`SHIFT_ROWS`."""

    moves = False

    def __init__(self, k: Builder, type: Type, box: Box) -> None:
        self.k, self.type, self.box = k, type, box

    def before(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        raise NotImplementedError

    def in_places(self, x: Val, first: Function, second: Function, places: Sequence[int]) -> Val:
        """An affine function of each byte, and ``second`` of the bytes at ``places`` of each eight. Their constants are
        equal."""
        raise NotImplementedError

    def after(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        raise NotImplementedError

    def after_in_places(self, x: Val, second: Box, places: Sequence[int]) -> Val:
        """What :meth:`after` gives, and for the bytes at ``places`` of each eight that of a box with the same
        argument. The instruction of AES leaves all bytes among those at equal places of four."""
        raise NotImplementedError

    def each(self, x: Val, turns: Sequence[int]) -> list[Val]:
        """What :meth:`after` gives for several turns, each brought to the form of an argument by ``before`` of the box:
        its linear part, without what is added."""
        raise NotImplementedError

    def argument(self, x: int, turn: int) -> int:
        return self.box.before(turned(x, turn) ^ self.box.added)

    def place(self, byte: int) -> int:
        """Where byte ``byte`` of an argument is in the result of :meth:`after` without ``back``."""
        return SHIFT_ROWS.index(byte) if self.moves else byte


class AesBoxes(Boxes):
    """By AESENCLAST and AESDECLAST, AESE and AESD."""

    moves = True

    def table(self, values: Sequence[int]) -> Val:
        return self.k.vconst(self.type, list(values), bits=8, name="table")

    def tables(self, function: Function) -> tuple[Val, Val]:
        """Of an affine function over the lower and over the upper nibbles."""
        return self.table([function(n) for n in range(16)]), self.table(
            [function(n << 4) ^ function(0) for n in range(16)]
        )

    def split(self, x: Val) -> tuple[Val, Val]:
        return x & self.table([15] * 16), self.k.vshr(x, 4, bits=8)

    def looked_up(self, nibbles: tuple[Val, Val], function: Function) -> Val:
        low, high = (self.k.vlookup(table, at) for table, at in zip(self.tables(function), nibbles))
        low ^= high
        return low

    def into(self, turn: int, back: bool) -> Function:
        """The argument of the inversion; of the box of the inverse cipher, whose affine function comes first."""
        if back:
            return lambda x: affine(self.argument(x, turn)) ^ CONSTANT
        return lambda x: self.argument(x, turn)

    def out(self, turn: int, back: bool) -> Function:
        box = self.box
        if back:
            return lambda x: turned(box.after(x) ^ box.constant, turn)
        return lambda x: turned(box.after(AFFINE_INVERSE[x ^ CONSTANT]) ^ box.constant, turn)

    def before(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        return self.looked_up(self.split(x), self.into(turn, back))

    def in_places(self, x: Val, first: Function, second: Function, places: Sequence[int]) -> Val:
        high, out = self.k.vshr(x, 4, bits=16), []
        for function, there in ((first, False), (lambda x: second(x) ^ second(0), True)):
            mask = self.table([15 * ((at % 8 in places) == there) for at in range(16)])
            out.append(self.looked_up((x & mask, high & mask), function))
        out[0] ^= out[1]
        return out[0]

    def inverted(self, x: Val, back: bool) -> Val:
        k = self.k
        zero = k.vzero(self.type)
        return (k.aes_dec_last if back else k.aes_enc_last)(x, zero)

    def after(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        return self.looked_up(self.split(self.inverted(x, back)), self.out(turn, back))

    def after_in_places(self, x: Val, second: Box, places: Sequence[int]) -> Val:
        def plain(box: Box) -> Function:
            return lambda x: box.after(AFFINE_INVERSE[x ^ CONSTANT] ^ AFFINE_INVERSE[CONSTANT])

        out = self.in_places(self.inverted(x, False), plain(self.box), plain(second), places)
        zero = [box.after(AFFINE_INVERSE[CONSTANT]) ^ box.constant for box in (self.box, second)]
        out ^= self.table([zero[at % 8 in places] for at in range(16)])
        return out

    def each(self, x: Val, turns: Sequence[int]) -> list[Val]:
        nibbles, before = self.split(self.inverted(x, False)), self.box.before
        return [self.looked_up(nibbles, chain(before, self.out(turn, False))) for turn in turns]


class GfniBoxes(Boxes):
    """By GF2P8AFFINEQB and GF2P8AFFINEINVQB."""

    def matrix(self, function: Function) -> Val:
        """The linear part of a function. Byte 7 - i of a matrix are the bits of the argument whose sum is bit i of the
        result."""
        plain = [function(1 << n) ^ function(0) for n in range(8)]
        rows = [sum((plain[n] >> bit & 1) << n for n in range(8)) for bit in range(7, -1, -1)]
        return self.k.vconst(self.type, rows * 2, bits=8, name="matrix")

    def into(self, turn: int) -> Function:
        return lambda x: self.argument(x, turn)

    def before(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        out = self.k.value(self.type)
        self.k.asm("vgf2p8affineqb", out, x, self.matrix(self.into(turn)), self.argument(0, turn))
        return out

    def chosen(self, both: Sequence[Val], places: Sequence[int]) -> Val:
        k, (first, second) = self.k, both
        mask = k.vconst(self.type, [255 * (at % 8 in places) for at in range(16)], bits=8, name="places")
        return k.xor(first, (first ^ second) & mask)

    def in_places(self, x: Val, first: Function, second: Function, places: Sequence[int]) -> Val:
        k, outs = self.k, []
        for function in (first, second):
            outs.append(k.value(self.type))
            k.asm("vgf2p8affineqb", outs[-1], x, self.matrix(function), first(0))
        return self.chosen(outs, places)

    def inverted(self, x: Val, function: Function, constant: int) -> Val:
        """A linear function of the inverse, and a constant."""
        out = self.k.value(self.type)
        self.k.asm("vgf2p8affineinvqb", out, x, self.matrix(function), constant)
        return out

    def after(self, x: Val, turn: int = 0, *, back: bool = False) -> Val:
        box = self.box
        return self.inverted(x, lambda x: turned(box.after(x), turn), turned(box.constant, turn))

    def after_in_places(self, x: Val, second: Box, places: Sequence[int]) -> Val:
        return self.chosen([self.inverted(x, box.after, box.constant) for box in (self.box, second)], places)

    def each(self, x: Val, turns: Sequence[int]) -> list[Val]:
        box = self.box
        return [
            self.inverted(
                x,
                chain(box.before, partial(turned, by=turn), box.after),
                box.before(turned(box.constant, turn)),
            )
            for turn in turns
        ]
