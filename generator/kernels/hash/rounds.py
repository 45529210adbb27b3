# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rounds of SHA-1 and SHA-2 over a state in words, beside any of the schedules. rounds_in_vectors.py has the rounds
over a state in vectors.

Critical path of a round of SHA-1: rotate of the newest `a`, one addition. The message word, the constant and the
boolean function are added to `e` beforehand. Maj is the sum of two disjoint halves, of which one is ready early.

Critical path of a round of SHA-2: Sigma1 of the newest `e` (rotate, xor, xor) and two additions. Word and constant are
added to `h` beforehand. Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, where b ^ c is a ^ b of the round before.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from generator.kernels.hash.compression import followed, woven
from generator.kernels.hash.fips180 import Sha2, Shape
from generator.kernels.hash.schedules import Schedule, Vectors
from generator.lang import Builder, Stream, Val

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
    mixed: Callable[[Stream, Stream], Stream] = staticmethod(woven)  # makes one stream of the rounds and the schedule

    def __init__(self, k: Builder, shape: S) -> None:
        self.k, self.shape = k, shape

    @classmethod
    def load(cls, k: Builder, state: Val, shape: Shape, schedule: type[Schedule[Any]]) -> list[Val]:
        """The state, and the schedule's table."""
        table = schedule.table(k, shape)
        return [*shape.load(k, state, names=shape.state), *table]

    @classmethod
    def store(cls, k: Builder, state: Val, words: list[Val], shape: Shape) -> None:
        """Store the state, with which `words` begins."""
        shape.store(k, state, words[: cls.size])

    def add_each(self, state: list[Val], saved: list[Val]) -> None:
        """Add the state before the block to the state after the block."""
        self.k.add_each(state, saved)

    def run(
        self, schedule: Schedule[Any], state: list[Val], first: int, block: int = 0, renew: bool = False,
        number: int | None = None,
    ) -> None:  # fmt: skip
        """Run the rounds from `first` on, until the words of `state` stand in their places again. If `renew`, the
        schedule makes the words of later rounds beside these. `block` is 1 for the second of two blocks that are
        scheduled together, otherwise 0. `number` is the first round's number in comments; a loop's body has none."""
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

    def enter(self, state: list[Val]) -> None:
        """Make the values that go from turn to turn beside the state, before the loops of :meth:`Schedule.parts`."""

    def begin(self, state: list[Val]) -> list[Val]:
        """The values that the rounds rotate, those of the state first."""
        raise NotImplementedError

    def round(self, v: list[Val], schedule: Schedule[S], t: int, block: int) -> None:
        """Run round t. On return `v` has the same order of values, one round later."""
        raise NotImplementedError

    def end(self, v: list[Val], state: list[Val]) -> None:
        """Put the words of the state in their places, if the rounds leave them in others."""


class Sha1Rounds(Rounds[Shape]):
    """SHA-1. With eight registers or more the next round adds the last term to `a`. Measurements chose the order: on
    Zen 4 orders differ by up to 30 %."""

    home = True
    size = 5
    part = 20

    def __init__(self, k: Builder, shape: Shape) -> None:
        super().__init__(k, shape)
        # Measured on AMD Zen 3, 2026-11-23: `avx2` takes up to 3 % more cycles if the schedule begins behind 0 or 2 to
        # 8 operations.
        if 8 <= k.registers <= 16:
            self.mixed = partial(woven, lead=1, whole=True)

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Shape], t: int, block: int) -> None:
        k = self.k
        a, b, c, d, e, *late = v
        schedule.add(e, t, block)
        if k.registers < 8 or k.messages and k.vectors > 16:  # operations limit these, and not their path
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
    """SHA-2. Machines with 8 to 16 registers and BMI2's rotations use :meth:`measured_round`, other machines the order
    of :meth:`round`. There, up to 16 registers, Sigma1 is added to `d` and to `h` apart, which shortens the path to the
    next `e` by an addition. With more registers Sigma1 is added once, because one addition less counts for more: 4 %
    fewer cycles by llvm-mca's models of Neoverse N1 and V1, 5 % fewer by those of Cortex-A53 and A55."""

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


class FewRegisters(Sha2Rounds):
    """SHA-2 for few registers. The state lives in the frame. Only the newest `a` and `e` are in registers as well, for
    the next round. The accesses to memory cost a round no time: operands off the critical path, and two stores."""

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
