# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 with a schedule in words: of sixteen words, or of the words of all rounds in the frame.

With up to 16 registers each round makes the word that it uses (:class:`Sha2Inline`), and the words of all rounds are in
the frame, so that a turn of the loops has eight rounds: after these, the words of the state are in their places again.
The code is half as long as with a schedule of sixteen words. Measurements on Zen 3 chose the order of the statements:
the number of instructions limits a round there, and orders differ by up to 10 %, because rotations and shifts have two
of the four units.
"""

from collections.abc import Callable

from generator.kernels.hash.fips180 import Sha2
from generator.kernels.hash.sha2_vectors import CH, FewRegisters, Sha2Rounds
from generator.kernels.hash.sha_blocks import Part, Schedule
from generator.lang import Val

MAJ = [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x]  # disjoint parts, the early one first


class Sha2Words(Schedule[Sha2]):
    """The schedule of SHA-2 in words."""

    def begin(self, data: Val, *, loops: bool) -> None:
        self.w = self.shape.load(self.k, data, names=[f"w{n}" for n in range(16)], be=True)
        self.k.cold(self.w)
        if loops:
            self.copy_pointers()

    def renew(self, t: int) -> None:
        k, w, shape = self.k, self.w, self.shape
        small0, small1 = (
            k.rotations(w[(t - back) % 16], *turns[:2], shift=turns[2])
            for back, turns in ((15, shape.small0), (2, shape.small1))
        )
        k.cold(small0, small1)
        k.add(w[t % 16], w[(t - 7) % 16], small0, to=w[t % 16])
        w[t % 16] += small1

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.w[t % 16]
        to += self.shape.load(self.k, self.constants[0], names=["sum"], offset=self.shape.table_at(t))[0]


class InMemory(Schedule[Sha2]):
    """A schedule whose words are in the frame; `next` is the next word's address."""

    next: Val

    def back(self, words: int, at: int) -> Val:
        """The word that stands `words` words before `next` + `at`."""
        return self.shape.load(self.k, self.next, names=[f"w{16 - words}"], offset=at - words * self.shape.bytes)[0]


