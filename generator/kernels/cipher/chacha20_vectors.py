# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 in vectors of 128, 256 or 512 bits.

Many blocks are in lanes: sixteen vectors are the sixteen words of as many blocks as a vector has lanes, and a step of
a round takes one instruction for all blocks. Few blocks are in rows: a vector is a row of four words, of one block in
each 128 bits, and shuffles of three rows bring the diagonals into columns. Twenty rounds in rows wait for their path,
which takes as long for one vector of each row as for `sets` of them. Where registers are left beside lanes of 128 bits,
one block more runs in rows beside them: large cores would wait for the path of four. One more runs in words, whose
units vectors leave idle. A batch stores as many of its blocks as the text has.

AMD Zen 4, 2026-11-30, cycles of the time-stamp counter without and with a block in words: avx512 494 and 494 for 16
blocks, 703 and 494 for 17, 7,946 and 7,608 for 256; avx2 12,180 and 11,582, ssse3 24,440 and 20,520 for 256. Before a
batch could be cut off, avx512 took 872 for 15 blocks (488 now) and 573 for 9 (449). The ports bound avx512 in lanes:
two rounds take 58 cycles of the core by the best of five orders, where the sum of the ports is 48. Vectors of 256 bits
take as long. By llvm-mca 19's models neon takes 4 to 12 % fewer cycles on eight cores, from A53 to V2 and M1.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.kernels.cipher.chacha20_words import (
    BLOCK,
    DOUBLE_ROUNDS,
    SIGMA,
    TURNS,
    quarters,
    words_double_round,
    words_end,
    words_start,
)
from generator.lang import Builder, Stream, Val, stitch
from generator.lang.values import Type

ROW = 16  # bytes


class Alone:
    """What runs beside ChaCha20: nothing."""

    blocks = 0  # of ChaCha20

    def __init__(self, k: Builder) -> None:
        self.k = k
        self.step: dict[Val, int] = {}  # of pointers, a turn

    def turn(self, rounds: Stream) -> None:
        """Record two rounds."""
        self.k.emit(rounds)

    def end(self, end: Stream) -> None:
        """Record what comes between the rounds and the text."""
        self.k.emit(end)

    def put(self, in_: Val, out: Val, left: Left) -> None:
        """Store blocks of ChaCha20 behind those that it ran beside."""

    def turns(self, double_round: Callable[..., None], *args: list[Val]) -> None:
        """Run twenty rounds."""
        k = self.k
        with k.loop(k.const(k.usize, DOUBLE_ROUNDS, "turns"), step=self.step, at_least_once=True):
            with k.recording("rounds") as rounds:
                double_round(k, *args)
            self.turn(rounds)


class InWords(Alone):
    """One block more, `number` behind the counter, in the units of words, which lanes leave idle."""

    blocks = 1

    def __init__(self, k: Builder, key: Val, counter: Val, number: int) -> None:
        super().__init__(k)
        self.key, self.counter, self.number = key, counter, number
        self.x = words_start(k, key, counter)
        self.x[12] += number

    def turn(self, rounds: Stream) -> None:
        with self.k.recording("words") as words:
            words_double_round(self.k, self.x)
        self.k.emit(stitch(rounds, words, grain=1))

    def put(self, in_: Val, out: Val, left: Left) -> None:
        with self.k.if_(left.blocks.ge(left.most)):
            words_end(self.k, self.x, self.key, self.counter, in_, out, self.number)


def step(k: Builder, total: list[Val], term: list[Val], other: list[Val], count: int) -> None:
    """Run a step of several quarter rounds: total += term, other ^= total, other is turned."""
    for x, y in zip(total, term):
        k.vadd(x, y, bits=32, to=x)
    apart = "neon" in k.variant.features  # there most rotations take two instructions and cannot replace their operand
    mixed = [k.xor(x, y, to=None if apart else x) for x, y in zip(other, total)]
    for x, y in zip(other, mixed):
        k.vrotl(y, count, bits=32, to=x)


def round_(k: Builder, a: list[Val], b: list[Val], c: list[Val], d: list[Val]) -> None:
    """Quarter rounds side by side."""
    for n, count in enumerate(TURNS):
        step(k, *((c, d, b) if n % 2 else (a, b, d)), count)


# -- lanes -----------------------------------------------------------------------------------------------------------


