# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rounds of SHA-1 and SHA-2 over a state in words, beside any of the schedules. For a state in vectors see
rounds_in_vectors.py.

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

# Ch, Parity, Maj, Parity of SHA-1, as disjoint parts, early ones first. Arguments newest first.
CH = [lambda x, y, z: ((y ^ z) & x) ^ z]
PARITY = [lambda x, y, z: (y ^ z) ^ x]
FUNCTIONS = [
    CH,
    PARITY,
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],
    PARITY,
]


def round_name(t: int, first: int, number: int | None) -> str:
    """Round t in comments; see :meth:`Rounds.run`."""
    return f"round {t} of the turn" if number is None else f"round {number + t - first}"


class Rounds(Generic[S]):
    """A layout of the state, and the rounds over it. ``home``: vectors of the schedule live in memory, because the
    rounds need the registers."""

    home = False
    size = 8  # values of the state
    part = 16  # rounds under one note
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

    def run(
        self, schedule: Schedule[Any], state: list[Val], first: int, block: int = 0, renew: bool = False,
        number: int | None = None,
    ) -> None:  # fmt: skip
        """The rounds from `first` on, until `state` stands in its places again. With `renew` the schedule makes the
        words of later rounds beside. `block` is 0, or 1 for the second of two blocks that are scheduled together.
        `number` is the first round's in comments; a loop's body has none."""
        self.note(first, first, number)
        k, v = self.k, self.begin(state)
        for group in range(first, first + self.shape.period, schedule.lanes):
            if group > first:
                self.note(group, first, number)
            fresh = schedule.make(group + schedule.ahead, number is None) if renew else None
            with k.recording("rounds") as rounds:
                for t in range(group, group + schedule.lanes):
                    k.note(round_name(t, first, number), beside=True)
                    self.round(v, schedule, t, block)
            if fresh is None:
                k.emit(rounds)
            elif schedule.ahead:
                k.emit(self.mixed(rounds, fresh))
            else:
                k.emit(followed(fresh, rounds))
        self.end(v, state)

    def note(self, t: int, first: int, number: int | None) -> None:
        """A note where a part of the rounds begins."""
        if number is not None and (t - first) % self.part == 0:
            at = number + t - first
            self.k.note(f"rounds {at} to {at + self.part - 1}")

    def begin(self, state: list[Val]) -> list[Val]:
        """The values that rounds turn, of which the first are those of the state."""
        raise NotImplementedError

    def round(self, v: list[Val], schedule: Schedule[S], t: int, block: int) -> None:
        """Round t. Afterwards `v` stands as before, one round on."""
        raise NotImplementedError

    def end(self, v: list[Val], state: list[Val]) -> None:
        """Put the state in its places, if rounds leave it in others."""


class Sha1Rounds(Rounds[Shape]):
    """SHA-1. Where registers are many, the next round adds the last term to `a`: the order was measured (up to 30 %
    between orders on Zen 4)."""

    home = True
    size = 5
    part = 20

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
    """SHA-2. With up to 16 registers Sigma1 is added to `d` and to `h` apart: the path to the next `e` is shorter by an
    addition. The order of the rest was measured (up to 15 % between orders on Zen 4). With more registers one addition
    less counts for more: 4 % fewer cycles by llvm-mca's models of Neoverse N1 and V1, 5 % of Cortex-A53 and A55."""

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


class FewRegisters(Sha2Rounds):
    """SHA-2 where registers are few: the state lives in the frame, and only the newest `a` and `e` are in registers as
    well, for the round that follows. Memory then costs a round nothing: it is an operand off the critical path, and two
    stores."""

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
