# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blocks of SHA-1, SHA-256 and SHA-512 made of a schedule and rounds: one block at a time, or two with one schedule.

The schedule is computed between the rounds, which alone are on the critical path. Vectors of 256 bits schedule two
blocks. The rounds of the second block follow with no schedule between them.

A schedule is sixteen words (SHA-1 in vectors: thirty-two), renewed in place by the rounds that use them. The words of a
schedule in words are cold: they are in the frame if registers are short. A schedule in vectors makes as many words at
once as 16 bytes hold, of one block or, in the halves of a longer vector, of two blocks. The sums of words and constants
go to the frame, and the rounds load the sums from there.

Rounds are counted from 0. Rounds in a loop's body are counted from the first round of the turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Optional, TypeVar

from generator.kernels.hash.compression import Compression, followed, woven
from generator.kernels.hash.fips180 import Shape
from generator.lang import Builder, Stream, Val, stream

S = TypeVar("S", bound=Shape)


class Part(NamedTuple):
    """A loop of rounds whose words are made by one rule: the number of rounds, the function that makes the word at an
    offset, and the bytes by which a turn moves each pointer."""

    rounds: int
    rule: Callable[[int], Val]
    step: dict[Val, int]


class Schedule(Generic[S]):
    """The parts that both kinds share. ``lanes`` words are made at once, ``ahead`` rounds before their round.
    ``tables`` is the number of pointers to constants. ``whole``: :meth:`begin` makes the words of all rounds."""

    ahead = 16
    lanes = 1
    tables = 1
    whole = False
    rule: Callable[[int], Val]

    def __init__(self, k: Builder, shape: S, constants: list[Val], home: bool) -> None:
        """``constants``: the pointers of :meth:`table`. ``home``: vectors of words live in memory, and are in registers
        only while the schedule makes them."""
        self.k, self.shape, self.constants, self.home = k, shape, constants, home
        self.w: list[Val] = []

    @classmethod
    def table(cls, k: Builder, shape: Shape) -> list[Val]:
        """A cold pointer to the constants. A schedule that has its constants in instructions needs none."""
        if not cls.tables:
            return []
        table = k.table("constants", k.u32 if shape.bits == 32 else k.u64, shape.table())
        k.cold(table)
        return [table]

    def begin(self, data: Val, *, loops: bool) -> None:
        """Load the message's words. ``loops``: the rounds are a loop of turns, and each turn moves the pointers."""
        raise NotImplementedError

    def copy_pointers(self) -> None:
        """Make copies of the pointers, which the turns of a loop move."""
        self.constants = [self.k.copy(table, "constants") for table in self.constants]
        self.k.cold(self.constants)

    def step(self, renew: bool, length: int = 16) -> dict[Val, int]:
        """The bytes by which a turn of `length` rounds moves each pointer."""
        return {pointer: self.shape.block for pointer in self.constants if renew}

    def parts(self) -> list[Part]:
        """The loops of a block's rounds, if each makes words by another rule; otherwise empty. `rule` is that of the
        loop being recorded."""
        return []

    def make(self, t: int, turns: bool = False) -> Stream:
        """Make the words of the rounds from t on, none behind the last round. ``turns``: the rounds are a loop's
        body."""
        with self.k.recording("schedule") as out:
            if t < self.shape.rounds:
                first = t % 16 if turns else t
                words = {1: f"w{first}", 2: f"w{first} and w{first + 1}"}.get(self.lanes, f"w{first} to w{first + 3}")
                self.k.note(f"schedule {words}{' of the next turn' if turns else ''}", inline=True)
                self.renew(t)
        return out

    def renew(self, t: int) -> None:
        """The recurrence of FIPS 180-4, for the words of the rounds from t on."""
        raise NotImplementedError

    def add(self, to: Val, t: int, block: int) -> None:
        """Add word and constant of round t."""
        raise NotImplementedError


