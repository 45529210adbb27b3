# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 with a schedule in vectors: `ssse3`, `avx2` and `avx512vl`.

Critical path of a round in words: Sigma1 of the newest `e` (rotate, xor, xor) and two additions. Word and constant are
added to `h` beforehand. Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, where b ^ c is a ^ b of the round before.
"""

from functools import partial
from typing import Any

from generator.kernels.hash.compression import Compression, followed, woven
from generator.kernels.hash.fips180 import SHA256, SHA512, Sha2, Shape
from generator.kernels.hash.sha_blocks import Rounds, Schedule, Vectors, engine, round_name
from generator.lang import Builder, Stream, Val, stitch


def engines(*, pairs: bool) -> tuple[Compression, Compression]:
    """The engines of SHA-256 and SHA-512: of `avx2` with `pairs`, which schedules two blocks together, and of `ssse3`.
    The last rounds of each are those for machines with eight registers."""
    return (
        engine(SHA256, Sha2Vectors, Sha2Rounds, FewRegisters, pairs=pairs),
        engine(SHA512, Sha2Vectors, Sha2Rounds, Lanes, pairs=pairs),
    )


def short_engine() -> Compression:
    """The engine of `avx512vl_words`, for SHA-512."""
    return engine(SHA512, Sha2Vectors, ShortRounds, Lanes, pairs=True)


def split_engine() -> Compression:
    """The engine of `avx512vl`, for SHA-512."""
    return engine(SHA512, Sha2Vectors, Split, Lanes, pairs=True)


BLANK = 0x80  # a byte number that looks up zero
# Byte numbers that move words 0 and 2 to the lower half, or to the upper half, with zeros in the other half.
PICKED = [0, 1, 2, 3, 8, 9, 10, 11]
PICK = ([*PICKED, *[BLANK] * 8], [*[BLANK] * 8, *PICKED])
CH = [lambda x, y, z: ((y ^ z) & x) ^ z]


class Sha2Vectors(Vectors[Sha2]):
    """The schedule of SHA-2 in vectors."""

    picks: list[Val]

    def begin(self, data: Val, second: Val | None = None, *, loops: bool) -> None:
        """With 16 registers the byte numbers that :meth:`small1_of_two` looks up stay in registers: measured on AMD Zen
        3 as 1 % fewer cycles by `avx2`, and as 2 % more by `ssse3`."""
        super().begin(data, second, loops=loops)
        self.picks = []
        if self.lanes == 4 and self.k.vectors >= 16 and "avx2" in self.k.variant.features:
            self.picks = [self.k.vconst(self.type, bytes_, bits=8, name="pick") for bytes_ in PICK]
            self.k.cold(self.picks)

    def renew(self, t: int) -> None:
        k, bits, n = self.k, self.shape.bits, t % 16 // self.lanes
        word = self.w[n]
        if self.home:
            word = k.vadd(word, self.back(n, 7), bits=bits)
            k.vadd(word, self.small(self.back(n, 15), self.shape.small0), bits=bits, to=word)
        else:
            small0 = self.small(self.back(n, 15), self.shape.small0)
            k.vadd(word, self.back(n, 7), bits=bits, to=word)
            k.vadd(word, small0, bits=bits, to=word)
        if self.lanes == 2:
            k.vadd(word, self.small(self.back(n, 2), self.shape.small1), bits=bits, to=word)
        else:
            k.vadd(word, self.small1_of_two(self.w[n - 1], upper=True), bits=bits, to=word)
            k.vadd(word, self.small1_of_two(word, upper=False), bits=bits, to=word)
        if self.home:
            k.set(self.w[n], word)
        self.add_constants(word, t)

    def back(self, n: int, words: int) -> Val:
        """The words that stand `words` places before the next words of vector `n`."""
        first, lane = divmod(16 - words, self.lanes)
        low, high = (self.w[(n + first + i) % len(self.w)] for i in range(2))
        return self.k.vext(high, low, lane * self.shape.bytes) if lane else low

    def small(self, x: Val, turns: tuple[int, int, int]) -> Val:
        """A sigma function of each word."""
        k, bits = self.k, self.shape.bits
        terms = k.vrotr(x, turns[0], bits=bits), k.vrotr(x, turns[1], bits=bits), k.vshr(x, turns[2], bits=bits)
        return k.ternary(lambda x, y, z: x ^ y ^ z, *terms)

    def small1_of_two(self, x: Val, upper: bool) -> Val:
        """sigma1 of one half of `x`, in the other half. A shift of a word that stands twice in 64 bits rotates it."""
        k = self.k
        twice = k.vshuffle(x, (2, 2, 3, 3) if upper else (0, 0, 1, 1))
        first, second, shift = self.shape.small1
        terms = k.vshr(twice, first, bits=64), k.vshr(twice, second, bits=64), k.vshr(twice, shift, bits=32)
        found = k.ternary(lambda x, y, z: x ^ y ^ z, *terms)
        pick = self.picks[not upper] if self.picks else k.vconst(self.type, PICK[not upper], bits=8)
        return k.vlookup(found, pick)


class Sha2Rounds(Rounds[Sha2]):
    """SHA-2. Machines with 8 to 16 registers and BMI2's rotations use :meth:`measured_round`, other machines the order
    of :meth:`round`. There, up to 16 registers, Sigma1 is added to `d` and to `h` apart, which shortens the path to the
    next `e` by an addition. With more registers Sigma1 is added once, because one addition less counts for more: 4 %
    fewer cycles by llvm-mca's models of Neoverse N1 and V1, 5 % fewer by those of Cortex-A53 and A55."""

    short = 8

    def __init__(self, k: Builder, shape: Sha2) -> None:
        super().__init__(k, shape)
        # Measured with measured_round on AMD Zen 3, 2026-11-23: SHA-256 takes 3 % more cycles if the schedule begins
        # behind 0, 3, 5, 6 or 8 operations of its four rounds.
        self.measured = 8 <= k.registers <= 16 and "bmi2" in k.variant.features
        if self.measured:
            self.mixed = partial(woven, lead=4, whole=True)

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        words = super().load(k, state, shape, schedule)
        if not k.messages:  # in vectors of several messages, the state alone is in registers
            k.cold(words)
        return words

    def begin(self, state: list[Val]) -> list[Val]:
        """a to h and b ^ c."""
        b_xor_c = state[1] ^ state[2]
        self.k.cold(b_xor_c)
        return [*state, b_xor_c]

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        k, shape = self.k, self.shape
        if self.measured:
            self.measured_round(v, schedule, t, block)
            return
        a, b, c, d, e, f, g, h, b_xor_c = v
        schedule.add(h, t, block)
        k.add_ternary(h, CH, e, f, g)
        big1 = k.rotations(e, *shape.big1)
        apart = k.registers <= 16
        if not apart:
            h += big1
        d += h
        a_xor_b = a ^ b
        b_xor_c &= a_xor_b
        b_xor_c ^= b
        if apart:
            d += big1
            h += big1
        big0 = k.rotations(a, *shape.big0)
        h += b_xor_c
        h += big0
        k.cold(big1, a_xor_b, big0)
        v[:] = [h, a, b, c, d, e, f, g, a_xor_b]

    def measured_round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        """Run round t. Sigma1 is added once, Ch is the sum of two disjoint halves, and the next round adds Sigma0 to
        `a`. A round has two instructions less than in the order of :meth:`round`.

        Measurements on AMD Zen 3, 2026-11-23, chose the order among 2,500: four arithmetic units limit a round
        of 22 operations to 5.5 cycles, and this order takes 6.1 without the schedule. Orders of the same statements
        differ by up to 10 %. Blocks of 16 KiB take 4 % (SHA-256) and 5 % (SHA-512) fewer cycles than before.
        """
        k, (big0, big1) = self.k, (self.shape.big0, self.shape.big1)
        a, b, c, d, e, f, g, h, b_xor_c, *late = v
        for term in late:
            a += term
        schedule.add(h, t, block)
        second = k.rotr(e, big1[1])
        sum1 = k.rotr(e, big1[0])
        h += k.andn(g, e)
        sum1 ^= second
        chosen = k.copy(f, "chosen")
        third = k.rotr(e, big1[2])
        a_xor_b = a ^ b
        chosen &= e
        b_xor_c &= a_xor_b
        sum1 ^= third
        h += chosen
        sum0 = k.rotr(a, big0[0])
        h += sum1
        second = k.rotr(a, big0[1])
        third = k.rotr(a, big0[2])
        b_xor_c ^= b
        d += h
        sum0 ^= second
        h += b_xor_c
        sum0 ^= third
        k.cold(a_xor_b, sum0)
        v[:] = [h, a, b, c, d, e, f, g, a_xor_b, sum0]

    def end(self, v: list[Val], state: list[Val]) -> None:
        for term in v[self.size + 1 :]:
            self.k.add(v[0], term, to=v[0])


