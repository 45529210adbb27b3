# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a recorded script finds at its entry: arguments, and memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from proof.graph import State
from proof.memory import Map, NoProof, Pointer, Region, area, argument, contents
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
            term = sym(word, Pointer(param.name))
            memory.regions[term] = region_of(kernel, param.name)
            memory.aligned[term] = (word // 8 if param.messages else kernel.arg(param.name).align), 0
        elif numbers and param.name in numbers:
            term = const(val.type.bits, numbers[param.name])
        else:
            term = sym(val.type.bits, f"argument {param.name}")
        state["s", val.id] = term
        given.append(term)
    _arrays(kernel, memory)
    for op in ops:
        if op.name == "frame":
            own = area(op.attrs["area"])
            memory.regions[sym(word, own)] = own
    state.update({("m", region): contents(region) for region in memory.regions.values()})
    memory.distances = {
        frozenset((sym(word, Pointer(f"{arg.name}{n}")), sym(word, Pointer(f"{arg.apart[0]}{n}")))): arg.apart[1]
        for arg in kernel.args
        if arg.apart is not None
        for n in ([f"[{lane}]" for lane in range(arg.messages)] or [""])
    }
    return memory, state, given


def region_of(kernel: Kernel, name: str) -> Region:
    """The region of an argument, or of a pointer in an array, ``data[3]``. An array of pointers is a region itself.

    Arguments that the contract lets have the same memory, the same buffer or one that both lie in, are one region:
    no distance is known of two bases but that of ``apart``. So are the pointers of arrays that may have the same."""
    own, _, number = name.partition("[")
    arg = kernel.arg(own)
    if arg.messages and not number:
        return argument(own)
    joined = together(kernel, own)
    if len(joined) == 1:
        return argument(name)
    first = next(one for one in kernel.args if one.name in joined)
    return argument(f"{first.name}[]" if first.messages else first.name)


def together(kernel: Kernel, name: str) -> set[str]:
    """The arguments that may have memory in common with one, by ``alias`` and ``apart`` in both directions."""
    pairs = [
        {arg.name, other}
        for arg in kernel.args
        for other in (*arg.aliases, *([] if arg.apart is None else [arg.apart[0]]))
    ]
    found: set[str] = {name}
    while any(found & pair and not pair <= found for pair in pairs):
        found = found.union(*(pair for pair in pairs if found & pair))
    return found


def _arrays(kernel: Kernel, memory: Map) -> None:
    """Arguments that are arrays of pointers: each pointer is the base of a region."""
    word, size = memory.word, memory.word // 8
    memory.arrays = {argument(one.name): one.messages for one in kernel.args if one.messages}
    for array, lanes in memory.arrays.items():
        for n in range(lanes):
            one = f"{array.name}[{n}]"
            memory.regions[sym(word, Pointer(one))] = region_of(kernel, one)
            memory.aligned[sym(word, Pointer(one))] = kernel.arg(array.name).align, 0

    def pointer(region: Region, at: int) -> Term:
        if at % size or at // size >= memory.arrays[region]:
            raise NoProof(f"a load at {at} of the array {region}")
        return sym(word, Pointer(f"{region.name}[{at // size}]"))

    memory.pointer = pointer if memory.arrays else None