class Vectors(Schedule[S]):
    """A schedule in vectors of 128 bits, with the sums of sixteen rounds in the frame. With `area` the vectors have 256
    bits, and `area` holds the sums of all rounds of two blocks."""

    def __init__(self, k: Builder, shape: S, constants: list[Val], home: bool, area: Val | None = None) -> None:
        super().__init__(k, shape, constants, home)
        self.type = k.v128 if area is None else k.v256
        self.keep = area is not None
        self.sums = k.frame(shape.block, "sums") if area is None else area
        self.lanes = 128 // shape.bits

    def copy_pointers(self) -> None:
        if self.keep:
            self.sums = self.k.copy(self.sums, "sums")
        super().copy_pointers()

    def step(self, renew: bool, length: int = 16) -> dict[Val, int]:
        if not renew and not self.keep:  # the rounds behind the last turn of the schedule
            self.sums = self.k.copy(self.sums, "sums")
        moved = self.keep or not renew
        sums = {self.sums: self.type.bits // 8 * length // self.lanes} if moved else {}
        return {**sums, **super().step(renew)}

    def begin(self, data: Val, second: Val | None = None, *, loops: bool) -> None:
        """Load the words of the block at `data`, and of the block at `second`."""
        k = self.k
        if loops:
            self.copy_pointers()
        for t in range(0, 16, self.lanes):
            at = t * self.shape.bytes
            word = k.vblock(self.type, data, offset=at, name=f"w{at // 16}")
            if second is not None:
                k.vinsert(word, k.vload(k.v128, second, offset=at), 1, to=word)
            k.vbswap(word, bits=self.shape.bits, to=word)
            self.w.append(k.home(word) if self.home else word)
            k.cold(self.w[-1])
            self.add_constants(word, t)

    def add_constants(self, word: Val, t: int) -> None:
        """Store the sums of the rounds from t on."""
        k = self.k
        constants = k.vblock(self.type, self.constants[0], offset=self.shape.table_at(t))
        k.vstore(self.sums, k.vadd(word, constants, bits=self.shape.bits), offset=self.where(t))

    def where(self, t: int, block: int = 0) -> int:
        """The offset of round t's sum."""
        vector, lane = divmod(t if self.keep else t % 16, self.lanes)
        return vector * self.type.bits // 8 + 16 * block + lane * self.shape.bytes

    def fetch(self, t: int, block: int) -> Val:
        """The sum of word and constant of round t."""
        return self.shape.load(self.k, self.sums, names=["sum"], offset=self.where(t, block))[0]

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.fetch(t, block)


def round_name(t: int, first: int, number: int | None) -> str:
    """Round t in comments; see :meth:`Rounds.run`."""
    return f"round {t} of the turn" if number is None else f"round {number + t - first}"


class Rounds(Generic[S]):
    """A layout of the state, and the rounds over it. ``home``: vectors of the schedule live in memory, because the
    rounds need the registers."""

    home = False
    size = 8  # values of the state
    part = 16  # rounds under one note
    short = (
        0  # rounds of a turn without a schedule, if fewer than the period: after them the state stands in its places
    )
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
        number: int | None = None, length: int = 0,
    ) -> None:  # fmt: skip
        """Run the rounds from `first` on, until the words of `state` stand in their places again: `length` rounds, or a
        period. If `renew`, the schedule makes the words of later rounds beside these. `block` is 1 for the second of
        two blocks that are scheduled together, otherwise 0. `number` is the first round's number in comments; a loop's
        body has none."""
        self.note(first, first, number)
        k, v = self.k, self.begin(state)
        for group in range(first, first + (length or self.shape.period), schedule.lanes):
            if group > first:
                self.note(group, first, number)
            fresh = schedule.make(group + schedule.ahead, number is None) if renew else None
            with k.recording("rounds") as rounds:
                for t in range(group, group + schedule.lanes):
                    k.note(round_name(t, first, number), inline=True)
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


