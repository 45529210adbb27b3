# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The vocabulary on Python's integers: the meaning of each operation of the builder, from its documentation alone.

A rule takes the width of the result in bits, the statement's attributes and the operands. The caller cuts the result to
the width. The lowest lane is in the lowest bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference import aes

Rule = Callable[..., int]
Attrs = dict[str, Any]


def swapped(bits: int, x: int) -> int:
    return int.from_bytes(x.to_bytes(bits // 8, "little"), "big")


def turned(bits: int, x: int, right: int) -> int:
    """``x`` rotated to the right."""
    return (x >> right | x << bits - right) & (1 << bits) - 1


def signed(bits: int, x: int) -> int:
    """The number that the low ``bits`` of ``x`` are, if signed."""
    x &= (1 << bits) - 1
    return x - (x >> bits - 1 << bits)


def by(at: Attrs, count: Sequence[int], bits: int) -> int:
    """The count of a shift: a constant, or a value modulo the width."""
    return count[0] % bits if count else int(at["bits"])


def crc32c(crc: int, x: int, bits: int) -> int:
    """RFC 3720's check, continued by the low ``bits`` of ``x``."""
    crc ^= x
    for _ in range(bits):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc


def rotations(bits: int, x: int, right: Sequence[int], shift: int = 0) -> int:
    out = x >> shift if shift else 0
    for by in right:
        out ^= turned(bits, x, by)
    return out


def boolean(expr: Any, x: int, y: int, z: int) -> int:
    """A tree of ``("x",)``, ``("~", a)``, ``("&", a, b)``, …"""
    if len(expr) == 1:
        return {"x": x, "y": y, "z": z}[expr[0]]
    first = boolean(expr[1], x, y, z)
    if expr[0] == "~":
        return ~first
    second = boolean(expr[2], x, y, z)
    return first & second if expr[0] == "&" else first | second if expr[0] == "|" else first ^ second


WORDS: dict[str, Rule] = {
    "add": lambda bits, at, *xs: sum(xs),
    "sub": lambda bits, at, x, y: x - y,
    "xor": lambda bits, at, x, y: x ^ y,
    "and_": lambda bits, at, x, y: x & y,
    "or_": lambda bits, at, x, y: x | y,
    "andn": lambda bits, at, x, y: x & ~y,
    "orn": lambda bits, at, x, y: x | ~y,
    "not_": lambda bits, at, x: ~x,
    "bswap": lambda bits, at, x: swapped(bits, x),
    "shl": lambda bits, at, x, *n: x << by(at, n, bits),
    "shr": lambda bits, at, x, *n: x >> by(at, n, bits),
    "sar": lambda bits, at, x, *n: signed(bits, x) >> by(at, n, bits),
    "rotl": lambda bits, at, x, *n: turned(bits, x, -by(at, n, bits) % bits),
    "rotr": lambda bits, at, x, *n: turned(bits, x, by(at, n, bits)),
    "clz": lambda bits, at, x: bits - x.bit_length(),
    "ctz": lambda bits, at, x: (x & -x).bit_length() - 1 if x else bits,
    "popcount": lambda bits, at, x: bin(x).count("1"),
    "rotations": lambda bits, at, x: rotations(bits, x, at["right"], at["shift"]),
    "ternary": lambda bits, at, x, y, z: boolean(at["function"], x, y, z),
    "add_ternary": lambda bits, at, acc, x, y, z: (
        acc + sum(boolean(part, x, y, z) & (1 << bits) - 1 for part in at["parts"])
    ),
    "mul": lambda bits, at, x, y: x * y,
    "mul_high": lambda bits, at, x, y: x * y >> bits,
    "min": lambda bits, at, x, y: min(x, y),
    "const": lambda bits, at, x: x,
    "copy": lambda bits, at, x: x,
    "set": lambda bits, at, x: x,
    "home": lambda bits, at, x: x,
    "zext": lambda bits, at, x: x,
    "trunc": lambda bits, at, x: x,
}


PAIRS: dict[str, Callable[..., tuple[int, int]]] = {
    "mul_wide": lambda bits, x, y: (x * y, x * y >> bits),
    "add_carry": lambda bits, x, y, carry=0: (x + y + carry, x + y + carry >> bits),
    "sub_borrow": lambda bits, x, y, borrow=0: (x - y - borrow, int(x < y + borrow)),
}
"""Operations with two results: the first result's width and the operands → both results."""


def _row(
    bits: int, total: Sequence[int], row: Sequence[int], factor: int, carry: int = 0, sign: int = 1
) -> tuple[int, ...]:
    """total ± (row * factor + carry) as words, and the word above."""
    number = [sum(word << bits * n for n, word in enumerate(words)) for words in (total, row)]
    made, size = number[0] + sign * (number[1] * factor + carry), len(row)
    words = tuple(made >> bits * n & (1 << bits) - 1 for n in range(size + 1))
    return words if sign > 0 else (*words[:-1], words[-1] & 1)


def _halves(values: Sequence[int]) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    half = len(values) // 2
    return values[:half], values[half : 2 * half], values[2 * half :]


ROWS: dict[str, Callable[..., tuple[int, ...]]] = {
    "mul_row": lambda bits, *v: _row(bits, (), v[:-1], v[-1]),
    "mul_add_row": lambda bits, *v: _row(bits, *_halves(v[:-1])[:2], v[-1]),
    "add_row": lambda bits, *v: _row(bits, *_halves(v)[:2], 1, sum(_halves(v)[2])),
    "sub_row": lambda bits, *v: _row(bits, *_halves(v)[:2], 1, sum(_halves(v)[2]), -1),
}
"""Operations on rows: the words' width and the operands → all results."""


# -- whole vectors -----------------------------------------------------------------------------------------------------


def lanes(width: int, bits: int, value: int) -> list[int]:
    return [value >> at & (1 << width) - 1 for at in range(0, bits, width)]


def joined(width: int, parts: Sequence[int]) -> int:
    return sum((part & (1 << width) - 1) << width * n for n, part in enumerate(parts))


def _laned(rule: Callable[..., int]) -> Rule:
    """Apply a rule of lane width, attributes and lanes to all lanes."""

    def whole(bits: int, at: Attrs, *values: int) -> int:
        width = at["lane"]
        return joined(width, [rule(width, at, *parts) for parts in zip(*(lanes(width, bits, v) for v in values))])

    return whole


def _blocked(rule: Callable[..., int]) -> Rule:
    """Apply a rule of attributes and blocks of 128 bits to all blocks."""

    def whole(bits: int, at: Attrs, *values: int) -> int:
        return joined(128, [rule(at, *parts) for parts in zip(*(lanes(128, bits, v) for v in values))])

    return whole


def _lookup(at: Attrs, table: int, index: int) -> int:
    places = index.to_bytes(16, "little")
    held = table.to_bytes(16, "little")
    return int.from_bytes(bytes(0 if n > 127 else held[n & 15] for n in places), "little")


def _shuffle(at: Attrs, x: int) -> int:
    width = 128 // len(at["order"])
    return joined(width, [lanes(width, 128, x)[n] for n in at["order"]])


def _unpack(half: int) -> Rule:
    def block(at: Attrs, x: int, y: int) -> int:
        width = at["lane"]
        count = 64 // width
        xs, ys = (lanes(width, 128, value)[half * count :][:count] for value in (x, y))
        return joined(width, [lane for pair in zip(xs, ys) for lane in pair])

    return _blocked(block)


def _rotations(at: Attrs, x: int) -> int:
    width, count = at["lane"], 64 // at["lane"]
    rights = [at["low"]] * count + [at["high"]] * count
    return joined(width, [rotations(width, lane, right) for lane, right in zip(lanes(width, 128, x), rights)])


def _follow(bits: int, at: Attrs, before: int, x: int) -> int:
    moved = at["blocks"]
    return joined(128, [*lanes(128, bits, before)[-moved:], *lanes(128, bits, x)[:-moved]])


def _every_second(first: int) -> Rule:
    return lambda bits, at, *xs: joined(128, [one for x in xs for one in lanes(128, bits, x)[first::2]])


def _insert(bits: int, at: Attrs, x: int, y: int) -> int:
    blocks = lanes(128, bits, x)
    blocks[at["block"]] = y
    return joined(128, blocks)


def _constant(bits: int, at: Attrs) -> int:
    held = joined(at["lane"], at["values"])
    return held if len(at["values"]) * at["lane"] == bits else joined(128, [held] * (bits // 128))


def _ordered(rule: Callable[..., int]) -> Rule:
    """A rule of lanes as numbers, signed or not."""
    return _laned(lambda width, at, *xs: rule(*(signed(width, x) if at["signed"] else x for x in xs)))


def _even(bits: int, at: Attrs, x: int, y: int) -> int:
    pairs = zip(lanes(32, bits, x)[::2], lanes(32, bits, y)[::2])
    return joined(64, [signed(32, a) * signed(32, b) if at["signed"] else a * b for a, b in pairs])


def _pairs(bits: int, at: Attrs, x: int, y: int) -> int:
    each = [signed(16, a) * signed(16, b) for a, b in zip(lanes(16, bits, x), lanes(16, bits, y))]
    return joined(32, [a + b for a, b in zip(each[::2], each[1::2])])


def _blend(bits: int, at: Attrs, mask: int, x: int, y: int) -> int:
    assert set(lanes(8, bits, mask)) <= {0, 255}, "vblend: a mask that instruction sets differ on"
    return mask & x | ~mask & y


LANES: dict[str, Rule] = {
    "vmul_low": _laned(lambda width, at, x, y: x * y),
    "vmul_high": _ordered(lambda x, y: x * y >> 16),
    "vmul_even": _even,
    "vmul_pairs": _pairs,
    "vsar": _laned(lambda width, at, x: signed(width, x) >> at["bits"]),
    "vequal": _laned(lambda width, at, x, y: -(x == y)),
    "vgreater": _ordered(lambda x, y: -(x > y)),
    "vblend": _blend,
    "vmin": _ordered(min),
    "vmax": _ordered(max),
}


VECTORS: dict[str, Rule] = {
    **LANES,
    "vconst": _constant,
    "vzero": lambda bits, at: 0,
    "vadd": _laned(lambda width, at, x, y: x + y),
    "vsub": _laned(lambda width, at, x, y: x - y),
    "vshl": _laned(lambda width, at, x: x << at["bits"]),
    "vshr": _laned(lambda width, at, x: x >> at["bits"]),
    "vrotl": _laned(lambda width, at, x: turned(width, x, width - at["bits"])),
    "vrotr": _laned(lambda width, at, x: turned(width, x, at["bits"])),
    "vrotations": _blocked(_rotations),
    "vbswap": _laned(lambda width, at, x: swapped(width, x)),
    "vshl_bytes": _blocked(lambda at, x: x << 8 * at["count"]),
    "vshr_bytes": _blocked(lambda at, x: x >> 8 * at["count"]),
    "vext": _blocked(lambda at, high, low: (high << 128 | low) >> 8 * at["count"]),
    "vlookup": _blocked(_lookup),
    "vshuffle": _blocked(_shuffle),
    "vunpack_low": _unpack(0),
    "vunpack_high": _unpack(1),
    "vfollow": _follow,
    "vblocks_even": _every_second(0),
    "vblocks_odd": _every_second(1),
    "vextract": lambda bits, at, x: x >> 128 * at["block"],
    "vinsert": _insert,
    "vfrom": lambda bits, at, word: word,
    "vword": lambda bits, at, x: x >> bits * at["lane"],
}


# -- AES: blocks as vectors hold them, byte 0 lowest; FIPS 197 ---------------------------------------------------------


def _rounds(inverse: bool, mixed: bool) -> Callable[[int], int]:
    box = aes._inverse_box() if inverse else aes._box()

    def block(x: int) -> int:
        held = x.to_bytes(16, "little")
        moved = bytes(box[held[(at + 4 * (at % 4) * (-1 if inverse else 1)) % 16]] for at in range(16))
        return mix(int.from_bytes(moved, "little"), inverse) if mixed else int.from_bytes(moved, "little")

    return block


def mix(x: int, inverse: bool) -> int:
    """MixColumns or its inverse."""
    factors = (14, 11, 13, 9) if inverse else (2, 3, 1, 1)
    held = x.to_bytes(16, "little")
    out = bytearray(16)
    for at in range(16):
        column, row = divmod(at, 4)
        for n in range(4):
            out[at] ^= aes._times(held[4 * column + n], factors[(n - row) % 4])
    return int.from_bytes(out, "little")


AES: dict[str, tuple[bool, bool]] = {
    "aes_enc": (False, True),
    "aes_enc_last": (False, False),
    "aes_dec": (True, True),
    "aes_dec_last": (True, False),
}
"""Name → whether the round is the inverse cipher's, and whether the round mixes columns."""


def aes_round(name: str, bits: int, keys_first: bool, x: int, key: int) -> int:
    turn = _rounds(*AES[name])
    out = []
    for block, round_key in zip(lanes(128, bits, x), lanes(128, bits, key)):
        out.append(turn(block ^ round_key) if keys_first else turn(block) ^ round_key)
    return joined(128, out)


def aes_inv_mix(bits: int, x: int) -> int:
    return joined(128, [mix(block, True) for block in lanes(128, bits, x)])
