# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The standard's side of proofs: recorded scripts against ``tests/reference``, run on the same terms.

A script is run from its entry to its end with a fixed number of blocks, so that each branch is decided. What it leaves
in memory must be what the reference makes of the same unknown words.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from proof.equal import Judge
from proof.graph import ENTRY, EXIT, Graph, State
from proof.memory import DATA, Map, NoProof, argument, contents, load
from proof.script import Script
from proof.start import begin
from proof.terms import Term, add, bswap, const, fresh, sub, sym
from tests.proof.numbers_as_terms import Word
from tests.proof.split import Split

QUESTIONS = 0
"""The most questions for z3 in one comparison: the terms' normal form decides all of them. A form that
decides less would make a run of minutes out of one of seconds."""
Compression = Callable[[Sequence[Word], Sequence[Word]], tuple[Word, ...]]


@dataclass(frozen=True, slots=True)
class Standard:
    """A compression. Words of ``bits`` bits; ``state`` of them, and 16 in a block."""

    compress: Compression
    bits: int
    state: int
    big_endian: bool


def ending(
    kernel: Kernel, ops: Sequence[Op], params: Sequence[Val], word: int, script: Callable[[Sequence[Op], Map], Script],
    numbers: Mapping[str, int], prepare: Callable[[Map, State], None] = lambda memory, state: None,
) -> tuple[Map, State]:  # fmt: skip
    """Memory's regions, and the state at the script's end. ``script``: makes the program of a recording. ``prepare``:
    changes the state at its entry."""
    tables = [op for op in ops if op.name == "table"]
    data = b"".join(
        (value & (1 << 8 * size) - 1).to_bytes(size, "little")
        for size, values in ((op.attrs["element"], op.attrs["values"]) for op in tables)
        for value in values
    )
    memory, state, _ = begin(kernel, ops, params, data, word, numbers)
    memory.regions[sym(word, DATA)] = DATA
    state["m", DATA] = contents(DATA)
    prepare(memory, state)
    graph, place = Graph(script(ops, memory)), ENTRY
    while place != EXIT:
        ends = graph.run(place, state)
        if len(ends) != 1:
            raise NoProof(f"a branch that the number of blocks does not decide: {sorted(ends)}")
        ((place, (_, state)),) = ends.items()
    return memory, state


def differences(
    kernel: Kernel, ops: Sequence[Op], params: Sequence[Val], word: int, standard: Standard, blocks: int
) -> list[str]:
    """What differs after ``blocks`` blocks: nothing, if the script computes the standard."""
    fresh()
    split = partial(Split, word=word, lane=standard.bits)
    memory, state = ending(kernel, ops, params, word, split, {"blocks": blocks})
    judge, size, out = Judge(), standard.bits // 8, []
    lanes = next((one.messages for one in kernel.args if one.messages), 0)
    for lane in range(lanes or 1):
        mine, given = (argument(f"{name}[{lane}]" if lanes else name) for name in ("state", "data"))
        at = {region: base for base, region in memory.regions.items()}
        was = [
            load(_contents(state["m", mine]), add(at[mine], const(word, size * n)), size) for n in range(standard.state)
        ]
        words = [Word(one) for one in was]
        for block in range(blocks):
            places = [add(at[given], const(word, size * (16 * block + n))) for n in range(16)]
            read = [load(state["m", given], place, size) for place in places]
            words = list(standard.compress(words, [Word(bswap(one) if standard.big_endian else one) for one in read]))
        ends = [load(state["m", mine], add(at[mine], const(word, size * n)), size) for n in range(standard.state)]
        for n, (expected, found) in enumerate(zip(words, ends)):
            if not judge.equal(expected.term, found):
                out.append(f"word {n} of the state{f' of lane {lane}' if lanes else ''}")
        if state["m", given].op == "store":
            out.append("the data is written to")
        out += stores_beyond(state["m", mine], at[mine], size * standard.state)
    if judge.asked > QUESTIONS:
        out.append(f"{judge.asked} questions for z3")
    return out


def _contents(memory: Term) -> Term:
    while memory.op == "store":
        memory = memory.args[0]
    return memory


def stores_beyond(memory: Term, base: Term, size: int) -> list[str]:
    """Stores outside of the first ``size`` bytes."""
    out = []
    while memory.op == "store":
        memory, at, data = memory.args
        away = sub(at, base)
        if away.op != "const" or away.val + data.w // 8 > size:
            out.append(f"a store of {data.w // 8} bytes at {at}")
    return out


def with_a_deep_stack(action: Callable[[], list[str]]) -> list[str]:
    """Run ``action`` in a thread with room for terms as deep as the rounds are many."""
    out: list[list[str]] = []
    before, depth = threading.stack_size(1 << 29), sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        thread = threading.Thread(target=lambda: out.append(action()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
        sys.setrecursionlimit(depth)
    assert out, "the comparison failed: see above"
    return out[0]