class ShortRounds(Sha2Rounds):
    """SHA-2 for cores with six arithmetic units, such as Zen 5. Both chains of a round take four cycles, not five: `d`
    joins the sum for `e` before Ch and Sigma1 do, and Maj is the sum of two disjoint halves, of which only a & (b ^ c)
    waits for `a`. The new a = e - d + Maj + Sigma0 takes the sum from the new `e`. A round has 24 operations. That of
    :meth:`Sha2Rounds.measured_round` has 22, which four units pass in 5.5 cycles."""

    def measured_round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        k, (big0, big1) = self.k, (self.shape.big0, self.shape.big1)
        a, b, c, d, e, f, g, h, b_xor_c, *late = v
        schedule.add(h, t, block)
        sum1 = k.rotr(e, big1[0])
        second = k.rotr(e, big1[1])
        rest = k.andn(g, e)
        old = b & c
        old -= d
        d += h
        k.set(h, old)
        sum1 ^= second
        d += rest
        chosen = f & e
        third = k.rotr(e, big1[2])
        for term in late:
            a += term
        d += chosen
        sum1 ^= third
        a_xor_b = a ^ b
        b_xor_c &= a
        sum0 = k.rotr(a, big0[0])
        second = k.rotr(a, big0[1])
        d += sum1
        h += b_xor_c
        third = k.rotr(a, big0[2])
        sum0 ^= second
        h += d
        sum0 ^= third
        k.cold(a_xor_b, sum0)
        v[:] = [h, a, b, c, d, e, f, g, a_xor_b, sum0]


class FewRegisters(Sha2Rounds):
    """SHA-2 for few registers. The state lives in the frame. Only the newest `a` and `e` are in registers as well, for
    the next round. The accesses to memory cost a round no time: operands off the critical path, and two stores."""

    short = 0

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

    def end(self, v: list[Val], state: list[Val]) -> None:
        """Do nothing: the state stands in its places."""


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

    short = 0

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
        number: int | None = None, length: int = 0,
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
            k.note(f"{name}, new e", inline=True)
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
            k.note(f"{name}, new a", inline=True)
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
    short = 0
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
