# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-2 in words, where each round makes the word that it uses, for machines with up to 16 registers.

An area of the frame holds the words of all rounds, so that a turn of the loops has eight rounds: after these, the words
of the state stand in their places again. The code is half as long as with a schedule of sixteen words.

Measurements on Zen 3 chose the order of the statements: the number of instructions limits a round there, and orders
differ by up to 10 %, because rotations and shifts have two of the four units.
"""

from generator.kernels.hash.fips180 import Sha2
from generator.kernels.hash.rounds import FewRegisters, Sha2Rounds
from generator.kernels.hash.schedules import Part, Schedule
from generator.lang import Val


class Sha2Inline(Schedule[Sha2]):
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

    def back(self, words: int, at: int) -> Val:
        """The word that stands `words` words before `next` + `at`."""
        return self.shape.load(self.k, self.next, names=[f"w{16 - words}"], offset=at - words * self.shape.bytes)[0]

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
        three = "bmi2" in k.variant.features  # Sigma1 then takes a register more for its rotations: that of Ch
        if three:
            total += chosen
        big1 = k.rotations(e, *shape.big1)
        if not three:
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
