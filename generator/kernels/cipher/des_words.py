# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES of one block in words of 64 bits, without a table at an address that depends on a secret.

Byte s of a half has bits 4 * s to 4 * s + 3 of the standard, from the lowest bit on. Five inputs of each S-box, spread
over its byte, choose one of 32 constants: a byte has the S-box's four outputs twice, for both values of the sixth
input. The permutation after the S-boxes is a sum of rotations, each of the bits that move as far. The outputs' order in
a byte makes ten distances of 32 bits: the fewest that a climb from random orders found.
"""

from __future__ import annotations

from generator.kernels.cipher.des_standard import BOXES, INPUTS, PLACE, ROUND_KEY, ROUNDS, SELECTORS, S
from generator.kernels.cipher.halves import exchange
from generator.lang import Builder, Val

ORDERS = ("0321", "0321", "2310", "1320", "3201", "3021", "3201", "0312")
"""The bits of outputs 0 to 3 of each S-box."""
HALVES = 1
"""The input that chooses a half of a byte."""
CHOICES = (4, 3, 2, 0, 5)
"""The other inputs, from the one that chooses first."""
LOW = 0x0F0F0F0F0F0F0F0F


def leaf(number: int) -> int:
    """Constant `number`, whose bit n is the value of choice n."""
    made = 0
    for box in range(BOXES):
        for half in range(2):
            chosen = {one: number >> n & 1 for n, one in enumerate(CHOICES)} | {HALVES: half}
            value = S[box][sum(chosen[one] << 5 - one for one in range(SELECTORS))]
            for out in range(4):
                made |= (value >> 3 - out & 1) << 8 * box + 4 * half + int(ORDERS[box][out])
    return made


def moves() -> dict[int, int]:
    """The bits before the permutation that move by each distance to the left."""
    made: dict[int, int] = {}
    for box in range(BOXES):
        for out in range(4):
            place, to = 8 * box + int(ORDERS[box][out]), PLACE[4 * box + out]
            distance = (8 * (to // 4) + to % 4 - place) % 64
            made[distance] = made.get(distance, 0) | 1 << place
    return made


def transpose(k: Builder, word: Val) -> None:
    """Exchange rows and columns of eight bytes by eight bits."""
    for by, pattern in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        t = k.shr(word, by) ^ word
        t &= k.const(k.u64, pattern)
        word ^= t
        word ^= t << by


class Words:
    """One block."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        self.leaves = [leaf(n) for n in range(32)]
        pairs = [one for n in range(0, 32, 2) for one in (self.leaves[n] ^ self.leaves[n + 1], self.leaves[n])]
        self.table = k.table("des_words", k.u64, [*pairs, *moves().values(), LOW, 0x0101010101010101])
        k.cold(schedule, rounds, self.table)

    def hold(self) -> None:
        """Nothing: constants are operands in memory."""

    def constant(self, n: int) -> Val:
        """Word `n` of the table."""
        word: Val = self.k.load64(self.table, offset=8 * n)
        self.k.cold(word)
        return word

    def read(self, at: Val) -> Val:
        block: Val = self.k.load64(at)
        self.k.cold(block)
        return block

    def write(self, to: Val, block: Val) -> None:
        self.k.store64(to, block)

    def cipher(self, block: Val) -> Val:
        """Encrypt or decrypt a block."""
        k = self.k
        k.note("the initial permutation")
        word = k.bswap(block)
        transpose(k, word)
        k.bswap(word, to=word)
        left, right = k.shr(word, 8), word
        for half in (left, right):
            half &= k.const(k.u64, 0x00FF00FF00FF00FF)
            half |= half << 4
            half &= self.constant(42)
        k.cold(left, right)
        key, passes = k.copy(self.schedule, "key"), k.zext(k.usize, k.shr(self.rounds, 4))
        k.cold(key, passes)
        k.note("the rounds")
        with k.loop(passes):
            with k.loop(k.const(k.usize, ROUNDS), step={key: ROUND_KEY}, at_least_once=True):
                self.round(left, right, key)
                exchange(k, left, right)
            exchange(k, left, right)
        k.note("the final permutation")
        for half in (left, right):
            half |= half >> 4
            half &= k.const(k.u64, 0x00FF00FF00FF00FF)
        k.or_(right, left << 8, to=right)
        k.bswap(right, to=right)
        transpose(k, right)
        k.bswap(right, to=right)
        return right

    def round(self, to: Val, x: Val, key: Val) -> None:
        """Add the function of one half to the other."""
        k = self.k
        inputs: dict[int, Val] = {}
        for bit in range(1, 5):
            one = k.shr(x, bit - 1) if bit > 1 else k.copy(x)
            one &= self.constant(43)
            k.sub(one << 8, one, to=one)
            inputs[bit] = one
        inputs[0], inputs[5] = k.rotl(inputs[4], 8), k.rotr(inputs[1], 8)
        for bit, one in inputs.items():
            one ^= k.load64(key, offset=BOXES * INPUTS.index(bit))
            k.cold(one)

        def chosen(level: int, number: int) -> Val:
            """One of the 2^level constants from `number` on."""
            mask = inputs[CHOICES[level - 1]]
            if level == 1:
                out = mask & self.constant(number)
                out ^= self.constant(number + 1)
            else:
                out, other = chosen(level - 1, number), chosen(level - 1, number + (1 << level - 1))
                other ^= out
                other &= mask
                out ^= other
            k.cold(out)
            return out

        both = chosen(5, 0)
        other = both >> 4
        other ^= both
        other &= inputs[HALVES]
        both ^= other
        for n, distance in enumerate(moves()):
            part = both & self.constant(32 + n)
            to ^= k.rotl(part, distance) if distance else part
