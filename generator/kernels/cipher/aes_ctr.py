# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in CTR mode (SP 800-38A, 6.5) with a 32-bit big-endian counter, which GCM and the 128-bit counter in C need.

The counter is kept as four little-endian words, of which the last word counts. One byte shuffle turns the words into a
block. The plaintext is added together with the last round key.

The AES units bound the speed, unless the counters take their ports. Measured in one process, ratios to libcrypto 3.0's
AES-NI kernel (vperm: to vpaes), AES-128:

  core, date                                 aesni   vaes256  vaes512  vperm
  AMD Zen 4, 2026-11-21, 16 KiB              1.22*   2.16     2.26     2.29*
                         256 B               1.24    2.48     2.48     2.31*
  Intel Sapphire Rapids, 2026-11-21, 16 KiB  1.12    2.22     2.30     2.16
                                     256 B   1.37    2.45     2.84     2.09
  the same, 32-bit code, 16 KiB              1.01    1.96     2.12     1.68
                         256 B               1.28    2.20     2.96     1.73

  Intel Emerald Rapids, 2026-11-27, cycles of a whole call, AES-128, before and after the changes below: 16 B 18.1 and
  15.5; 32 B 21.3 and 17.1; 48 B 26.2 and 20.1; 1350 B with a new counter 230 and 221; 16 KiB 2575 and 2558, where the
  AES unit takes 2560

  * measured before two changes: the byte permutations lost ShiftRows, which gave 1.21 on Sapphire Rapids; the counters
    of AES-NI became vectors at all lengths, which gave 1.09 (32-bit code: 1.09)

A call loads the counter that the call before has stored. Cores forward the bytes of one store to a load. Where they
cannot, the load waits until every instruction before the store has ended. On Emerald Rapids this happens to a counter
that crosses a page: a block then took 82 cycles, and 46 since the counter is stored before the rounds. The counter is
stored whole, because no core forwards parts of what a load reads
(:mod:`generator.passes.judges.waste_waits`). Long messages keep the round keys and the bytes' order in registers, where
there are 32 of 512 bits: llvm-mca 19 predicts 48.3 cycles a turn on Zen 4 where loads took 50.4.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from generator.kernels.cipher.aes_contract import contract
from generator.kernels.cipher.aes_engine import BLOCK, Engine, batch, in_batches
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Builder, Val, kernel
from generator.lang.values import Type