@dataclass(frozen=True)
class Blocks:
    """The blocks of a hash by one kind of schedule. The rounds are `few` (if given) on machines with fewer than eight
    registers, otherwise `many`."""

    shape: Shape
    schedule: type[Schedule[Any]]
    many: type[Rounds[Any]]
    few: type[Rounds[Any]] | None = None
    whole: type[Schedule[Any]] | None = None
    inline: Optional["Blocks"] = None

    def on(self, k: Builder) -> "Blocks":
        """The blocks on the builder's machine. A machine with fewer than eight registers uses the schedule `whole` (if
        given). A turn then has as many rounds as the state has words. Other machines with up to 16 registers use
        `inline` (if given)."""
        if self.whole is not None and k.registers < 8:
            return replace(self, shape=replace(self.shape, period=8), schedule=self.whole, whole=None)
        return self.inline if self.inline is not None and k.registers <= 16 else self

    def rounds(self, k: Builder) -> type[Rounds[Any]]:
        return self.few if self.few is not None and k.registers < 8 else self.many

    def load(self, k: Builder, state: Val) -> list[Val]:
        return self.rounds(k).load(k, state, self.shape, self.schedule)

    def store(self, k: Builder, state: Val, words: list[Val]) -> None:
        self.rounds(k).store(k, state, words, self.shape)

    @property
    def turns(self) -> int:
        """The number of times that the rounds of a block bring the words of the state back to their places."""
        return self.shape.rounds // self.shape.period

    def every_round(
        self, rounds: Rounds[Any], schedule: Schedule[Any], state: list[Val], loops: bool, block: int = 0,
        renew: bool = True,
    ) -> None:  # fmt: skip
        """Run all rounds of a block, in straight code or as a loop of turns. If `renew`, the schedule runs beside."""
        k, period = rounds.k, self.shape.period
        if not loops:
            for first in range(0, self.shape.rounds, period):
                rounds.run(schedule, state, first, block, renew, first)
            return
        if parts := schedule.parts():
            self.each_part(rounds, schedule, state, parts)
            return
        last = self.shape.rounds - period if renew else 0
        if renew:
            k.note(f"rounds 0 to {last - 1}, {period} in a turn")
            with k.loop(k.const(k.usize, self.turns - 1, "turns"), step=schedule.step(True), at_least_once=True):
                rounds.run(schedule, state, 0, block, True)
        short = rounds.short if isinstance(schedule, Vectors) else 0
        if renew and not short:
            rounds.run(schedule, state, 0, block, number=last)
            return
        short = short or period
        k.note(f"rounds {last} to {self.shape.rounds - 1}, {short} in a turn")
        count = k.const(k.usize, (self.shape.rounds - last) // short, "turns")
        with k.loop(count, step=schedule.step(False, short), at_least_once=True):
            rounds.run(schedule, state, 0, block, length=short)

    def each_part(self, rounds: Rounds[Any], schedule: Schedule[Any], state: list[Val], parts: list[Part]) -> None:
        """Run all rounds of a block, in a loop for each part."""
        k, first = rounds.k, 0
        rounds.enter(state)
        for part in parts:
            schedule.rule = part.rule
            k.note(f"rounds {first} to {first + part.rounds - 1}, {self.shape.period} in a turn")
            count = k.const(k.usize, part.rounds // self.shape.period, "turns")
            with k.loop(count, step=part.step, at_least_once=True):
                rounds.run(schedule, state, 0)
            first += part.rounds

    def block(self, k: Builder, words: list[Val], data: Val, alone: bool = False) -> None:
        """Compress a block that is scheduled by itself."""
        kind, shape, loops = self.rounds(k), self.shape, alone and self.turns > 1
        end = len(words) - self.schedule.tables
        state = words[:end]
        k.note("keep the state before the block")
        saved = k.home(state[: kind.size])
        schedule = self.schedule(k, shape, words[end:], kind.home)
        rounds = kind(k, shape)
        k.note("load the message")
        schedule.begin(data, loops=loops)
        self.every_round(rounds, schedule, state, loops, renew=not schedule.whole)
        k.note("add the state before the block")
        rounds.add_each(state, saved)

    def pairs(self, k: Builder, state: Val, data: Val, blocks: Val) -> None:
        """Compress all blocks, two at a time, in vectors of 256 bits. A single last block is scheduled twice."""
        shape, loops = self.shape, self.turns > 1
        assert issubclass(self.schedule, Vectors), "words are made of one block"
        k.note("load the state")
        *words, table = self.load(k, state)
        area = k.frame(2 * shape.rounds * shape.bytes, "area")
        left = k.copy(blocks, "left")
        k.cold(left)
        k.note("two blocks at a time")
        with k.while_(left.ne(0)):
            second = k.select(left.eq(1), data, k.add(data, shape.block))
            saved = k.home(words)
            schedule = self.schedule(k, shape, [table], self.many.home, area)
            rounds = self.many(k, shape)
            k.note("load the message of both blocks")
            schedule.begin(data, second, loops=loops)
            self.every_round(rounds, schedule, words, loops)
            k.note("add the state before the first block")
            rounds.add_each(words, saved)
            left -= 1
            data += shape.block
            k.note("the second block, if there is one")
            with k.if_(left.ne(0)):
                saved = k.home(words)
                if loops:
                    k.set(schedule.sums, area)
                self.every_round(rounds, schedule, words, loops, block=1, renew=False)
                k.note("add the state before the second block")
                rounds.add_each(words, saved)
                left -= 1
                data += shape.block
        k.note("store the state")
        self.store(k, state, words)


def engine(
    shape: Shape, schedule: type[Schedule[Any]], many: type[Rounds[Any]], few: type[Rounds[Any]] | None = None, *,
    pairs: bool = False, whole: type[Schedule[Any]] | None = None, inline: Blocks | None = None,
) -> Compression:  # fmt: skip
    """The engine of a hash. With `pairs` the engine takes two blocks at a time, unless the rounds are `few`. Blocks not
    woven with other work are those of :meth:`Blocks.on`."""
    made = Blocks(shape, schedule, many, few, whole, inline)

    @stream
    def alone(k: Builder, words: list[Val], data: Val) -> None:
        made.on(k).block(k, words, data, alone=True)

    def walk(k: Builder, state: Val, data: Val, blocks: Val) -> None:
        if made.rounds(k) is made.many:
            made.pairs(k, state, data, blocks)
        else:
            out.each_block(k, state, data, blocks)

    out = Compression(made.load, stream(made.block), made.store, shape.block, alone, walk if pairs else None)
    return out
