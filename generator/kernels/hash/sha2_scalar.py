# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 in words: the round, and blocks whose schedule is words too.

Critical path of a round: Sigma1 of the newest `e` (rotate, xor, xor) and two additions. Word and constant are added to
`h` beforehand. Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, of which b ^ c is the round before's a ^ b. The schedule is
sixteen words, each made for sixteen rounds on beside its round; they are cold: where registers are short they live in
the frame.
"""

from functools import partial

from generator.kernels.hash.compression import Engine, woven
from generator.kernels.hash.fips180 import Shape
from generator.lang import Builder, Stream, Val, stream


def sha2_round(k: Builder, shape: Shape, v: list[Val]) -> None:
    """One round. `v` is a to h and b ^ c, and is turned so that it is so again; word and constant are in h already.

    Sigma1 is added to `d` and to `h` apart, which makes the path to the next `e` shorter by an addition; the order of
    the rest was measured (up to 15 % between orders on Zen 4).
    """
    a, b, c, d, e, f, g, h, b_xor_c = v
    k.add_ternary(h, [lambda x, y, z: ((y ^ z) & x) ^ z], e, f, g)
    big1 = k.rotations(e, *shape.big1)
    d += h
    a_xor_b = a ^ b
    b_xor_c &= a_xor_b
    b_xor_c ^= b
    d += big1
    h += big1
    big0 = k.rotations(a, *shape.big0)
    h += b_xor_c
    h += big0
    k.cold(big1, a_xor_b, big0)
    v[:] = [h, a, b, c, d, e, f, g, a_xor_b]


def with_b_xor_c(k: Builder, state: list[Val]) -> list[Val]:
    """`state` and what the first round wants besides."""
    b_xor_c = state[1] ^ state[2]
    k.cold(b_xor_c)
    return [*state, b_xor_c]


def load(k: Builder, state: Val, shape: Shape) -> list[Val]:
    """Eight words, and the table of constants."""
    table = k.table("constants", k.u32 if shape.bits == 32 else k.u64, shape.constants())
    words = shape.load(k, state, names="abcdefgh")
    k.cold(table, words)
    return [*words, table]


def begin(k: Builder, state: list[Val], data: Val, shape: Shape) -> tuple[list[Val], list[Val]]:
    """The state before the block, and its sixteen words."""
    saved = k.home(state)
    w = shape.load(k, data, names=[f"w{n}" for n in range(16)], be=True)
    k.cold(w)
    return saved, w


def renewed(k: Builder, shape: Shape, w: list[Val], t: int) -> Stream:
    """The word of sixteen rounds after round t, in its place."""
    with k.recording("schedule") as out:
        small0, small1 = (
            k.rotations(w[(t - back) % 16], *turns[:2], shift=turns[2])
            for back, turns in ((15, shape.small0), (2, shape.small1))
        )
        k.cold(small0, small1)
        k.add(w[t % 16], w[(t - 7) % 16], small0, to=w[t % 16])
        w[t % 16] += small1
    return out


def rounds(k: Builder, shape: Shape, state: list[Val], w: list[Val], constants: Val, turn: int, renew: bool) -> None:
    """Sixteen rounds, after which `state` is a to h again; the constants are `turn` times sixteen rounds from where
    `constants` points to. With `renew` each word is made anew for the next sixteen, beside its round."""
    v = with_b_xor_c(k, state)
    for t in range(16):
        with k.recording("round") as one:
            v[7] += w[t]
            shape.add_from(k, v[7], constants, (16 * turn + t) * shape.bytes)
            sha2_round(k, shape, v)
        k.emit(woven(one, renewed(k, shape, w, t)) if renew else one)


@stream
def block(k: Builder, words: list[Val], data: Val, shape: Shape) -> None:
    """All rounds in one line."""
    *state, table = words
    saved, w = begin(k, state, data, shape)
    turns = shape.rounds // 16
    for turn in range(turns):
        rounds(k, shape, state, w, table, turn, renew=turn + 1 < turns)
    k.add_each(state, saved)


@stream
def turned(k: Builder, words: list[Val], data: Val, shape: Shape) -> None:
    """The same with a loop of sixteen rounds, for code that stands alone."""
    *state, table = words
    saved, w = begin(k, state, data, shape)
    constants = k.copy(table, "constants")
    k.cold(constants)
    turns = k.const(k.usize, shape.rounds // 16 - 1, "turns")
    with k.loop(turns, step={constants: 16 * shape.bytes}, at_least_once=True):
        rounds(k, shape, state, w, constants, 0, renew=True)
    rounds(k, shape, state, w, constants, 0, renew=False)
    k.add_each(state, saved)


def store(k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
    """Eight words."""
    shape.store(k, state, words[:8])


def engine(shape: Shape, straight: bool = True) -> Engine:
    """The engine for one of the two shapes."""
    rounds = partial(block if straight else turned, shape=shape)
    return Engine(partial(load, shape=shape), rounds, partial(store, shape=shape))
