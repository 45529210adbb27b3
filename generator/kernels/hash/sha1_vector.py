# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 with the schedule in vectors: four words at once, of one block or, in the halves of a longer vector, of two;
their sums with the constants go to the frame, where the rounds fetch them.

Four words of the schedule are computed beside four rounds, sixteen rounds ahead; the rounds are words and alone on the
critical path: see :mod:`sha1_scalar`. Where two blocks are scheduled at once, the second one's rounds follow by
themselves.
"""

from functools import partial

from generator.kernels.hash import sha1_scalar
from generator.kernels.hash.compression import Engine, woven
from generator.kernels.hash.fips180 import SHA1_CONSTANTS
from generator.kernels.hash.sha1_scalar import add_late, sha1_round, store
from generator.lang import Builder, Stream, Val, stream

GROUPS = 20  # of four rounds
AHEAD = 4  # groups that the schedule is ahead


class Schedule:
    """The last 32 words of a block, or of two, in vectors; ``sums`` points to where they go, with constants added."""

    def __init__(self, k: Builder, bits: int, sums: Val, constants: Val, keep: bool) -> None:
        """``keep``: the sums of all rounds are kept, not of sixteen only."""
        self.k, self.type = k, k.vector(bits)
        self.sums, self.constants, self.keep = sums, constants, keep
        self.w: list[Val] = []

    def begin(self, data: Val, second: Val | None = None) -> None:
        """The message's words, of a block at `data` and one at `second`."""
        k = self.k
        for n in range(AHEAD):
            word = k.vblock(self.type, data, offset=16 * n, name=f"w{n}")
            if second is not None:
                k.vinsert(word, k.vload(k.v128, second, offset=16 * n), 1, to=word)
            k.vbswap(word, lane=32, to=word)
            self.w.append(k.home(word))
            self.add_constants(word, n)

    def add_constants(self, word: Val, group: int) -> None:
        """The sums of a group of four rounds."""
        k = self.k
        constants = k.vblock(self.type, self.constants, offset=16 * (group // 5))
        k.vstore(self.sums, k.vadd(word, constants, lane=32), offset=self.where(4 * group))

    def where(self, t: int, block: int = 0) -> int:
        """The offset of round t's sum."""
        return (t if self.keep else t % 16) // 4 * (self.type.bits // 8) + 16 * block + 4 * (t % 4)

    def add_sum(self, t: int, block: int, e: Val) -> None:
        """Word and constant of round t."""
        self.k.add(e, self.k.load32(self.sums, offset=self.where(t, block)), to=e)

    def next(self, group: int) -> Stream:
        """The words of a group. From the 32nd word on FIPS 180-4's rule is used twice over: no word then depends on
        another of its group."""
        k, w = self.k, self.w
        with k.recording("schedule") as out:
            if group < 8:
                word = k.vext(w[group - 3], w[group - 4], 8, to=k.value(self.type, f"w{group}"))
                for other in (w[group - 4], w[group - 2], k.vshr_bytes(w[group - 1], 4)):
                    k.xor(word, other, to=word)
                first = k.vshl_bytes(word, 12)  # the first word, which the last one needs
                k.vrotl(word, 1, lane=32, to=word)
                k.xor(word, k.vrotl(first, 2, lane=32), to=word)
                w.append(k.home(word))
            else:
                word = w[group % 8] ^ w[(group + 4) % 8]
                for other in (w[(group + 1) % 8], k.vext(w[(group - 1) % 8], w[(group - 2) % 8], 8)):
                    k.xor(word, other, to=word)
                k.vrotl(word, 2, lane=32, to=word)
                k.set(w[group % 8], word)
            self.add_constants(word, group)
        return out

    def rounds(self, words: list[Val], block: int = 0, renew: bool = True) -> None:
        """All rounds of one block; with `renew` the schedule beside."""
        k, v = self.k, list(words)
        for group in range(GROUPS):
            with k.recording("rounds") as rounds:
                for t in range(4 * group, 4 * group + 4):
                    sha1_round(k, v, t, partial(self.add_sum, t, block))
            k.emit(woven(rounds, self.next(group + AHEAD)) if renew and group + AHEAD < GROUPS else rounds)
        add_late(k, v)


def load(k: Builder, state: Val) -> list[Val]:
    """Five words, and the constants, each four times."""
    table = k.table("constants", k.u32, [constant for constant in SHA1_CONSTANTS for _ in range(4)])
    k.cold(table)
    return [*sha1_scalar.load(k, state), table]


@stream
def block(k: Builder, words: list[Val], data: Val) -> None:
    """All rounds in one line."""
    *state, table = words
    saved = k.home(state)
    schedule = Schedule(k, 128, k.frame(64, "sums"), table, keep=False)
    schedule.begin(data)
    schedule.rounds(state)
    k.add_each(state, saved)


VECTOR = Engine(load, block, store)


def each_pair(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """Two blocks at a time, in vectors of 256 bits; a single last one is scheduled twice."""
    *words, table = load(k, state)
    left = k.copy(blocks, "left")
    k.cold(left)
    sums = k.frame(640, "sums")
    with k.while_(left.ne(0)):
        second = k.select(left.eq(1), data, k.add(data, 64))
        saved = k.home(words)
        schedule = Schedule(k, 256, sums, table, keep=True)
        schedule.begin(data, second)
        schedule.rounds(words)
        k.add_each(words, saved)
        left -= 1
        data += 64
        with k.if_(left.ne(0)):
            saved = k.home(words)
            schedule.rounds(words, block=1, renew=False)
            k.add_each(words, saved)
            left -= 1
            data += 64
    store(k, state, words)
