# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-512 rounds with half of the state in vectors: a to d in the lowest lane of one each, e to h in words.

Rotations and logic of three inputs are one instruction each in a vector, so that a new `a` takes eight there instead of
eleven, on ports of which words leave some idle. The halves meet twice in a round: the new e = d + h + K + W + Ch +
Sigma1 takes `d` from the frame, where it has been for three rounds, and the new a = e - d + Maj + Sigma0 takes the new
`e` instead of the sum that both have in common, which the words then need not make. So each half has a chain of its own
of four cycles (Sigma and an addition), and the vectors follow one round behind the words.

A round takes 5.8 cycles on Sapphire Rapids, of a limit of 5.0 that its five ports set; in words alone it took 6.9.
"""

from collections.abc import Iterator

from generator.kernels.hash.fips180 import Shape
from generator.kernels.hash.sha2_vector import Schedule
from generator.lang import Builder, Stream, Val

SLOT = 16  # bytes
# The order of a round's pieces: of its words, of the vectors of the round before, and single steps of the schedule.
# Both chains share ports, and whose instruction comes first matters: orders measured up to 8 % apart (Sapphire Rapids).
ORDER = "wvwswswswsvwvwvsvssvs"


class Split(Schedule):
    """The schedule of two blocks, and rounds of a state of four vectors and four words."""

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
        """The half of round t that makes `e`, piece by piece."""
        k, shape = self.k, self.shape
        e, f, g, h = v
        v[:] = h, e, f, g
        shape.add_from(k, h, self.sums, sum_at)
        ch = k.copy(f, "ch")
        yield
        big1 = k.rotr(e, shape.big1[0])
        yield
        ch ^= g
        second = k.rotr(e, shape.big1[1])
        ch &= e
        shape.add_from(k, h, self.crossing, t % 4 * SLOT)
        yield
        big1 ^= second
        ch ^= g
        yield
        third = k.rotr(e, shape.big1[2])
        yield
        big1 ^= third
        h += ch
        yield
        h += big1
        yield

    def vectors(self, t: int, v: list[Val], e: Val) -> Iterator[None]:
        """The half of round t that makes `a`, from the new `e`; what will be `d` in four rounds goes to the frame."""
        k, turns = self.k, self.shape.big0
        a, b, c, d = v
        v[:] = d, a, b, c
        third = k.vrotr(a, turns[2], lane=64)
        yield
        new = k.vfrom(e)
        yield
        first = k.vrotr(a, turns[0], lane=64)
        yield
        second = k.vrotr(a, turns[1], lane=64)
        k.vsub(new, d, lane=64, to=d)
        maj = k.ternary(lambda x, y, z: x & y | x & z | y & z, a, b, c)
        yield
        big0 = k.ternary(lambda x, y, z: x ^ y ^ z, second, third, first, to=first)
        k.vadd(d, maj, lane=64, to=d)
        yield
        k.vadd(d, big0, lane=64, to=d)
        if t < 12:
            k.vstore(self.crossing, d, offset=t % 4 * SLOT)
        yield

    def steps(self, turn: int) -> Iterator[None]:
        """The schedule of the next sixteen rounds, one operation after the other."""
        for n in range(8):
            for op in self.renew(n, turn).ops:
                self.k.emit(Stream([op]))
                yield

    def rounds(self, state: list[Val], turn: int, block: int = 0, renew: bool = False) -> None:
        k, vectors, words = self.k, state[:4], state[4:]
        for t, x in enumerate(reversed(vectors)):
            k.vstore(self.crossing, x, offset=t * SLOT)
        nothing: Iterator[None] = iter(())
        pieces = {"v": nothing, "s": self.steps(turn + 1) if renew else nothing}
        for t in range(16):
            pieces["w"] = self.words(t, words, self.where(t, turn, block))
            for piece in ORDER:
                next(pieces[piece], None)
            pieces["v"] = self.vectors(t, vectors, words[0])
        for _ in pieces["v"]:
            pass
