# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES by tables: each S-box's input indexes what it adds to the other half. Addresses depend on the text and the key.

A half is a word of 32 bits whose bit n + 1 is bit n of the standard. So byte n has the inputs of S-box 2 * n in its
lower six bits, and those of S-box 2 * n + 1 after a rotation by four bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.kernels.cipher.des_standard import BOXES, INPUTS, PLACE, ROUND_KEY, ROUNDS, SELECTORS, S
from generator.kernels.cipher.des_words import transpose
from generator.kernels.cipher.halves import exchange
from generator.lang import Builder, Val

TABLE = "des_table"
EXEMPT = {TABLE: "bits of the text and of the key index tables, for programs that ask for speed over secrecy"}
KEY = 8  # bytes of a round: what is added for S-boxes 0, 2, 4 and 6, and for the others before the rotation
LONGEST = 3 * ROUNDS


def part(box: int) -> list[int]:
    """What an S-box adds to the other half, of each input. Bit n of an index is input n."""
    made = []
    for index in range(1 << SELECTORS):
        value = S[box][sum((index >> n & 1) << SELECTORS - 1 - n for n in range(SELECTORS))]
        made.append(sum((value >> 3 - n & 1) << (PLACE[4 * box + n] + 1) % 32 for n in range(4)))
    return made


class Indexed:
    """One block. The round keys are brought together in the frame first."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val) -> None:
        self.k, self.rounds = k, rounds
        self.table = k.table("des_parts", k.u32, [word for box in range(BOXES) for word in part(box)])
        self.keys = k.frame(KEY * (LONGEST + 1), "keys")  # the last one is read, and adds to nothing
        k.cold(schedule, rounds, self.keys)
        k.note("the round keys")
        at, to = k.copy(schedule, "at"), k.copy(self.keys, "to")
        with k.loop(rounds, step={at: ROUND_KEY, to: KEY}, at_least_once=True):
            word: Val | None = None
            for n, bit in enumerate(INPUTS):
                one = k.load64(at, offset=BOXES * n) & k.const(k.u64, 0x0101010101010101 << bit)
                word = one if word is None else k.or_(word, one, to=word)
            assert word is not None
            even, odd = self.halves(word)
            k.store32(to, [even, k.rotl(odd, 4)])
        k.store64(to, k.const(k.u64, 0))

    def halves(self, word: Val) -> list[Val]:
        """The bytes of a word at even places, and those at odd ones."""
        k, made = self.k, []
        for one in (k.copy(word), word >> 8):
            for by, mask in ((0, 0x00FF00FF00FF00FF), (8, 0x0000FFFF0000FFFF), (16, 0)):
                if by:
                    one |= one >> by
                if mask:
                    one &= k.const(k.u64, mask)
            made.append(k.trunc(k.u32, one))
        return made

    def read(self, at: Val) -> list[Val]:
        """A block after the initial permutation: L and R."""
        k = self.k
        word = k.load64(at, be=True)
        transpose(k, word)
        right, left = self.halves(k.bswap(word))
        return [k.rotl(left, 1), k.rotl(right, 1)]

    def write(self, to: Val, left: Val, right: Val) -> None:
        """The final permutation of a block."""
        k, word = self.k, None
        for half in (right, left):
            one = k.zext(k.u64, k.rotr(half, 1))
            for by, mask in ((16, 0x0000FFFF0000FFFF), (8, 0x00FF00FF00FF00FF)):
                one |= one << by
                one &= k.const(k.u64, mask)
            word = one if word is None else k.or_(word, one << 8, to=word)
        assert word is not None
        k.bswap(word, to=word)
        transpose(k, word)
        k.store64(to, word, be=True)

    def cipher(self, left: Val, right: Val) -> None:
        """Encrypt or decrypt a block after the initial permutation. The halves change places at the end."""
        k = self.k
        key, passes = k.copy(self.keys, "key"), k.shr(self.rounds, 4)
        k.cold(passes)
        with k.loop(passes, at_least_once=True):
            inputs = [right ^ k.load32(key, offset=n) for n in (0, 4)]
            with k.loop(k.const(k.usize, ROUNDS // 2), step={key: 2 * KEY}, at_least_once=True):
                for n, half in enumerate((left, right)):
                    following = [half ^ k.load32(key, offset=KEY * (n + 1) + m) for m in (0, 4)]  # early
                    for more in self.f(*inputs):
                        for one in (half, *following):
                            one ^= more
                    for one, made in zip(following, inputs):
                        k.set(made, one)
            exchange(k, left, right)

    def f(self, even: Val, odd: Val) -> Iterator[Val]:
        """What is added to the other half: of the even S-boxes, which comes first, and of the others."""
        k = self.k
        for n, x in enumerate((even, k.rotr(odd, 4))):
            words = list[Val]()
            for byte in range(4):
                index = k.zext(k.usize, (k.shr(x, 8 * byte) if byte else x) & 0x3F)
                offset = 4 * 64 * (2 * byte + n)
                word = k.load32(self.table, index=index, scale=4, offset=offset, exempt=TABLE)
                if byte % 2:
                    words[-1] ^= word
                else:
                    words.append(word)
            first, second = words
            first ^= second
            yield first
