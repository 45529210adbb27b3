# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blocks of SHA-1, SHA-256 and SHA-512 made of a schedule and rounds: one block at a time, or two with one schedule.

The schedule is computed beside the rounds, which alone are on the critical path. Vectors of 256 bits schedule two
blocks. The rounds of the second block follow with no schedule beside them.
"""

from dataclasses import dataclass, replace
from typing import Any, Optional

from generator.kernels.hash.compression import Compression
from generator.kernels.hash.fips180 import Shape
from generator.kernels.hash.rounds import Rounds
from generator.kernels.hash.schedules import Part, Schedule, Vectors
from generator.lang import Builder, Val, stream


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
        last = self.shape.rounds - period
        k.note(f"rounds 0 to {last - 1 if renew else self.shape.rounds - 1}, {period} in a turn")
        count = k.const(k.usize, self.turns - renew, "turns")
        with k.loop(count, step=schedule.step(renew), at_least_once=True):
            rounds.run(schedule, state, 0, block, renew)
        if renew:
            rounds.run(schedule, state, 0, block, number=last)

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