class Sha2InFrame(InMemory):
    """The schedule of SHA-2 in words, made before the rounds. An area of the frame holds the words of all rounds, and
    behind them the sums of words and constants. Loops make and use the words, which keeps the code short."""

    whole = True
    unrolled = 2  # words that a turn of the loops makes

    def begin(self, data: Val, *, loops: bool) -> None:
        k, shape = self.k, self.shape
        self.area = k.frame(2 * shape.rounds * shape.bytes, "words")
        self.next = k.copy(self.area, "next")
        message = k.copy(data, "message")
        k.cold(message)
        self.copy_pointers()
        self.turns(16, self.message_word, message)
        k.note("make the other words")
        self.turns(shape.rounds - 16, self.renewed_word)
        self.sums = k.add(self.area, shape.rounds * shape.bytes)

    def turns(self, words: int, make: Callable[..., Val], *source: Val) -> None:
        """Make `words` words in a loop. Store each of them, and the sum with its constant."""
        k, shape, size = self.k, self.shape, self.unrolled * self.shape.bytes
        store = k.store32 if shape.bits == 32 else k.store64
        count = k.const(k.usize, words // self.unrolled, "turns")
        pointers = [self.next, self.constants[0], *source]
        with k.loop(count, step=dict.fromkeys(pointers, size), at_least_once=True):
            for n in range(self.unrolled):
                at = n * shape.bytes
                word = make(*source, at)
                store(self.next, word, offset=at)
                word += shape.load(k, self.constants[0], names=["constant"], offset=at)[0]
                store(self.next, word, offset=at + shape.rounds * shape.bytes)

    def message_word(self, message: Val, at: int) -> Val:
        return self.shape.load(self.k, message, names=["w"], offset=at, be=True)[0]

    def renewed_word(self, at: int) -> Val:
        """The recurrence of FIPS 180-4 for the word at `next` + `at`."""
        word = self.k.rotations(self.back(15, at), *self.shape.small0[:2], shift=self.shape.small0[2])
        word += self.back(16, at)
        word += self.back(7, at)
        word += self.k.rotations(self.back(2, at), *self.shape.small1[:2], shift=self.shape.small1[2])
        return word

    def step(self, renew: bool, length: int = 16) -> dict[Val, int]:
        return {self.sums: self.shape.period * self.shape.bytes}

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.shape.load(self.k, self.sums, names=["sum"], offset=t * self.shape.bytes)[0]


class Sha2Inline(InMemory):
    """The words of all rounds, each made by its round."""

    ahead = 0

    def begin(self, data: Val, *, loops: bool) -> None:
        k, shape = self.k, self.shape
        self.next = k.copy(k.frame(shape.rounds * shape.bytes, "words"), "next")
        self.message = k.copy(data, "message")
        k.cold(self.message)
        self.copy_pointers()

    def parts(self) -> list[Part]:
        size = self.shape.period * self.shape.bytes
        step = dict.fromkeys((self.next, self.constants[0]), size)
        return [
            Part(16, self.message_word, {**step, self.message: size}),
            Part(self.shape.rounds - 16, self.renewed_word, step),
        ]

    def message_word(self, at: int) -> Val:
        return self.shape.load(self.k, self.message, names=["w"], offset=at, be=True)[0]

    def renewed_word(self, at: int) -> Val:
        """The recurrence of FIPS 180-4 for the word at `next` + `at`. Each function rotates one register, by the
        differences of its counts."""
        k, (small0, small1) = self.k, (self.shape.small0, self.shape.small1)
        old = self.back(15, at)
        word = k.rotr(old, small0[1] - small0[0])
        word ^= old
        k.rotr(word, small0[0], to=word)
        k.shr(old, small0[2], to=old)
        word ^= old
        recent = self.back(2, at)
        word += self.back(16, at)
        turned = k.rotr(recent, small1[1] - small1[0])
        turned ^= recent
        k.shr(recent, small1[2], to=recent)
        k.rotr(turned, small1[0], to=turned)
        turned ^= recent
        word += self.back(7, at)
        word += turned
        return word

    def word(self, t: int) -> Val:
        """Make and store the word of round t."""
        at = t * self.shape.bytes
        word = self.rule(at)
        store = self.k.store32 if self.shape.bits == 32 else self.k.store64
        store(self.next, word, offset=at)
        return word

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.word(t)
        to += self.constant(t)

    def constant(self, t: int) -> Val:
        return self.shape.load(self.k, self.constants[0], names=["constant"], offset=t * self.shape.bytes)[0]


class InRegisters(Sha2Rounds):
    """Rounds over a state in registers."""

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        assert isinstance(schedule, Sha2Inline)
        k, shape = self.k, self.shape
        a, b, c, d, e, f, g, h, b_xor_c = v
        word = schedule.word(t)
        chosen = f ^ g
        chosen &= e
        h += schedule.constant(t)
        chosen ^= g
        h += chosen
        big1 = k.rotations(e, *shape.big1)
        h += word
        a_xor_b = a ^ b
        b_xor_c &= a_xor_b
        h += big1
        d += h
        b_xor_c ^= b
        h += b_xor_c
        h += k.rotations(a, *shape.big0)
        v[:] = [h, a, b, c, d, e, f, g, a_xor_b]


class InFrame(FewRegisters):
    """Rounds over a state in the frame. The newest `a`, the newest `e` and b ^ c go from round to round in registers. A
    new `a` or `e` goes to the frame one round late: measured as 3 % faster on Zen 3 than at once."""

    def enter(self, state: list[Val]) -> None:
        self.newest = super().begin(state)[self.size :]

    def begin(self, state: list[Val]) -> list[Val]:
        return [*state, *self.newest]

    def end(self, v: list[Val], state: list[Val]) -> None:
        for carried, value in zip(self.newest, v[self.size :]):
            self.k.set(carried, value)

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        self.k.set(state[0], self.newest[0])
        self.k.set(state[4], self.newest[1])
        super().add_each(state, saved)

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        assert isinstance(schedule, Sha2Inline)
        k, shape = self.k, self.shape
        old_a, b, _, d, old_e, f, g, h, a, e, b_xor_c = v
        total = schedule.word(t)
        total += schedule.constant(t)
        chosen = k.copy(f, "chosen")
        total += h
        other = k.copy(g, "g")
        chosen ^= other
        chosen &= e
        chosen ^= other
        big1 = k.rotations(e, *shape.big1)
        total += chosen
        k.set(old_e, e)
        total += big1
        new_e = k.copy(d, "e")
        new_e += total
        k.set(old_a, a)
        big0 = k.rotations(a, *shape.big0)
        other = k.copy(b, "b")
        a_xor_b = a ^ other
        new_a = k.and_(b_xor_c, a_xor_b)
        new_a ^= other
        new_a += big0
        new_a += total
        v[:] = [h, *v[: self.size - 1], new_a, new_e, a_xor_b]


class Lean(Sha2Rounds):
    """FIPS 180-4, 6.2.2 and 6.4.2, as they stand there."""

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        k, shape = self.k, self.shape
        a, b, c, d, e, f, g, h = v
        schedule.add(h, t, block)
        k.add_ternary(h, CH, e, f, g)
        h += k.rotations(e, *shape.big1)
        d += h
        k.add_ternary(h, MAJ, a, b, c)
        h += k.rotations(a, *shape.big0)
        v[:] = [h, a, b, c, d, e, f, g]
