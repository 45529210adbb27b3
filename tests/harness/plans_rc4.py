# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What RC4's functions are called with."""

from __future__ import annotations

import random

from tests.harness.batch import Alias, Argument, Buffer, Call, Placement, Word
from tests.harness.plans_common import GUARDS, LONGEST, SEED
from tests.reference import rc4


def rc4_set_key(function: str) -> list[Call]:
    """All key lengths of 1 to 256 bytes, against both guards and rotating; all 64 alignments of key and state."""
    rng = random.Random(SEED + 1)
    calls = []

    def add(key: bytes, placement: Placement, align: int | None, state_align: int | None) -> None:
        where = placement if state_align is None else Placement.MIDDLE
        arguments: tuple[Argument, ...] = (
            Buffer(rng.randbytes(rc4.STATE_BYTES), True, where, state_align),
            Buffer(key, False, placement, align),
            Word(len(key)),
        )
        note = f"key={len(key)} {placement.name} align={align} state={state_align}"
        calls.append(Call(function, arguments, {0: rc4.set_key(key)}, note))

    for length in range(1, 257):
        key = rng.randbytes(length)
        add(key, Placement.END, None, None)
        add(key, Placement.START, None, None)
        add(key, Placement.MIDDLE, length * 5 % 64, length * 11 % 64)
    for align in range(64):
        add(rng.randbytes(16), Placement.END, align, 63 - align)
        add(rng.randbytes(5), Placement.START, align, align)
    return calls


def rc4_stream(function: str) -> list[Call]:
    """All lengths 0 to 520, out of place and in place; all 64 alignments each way; random x and y; random splits."""
    rng = random.Random(SEED + 2)
    calls = []

    def add(
        state: bytes,
        data: bytes,
        placement: Placement,
        align: int | None,
        out_align: int | None,
        in_place: bool,
        note: str,
    ) -> bytes:
        after, out = rc4.stream(state, data)
        source: Argument = Buffer(data, in_place, placement, align)
        target: Argument = Alias(1) if in_place else Buffer(rng.randbytes(len(data)), True, placement, out_align)
        arguments = (Buffer(state, True, placement, None), source, target, Word(len(data)))
        text = f"length={len(data)} {placement.name} in={align} out={'in place' if in_place else out_align}{note}"
        calls.append(Call(function, arguments, {0: after, (1 if in_place else 2): out}, text))
        return after

    def state() -> bytes:
        return rc4.set_key(rng.randbytes(rng.randint(5, 32)))[:256] + rng.randbytes(2)

    for length in range(LONGEST + 1):
        data = rng.randbytes(length)
        add(state(), data, Placement.END, None, None, False, "")
        add(state(), data, Placement.START, length % 64, length * 7 % 64, False, "")
        add(state(), data, GUARDS[length % 2], None, None, True, "")
    for length in (1, 7, 8, 9, 16, 63, 130):
        for align in range(64):
            add(state(), rng.randbytes(length), Placement.MIDDLE, align, (align * 29 + length) % 64, False, "")
            if length > 16:
                add(state(), rng.randbytes(length), Placement.END, align, None, True, "")
    for x, y in ((0, 0), (255, 0), (254, 255), (255, 255), (127, 128)):
        fixed = rc4.set_key(b"asmloom")[:256] + bytes((x, y))
        add(fixed, rng.randbytes(300), Placement.END, None, None, False, f" x={x} y={y}")
    for split in range(12):
        data = rng.randbytes(LONGEST)
        current = rc4.set_key(rng.randbytes(16))
        at = 0
        while at < len(data):
            size = min(rng.choice((1, 2, 3, 8, rng.randint(0, 97))), len(data) - at)
            part = data[at : at + size]
            where = GUARDS[(at + split) % 2]
            current = add(current, part, where, None, None, split % 3 == 0, f" split={split} at={at}")
            at += size
    return calls
