# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rounds of SHA-1 and SHA-2 over a state in words, each by any of the schedules.

Critical path of a round of SHA-1: rotate of the newest `a`, one addition. The message word, the constant and the
boolean function are added to `e` beforehand. Maj is the sum of two disjoint halves, of which one is ready early.

Critical path of a round of SHA-2: Sigma1 of the newest `e` (rotate, xor, xor) and two additions. Word and constant are
added to `h` beforehand. Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, of which b ^ c is the round before's a ^ b.
"""

from typing import Any, Generic, TypeVar

from generator.kernels.hash.compression import followed, woven
from generator.kernels.hash.fips180 import Sha2, Shape
from generator.kernels.hash.schedules import Schedule, Vectors
from generator.lang import Builder, Val

S = TypeVar("S", bound=Shape)

# SHA-1's Ch, Parity, Maj, Parity, as disjoint parts, early ones first. Arguments newest first.
PARITY = [lambda x, y, z: (y ^ z) ^ x]
FUNCTIONS = [
    [lambda x, y, z: ((y ^ z) & x) ^ z],
    PARITY,
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],
    PARITY,
]


class Rounds(Generic[S]):
    """A layout of the state, and the rounds over it. ``home``: vectors of the schedule live in memory, as the rounds
    have the registers."""

    home = False
    size = 8  # values of the state
    mixed = staticmethod(woven)  # how rounds and the schedule beside them become one stream

    def __init__(self, k: Builder, shape: S) -> None:
        self.k, self.shape = k, shape

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        """The state, and the schedule's table."""
        table = schedule.table(k, shape)
        return [*shape.load(k, state, names=shape.state), *table]

    @classmethod
    def store(cls, k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
        """The state back, from a list that begins with it."""
        shape.store(k, state, words[: cls.size])

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        """Add the state before the block to that after it."""
        self.k.add_each(state, saved)

    def run(self, schedule: Schedule[Any], state: list[Val], first: int, block: int = 0, renew: bool = False) -> None:
        """The rounds from `first` on, until `state` stands in its places again; with `renew` the words of later rounds
        are made beside. Of two blocks that are scheduled together, `block` 0 or 1."""
        k, v = self.k, self.begin(state)
        for group in range(first, first + self.shape.period, schedule.lanes):
            fresh = schedule.make(group + schedule.ahead) if renew else None
            with k.recording("rounds") as rounds:
                for t in range(group, group + schedule.lanes):
                    self.round(v, schedule, t, block)
            if fresh is None:
                k.emit(rounds)
            elif schedule.ahead:
                k.emit(self.mixed(rounds, fresh))
            else:
                k.emit(followed(fresh, rounds))
        self.end(v, state)

    def begin(self, state: list[Val]) -> list[Val]:
        """The values that rounds turn, of which the first are those of the state."""
        raise NotImplementedError

    def round(self, v: list[Val], schedule: Schedule[S], t: int, block: int) -> None:
        """Round t. Afterwards `v` stands as before, one round on."""
        raise NotImplementedError

    def end(self, v: list[Val], state: list[Val]) -> None:
        """Put the state in its places, if rounds leave it in others."""


class Sha1(Rounds[Shape]):
    """SHA-1. Where registers are many, what a round would add last to `a` is added in the next round: the order was
    measured (up to 30 % between orders on Zen 4)."""

    home = True
    size = 5

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Shape], t: int, block: int) -> None:
        k = self.k
        a, b, c, d, e, *late = v
        schedule.add(e, t, block)
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
        if not schedule.ahead:
            self.end(v, v)

    def end(self, v: list[Val], state: list[Val]) -> None:
        for term in v[5:]:
            self.k.add(v[0], term, to=v[0])
        del v[5:]


class Sha2Rounds(Rounds[Sha2]):
    """SHA-2. Sigma1 is added to `d` and to `h` apart, which makes the path to the next `e` shorter by an addition; the
    order of the rest was measured (up to 15 % between orders on Zen 4)."""

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        words = super().load(k, state, shape, schedule)
        k.cold(words)
        return words

    def begin(self, state: list[Val]) -> list[Val]:
        """a to h and b ^ c."""
        b_xor_c = state[1] ^ state[2]
        self.k.cold(b_xor_c)
        return [*state, b_xor_c]

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        k, shape = self.k, self.shape
        a, b, c, d, e, f, g, h, b_xor_c = v
        schedule.add(h, t, block)
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


