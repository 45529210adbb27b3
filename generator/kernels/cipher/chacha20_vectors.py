# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 in vectors of 128, 256 or 512 bits.

Many blocks are in lanes: sixteen vectors are the sixteen words of as many blocks as a vector has lanes, and a step of
a round takes one instruction for all blocks. Few blocks are in rows: a vector is a row of four words, of one block in
each 128 bits, and three shuffles bring the diagonals into columns. Twenty rounds in rows wait for their path, which
takes as long for one vector of each row as for `sets` of them.
"""

from generator.kernels.cipher.chacha20_words import BLOCK, DOUBLE_ROUNDS, SIGMA, TURNS, quarters
from generator.lang import Builder, Val, stream
from generator.lang.values import Type

ROW = 16  # bytes


def step(k: Builder, total: list[Val], term: list[Val], other: list[Val], count: int) -> None:
    """Run a step of several quarter rounds: total += term, other ^= total, other is turned."""
    for x, y in zip(total, term):
        k.vadd(x, y, bits=32, to=x)
    for x, y in zip(other, total):
        x ^= y
    for x in other:
        k.vrotl(x, count, bits=32, to=x)


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


@stream
def lanes_double_round(k: Builder, x: list[Val]) -> None:
    """Run two rounds. Where sixteen registers hold the state and what a step needs, two quarter rounds go together."""
    each = 4 if k.vectors > 16 else 2
    for turn in range(2):
        for at in range(0, 4, each):
            a, b, c, d = zip(*quarters(turn)[at : at + each])
            round_(k, *([x[n] for n in row] for row in (a, b, c, d)))


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


def lanes_store(k: Builder, rows: list[list[Val]], in_: Val | None, out: Val) -> None:
    """Add the text at `in_`, if there is one, and store all blocks."""
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
            put(k, block, in_, out, BLOCK * (4 * i + n))


def put(k: Builder, vectors: list[Val], in_: Val | None, out: Val, at: int) -> None:
    """Store vectors at `out` + `at`, with the text added."""
    for x in vectors:
        k.vstore(out, x if in_ is None else x ^ k.vload(x.type, in_, offset=at), offset=at)
        at += x.type.bits // 8


def lanes(k: Builder, type: Type, key: Val, counter: Val, in_: Val, out: Val) -> None:
    """As many blocks as a vector has lanes."""
    x = lanes_start(k, type, key, counter)
    with k.loop(k.const(k.usize, DOUBLE_ROUNDS, "rounds"), at_least_once=True):
        k.emit(lanes_double_round(k, x))
    lanes_store(k, lanes_end(k, x, key, counter), in_, out)
    advance(k, counter, type.bits // 32)


def advance(k: Builder, counter: Val, blocks: Val | int) -> None:
    """Count blocks. The counter is stored whole, because the next call loads it so."""
    k.vstore(counter, k.vadd(k.vload(k.v128, counter), _number(k, blocks), bits=32))


def _number(k: Builder, blocks: Val | int) -> Val:
    if isinstance(blocks, int):
        return k.vconst(k.v128, [blocks, 0, 0, 0], name="count")
    return k.vfrom(blocks if blocks.type == k.u32 else k.trunc(k.u32, blocks))


# -- rows ------------------------------------------------------------------------------------------------------------


def rows(k: Builder, type: Type, sets: int, key: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """`blocks` blocks: one at least, and not more than `sets` vectors have."""
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
    with k.loop(k.const(k.usize, DOUBLE_ROUNDS, "rounds"), at_least_once=True):
        for turn in (1, 3):
            round_(k, a, b, c, d)
            for row, places in ((b, turn), (c, 2), (d, -turn % 4)):
                for x in row:
                    k.vshuffle(x, [(n + places) % 4 for n in range(4)], to=x)
    advance(k, counter, blocks)
    for n in range(sets):
        before = (top, *with_key, numbers[n])
        parts = [k.vadd(row[n], one, bits=32, to=row[n]) for row, one in zip((a, b, c, d), before)]
        k.cold(parts)
    nested(k, [(a[n], b[n], c[n], d[n]) for n in range(sets)], in_, out, blocks, 0)


def nested(k: Builder, left: list[tuple[Val, ...]], in_: Val, out: Val, blocks: Val, done: int) -> None:
    """Store the blocks of the first of `left`, as many as there are, and go on with the next."""
    vectors = of_blocks(k, left[0])

    def go_on(n: int) -> None:
        put(k, vectors[n], in_, out, BLOCK * (done + n))
        if n + 1 < len(vectors):
            with k.if_(blocks.ge(done + n + 2)):
                go_on(n + 1)
        elif left[1:]:
            with k.if_(blocks.ge(done + n + 2)):
                nested(k, left[1:], in_, out, blocks, done + n + 1)

    go_on(0)


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


def blocks_of_text(k: Builder, type: Type, key: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """All blocks: those that fill lanes, and the others in rows."""
    whole, each = type.bits // 32, type.bits // 128
    sets = k.param("sets")
    size = sets * each
    with k.if_(blocks.ge(whole), clean=True):
        with k.while_(blocks.ge(whole), align=32):
            lanes(k, type, key, counter, in_, out)
            pass_(in_, out, blocks, whole)
    with k.while_(blocks.ne(0)):
        count = k.min(blocks, size)
        rows(k, type, sets, key, counter, in_, out, count)
        forward = count << 6
        in_ += forward
        out += forward
        blocks -= count


def pass_(in_: Val, out: Val, blocks: Val, count: int) -> None:
    in_ += BLOCK * count
    out += BLOCK * count
    blocks -= count