@kernel(**contract("aes_ctr32", "6.5", "counter"))
def aes_ctr32(k: Builder, schedule: Val, rounds: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-CTR of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. The last four bytes of
    `counter` are a big-endian number, to which each block adds one modulo 2^32. On return `counter` is the next
    block's."""
    aes: Engine | SlicedAes = k.variant.engine(k, schedule, rounds)
    aes.hold()
    if isinstance(aes, SlicedAes):
        in_words(k, aes, counter, in_, out, blocks)
        return
    counters = Counters(k, aes, counter)
    if aes.linear and k.keys_first:
        by_words(k, aes, counters, in_, out, blocks)

    def run(type: Type, places: list[int]) -> None:
        state = counters.few(type, places) if counters.words is None else counters.next(type, len(places))
        aes.enter(state)
        k.note("the rounds")
        aes.rounds(state)
        finish(k, aes, state, places, in_, out)

    in_batches(k, aes, blocks, in_, out, run, counters.around)


def in_words(k: Builder, aes: SlicedAes, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Run batches in words. Blocks that are not there have the number of the last one that is."""
    number = k.load32(counter, offset=12, be=True)
    k.cold(counter, number)
    with aes.batches(blocks, in_, out):
        numbers = [number]
        for n in range(1, aes.blocks):
            numbers.append(k.select(blocks.ge(n + 1), number + n, numbers[-1]))
        batch = aes.counters(counter, numbers)
        k.add(numbers[-1], 1, to=number)
        batch = aes.cipher(batch)
        places = aes.places(blocks)
        aes.add(batch, in_, places)
        aes.write(out, places, batch)
    k.store32(counter, number, offset=12, be=True)


class Counters:
    """The counters of the next blocks: four little-endian words a block, of which the last one counts."""

    def __init__(self, k: Builder, aes: Engine, counter: Val) -> None:
        self.k, self.aes, self.counter = k, aes, counter
        self.words: Val | None = None  # of the next vector
        self.order: Val | None = None  # of a block's bytes
        self.step: Val | None = None  # from a vector to the next

    def lanes(self, type: Type, numbers: list[int]) -> Val:
        """Numbers to add to the counters of a vector's blocks."""
        return self.k.vconst(type, [word for n in numbers for word in (0, 0, 0, n)], name="step")

    def swapped(self, x: Val) -> Val:
        """Words as blocks, and the reverse."""
        return self.k.vbswap(x, bits=32) if self.order is None else self.k.vlookup(x, self.order)

    @contextmanager
    def around(self, type: Type) -> Iterator[None]:
        """In the body, ``words`` has the counters of the next vector. The counter in memory is read before the body and
        written behind it, each time all of it: a load of what narrower stores wrote would wait for them."""
        k = self.k
        words = self.begin(type)
        yield
        k.note("store the counter")
        k.vstore(self.counter, k.vextract(self.swapped(words), 0))
        self.words = self.order = self.step = None

    def begin(self, type: Type, first: int = 0) -> Val:
        """Set ``words``. ``first``: the number of the first block behind the counter."""
        k, each = self.k, type.bits // 128
        if self.aes.roomy and type.bits == 512:
            self.order = k.vconst(type, [n ^ 3 for n in range(BLOCK)], bits=8, name="order")
            self.step = self.lanes(type, [each])
        words = self.words = self.swapped(k.vblock(type, self.counter))
        if each > 1 or first:
            k.vadd(words, self.lanes(type, [first + n for n in range(each)]), bits=32, to=words)
        k.cold(words)
        return words

    def next(self, type: Type, count: int) -> list[Val]:
        """The next ``count`` vectors of counters."""
        k, words = self.k, self.words
        assert words is not None
        k.note("the next counters")
        state = []
        current = k.copy(words)  # `words` itself may live in the frame
        step = self.lanes(type, [type.bits // 128]) if self.step is None else self.step
        for _ in range(count):
            state.append(self.swapped(current))
            k.vadd(current, step, bits=32, to=current)
        k.set(words, current)
        return state

    def behind(self, blocks: Val) -> Val:
        """The counters of the vector behind so many blocks."""
        k, words = self.k, self.words
        assert words is not None
        current = k.copy(words)
        with k.if_(blocks.ne(0)):
            more = k.vbroadcast(words.type, k.trunc(k.u32, blocks)) & k.vconst(words.type, [0, 0, 0, -1])
            k.vadd(current, more, bits=32, to=current)
        return self.swapped(current)

    def few(self, type: Type, places: list[int]) -> list[Val]:
        """The counters of vectors at ``places``. The next counter is stored before the rounds: a call that waits for
        the store does not wait for the rounds."""
        k, each = self.k, type.bits // 128
        k.note("the counters")
        block = k.vblock(type, self.counter)
        words = self.swapped(block)
        state = [block] if each == 1 else []
        for place in places[len(state) :]:
            numbers = [place // BLOCK + n for n in range(each)]
            state.append(self.swapped(k.vadd(words, self.lanes(type, numbers), bits=32)))
        after = k.vadd(k.vextract(words, 0), self.lanes(k.v128, [places[-1] // BLOCK + each]), bits=32)
        k.vstore(self.counter, self.swapped(after))
        return state


def by_words(k: Builder, aes: Engine, counters: Counters, in_: Val, out: Val, blocks: Val) -> None:
    """Run batches of eight blocks whose counters are made in general-purpose registers: only the last word of a block
    changes in memory. Fewer than four batches do not pay. Engines that add a key before the rounds gain nothing."""
    count, counter = 8, counters.counter
    places = [BLOCK * n for n in range(count)]
    k.note(f"{count} blocks at a time, with counters made in words")
    with k.if_(blocks.ge(4 * count)):
        number = k.load32(counter, offset=12, be=True)
        with counters.around(k.v128):
            state = counters.next(k.v128, count)
            aes.enter(state)
        area = k.frame(BLOCK * count, "counters")
        k.vstore(area, [k.vload(k.v128, counter)] * count)
        k.cold(number)
        with batch(k, blocks, count, in_, out):
            k.note("the counters of the next batch")
            number += count
            for n, place in enumerate(places):
                k.store32(area, number + n if n else number, offset=place + 12, be=True)
            k.note("the rounds")
            aes.rounds(state)
            finish(k, aes, state, places, in_, out)
            k.note("load the next counters")
            for place, block in zip(places, state):
                k.vload(k.v128, area, offset=place, to=block)
        k.note("store the counter")
        k.vstore(counter, state[0])


def finish(k: Builder, aes: Engine, state: list[Val], places: list[int], in_: Val, out: Val) -> None:
    """Add the plaintext together with the last round key, and store the output. Where vectors overlap, all plaintext is
    read first: the output may be in its place."""
    type = state[0].type
    k.note("add the plaintext and the last round key")
    last = aes.last(type)
    overlap = any(after - before < type.bits // 8 for before, after in zip(places, places[1:]))
    masks = [k.vload(type, in_, offset=place) ^ last for place in places] if overlap else []
    for n, (place, block) in enumerate(zip(places, state)):
        mask = masks[n] if overlap else k.vload(type, in_, offset=place) ^ last
        k.vstore(out, aes.leave(block, mask, to=block), offset=place)
