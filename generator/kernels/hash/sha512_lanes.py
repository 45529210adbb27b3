# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-512 with nothing in words, for 32-bit machines, on which a word of it is two registers: a vector has one word of
each half of the state, (e, a), (f, b), (g, c), (h, d), and so both sums of rotations are one, and so are Ch and Maj:
Maj(a, b, c) is Ch(a ^ c, b, c).

Critical path of a round: the sums of rotations, three additions and a move of a half. What a round costs is rather its
instructions; it has half as many as with a word in each vector.
"""

from generator.kernels.hash.compression import Engine
from generator.kernels.hash.fips180 import SHA512
from generator.lang import Builder, Val, stream

WORD = 64  # bits
TURN = 128  # bytes: sixteen words
TURNS = SHA512.rounds // 16


def load(k: Builder, state: Val) -> list[Val]:
    """The state as (e, a), (f, b), (g, c), (h, d); which half has a; the constants of all rounds."""
    ab, cd, ef, gh = (k.vload(k.v128, state, offset=16 * n) for n in range(4))
    words = [
        unpack(low, high, lane=WORD, to=k.value(k.v128, name))
        for low, high, names in ((ef, ab, ("ea", "fb")), (gh, cd, ("gc", "hd")))
        for unpack, name in zip((k.vunpack_low, k.vunpack_high), names)
    ]
    upper = k.vconst(k.v128, [0, (1 << WORD) - 1], lane=WORD, name="upper")
    table = k.table("constants", k.u64, SHA512.constants())
    k.cold(upper, table)
    return [*words, upper, table]


class Schedule:
    """Sixteen words of a block, two a vector, and their sums with the constants, where the rounds fetch them. The state
    has the registers: a vector of the schedule is in one only while it is made."""

    def __init__(self, k: Builder, constants: Val) -> None:
        self.k, self.constants = k, constants
        self.sums = k.frame(TURN, "sums")
        self.w: list[Val] = []

    def begin(self, data: Val) -> None:
        """The message's words."""
        k = self.k
        for n in range(8):
            word = k.vload(k.v128, data, offset=16 * n, name=f"w{n}")
            k.vbswap(word, lane=WORD, to=word)
            self.w.append(k.home(word))
            self.add_constants(word, n, 0)

    def add_constants(self, word: Val, n: int, turn: int) -> None:
        """The sums of vector `n`, `turn` times sixteen rounds from where the constants are."""
        k = self.k
        constants = k.vload(k.v128, self.constants, offset=TURN * turn + 16 * n)
        k.vstore(self.sums, k.vadd(word, constants, lane=WORD), offset=16 * n)

    def small(self, x: Val, turns: tuple[int, int, int]) -> Val:
        """A sigma function of each word."""
        k = self.k
        terms = k.vrotr(x, turns[0], lane=WORD), k.vrotr(x, turns[1], lane=WORD), k.vshr(x, turns[2], lane=WORD)
        return k.ternary(lambda x, y, z: x ^ y ^ z, *terms)

    def renew(self, n: int) -> None:
        """Vector `n` sixteen rounds on, and its sums."""
        k, w = self.k, self.w
        word = k.vadd(w[n], k.vext(w[(n + 5) % 8], w[(n + 4) % 8], 8), lane=WORD)
        k.vadd(word, self.small(k.vext(w[(n + 1) % 8], w[n], 8), SHA512.small0), lane=WORD, to=word)
        k.vadd(word, self.small(w[n - 1], SHA512.small1), lane=WORD, to=word)
        k.set(w[n], word)
        self.add_constants(word, n, 1)


def one_round(k: Builder, v: list[Val], upper: Val, sums: Val, t: int) -> None:
    """Round t. Its sum is fetched with its neighbour as the two were stored, which need not reach the cache first."""
    ea, fb, gc, hd = v
    sigma = k.vrotations(ea, SHA512.big1, SHA512.big0, lane=WORD)
    total = k.vload(k.v128, sums, offset=t // 2 * 16)
    if t % 2:
        total = k.vshuffle(total, (2, 3, 2, 3))
    terms = k.vadd(total, hd, lane=WORD)  # h + word + constant | of no use
    chosen = k.ternary(lambda x, y, z: (x & y) ^ z, gc, upper, ea)  # e | a ^ c
    logic = k.ternary(lambda x, y, z: ((y ^ z) & x) ^ z, chosen, fb, gc)  # Ch | Maj
    second = k.vadd(sigma, logic, lane=WORD)  # of no use | T2
    first = k.vshuffle(k.vadd(terms, second, lane=WORD), (0, 1, 0, 1))  # T1 | T1
    v[:] = [k.vadd(k.vunpack_high(hd, second, lane=WORD), first, lane=WORD), ea, fb, gc]  # d + T1 | T2 + T1


def sixteen(k: Builder, state: list[Val], upper: Val, schedule: Schedule, renew: bool) -> None:
    """Sixteen rounds, after which `state` is as it was; with ``renew`` the schedule of the next sixteen between."""
    v = list(state)
    for t in range(16):
        one_round(k, v, upper, schedule.sums, t)
        if renew and t % 2:
            schedule.renew(t // 2)
    for old, new in zip(state, v):
        k.set(old, new)


@stream
def block(k: Builder, words: list[Val], data: Val) -> None:
    """All rounds, sixteen at a time."""
    *state, upper, table = words
    saved = k.home(state)
    constants = k.copy(table, "constants")
    schedule = Schedule(k, constants)
    schedule.begin(data)
    with k.loop(k.const(k.usize, TURNS - 1, "turns"), at_least_once=True):
        sixteen(k, state, upper, schedule, renew=True)
        constants += TURN
    sixteen(k, state, upper, schedule, renew=False)
    for word, old in zip(state, saved):
        k.vadd(word, old, lane=WORD, to=word)


def store(k: Builder, state: Val, words: list[Val]) -> None:
    """Eight words."""
    ea, fb, gc, hd = words[:4]
    halves = [unpack(*pair, lane=WORD) for unpack in (k.vunpack_high, k.vunpack_low) for pair in ((ea, fb), (gc, hd))]
    k.vstore(state, halves)


LANES = Engine(load, block, store)
