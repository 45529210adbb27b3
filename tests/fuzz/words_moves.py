# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Broadcasts, lanes of another width, tables of three inputs, transposition and products over lanes, on Python's
integers, as :mod:`tests.fuzz.words` has the rest of the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence

from tests.fuzz.words import Attrs, Rule, _blocked, joined, lanes


def number(width: int, lane: int, signed: bool) -> int:
    return lane - (lane >> width - 1 << width) if signed else lane


def _widen(half: int) -> Rule:
    def block(at: Attrs, x: int) -> int:
        width = at["lane"]
        chosen = lanes(width, 64, x >> 64 * half & (1 << 64) - 1)
        return joined(2 * width, [number(width, lane, at["signed"]) for lane in chosen])

    return _blocked(block)


def _narrow(at: Attrs, x: int, y: int) -> int:
    width = at["lane"]
    half = width // 2
    low, high = (-(1 << half - 1), (1 << half - 1) - 1) if at["signed"] else (0, (1 << half) - 1)
    found = [number(width, lane, True) for lane in (*lanes(width, 128, x), *lanes(width, 128, y))]
    return joined(half, [min(max(lane, low), high) for lane in found])


def _carryless(at: Attrs, x: int, y: int) -> int:
    left, right = x >> 64 * at["x_half"] & (1 << 64) - 1, y >> 64 * at["y_half"] & (1 << 64) - 1
    out = 0
    for n in range(64):
        out ^= left << n if right >> n & 1 else 0
    return out


def _dot(bits: int, at: Attrs, acc: int, x: int, y: int) -> int:
    left = [number(8, lane, at["signed_x"]) for lane in lanes(8, bits, x)]
    right = [number(8, lane, at["signed_y"]) for lane in lanes(8, bits, y)]
    totals = lanes(32, bits, acc)
    for n, (a, b) in enumerate(zip(left, right)):
        totals[n // 4] += a * b
    return joined(32, totals)


def _fifty_two(shift: int) -> Rule:
    mask = (1 << 52) - 1

    def whole(bits: int, at: Attrs, acc: int, x: int, y: int) -> int:
        parts = zip(lanes(64, bits, acc), lanes(64, bits, x), lanes(64, bits, y))
        return joined(64, [total + ((a & mask) * (b & mask) >> shift & mask) for total, a, b in parts])

    return whole


def _table(bits: int, at: Attrs, x: int, y: int, z: int) -> int:
    out = 0
    for n in range(8):
        if at["table"] >> n & 1:
            out |= (x if n & 4 else ~x) & (y if n & 2 else ~y) & (z if n & 1 else ~z)
    return out


MOVES: dict[str, Rule] = {
    "vbroadcast": lambda bits, at, x: joined(at["lane"], [x] * (bits // at["lane"])),
    "vwiden_low": _widen(0),
    "vwiden_high": _widen(1),
    "vnarrow": _blocked(_narrow),
    "vternary": _table,
    "vclmul": _blocked(_carryless),
    "vdot": _dot,
    "vmul52_low": _fifty_two(0),
    "vmul52_high": _fifty_two(52),
}


def transposed(bits: int, lane: int, rows: Sequence[int]) -> list[int]:
    """Rows and columns exchanged in each block."""
    blocks = [[lanes(lane, 128, block) for block in lanes(128, bits, row)] for row in rows]
    count = len(rows)
    return [
        joined(lane, [blocks[j][block][i] for block in range(bits // 128) for j in range(count)]) for i in range(count)
    ]
