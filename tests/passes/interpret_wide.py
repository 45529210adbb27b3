# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on whole vectors executed on Python's integers, with the lowest lane in the lowest bits."""

from __future__ import annotations

from collections.abc import Callable

from generator.lang.values import Op


def lanes(width: int, bits: int, value: int) -> list[int]:
    """Lanes of ``width`` bits, lowest first."""
    return [value >> at & (1 << width) - 1 for at in range(0, bits, width)]


def joined(width: int, parts: list[int]) -> int:
    return sum((part & (1 << width) - 1) << width * n for n, part in enumerate(parts))


def _by(width: int, rule: Callable[..., int], op: Op, *values: int) -> int:
    bits = op.dst[0].type.bits
    return joined(width, [rule(*parts) for parts in zip(*(lanes(width, bits, value) for value in values))])


def _laned(rule: Callable[..., int]) -> Callable[..., int]:
    """Apply a rule of lane width, attribute ``bits`` and lanes to all lanes."""

    def whole(op: Op, *values: int) -> int:
        width = op.attrs["lane"]
        return _by(width, lambda *parts: rule(width, op.attrs.get("bits", 0), *parts), op, *values)

    return whole


def _blocked(rule: Callable[..., int]) -> Callable[..., int]:
    """Apply a rule of the operation and blocks to all blocks."""
    return lambda op, *values: _by(128, lambda *parts: rule(op, *parts), op, *values)


def _bytes(value: int) -> bytes:
    return value.to_bytes(16, "little")


def _lookup(op: Op, table: int, index: int) -> int:
    assert all(n < 16 or n > 127 for n in _bytes(index)), op
    return int.from_bytes(bytes(0 if n > 127 else _bytes(table)[n] for n in _bytes(index)), "little")


def _unpack(half: int) -> Callable[..., int]:
    def block(op: Op, x: int, y: int) -> int:
        width = op.attrs["lane"]
        xs, ys = (lanes(width, 128, value)[half * 64 // width :][: 64 // width] for value in (x, y))
        return joined(width, [lane for pair in zip(xs, ys) for lane in pair])

    return _blocked(block)


def _follow(op: Op, before: int, x: int) -> int:
    bits, moved = op.dst[0].type.bits, op.attrs["blocks"]
    return joined(128, [*lanes(128, bits, before)[-moved:], *lanes(128, bits, x)[:-moved]])


def _every_second(first: int) -> Callable[..., int]:
    def run(op: Op, *xs: int) -> int:
        return joined(128, [one for x in xs for one in lanes(128, op.dst[0].type.bits, x)[first::2]])

    return run


def _insert(op: Op, x: int, y: int) -> int:
    blocks = lanes(128, op.dst[0].type.bits, x)
    blocks[op.attrs["block"]] = y
    return joined(128, blocks)


WIDE: dict[str, Callable[..., int]] = {
    "vconst": lambda op: int.from_bytes(
        op.attrs["data"] * (op.dst[0].type.bits // 8 // len(op.attrs["data"])), "little"
    ),
    "vzero": lambda op: 0,
    "vadd": _laned(lambda width, _, x, y: x + y),
    "vsub": _laned(lambda width, _, x, y: x - y),
    "vshl": _laned(lambda width, bits, x: x << bits),
    "vshr": _laned(lambda width, bits, x: x >> bits),
    "vrotl": _laned(lambda width, bits, x: x << bits | x >> width - bits),
    "vbswap": _laned(lambda width, _, x: int.from_bytes(x.to_bytes(width // 8, "little"), "big")),
    "vshl_bytes": _blocked(lambda op, x: x << 8 * op.attrs["count"]),
    "vshr_bytes": _blocked(lambda op, x: x >> 8 * op.attrs["count"]),
    "vext": _blocked(lambda op, high, low: (high << 128 | low) >> 8 * op.attrs["count"]),
    "vlookup": _blocked(_lookup),
    "vshuffle": _blocked(lambda op, x: joined(32, [lanes(32, 128, x)[n] for n in op.attrs["order"]])),
    "vunpack_low": _unpack(0),
    "vunpack_high": _unpack(1),
    "vfollow": _follow,
    "vblocks_even": _every_second(0),
    "vblocks_odd": _every_second(1),
    "vextract": lambda op, x: x >> 128 * op.attrs["block"],
    "vinsert": _insert,
    "vfrom": lambda op, word: word,
    "vword": lambda op, x: x >> op.dst[0].type.bits * op.attrs["lane"],
}
"""Name → the uncut result of the operation and its operands."""
