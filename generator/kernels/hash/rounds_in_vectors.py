# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rounds of SHA-512 over a state that is wholly or half in vectors."""

from typing import Any

from generator.kernels.hash.compression import followed
from generator.kernels.hash.fips180 import Sha2, Shape
from generator.kernels.hash.rounds import CH, Rounds, Sha2Rounds, round_name
from generator.kernels.hash.schedules import Schedule, Vectors
from generator.lang import Builder, Stream, Val, stitch

SLOT = 16  # bytes
# The order of a round: w, an operation of the round's words; v, of the vectors of the round before; s, of the schedule.
# Both chains share ports, and the order matters: measured orders are up to 8 % apart (Sapphire Rapids).
ORDER = "www v w s wwwww s ww s w s v ww v w vvv s vv ss vv s"
STEPS = ORDER.count("s")  # of the schedule in a round


class Split(Sha2Rounds):
    """Half of the state in vectors: a to d each in the lowest lane of a vector, e to h in words.

    Rotations and logic of three inputs are one instruction each in a vector. A new `a` takes eight instructions there
    instead of eleven, on ports that words leave partly idle. The halves meet twice in a round. The new e = d + h + K +
    W + Ch + Sigma1 takes `d` from the frame, where `d` was stored three rounds before. The new a = e - d + Maj + Sigma0
    takes the new `e`, and the words need not make the sum that both have in common. Each half has a chain of its own of
    four cycles (Sigma and an addition). The vectors follow one round behind the words.

    A round takes 5.8 cycles on Sapphire Rapids, whose five ports set a limit of 5.0. A round in words alone took 6.9.
    """

    def __init__(self, k: Builder, shape: Sha2) -> None:
        super().__init__(k, shape)
        self.crossing = k.frame(4 * SLOT, "crossing")

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        words = super().load(k, state, shape, schedule)
        return [*(k.vfrom(word) for word in words[:4]), *words[4:]]

    @classmethod
    def store(cls, k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
        super().store(k, state, [*(k.vword(k.u64, x) for x in words[:4]), *words[4:]], shape)

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        for x, before in zip(state[:4], saved[:4]):
            self.k.vadd(x, before, bits=64, to=x)
        self.k.add_each(state[4:], saved[4:])

    def run(
        self, schedule: Schedule[Any], state: list[Val], first: int, block: int = 0, renew: bool = False,
        number: int | None = None,
    ) -> None:  # fmt: skip
        self.note(first, first, number)
        k, vectors, words = self.k, state[:4], state[4:]
        for t, x in enumerate(reversed(vectors)):
            k.vstore(self.crossing, x, offset=t * SLOT)
        later = range(first + schedule.ahead, first + schedule.ahead + 16, schedule.lanes) if renew else ()
        steps = [op for t in later for op in schedule.make(t, number is None)]
        behind = Stream([], "v")
        for t in range(16):
            name = round_name(t, 0, number)
            ahead = self.words(schedule, first + t, words, block, name)
            k.emit(stitch(ahead, behind, Stream(steps[STEPS * t : STEPS * (t + 1)], "s"), order=ORDER))
            behind = self.vectors(t, vectors, words[0], name)
        k.emit(behind)

    def words(self, schedule: Schedule[Any], t: int, v: list[Val], block: int, name: str) -> Stream:
        """The half of round t that makes `e`."""
        k, turns = self.k, self.shape.big1
        e, f, g, h = v
        v[:] = h, e, f, g
        with k.recording("w") as out:
            k.note(f"{name}, new e", beside=True)
            schedule.add(h, t, block)
            ch = k.copy(f, "ch")
            big1 = k.rotr(e, turns[0])
            ch ^= g
            second = k.rotr(e, turns[1])
            ch &= e
            h += k.load64(self.crossing, offset=t % 4 * SLOT)
            big1 ^= second
            ch ^= g
            third = k.rotr(e, turns[2])
            big1 ^= third
            h += ch
            h += big1
        return out

    def vectors(self, t: int, v: list[Val], e: Val, name: str) -> Stream:
        """The half of round t that makes `a`, from the new `e`; the `d` of four rounds later goes to the frame."""
        k, turns = self.k, self.shape.big0
        a, b, c, d = v
        v[:] = d, a, b, c
        with k.recording("v") as out:
            k.note(f"{name}, new a", beside=True)
            third = k.vrotr(a, turns[2], bits=64)
            new = k.vfrom(e)
            first = k.vrotr(a, turns[0], bits=64)
            second = k.vrotr(a, turns[1], bits=64)
            k.vsub(new, d, bits=64, to=d)
            maj = k.ternary(lambda x, y, z: x & y | x & z | y & z, a, b, c)
            big0 = k.ternary(lambda x, y, z: x ^ y ^ z, second, third, first, to=first)
            k.vadd(d, maj, bits=64, to=d)
            k.vadd(d, big0, bits=64, to=d)
            if t < 12:
                k.vstore(self.crossing, d, offset=t % 4 * SLOT)
        return out


class Lanes(Rounds[Sha2]):
    """SHA-512 wholly in vectors, for 32-bit machines, on which a word of SHA-512 takes two registers. A vector has one
    word of each half of the state: (e, a), (f, b), (g, c), (h, d). One computation makes both sums of rotations, and
    one makes Ch and Maj: Maj(a, b, c) is Ch(a ^ c, b, c).

    Critical path of a round: the sums of rotations, three additions and a move of a half. The number of instructions
    limits a round more than that path. A round has half as many as with a single word in each vector.
    """

    home = True
    size = 4
    mixed = staticmethod(followed)

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        """The state, and the mask of the half that has a."""
        ab, cd, ef, gh = (k.vload(k.v128, state, offset=16 * n) for n in range(4))
        words = [
            unpack(low, high, bits=64, to=k.value(k.v128, name))
            for low, high, names in ((ef, ab, ("ea", "fb")), (gh, cd, ("gc", "hd")))
            for unpack, name in zip((k.vunpack_low, k.vunpack_high), names)
        ]
        upper = k.vconst(k.v128, [0, (1 << 64) - 1], bits=64, name="upper")
        k.cold(upper)
        return [*words, upper, *schedule.table(k, shape)]

    @classmethod
    def store(cls, k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
        ea, fb, gc, hd = words[:4]
        pairs = ((ea, fb), (gc, hd))
        k.vstore(state, [unpack(*pair, bits=64) for unpack in (k.vunpack_high, k.vunpack_low) for pair in pairs])

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        for word, old in zip(state[:4], saved):
            self.k.vadd(word, old, bits=64, to=word)

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        """Run round t. The load of the round's sum has the address and size of the store, which need not reach the
        cache first: the sum comes with its neighbour."""
        assert isinstance(schedule, Vectors)
        k = self.k
        ea, fb, gc, hd, upper = v
        sigma = k.vrotations(ea, self.shape.big1, self.shape.big0, bits=64)
        total = k.vload(k.v128, schedule.sums, offset=schedule.where(t - t % 2))
        if t % 2:
            total = k.vshuffle(total, (2, 3, 2, 3))
        terms = k.vadd(total, hd, bits=64)  # h + word + constant | unused
        chosen = k.ternary(lambda x, y, z: (x & y) ^ z, gc, upper, ea)  # e | a ^ c
        logic = k.ternary(CH[0], chosen, fb, gc)  # Ch | Maj
        second = k.vadd(sigma, logic, bits=64)  # unused | T2
        first = k.vshuffle(k.vadd(terms, second, bits=64), (0, 1, 0, 1))  # T1 | T1
        v[:4] = [k.vadd(k.vunpack_high(hd, second, bits=64), first, bits=64), ea, fb, gc]  # d + T1 | T2 + T1

    def end(self, v: list[Val], state: list[Val]) -> None:
        for old, new in zip(state[:4], v):
            self.k.set(old, new)
