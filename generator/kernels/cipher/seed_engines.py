# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engines of SEED: the rounds on words of 32 bits, or on vectors with a word of another block in each lane.

Both S-boxes of a word are one inversion. In words it is a circuit over bit slices, in vectors an instruction of AES or
of GFNI; the masks of G come after byte permutations, which undo what AES's instruction moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.aes_circuit import inverted, layer
from generator.kernels.cipher.box_instructions import AesBoxes, GfniBoxes
from generator.kernels.cipher.seed_field import BOXES, CONSTANT, LAYERS, MASKS, part
from generator.lang import Builder, Val
from generator.lang.values import Type

ROUNDS = 16
SECOND = (1, 3, 5, 7)
"""The bytes with the second box, of eight."""
TABLE = "seed_table"


class Seed:
    """The rounds, on any kind of word."""

    def __init__(self, k: Builder) -> None:
        self.k = k

    def read(self, at: Val, offset: int = 0, *, be: bool = False) -> Val:
        """A word, in all lanes."""
        raise NotImplementedError

    def add(self, x: Val, y: Val) -> None:
        """Add y to x modulo 2^32."""
        raise NotImplementedError

    def g(self, x: Val) -> Val:
        raise NotImplementedError

    def f(self, x: Sequence[Val], to: Sequence[Val], key: Sequence[Val]) -> None:
        """Add F of two words to two others."""
        left = x[0] ^ key[0]
        right = self.g(x[1] ^ key[1] ^ left)
        self.add(left, right)
        left = self.g(left)
        self.add(right, left)
        right = self.g(right)
        self.add(left, right)
        for word, one in zip(to, (left, right)):
            word ^= one

    def rounds(self, groups: Sequence[Sequence[Val]], schedule: Val) -> None:
        """All rounds of blocks of four words each. The halves are not exchanged at the end."""
        k = self.k
        at = k.copy(schedule, "at")
        k.cold(at)
        with k.loop(k.const(k.usize, ROUNDS // 2), step={at: 16}, at_least_once=True):
            for n in range(2):
                key = [self.read(at, 8 * n), self.read(at, 8 * n + 4)]
                k.cold(key)
                for words in groups:
                    halves = (words[2:], words[:2])
                    self.f(halves[n], halves[1 - n], key)


class Words(Seed):
    """One block in words."""

    def read(self, at: Val, offset: int = 0, *, be: bool = False) -> Val:
        word: Val = self.k.load32(at, offset=offset, be=be)
        self.k.cold(word)
        return word

    def add(self, x: Val, y: Val) -> None:
        x += y


class WordsSeed(Words):
    """In constant time."""

    def f(self, x: Sequence[Val], to: Sequence[Val], key: Sequence[Val]) -> None:
        """The steps as a loop: they exchange the words."""
        k = self.k
        left = x[0] ^ key[0]
        right = x[1] ^ key[1] ^ left
        k.cold(left, right)
        with k.loop(k.const(k.usize, 3), at_least_once=True):
            made = self.g(right)
            k.add(left, made, to=right)
            k.set(left, made)
        for word, one in zip(to, (right, left)):
            word ^= one

    def substitute(self, x: Val) -> Val:
        """Word n of the slices has bit n of each byte; other bits of it are of no account."""
        k = self.k
        slices = [k.shr(x, n) if n else x for n in range(8)]
        k.cold(slices)
        held = inverted(k, slices, LAYERS[0])
        first, second = (layer(k, text, held, [None] * 8) for text in LAYERS[1:])
        out = k.const(k.u32, CONSTANT)
        k.cold(out)
        for n in range(8):
            one = k.or_(first(n) & 0x00010001, second(n) & 0x01000100)
            out ^= k.shl(one, n) if n else one
        return out

    def g(self, x: Val) -> Val:
        k = self.k
        y = self.substitute(x)
        out = y & MASKS[0]
        for turn in (1, 2, 3):
            out ^= k.rotl(y, 8 * turn) & MASKS[turn]
        k.cold(out)
        return out


class IndexedSeed(Words):
    """One block, by tables of what each byte adds to G."""

    def __init__(self, k: Builder) -> None:
        super().__init__(k)
        self.table = k.table("seed_parts", k.u32, [word for byte in range(4) for word in part(byte)])
        k.cold(self.table)

    def g(self, x: Val) -> Val:
        k = self.k
        words: list[Val] = []
        for byte in range(4):
            index = k.zext(k.usize, (k.shr(x, 8 * byte) if byte else x) & 0xFF if byte < 3 else k.shr(x, 24))
            words.append(k.load32(self.table, index=index, scale=4, offset=1024 * byte, exempt=TABLE))
            if byte:
                k.xor(words[0], words[-1], to=words[0])
        return words[0]


class VectorSeed(Seed):
    """A block in each lane."""

    def __init__(self, k: Builder, type: Type | None = None) -> None:
        super().__init__(k)
        self.type = k.v128 if type is None else type
        self.boxes = (GfniBoxes if k.param("gfni") else AesBoxes)(k, self.type, BOXES[0])

    def read(self, at: Val, offset: int = 0, *, be: bool = False) -> Val:
        k = self.k
        word = k.vload_broadcast(self.type, at, bits=32, offset=offset)
        return k.vbswap(word, bits=32) if be else word

    def add(self, x: Val, y: Val) -> None:
        self.k.vadd(x, y, bits=32, to=x)

    def g(self, x: Val) -> Val:
        k, boxes = self.k, self.boxes
        y = boxes.after_in_places(boxes.before(x), BOXES[1], SECOND)
        out = None
        for turn, mask in enumerate(MASKS):
            order = [boxes.place(at // 4 * 4 + (at - turn) % 4) for at in range(16)]
            one = y if order == list(range(16)) else k.vlookup(y, k.vconst(self.type, order, bits=8, name="order"))
            one = one & k.vconst(self.type, [mask] * 4, bits=32, name="mask")
            out = one if out is None else k.xor(out, one, to=out)
        assert out is not None
        return out

    def crypt(self, blocks: list[Val], schedule: Val) -> list[Val]:
        """Encrypt or decrypt four vectors of blocks at a time, as the schedule says."""
        groups = [self.enter(blocks[n : n + 4]) for n in range(0, len(blocks), 4)]
        self.rounds(groups, schedule)
        return [block for words in groups for block in self.leave([*words[2:], *words[:2]])]

    def enter(self, blocks: Sequence[Val]) -> list[Val]:
        return [self.k.vbswap(one, bits=32) for one in self.k.vtranspose(list(blocks), bits=32)]

    def leave(self, words: Sequence[Val]) -> list[Val]:
        k = self.k
        made: list[Val] = k.vtranspose([k.vbswap(one, bits=32) for one in words], bits=32)
        return made
