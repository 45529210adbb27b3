# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 with the schedule in vectors: as many words at once as 16 bytes hold, of one block or, in the
halves of a longer vector, of two; their sums with the constants go to the frame, where the rounds fetch them.

The schedule of the next sixteen rounds is computed beside the present ones, which are words and alone on the critical
path: see :mod:`sha2_scalar`. Where two blocks are scheduled at once, the second one's rounds follow by themselves.
"""

from functools import partial

from generator.kernels.hash.compression import Engine, woven
from generator.kernels.hash.fips180 import Shape
from generator.kernels.hash.sha2_scalar import load, sha2_round, store, with_b_xor_c
from generator.lang import Builder, Stream, Val, stream

BLANK = 0x80  # in a table of byte numbers: zero
# Words 0 and 2 to the lower half, or to the upper one, zeros in the other.
PICKED = [0, 1, 2, 3, 8, 9, 10, 11]
PICK = ([*PICKED, *[BLANK] * 8], [*[BLANK] * 8, *PICKED])


class Schedule:
    """Sixteen words of a block, or of two, in vectors; ``sums`` points to where they go, with ``constants`` added."""

    def __init__(self, k: Builder, shape: Shape, bits: int, sums: Val, constants: Val, keep: bool) -> None:
        """``keep``: the sums of all rounds are kept, not of sixteen only."""
        self.k, self.shape, self.type = k, shape, k.vector(bits)
        self.sums, self.constants, self.keep = sums, constants, keep
        self.lanes = 128 // shape.bits
        self.w: list[Val] = []

    @staticmethod
    def split(k: Builder, words: list[Val]) -> list[Val]:
        """The state as the rounds want it, from words."""
        return words

    @staticmethod
    def joined(k: Builder, state: list[Val]) -> list[Val]:
        """The reverse."""
        return state

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        """The state before the block added to that after it."""
        self.k.add_each(state, saved)

    def begin(self, data: Val, second: Val | None = None) -> None:
        """The message's words, of a block at `data` and one at `second`."""
        k = self.k
        for at in range(0, 16 * self.shape.bytes, 16):
            word = k.vblock(self.type, data, offset=at, name=f"w{at // 16}")
            if second is not None:
                k.vinsert(word, k.vload(k.v128, second, offset=at), 1, to=word)
            k.vbswap(word, lane=self.shape.bits, to=word)
            self.w.append(word)
            k.cold(word)
            self.add_constants(len(self.w) - 1, 0)

    def add_constants(self, n: int, turn: int) -> None:
        """The sums of vector `n`, `turn` times sixteen rounds from where the pointers are."""
        k, vectors = self.k, 16 // self.lanes
        constants = k.vblock(self.type, self.constants, offset=16 * (vectors * turn + n))
        sums = k.vadd(self.w[n], constants, lane=self.shape.bits)
        k.vstore(self.sums, sums, offset=self.type.bits // 8 * (vectors * turn * self.keep + n))

    def where(self, t: int, turn: int, block: int = 0) -> int:
        """The offset of round t's sum."""
        vector, lane = divmod(16 * turn * self.keep + t, self.lanes)
        return vector * self.type.bits // 8 + 16 * block + lane * self.shape.bytes

    def back(self, n: int, words: int) -> Val:
        """The words that stand so many before vector `n`'s next ones."""
        first, lane = divmod(16 - words, self.lanes)
        low, high = (self.w[(n + first + i) % len(self.w)] for i in range(2))
        return self.k.vext(high, low, lane * self.shape.bytes) if lane else low

    def small(self, x: Val, turns: tuple[int, int, int]) -> Val:
        """A sigma function of each word."""
        k, bits = self.k, self.shape.bits
        terms = k.vrotr(x, turns[0], lane=bits), k.vrotr(x, turns[1], lane=bits), k.vshr(x, turns[2], lane=bits)
        return k.ternary(lambda x, y, z: x ^ y ^ z, *terms)

    def small1_of_two(self, x: Val, upper: bool) -> Val:
        """sigma1 of one half of `x`, in the other half. A shift of a word that stands twice in 64 bits rotates it."""
        k = self.k
        twice = k.vshuffle(x, (2, 2, 3, 3) if upper else (0, 0, 1, 1))
        first, second, shift = self.shape.small1
        terms = k.vshr(twice, first, lane=64), k.vshr(twice, second, lane=64), k.vshr(twice, shift, lane=32)
        found = k.ternary(lambda x, y, z: x ^ y ^ z, *terms)
        return k.vlookup(found, k.vconst(self.type, PICK[not upper], lane=8))

    def renew(self, n: int, turn: int) -> Stream:
        """Vector `n` sixteen rounds on, and its sums."""
        k, bits = self.k, self.shape.bits
        with k.recording("schedule") as out:
            word = self.w[n]
            small0 = self.small(self.back(n, 15), self.shape.small0)
            k.vadd(word, self.back(n, 7), lane=bits, to=word)
            k.vadd(word, small0, lane=bits, to=word)
            if self.lanes == 2:
                k.vadd(word, self.small(self.back(n, 2), self.shape.small1), lane=bits, to=word)
            else:
                k.vadd(word, self.small1_of_two(self.w[n - 1], upper=True), lane=bits, to=word)
                k.vadd(word, self.small1_of_two(word, upper=False), lane=bits, to=word)
            self.add_constants(n, turn)
        return out

    def rounds(self, state: list[Val], turn: int, block: int = 0, renew: bool = False) -> None:
        """Sixteen rounds of one block, with the sums of `turn`; ``renew``: the schedule of the next sixteen beside."""
        k, v = self.k, with_b_xor_c(self.k, state)
        for n in range(16 // self.lanes):
            with k.recording("rounds") as rounds:
                for t in range(n * self.lanes, (n + 1) * self.lanes):
                    self.shape.add_from(k, v[7], self.sums, self.where(t, turn, block))
                    sha2_round(k, self.shape, v)
            k.emit(woven(rounds, self.renew(n, turn + 1)) if renew else rounds)


@stream
def block(k: Builder, words: list[Val], data: Val, shape: Shape, kind: type[Schedule] = Schedule) -> None:
    """All rounds in one line."""
    *state, constants = words
    saved = k.home(state)
    schedule = kind(k, shape, 128, k.frame(16 * shape.bytes, "sums"), constants, keep=False)
    schedule.begin(data)
    turns = shape.rounds // 16
    for turn in range(turns):
        schedule.rounds(state, turn, renew=turn + 1 < turns)
    schedule.add_each(state, saved)


@stream
def turned(k: Builder, words: list[Val], data: Val, shape: Shape, kind: type[Schedule] = Schedule) -> None:
    """The same with a loop of sixteen rounds, for code that stands alone."""
    *state, table = words
    saved = k.home(state)
    constants = k.copy(table, "constants")
    k.cold(constants)
    schedule = kind(k, shape, 128, k.frame(16 * shape.bytes, "sums"), constants, keep=False)
    schedule.begin(data)
    with k.loop(k.const(k.usize, shape.rounds // 16 - 1, "turns"), at_least_once=True):
        schedule.rounds(state, 0, renew=True)
        constants += 16 * shape.bytes
    schedule.rounds(state, 0)
    schedule.add_each(state, saved)


def engine(shape: Shape, straight: bool = True, kind: type[Schedule] = Schedule) -> Engine:
    """One block at a time, in vectors of 128 bits."""

    def begin(k: Builder, state: Val) -> list[Val]:
        *words, table = load(k, state, shape)
        return [*kind.split(k, words), table]

    def end(k: Builder, state: Val, words: list[Val]) -> None:
        store(k, state, kind.joined(k, words[:8]), shape)

    return Engine(begin, partial(block if straight else turned, shape=shape, kind=kind), end)


def each_pair(k: Builder, state: Val, data: Val, blocks: Val, shape: Shape, kind: type[Schedule] = Schedule) -> None:
    """Two blocks at a time, in vectors of 256 bits; a single last one is scheduled twice."""
    *words, table = load(k, state, shape)
    words = kind.split(k, words)
    size = 16 * shape.bytes
    area = k.frame(2 * shape.rounds * shape.bytes, "area")
    left = k.copy(blocks, "left")
    k.cold(left)
    turns = shape.rounds // 16
    with k.while_(left.ne(0)):
        second = k.select(left.eq(1), data, k.add(data, size))
        saved = k.home(words)
        sums, constants = k.copy(area, "sums"), k.copy(table, "constants")
        k.cold(constants)
        schedule = kind(k, shape, 256, sums, constants, keep=True)
        schedule.begin(data, second)
        with k.loop(k.const(k.usize, turns - 1, "turns"), step={sums: 2 * size, constants: size}, at_least_once=True):
            schedule.rounds(words, 0, renew=True)
        schedule.rounds(words, 0)
        schedule.add_each(words, saved)
        left -= 1
        data += size
        with k.if_(left.ne(0)):
            saved = k.home(words)
            k.set(sums, area)
            with k.loop(k.const(k.usize, turns, "turns"), step={sums: 2 * size}, at_least_once=True):
                schedule.rounds(words, 0, block=1)
            schedule.add_each(words, saved)
            left -= 1
            data += size
    store(k, state, kind.joined(k, words), shape)
