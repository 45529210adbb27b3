# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 in loops of five rounds, for several messages at once: an area of the frame holds the words of all rounds, and
each round from the seventeenth on makes the word that it uses. After five rounds the words of the state stand in their
places again. The code is a third as long as that of eighty rounds in a row, and has the same instructions in a round.
"""

from functools import partial

from generator.kernels.hash.fips180 import SHA1_CONSTANTS, Shape
from generator.kernels.hash.rounds import FUNCTIONS, Sha1Rounds
from generator.kernels.hash.schedules import Part, Schedule
from generator.lang import Val


class Sha1Inline(Schedule[Shape]):
    """The words of all rounds: sixteen of the message, the others made by their rounds."""

    ahead = 0
    tables = 0
    quarter = 0  # of the rounds that are being recorded

    def begin(self, data: Val, *, loops: bool) -> None:
        k, shape = self.k, self.shape
        area = k.frame(shape.rounds * shape.bytes, "words")
        for n in range(16):
            word = shape.load(k, data, names=[f"w{n}"], offset=n * shape.bytes, be=True)[0]
            k.store32(area, word, offset=n * shape.bytes)
        self.next = k.copy(area, "next")

    def parts(self) -> list[Part]:
        step = {self.next: self.shape.period * self.shape.bytes}
        rounds = ((15, 0, 16), (5, 0, 1), (20, 1, 0), (20, 2, 0), (20, 3, 0))  # and the first with a new word
        return [
            Part(count, partial(self.made, quarter=quarter, first=first * self.shape.bytes), step)
            for count, quarter, first in rounds
        ]

    def made(self, at: int, *, quarter: int, first: int) -> Val:
        """The word at `next` + `at`. From `first` on, words are new."""
        self.quarter = quarter
        if at < first:
            return self.back(0, at)
        k = self.k
        word = self.back(16, at)
        for words in (14, 8, 3):
            word ^= self.back(words, at)
        k.rotl(word, 1, to=word)
        k.store32(self.next, word, offset=at)
        return word

    def back(self, words: int, at: int) -> Val:
        """The word that stands `words` words before `next` + `at`."""
        return self.shape.load(self.k, self.next, names=["w"], offset=at - words * self.shape.bytes)[0]

    def add(self, to: Val, t: int, block: int) -> None:
        word = self.rule(t * self.shape.bytes)
        self.k.add(to, word, SHA1_CONSTANTS[self.quarter], to=to)


class InLoops(Sha1Rounds):
    """Rounds whose boolean function is that of the schedule's quarter."""

    def round(self, v: list[Val], schedule: Schedule[Shape], t: int, block: int) -> None:
        assert isinstance(schedule, Sha1Inline)
        k = self.k
        a, b, c, d, e = v
        schedule.add(e, t, block)
        k.add_ternary(e, FUNCTIONS[schedule.quarter], b, c, d)
        e += k.rotl(a, 5)
        k.rotl(b, 30, to=b)
        v[:] = [e, a, b, c, d]