def lanes_start(k: Builder, type: Type, key: Val, counter: Val) -> list[Val]:
    """The state of consecutive blocks, one in each lane."""
    x = [k.vconst(type, [word] * 4, name=f"x{n}") for n, word in enumerate(SIGMA)]
    x += [k.vload_broadcast(type, key, bits=32, offset=4 * n, name=f"x{n + 4}") for n in range(8)]
    x += [k.vload_broadcast(type, counter, bits=32, offset=4 * n, name=f"x{n + 12}") for n in range(4)]
    k.vadd(x[12], k.vconst(type, list(range(type.bits // 32)), name="numbers"), bits=32, to=x[12])
    k.cold(x)
    return x


def lanes_double_round(k: Builder, x: list[Val], *rows: list[Val]) -> None:
    """Run two rounds, of blocks in rows beside them too. Where sixteen registers hold the state and what a step needs,
    two quarter rounds go together. Beside rows they do too: one pair's sums fill the units while the other's turns wait
    for the only unit that shifts (llvm-mca 19's models of Neoverse N1 and N2: 11 % fewer cycles than all four)."""
    each = 2 if k.vectors == 16 or rows[0] else 4
    for turn in range(2):
        for at in range(0, 4, each):
            words = zip(*quarters(turn)[at : at + each])
            round_(k, *([*(x[n] for n in part), *([] if at else row)] for part, row in zip(words, rows)))
        diagonals(k, 2 * turn + 1, *rows)


def lanes_end(k: Builder, x: list[Val], key: Val, counter: Val) -> list[list[Val]]:
    """Add the state before. The blocks' bytes: for each four words, vectors of 16 bytes of all blocks. Vector n of such
    a row has those of block n, and in its further 128 bits those of blocks 4 + n, 8 + n and 12 + n."""
    type, rows = x[0].type, []
    for n, before in enumerate(lanes_start(k, type, key, counter)):
        k.vadd(x[n], before, bits=32, to=x[n])
        if n % 4 == 3:
            rows.append(k.vtranspose(x[n - 3 : n + 1], bits=32))
            k.cold(rows[-1])
    return rows


def lanes_store(k: Builder, rows: list[list[Val]], in_: Val, out: Val, left: Left) -> None:
    """Add the text at `in_` and store the blocks."""
    blocks = rows[0][0].type.bits // 128
    for n in range(4):
        # Of block n, of block 4 + n, and so on, all bytes in vectors.
        parts = [row[n] for row in rows]
        if blocks == 1:
            vectors = [parts]
        elif blocks == 2:
            first, second = k.vtranspose_blocks(parts[:2]), k.vtranspose_blocks(parts[2:])
            vectors = [[first[i], second[i]] for i in range(2)]
        else:
            vectors = [[one] for one in k.vtranspose_blocks(parts)]
        for i, block in enumerate(vectors):
            left.put(block, in_, out, 4 * i + n)


def put(k: Builder, vectors: list[Val], in_: Val, out: Val, at: int) -> None:
    """Store vectors at `out` + `at`, with the text added."""
    for x in vectors:
        k.vstore(out, x ^ k.vload(x.type, in_, offset=at), offset=at)
        at += x.type.bits // 8


class Left:
    """The blocks that a batch takes: as many as are left, `least` at least and `most` at most."""

    def __init__(self, k: Builder, blocks: Val, least: int, most: int) -> None:
        self.k, self.blocks, self.least, self.most = k, blocks, least, most
        self.fixed = least == most
        self.taken = blocks

    def put(self, vectors: list[Val], in_: Val, out: Val, number: int) -> None:
        """Store a block with the text added."""
        if number < self.least:
            put(self.k, vectors, in_, out, BLOCK * number)
        else:
            with self.k.if_(self.blocks.ge(number + 1)):
                put(self.k, vectors, in_, out, BLOCK * number)

    def advance(self, counter: Val) -> None:
        """Count the blocks. The counter is stored whole, because the next call loads it so."""
        k = self.k
        if self.fixed:
            number = k.vconst(k.v128, [self.most, 0, 0, 0], name="count")
        else:  # behind the rounds, where the proof knows it
            self.taken = k.select(self.blocks.ge(self.most), k.const(k.usize, self.most), self.blocks)
            number = k.vfrom(k.trunc(k.u32, self.taken))
        k.vstore(counter, k.vadd(k.vload(k.v128, counter), number, bits=32))

    def forward(self, in_: Val, out: Val) -> None:
        """Go past the blocks."""
        size = BLOCK * self.most if self.fixed else self.k.shl(self.taken, 6)
        for pointer in (in_, out):
            pointer += size
        self.blocks -= self.most if self.fixed else self.taken


def lanes(
    k: Builder, type: Type, key: Val, counter: Val, in_: Val, out: Val, blocks: Val, least: int, beside: Alone
) -> None:  # fmt: skip
    """As many blocks as a vector has lanes, and `in_rows` more, as far as the text has them: it has `least` at
    least."""
    x, first = lanes_start(k, type, key, counter), type.bits // 32
    more = [rows_start(k, type, key, counter, first + n) for n in range(in_rows(k, type))]
    beside.turns(lanes_double_round, x, *([one[n] for one in more] for n in range(4)))
    with k.recording("end") as end:
        parts = lanes_end(k, x, key, counter)
        for n, one in enumerate(more):
            for row, before in zip(one, rows_start(k, type, key, counter, first + n)):
                k.vadd(row, before, bits=32, to=row)
    beside.end(end)
    left = Left(k, blocks, least, whole(k, type) + beside.blocks)
    beside.put(in_, out, left)
    left.advance(counter)
    lanes_store(k, parts, in_, out, left)
    for n, one in enumerate(more):
        left.put(one, in_, out, first + n)
    left.forward(in_, out)


def in_rows(k: Builder, type: Type) -> int:
    """How many blocks run in rows beside those in lanes: of 128 bits, where registers are left."""
    return 1 if k.vectors > 16 and type.bits == 128 else 0


def whole(k: Builder, type: Type) -> int:
    """The most blocks of `lanes`."""
    return type.bits // 32 + in_rows(k, type)


# -- rows ------------------------------------------------------------------------------------------------------------


def rows(
    k: Builder, type: Type, sets: int, key: Val, counter: Val, in_: Val, out: Val, left: Left, beside: Alone
) -> None:  # fmt: skip
    """As many blocks as `sets` vectors have, as far as the text has them."""
    each = type.bits // 128
    top = k.vconst(type, SIGMA, name="a")
    with_key = [k.vblock(type, key, offset=at, name=name) for at, name in ((0, "b"), (ROW, "c"))]
    first = k.vblock(type, counter, name="d")
    if each > 1:
        k.vadd(first, k.vconst(type, [word for n in range(each) for word in (n, 0, 0, 0)]), bits=32, to=first)
    numbers = [first]
    for n in range(1, sets):
        numbers.append(k.vadd(first, k.vconst(type, [each * n, 0, 0, 0]), bits=32))
    a, b, c = ([k.copy(row) for _ in range(sets)] for row in (top, *with_key))
    d = [k.copy(one) for one in numbers]
    k.cold(numbers, with_key, top)
    beside.turns(rows_double_round, a, b, c, d)
    with k.recording("end") as end:
        for n in range(sets):
            for row, one in zip((a, b, c, d), (top, *with_key, numbers[n])):
                k.vadd(row[n], one, bits=32, to=row[n])
                k.cold(row[n])
    beside.end(end)
    left.advance(counter)
    for n in range(sets):
        for i, vectors in enumerate(of_blocks(k, (a[n], b[n], c[n], d[n]))):
            left.put(vectors, in_, out, each * n + i)
    left.forward(in_, out)


def rows_double_round(k: Builder, a: list[Val], b: list[Val], c: list[Val], d: list[Val]) -> None:
    """Run two rounds. A round ends with b and the next begins with it: b stays where it is, and the others turn while a
    step computes it."""
    for turn in (1, 3):
        round_(k, a, b, c, d)
        diagonals(k, turn, a, b, c, d)


def diagonals(k: Builder, turn: int, a: list[Val], b: list[Val], c: list[Val], d: list[Val]) -> None:
    """Bring the diagonals (1) or the columns (3) of rows together."""
    for row, places in ((a, -turn), (c, 2 - turn), (d, 2)):
        for x in row:
            k.vshuffle(x, [(n + places) % 4 for n in range(4)], to=x)


def rows_start(k: Builder, type: Type, key: Val, counter: Val, number: int) -> list[Val]:
    """The state of one block, `number` after the first."""
    a = k.vconst(type, SIGMA, name="a")
    b, c = (k.vload(type, key, offset=at, name=name) for at, name in ((0, "b"), (ROW, "c")))
    d = k.vadd(k.vload(type, counter), k.vconst(type, [number, 0, 0, 0]), bits=32)
    return [a, b, c, d]


def of_blocks(k: Builder, parts: tuple[Val, ...]) -> list[list[Val]]:
    """The vectors of each block, of rows."""
    blocks = parts[0].type.bits // 128
    if blocks == 1:
        return [list(parts)]
    if blocks == 4:
        return [[one] for one in k.vtranspose_blocks(parts)]
    first, second = k.vtranspose_blocks(parts[:2]), k.vtranspose_blocks(parts[2:])
    return [[first[n], second[n]] for n in range(2)]


# -- any number of blocks --------------------------------------------------------------------------------------------


def sizes(type: Type) -> list[tuple[int, int]]:
    """Bits of vectors and their numbers of the batches in rows, from the largest."""
    return {
        128: [(128, 2), (128, 1)],
        256: [(256, 3), (256, 2), (256, 1)],
        512: [(512, 3), (512, 2), (256, 3), (512, 1), (256, 1)],
    }[type.bits]


def blocks_of_text(k: Builder, type: Type, key: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """All blocks: most in lanes, and the others in rows. A batch takes what is left if the next smaller one has fewer
    blocks."""
    most = [bits // 128 * sets for bits, sets in sizes(type)]
    with k.if_(blocks.ge(most[0] + 1), clean=True):
        with k.while_(blocks.ge(most[0] + 1), align=32):
            beside = InWords(k, key, counter, whole(k, type))
            lanes(k, type, key, counter, in_, out, blocks, most[0] + 1, beside)
    for (bits, sets), count, less in zip(sizes(type), most, [*most[1:], 0]):
        left = Left(k, blocks, less + 1, count)
        with k.while_(blocks.ge(less + 1)) if left.fixed else k.if_(blocks.ge(less + 1)):
            rows(k, k.vector(bits), sets, key, counter, in_, out, left, Alone(k))
