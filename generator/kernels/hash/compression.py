# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""An engine: one way to compress blocks, for one hash and one set of instructions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from generator.lang import Builder, Stream, Val, stream

Steps = Callable[[Builder, list[Val], Val], Iterator[None]]


@dataclass(frozen=True)
class Compression:
    """The parts that a kernel weaves with other work, and the walk over the blocks for a kernel that only hashes.

    ``load(k, state)`` fetches the words: the state, and the constants that stay in registers. ``block(k, words, data)``
    compresses the block at `data` into the words, in place and without a branch. ``store(k, state, words)`` stores the
    state. ``alone`` is the block for a kernel that only hashes, and may have loops; default: `block`. ``walk(k, state,
    data, blocks)`` compresses all blocks, for engines that take several together. ``size``: bytes of a block.
    ``several`` takes the same arguments as a walk, for the blocks of several messages.
    """

    load: Callable[[Builder, Val], list[Val]]
    block: Callable[[Builder, list[Val], Val], Stream]
    store: Callable[[Builder, Val, list[Val]], None]
    size: int = 64
    alone: Callable[[Builder, list[Val], Val], Stream] | None = None
    walk: Callable[[Builder, Val, Val, Val], None] | None = None
    several: Callable[[Builder, Val, Val, Val], None] | None = None

    def compress(self, k: Builder, state: Val, data: Val, blocks: Val) -> None:
        """Compress `blocks` blocks at `data` into `state`."""
        k.cold(state, data)
        if self.walk is not None:
            self.walk(k, state, data, blocks)
        else:
            self.each_block(k, state, data, blocks)

    def each_block(self, k: Builder, state: Val, data: Val, blocks: Val) -> None:
        """Compress the blocks one after the other."""
        k.note("load the state")
        words = self.load(k, state)
        k.note("each block")
        with k.loop(blocks, step={data: self.size}):
            k.emit((self.alone or self.block)(k, words, data))
        k.note("store the state")
        self.store(k, state, words)


def in_turns(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """Compress `blocks` blocks of each of several messages, by the engine of the variant."""
    k.variant.engine.several(k, state, data, blocks)


def in_steps(
    load: Callable[[Builder, Val], list[Val]], steps: Steps, store: Callable[[Builder, Val, list[Val]], None],
    constants: Callable[[Builder], list[Val]] = lambda k: [], size: int = 64,
) -> Compression:  # fmt: skip
    """An engine whose block is recorded in steps. The steps of several messages take turns: a chain of instructions
    waits for itself, and those of other messages fill the waits."""

    def words(k: Builder, state: Val) -> list[Val]:
        return [*load(k, state), *constants(k)]

    @stream
    def block(k: Builder, words: list[Val], data: Val) -> None:
        for _ in steps(k, words, data):
            pass

    def several(k: Builder, state: Val, data: Val, blocks: Val) -> None:
        k.note("load the states")
        states, at = ([k.pointer(array, n) for n in range(k.messages)] for array in (state, data))
        k.cold(states, at)
        each = [load(k, one) for one in states]
        shared = constants(k)
        k.note("each block of all messages")
        with k.loop(blocks, step={pointer: size for pointer in at}):
            for _ in zip_longest(*(steps(k, [*one, *shared], pointer) for one, pointer in zip(each, at))):
                pass
        k.note("store the states")
        for pointer, one in zip(states, each):
            store(k, pointer, one)

    return Compression(words, block, store, size, several=several)


def woven(first: Stream, second: Stream, *, lead: int = 0, whole: bool = False) -> Stream:
    """Interleave two streams in proportion to their lengths. Each stream keeps its order, and the second ends last. An
    out-of-order core looks far enough ahead to run both at once; an in-order core fills the waits of one with the
    other. Neither stream may need a result of the other. A store at the end of the second may replace a value that the
    first has read. `lead` operations of the first stream stand before the second. With `whole` nothing stands between
    a load of the first stream and the load's reader, which may then take the word from memory."""
    out = Stream([], first.name)
    at = 0
    for n, op in enumerate(first.ops, 1):
        out.ops.append(op)
        if n <= lead or whole and op.name == "load":
            continue
        upto = (n - lead) * len(second.ops) // (len(first.ops) - lead)
        out.ops += second.ops[at:upto]
        at = upto
    out.ops += second.ops[at:]
    return out


def followed(first: Stream, second: Stream) -> Stream:
    """Join two streams, the second behind the first."""
    return Stream([*first.ops, *second.ops], first.name)
