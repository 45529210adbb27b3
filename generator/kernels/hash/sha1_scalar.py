# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 in words: the round, and blocks whose schedule is words too.

Critical path of a round: rotate of the newest `a`, one addition. The message word, the constant and the boolean
function are added to `e` beforehand. Maj is the sum of two disjoint halves, of which one is ready early. The schedule
is sixteen words, renewed as the rounds consume them; they are cold: where registers are short they live in the frame.
"""

from collections.abc import Callable
from functools import partial

from generator.kernels.hash.compression import Engine, woven
from generator.kernels.hash.fips180 import SHA1_CONSTANTS
from generator.lang import Builder, Stream, Val, stream

# Ch, Parity, Maj, Parity, as disjoint parts, early ones first. Arguments newest first.
PARITY = [lambda x, y, z: (y ^ z) ^ x]
FUNCTIONS = [
    [lambda x, y, z: ((y ^ z) & x) ^ z],
    PARITY,
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],
    PARITY,
]


def sha1_round(k: Builder, v: list[Val], t: int, add_word: Callable[[Val], None]) -> None:
    """Round t; ``add_word(e)`` adds word and constant. `v` is a to e, and is turned so that it is so again; what it has
    besides is still to be added to `a`, which is better done in the next round: the order was measured (up to 30 %
    between orders on Zen 4)."""
    a, b, c, d, e, *late = v
    add_word(e)
    if k.registers < 8:
        k.add_ternary(e, FUNCTIONS[t // 20], b, c, d)
        e += k.rotl(a, 5)
        k.rotl(b, 30, to=b)
        v[:] = [e, a, b, c, d]
        return
    parts = [k.ternary(part, b, c, d) for part in FUNCTIONS[t // 20]]
    for term in late:
        a += term
    for term in parts:
        e += term
    k.rotl(b, 30, to=b)
    turned = k.rotl(a, 5)
    k.cold(parts, turned)
    v[:] = [e, a, b, c, d, turned]


def add_late(k: Builder, v: list[Val]) -> None:
    """What is still to be added to `a`."""
    for term in v[5:]:
        k.add(v[0], term, to=v[0])
    del v[5:]


def load(k: Builder, state: Val) -> list[Val]:
    """Five words in registers."""
    return list(k.load32(state, 5, names="abcde"))


def next_word(k: Builder, w: list[Val], data: Val, t: int) -> Stream:
    """Word t of the schedule."""
    with k.recording("schedule") as out:
        if t < 16:
            w += k.load32(data, offset=4 * t, names=[f"w{t}"], count=1, be=True)
            k.cold(w[t])
        elif t < 80:
            for back in (14, 8, 3):
                w[t % 16] ^= w[(t - back) % 16]
            k.rotl(w[t % 16], 1, to=w[t % 16])
    return out


def add_word(word: Val, constant: Val | int, e: Val) -> None:
    """Word and constant of a round."""
    e.k.add(e, word, constant, to=e)


@stream
def block(k: Builder, words: list[Val], data: Val) -> None:
    """All eighty rounds. Where registers are many, words are made ahead of their rounds, and constants stay in one."""
    saved = k.home(words)
    v, w = list(words), list[Val]()
    ahead = 2 if k.registers > 16 else 0
    for t in range(ahead):
        k.emit(next_word(k, w, data, t))
    constant: Val | int = 0
    for t in range(80):
        word = next_word(k, w, data, t + ahead)
        if t % 20 == 0:
            value = SHA1_CONSTANTS[t // 20]
            constant = k.const(k.u32, value, "constant") if ahead else value
        with k.recording("round") as one:
            sha1_round(k, v, t, partial(add_word, w[t % 16], constant))
            if not ahead or t == 79:
                add_late(k, v)
        k.emit(woven(one, word) if ahead else Stream([*word.ops, *one.ops]))
    k.add_each(words, saved)


def store(k: Builder, state: Val, words: list[Val]) -> None:
    """Five words."""
    k.store32(state, words[:5])


SCALAR = Engine(load, block, store)
