# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-512 rounds with half of the state in vectors: a to d in the lowest lane of one each, e to h in words.

With three-input logic and rotations in vectors a new `a` is nine instructions there, of which none competes for the two
ports that rotate words, and takes no longer. The halves meet twice in a round: the new e = d + h + K + W + Ch + Sigma1
takes `d` from the frame, where it has been for three rounds, and the new a = Maj - d + e + Sigma0 takes the new `e`,
which makes it independent of the sum that both have in common. So each half has a chain of its own of four cycles
(Sigma, an addition), and the vectors follow one round behind the words.

What stands between what was measured, as in :mod:`sha2_scalar`: about 8 % between orders on Sapphire Rapids.
"""

from collections.abc import Iterator
from itertools import islice, zip_longest

from generator.kernels.hash.fips180 import Shape
from generator.kernels.hash.sha2_vector import Schedule
from generator.lang import Builder, Stream, Val

SLOT = 16  # bytes


class Split(Schedule):
    """The schedule, and rounds of a state of four vectors and four words."""

    def __init__(self, k: Builder, shape: Shape, bits: int, sums: Val, constants: Val, keep: bool) -> None:
        super().__init__(k, shape, bits, sums, constants, keep)
        self.crossing = k.frame(4 * SLOT, "crossing")

    @staticmethod
    def split(k: Builder, words: list[Val]) -> list[Val]:
        return [*(k.vfrom(word) for word in words[:4]), *words[4:]]

    @staticmethod
    def joined(k: Builder, state: list[Val]) -> list[Val]:
        return [*(k.vword(k.u64, x) for x in state[:4]), *state[4:]]

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        for x, before in zip(state[:4], saved[:4]):
            self.k.vadd(x, before, lane=64, to=x)
        self.k.add_each(state[4:], saved[4:])

    def words(self, t: int, v: list[Val], sum_at: int) -> Iterator[None]:
        """The half of a round that makes `e`."""
        k, shape = self.k, self.shape
        e, f, g, h = v
        v[:] = h, e, f, g
        ch = f ^ g
        yield
        shape.add_from(k, h, self.sums, sum_at)
        big1 = k.rotr(e, shape.big1[0])
        yield
        second = k.rotr(e, shape.big1[1])
        ch &= e
        shape.add_from(k, h, self.crossing, t % 4 * SLOT)
        ch ^= g
        big1 ^= second
        third = k.rotr(e, shape.big1[2])
        h += ch
        big1 ^= third
        yield
        yield
        h += big1

    def vectors(self, t: int, v: list[Val], e: Val) -> Iterator[None]:
        """The half of a round that makes `a`, from the new `e`; what rounds to come will want as `d` goes to the
        frame."""
        k, turns = self.k, self.shape.big0
        a, b, c, d = v
        v[:] = d, a, b, c
        yield
        maj = k.ternary(lambda x, y, z: x & y | x & z | y & z, a, b, c)
        yield
        new = k.vfrom(e)
        yield
        first = k.vrotr(a, turns[0], lane=64)
        yield
        third = k.vrotr(a, turns[2], lane=64)
        second = k.vrotr(a, turns[1], lane=64)
        yield
        k.vsub(new, d, lane=64, to=d)
        big0 = k.ternary(lambda x, y, z: x ^ y ^ z, second, third, first, to=first)
        k.vadd(d, maj, lane=64, to=d)
        yield
        k.vadd(d, big0, lane=64, to=d)
        if t < 12:
            k.vstore(self.crossing, d, offset=t % 4 * SLOT)
        yield

    def rounds(self, state: list[Val], turn: int, block: int = 0, renew: bool = False) -> None:
        k, vectors, words = self.k, state[:4], state[4:]
        for t, x in enumerate(reversed(vectors)):
            k.vstore(self.crossing, x, offset=t * SLOT)
        behind: Iterator[None] = iter(())
        for t in range(16):
            if t % 2 == 0:
                schedule = iter(self.renew(t // 2, turn + 1).ops if renew else ())
            for _ in zip_longest(self.words(t, words, self.where(t, turn, block)), behind):
                k.emit(Stream(list(islice(schedule, 1))))
            behind = self.vectors(t, vectors, words[0])
            if t % 2:
                k.emit(Stream(list(schedule)))
        for _ in behind:
            pass