class FewRegisters(Sha2Rounds):
    """SHA-2 where registers are few: the state lives in the frame, and only the newest `a` and `e` are in registers as
    well, for the round that follows. A round so touches memory where that costs nothing: as an operand off the critical
    path, and by two stores."""

    def begin(self, state: list[Val]) -> list[Val]:
        """a to h in the frame; a, e and b ^ c in registers."""
        return [*state, self.k.copy(state[0], "a"), self.k.copy(state[4], "e"), state[1] ^ state[2]]

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        assert isinstance(schedule, Vectors)
        k, shape = self.k, self.shape
        _, b, _, d, _, f, g, h, a, e, b_xor_c = v
        total = schedule.fetch(t, block)
        total += h
        new_e = d + total
        chosen = ((f ^ g) & e) ^ g
        total += chosen
        new_e += chosen
        big1 = k.rotations(e, *shape.big1)
        total += big1
        new_e += big1
        k.set(d, new_e)
        a_xor_b = a ^ b
        b_xor_c = (b_xor_c & a_xor_b) ^ b
        new_a = b_xor_c + total
        new_a += k.rotations(a, *shape.big0)
        k.set(h, new_a)
        v[:] = [h, *v[:7], new_a, new_e, a_xor_b]


class Lanes(Rounds[Sha2]):
    """SHA-512 with nothing in words, for 32-bit machines, on which a word of it is two registers: a vector has one word
    of each half of the state, (e, a), (f, b), (g, c), (h, d), and so both sums of rotations are one, and so are Ch and
    Maj: Maj(a, b, c) is Ch(a ^ c, b, c).

    Critical path of a round: the sums of rotations, three additions and a move of a half. A round costs its
    instructions rather than that path; it has half as many as with a word in each vector.
    """

    home = True
    size = 4
    mixed = staticmethod(followed)

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        """The state, and the mask of the half that has a."""
        ab, cd, ef, gh = (k.vload(k.v128, state, offset=16 * n) for n in range(4))
        words = [
            unpack(low, high, lane=64, to=k.value(k.v128, name))
            for low, high, names in ((ef, ab, ("ea", "fb")), (gh, cd, ("gc", "hd")))
            for unpack, name in zip((k.vunpack_low, k.vunpack_high), names)
        ]
        upper = k.vconst(k.v128, [0, (1 << 64) - 1], lane=64, name="upper")
        k.cold(upper)
        return [*words, upper, *schedule.table(k, shape)]

    @classmethod
    def store(cls, k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
        ea, fb, gc, hd = words[:4]
        pairs = ((ea, fb), (gc, hd))
        k.vstore(state, [unpack(*pair, lane=64) for unpack in (k.vunpack_high, k.vunpack_low) for pair in pairs])

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        for word, old in zip(state[:4], saved):
            self.k.vadd(word, old, lane=64, to=word)

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        """The round's sum is fetched with its neighbour as the two were stored, which need not reach the cache
        first."""
        assert isinstance(schedule, Vectors)
        k = self.k
        ea, fb, gc, hd, upper = v
        sigma = k.vrotations(ea, self.shape.big1, self.shape.big0, lane=64)
        total = k.vload(k.v128, schedule.sums, offset=schedule.where(t - t % 2))
        if t % 2:
            total = k.vshuffle(total, (2, 3, 2, 3))
        terms = k.vadd(total, hd, lane=64)  # h + word + constant | of no use
        chosen = k.ternary(lambda x, y, z: (x & y) ^ z, gc, upper, ea)  # e | a ^ c
        logic = k.ternary(lambda x, y, z: ((y ^ z) & x) ^ z, chosen, fb, gc)  # Ch | Maj
        second = k.vadd(sigma, logic, lane=64)  # of no use | T2
        first = k.vshuffle(k.vadd(terms, second, lane=64), (0, 1, 0, 1))  # T1 | T1
        v[:4] = [k.vadd(k.vunpack_high(hd, second, lane=64), first, lane=64), ea, fb, gc]  # d + T1 | T2 + T1

    def end(self, v: list[Val], state: list[Val]) -> None:
        for old, new in zip(state[:4], v):
            self.k.set(old, new)
