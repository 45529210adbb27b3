# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the compression functions of all hashes share: the walk over the blocks, around one engine."""

from collections.abc import Callable
from dataclasses import dataclass

from generator.lang import Builder, Stream, Val


@dataclass(frozen=True)
class Engine:
    """One way to compress: for one hash and one set of instructions.

    ``load(k, state)`` fetches the state, and what constants stay in registers. ``block(k, words, data)`` is all that
    one block at `data` does to them, in place and without a branch: what a kernel weaves that has more to do than this
    hash. ``store(k, state, words)`` puts the state back.
    """

    load: Callable[[Builder, Val], list[Val]]
    block: Callable[[Builder, list[Val], Val], Stream]
    store: Callable[[Builder, Val, list[Val]], None]


def each_block(k: Builder, state: Val, data: Val, blocks: Val, engine: Engine, size: int = 64) -> None:
    """Compress `blocks` blocks of `size` bytes at `data` into `state`."""
    words = engine.load(k, state)
    with k.loop(blocks, step={data: size}):
        k.emit(engine.block(k, words, data))
    engine.store(k, state, words)


def woven(first: Stream, second: Stream) -> Stream:
    """One stream of two, each in its own order, in proportion, the second's end last: an out-of-order core sees far
    enough to run them at once, and one in order has something to do while it waits. Nothing in either may need what the
    other does, but that a store at the end of the second may replace what the first has read."""
    out = Stream([], first.name)
    at = 0
    for n, op in enumerate(first.ops, 1):
        out.ops.append(op)
        upto = n * len(second.ops) // len(first.ops)
        out.ops += second.ops[at:upto]
        at = upto
    return out
