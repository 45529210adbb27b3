# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The memory that the pointers of a recording point to: bytes, or words of one size.

An array of words in a prototype (``uint32_t state[4]``) holds words of the caller's machine, and so does a table. The
language counts bytes there too, and knows their order as little-endian. Portable code reads whole words, on machines
of either order, and finds the bytes of a word by shifts. That takes offsets that are multiples of a word, which follow
from constants, scales and shifts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from generator.model import KernelError
from generator.portable.structure import read

_ELEMENT = re.compile(r"\bu?int(16|32|64)_t")
ACCESSES = ("load", "load_signed", "store")
WAYS = ("copy", "add", "sub", "select")
"""Operations that make a pointer of a pointer."""


@dataclass(eq=False, slots=True)
class Memory:
    """What some pointers share. ``element``: bytes of a word; 1 for bytes, whose order the accesses say. ``halves``: an
    array of 64-bit words whose halves are read, the lower one first. ``own``: tables and areas of the frame, which are
    bytes where words do not suit. ``written``: the pointers that a store uses."""

    element: int = 0
    halves: bool = False
    own: bool = True
    sizes: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)


def low_zeros(ops: Iterable[Op]) -> dict[int, int]:
    """Value → the number of low bits that are 0 whenever it has been made."""
    known: dict[int, int] = {}
    made = [(op, val) for op in ops for val in op.dst]
    known.update((val.id, 64) for _, val in made)
    changed = True
    while changed:
        changed = False
        for op, val in made:
            zeros = min(_zeros(op, known), known[val.id])
            if zeros < known[val.id]:
                known[val.id], changed = zeros, True
    return known


def _low(arg: Val | int, known: dict[int, int]) -> int:
    if isinstance(arg, Val):
        return known.get(arg.id, 0)
    return (arg & -arg).bit_length() - 1 if arg else 64


def _zeros(op: Op, known: dict[int, int]) -> int:
    of = [_low(arg, known) for arg in op.args if isinstance(arg, (Val, int))]
    if op.name == "shl":
        return min(of[0] + int(op.attrs["bits"]), 64)
    if op.name in ("add", "sub", "or", "xor", "select") and of:
        return min(of)
    if op.name in ("copy", "const", "zext", "trunc"):
        return of[0]
    if op.name == "and":
        return max(of)
    if op.name == "loop_end":
        return 0
    return sum(of) if op.name == "mul" else 0


def memories(kernel: Kernel, params: Sequence[Val], ops: Sequence[Op]) -> dict[int, Memory]:
    """Id of a pointer → its memory. KernelError, with the line, for words that cannot be read as such."""
    of: dict[int, int] = {}

    def root(one: int) -> int:
        while of.setdefault(one, one) != one:
            one = of[one]
        return one

    pointers = {val.id for op in ops for val in (*op.dst, *read(op)) if val.type.name == "ptr"}
    for op in ops:
        shared = [val.id for val in (*op.dst, *op.args) if isinstance(val, Val) and val.type.name == "ptr"]
        if op.name in WAYS:
            for one in shared[1:]:
                of[root(one)] = root(shared[0])
    found: dict[int, Memory] = {}
    for one in pointers | {val.id for val in params if val.type.name == "ptr"}:
        found[one] = found.setdefault(root(one), Memory())
    for param, val in zip(kernel.params, params):
        if val.type.name == "ptr":
            text, memory = _ELEMENT.search(param.text), found[val.id]
            element = int(text[1]) // 8 if text else 1
            if memory.element not in (0, element):
                raise KernelError(
                    kernel.src, f"{kernel.name}: a pointer into {param.name} is also one to words of "
                    f"{8 * memory.element} bits; portable code needs a pointer for each"
                )  # fmt: skip
            memory.element = element
            memory.own = False
    for op in ops:
        if op.name == "table":
            memory = found[op.dst[0].id]
            memory.sizes.add(op.attrs["element"])
        elif op.name in ACCESSES:
            found[op.args[0].id].sizes.add(size(op))
    zeros = low_zeros(ops)
    for memory in {id(one): one for one in found.values()}.values():
        if memory.own:
            memory.element = next(iter(memory.sizes)) if len(memory.sizes) == 1 else 1
    for op in ops:
        _refuse(op, found, zeros)
    _mark_written(ops, found)
    return found


def size(op: Op) -> int:
    """The bytes of a load or store."""
    if op.name == "load_signed":
        return int(op.attrs["bits"]) // 8
    return int((op.args[2] if op.name == "store" else op.dst[0]).type.bits) // 8


def _refuse(op: Op, found: dict[int, Memory], zeros: dict[int, int]) -> None:
    """Take a memory as bytes or halves if an operation does not count in its words. KernelError if neither suits."""
    if op.name in ACCESSES:
        memory, index = found[op.args[0].id], op.args[1]
        unit = 1 << min(zeros.get(index.id, 0), 6) if index is not None else 64
        step = op.attrs.get("scale", 1) * unit
        whole = step % memory.element == 0 and (
            size(op) <= memory.element
            and op.attrs["offset"] % memory.element + size(op) <= memory.element
            or op.attrs["offset"] % memory.element == 0
        )
        whole = whole and (op.name != "store" or size(op) >= memory.element) and not op.attrs["be"]
    elif op.name in ("add", "sub") and op.dst[0].type.name == "ptr":
        memory = found[op.dst[0].id]
        by = [arg for arg in op.args if not (isinstance(arg, Val) and arg.type.name == "ptr")]
        whole = all(_low(one, zeros) >= memory.element.bit_length() - 1 for one in by)
    else:
        return
    if whole or memory.element <= 1:
        return
    if memory.own:
        memory.element = 1
    elif memory.element == 8 and memory.sizes == {4}:
        memory.halves = True
    else:
        raise KernelError(
            op.src, f"{op.name}: an offset that is no multiple of {memory.element} bytes, in an array of words of "
            f"{8 * memory.element} bits; portable code needs one, or uint8_t in the prototype"
        )  # fmt: skip


def _mark_written(ops: Sequence[Op], found: dict[int, Memory]) -> None:
    """Find the pointers that a store uses, and those that these come from."""
    for op in ops:
        if op.name == "store":
            found[op.args[0].id].written.add(op.args[0].id)
    changed = True
    while changed:
        changed = False
        for op in ops:
            if op.name in WAYS and op.dst and op.dst[0].id in found and op.dst[0].type.name == "ptr":
                memory = found[op.dst[0].id]
                for arg in op.args:
                    if (
                        isinstance(arg, Val) and arg.type.name == "ptr"
                        and op.dst[0].id in memory.written and arg.id not in memory.written
                    ):  # fmt: skip
                        memory.written.add(arg.id)
                        changed = True
