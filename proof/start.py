# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a recorded script finds at its entry: arguments, and memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from proof.graph import State
from proof.memory import Map, NoProof, contents
from proof.terms import Term, const, sym


def begin(
    kernel: Kernel, ops: Sequence[Op], params: Sequence[Val], data: bytes, word: int = 64,
    numbers: Mapping[str, int] | None = None,
) -> tuple[Map, State, list[Term]]:  # fmt: skip
    """The regions of memory, the script's state at its entry, and its arguments. ``data``: the read-only data.
    ``word``: bits of an address. ``numbers``: arguments that have one value; all others may have any."""
    memory, state, given = Map(data=data, word=word), State(), []
    for param, val in zip(kernel.params, params):
        if param.type == "ptr":
            region = kernel.class_of(param.name)
            term = sym(word, f"ptr {region} {param.name}")
            memory.regions[term] = region
            memory.aligned[term] = (word // 8 if param.lanes else kernel.arg(param.name).align), 0
            state["m", region] = contents(region)
        elif numbers and param.name in numbers:
            term = const(val.type.bits, numbers[param.name])
        else:
            term = sym(val.type.bits, f"argument {param.name}")
        state["s", val.id] = term
        given.append(term)
    _arrays(kernel, memory, state, word)
    for op in ops:
        if op.name == "frame":
            region = f"area {op.dst[0].name}"
            memory.regions[sym(word, region)] = region
            state["m", region] = contents(region)
    return memory, state, given


def _arrays(kernel: Kernel, memory: Map, state: State, word: int) -> None:
    """Arguments that are arrays of pointers: each pointer is the base of a region."""
    size = word // 8
    arrays = {one.name: one.lanes for one in kernel.args if one.lanes}
    memory.arrays = arrays
    if not arrays:
        return
    for name, lanes in arrays.items():
        for n in range(lanes):
            region = f"{name}[{n}]"
            memory.regions[sym(word, f"ptr {region}")] = region
            memory.aligned[sym(word, f"ptr {region}")] = kernel.arg(name).align, 0
            state["m", region] = contents(region)

    def pointer(region: str, at: int) -> Term:
        if at % size or at // size >= arrays[region]:
            raise NoProof(f"a load at {at} of the array {region}")
        return sym(word, f"ptr {region}[{at // size}]")

    memory.pointer = pointer
