# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A static ELF program in memory, as Linux starts it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from targets.toolchain.bochs.memory import PAGE, Memory
from targets.toolchain.bochs.system import rights

_STACK, _STACK_SIZE = 0x7FFF_FFFF_F000, 1 << 20
_LOAD, _INTERPRETER = 1, 3


@dataclass(frozen=True, slots=True)
class Process:
    """``entry``: the first instruction; ``stack``: the stack pointer there; ``heap``: the end of the program."""

    entry: int
    stack: int
    heap: int


def load(memory: Memory, program: Path, arguments: Sequence[str]) -> Process:
    """Map a program with its arguments. ValueError if it is not a static program of x86_64 at fixed addresses."""
    image = program.read_bytes()
    if image[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<HH", image, 16) != (2, 62):
        raise ValueError(f"{program}: expected a program of x86_64 Linux, linked with -static -no-pie")
    entry, headers = struct.unpack_from("<QQ", image, 24)
    size, count = struct.unpack_from("<HH", image, 54)
    heap = loaded = 0
    for i in range(count):
        kind, flags, offset, at, _, held, whole, _ = struct.unpack_from("<IIQQQQQQ", image, headers + size * i)
        if kind == _INTERPRETER:
            raise ValueError(f"{program}: wants a loader; expected a static program")
        if kind != _LOAD:
            continue
        first = at & -PAGE
        memory.map(first, at + whole - first, rights(3))
        memory.write(at, image[offset : offset + held])
        memory.protect(first, at + whole - first, rights((flags & 4) >> 2 | flags & 2 | (flags & 1) << 2))
        heap = max(heap, -(-(at + whole) // PAGE) * PAGE)
        loaded = loaded or at - offset
    memory.map(_STACK - _STACK_SIZE, _STACK_SIZE, rights(3))
    at, pointers = _STACK, []
    for word in (str(program), *arguments):
        at -= len(word.encode()) + 1
        memory.write(at, word.encode() + b"\0")
        pointers.append(at)
    random = (at - 16) & -16
    more = [(3, loaded + headers), (4, size), (5, count), (6, PAGE), (9, entry), (25, random), (0, 0)]
    words = [len(pointers), *pointers, 0, 0, *(word for pair in more for word in pair)]
    stack = (random - 8 * len(words)) & -16
    memory.write(stack, struct.pack(f"<{len(words)}Q", *words))
    return Process(entry, stack, heap)
