# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Terms evaluated on random values. Terms with different values compute different things."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from proof.memory import Pointer, Region
from proof.nodes import NUMBER
from proof.terms import Term, signed

ROUNDS = 5
"""The number of random assignments."""


@dataclass(frozen=True, slots=True)
class Image:
    """Memory of one region: bytes written over the contents of a name."""

    name: Any
    bytes: tuple[tuple[int, int], ...]


@cache
def draw(w: int, name: Any, turn: int) -> int:
    """A number that depends on a name and a turn. Some turns draw small numbers: counts decide by these, and
    comparisons of vectors, which have small numbers in lanes of 64 bits. Pointers are aligned."""
    text = hashlib.blake2b(f"{turn}:{w}:{name!r}".encode(), digest_size=64).digest()
    value = int.from_bytes(text, "little") & ((1 << w) - 1)
    if w == 128 and turn < 3:  # the next values of a counter differ in the upper half of a byte, too
        ones = (1 << 128) // 255
        return value & 0xF0 * ones | (14, 15, 13)[turn] * ones
    if w == 128:
        return value & ((1 << 64) + 1 if turn == 3 else (3 << 64) + 3)
    if isinstance(name, (Pointer, Region)):
        return value & -64
    return value & (-1, -1, 15, 1, 3)[turn] if w in (32, 64) else value


@cache
def draw_byte(name: Any, at: int, turn: int) -> int:
    """A byte of a region's contents. One turn has ones alone, so that carries go far. Later turns draw small words of
    64 bits."""
    if turn < 2:
        return draw(8, f"{name!r}@{at}", turn)
    if turn == 2:
        return 255
    return 0 if at % 8 else draw(8, f"{name!r}@{at}", turn) & (15, 7)[turn % 2]


def value(term: Term, turn: int) -> Any:
    """The value of a term at a turn: a number, or an :class:`Image`."""
    if len(term.sig) > turn:
        return term.sig[turn]
    todo, seen = [term], set()
    while todo:
        one = todo.pop()
        if len(one.sig) > turn or one in seen:
            continue
        seen.add(one)
        todo += one.args
    for one in sorted(seen, key=NUMBER):
        while len(one.sig) <= turn:
            one.sig.append(_compute(one, len(one.sig)))
    return term.sig[turn]


def signature(term: Term) -> tuple[Any, ...]:
    value(term, ROUNDS - 1)
    return tuple(term.sig[:ROUNDS])


def _compute(term: Term, turn: int) -> Any:
    if any(len(arg.sig) <= turn for arg in term.args):
        return value(term, turn)
    args = [arg.sig[turn] for arg in term.args]
    full = (1 << term.w) - 1
    rule = _RULES.get(term.op)
    if rule is not None:
        made = rule(term, turn, args)
        return made & full if isinstance(made, int) else made
    return draw(term.w, f"{term.op} {term.val} {args}", turn)


def _lanes(lane: int, w: int, x: int) -> list[int]:
    return [x >> n & ((1 << lane) - 1) for n in range(0, w, lane)]


def _join(lane: int, xs: list[int]) -> int:
    return sum((x & ((1 << lane) - 1)) << lane * n for n, x in enumerate(xs))


def _sum(term: Term, turn: int, args: list[Any]) -> Any:
    return int(term.val[0]) + sum(x * c for x, c in zip(args, term.val[1]))


def _anf(term: Term, turn: int, args: list[Any]) -> Any:
    out = 0
    for places, mask in term.val:
        product = mask
        for n in places:
            product &= args[n]
        out ^= product
    return out


def _concat(term: Term, turn: int, args: list[Any]) -> Any:
    out = 0
    for arg, x in zip(term.args, args):
        out = out << arg.w | x
    return out


def _by_lane(rule: Callable[[int, int, int], int]) -> Callable[[Term, int, list[Any]], Any]:
    """A rule of a lane's width, its value and a count, by lanes."""

    def run(term: Term, turn: int, args: list[Any]) -> Any:
        lane, count = term.val
        return _join(lane, [rule(lane, x, count) for x in _lanes(lane, term.w, args[0])])

    return run


def _vadd(term: Term, turn: int, args: list[Any]) -> Any:
    rows = [_lanes(term.val, term.w, x) for x in args]
    return _join(term.val, [sum(column) for column in zip(*rows)])


def _vpair(rule: Callable[[int, int, int], int]) -> Callable[[Term, int, list[Any]], Any]:
    def run(term: Term, turn: int, args: list[Any]) -> Any:
        rows = [_lanes(term.val, term.w, x) for x in args]
        return _join(term.val, [rule(term.val, *column) for column in zip(*rows)])

    return run


def _perm(term: Term, turn: int, args: list[Any]) -> Any:
    return _join(8, [0 if one is None else args[one[0]] >> 8 * one[1] & 255 for one in term.val])


def _bswap(term: Term, turn: int, args: list[Any]) -> Any:
    return int.from_bytes(args[0].to_bytes(term.w // 8, "little"), "big")


def _load(term: Term, turn: int, args: list[Any]) -> Any:
    image, address = args
    held = dict(image.bytes)
    last = (1 << term.args[1].w) - 1
    out = 0
    for n in range(term.w // 8):
        at = address + n & last
        byte = held.get(at)
        out |= (draw_byte(image.name, at, turn) if byte is None else byte) << 8 * n
    return out


def _store(term: Term, turn: int, args: list[Any]) -> Any:
    image, address, data = args
    held = dict(image.bytes)
    last = (1 << term.args[1].w) - 1
    for n in range(term.args[2].w // 8):
        held[address + n & last] = data >> 8 * n & 255
    return Image(image.name, tuple(sorted(held.items())))


def _rotl(w: int, x: int, count: int) -> int:
    return x << count | x >> (w - count)


def _pshufb(term: Term, turn: int, args: list[Any]) -> Any:
    table, index = args
    return _join(8, [0 if n & 128 else table >> 8 * (n & 15) & 255 for n in _lanes(8, term.w, index)])


def _tbl(term: Term, turn: int, args: list[Any]) -> Any:
    table, index = args
    return _join(8, [table >> 8 * n & 255 if n < 16 else 0 for n in _lanes(8, term.w, index)])


_RULES: dict[str, Callable[[Term, int, list[Any]], Any]] = {
    "const": lambda t, turn, a: t.val,
    "sym": lambda t, turn, a: draw(t.w, t.val, turn),
    "mem": lambda t, turn, a: Image(t.val, ()),
    "sum": _sum,
    "mul": lambda t, turn, a: a[0] * a[1],
    "anf": _anf,
    "and": lambda t, turn, a: a[0] & a[1],
    "ext": lambda t, turn, a: a[0] >> t.val,
    "concat": _concat,
    "sext": lambda t, turn, a: signed(a[0], t.args[0].w),
    "rotl": lambda t, turn, a: _rotl(t.w, a[0], t.val),
    "bswap": _bswap,
    "shl_by": lambda t, turn, a: a[0] << a[1],
    "shr_by": lambda t, turn, a: a[0] >> a[1],
    "sar_by": lambda t, turn, a: signed(a[0], t.w) >> a[1],
    "rotl_by": lambda t, turn, a: _rotl(t.w, a[0], a[1]),
    "zero": lambda t, turn, a: int(a[0] == 0),
    "ult": lambda t, turn, a: int(a[0] < a[1]),
    "slt": lambda t, turn, a: int(signed(a[0], t.args[0].w) < signed(a[1], t.args[0].w)),
    "ite": lambda t, turn, a: a[1] if a[0] else a[2],
    "rbit": lambda t, turn, a: int(f"{a[0]:0{t.w}b}"[::-1], 2),
    "ones of bytes": lambda t, turn, a: _join(8, [x.bit_count() for x in _lanes(8, t.w, a[0])]),
    "clz": lambda t, turn, a: t.w - int(a[0]).bit_length(),
    "vadd": _vadd,
    "vsub": _vpair(lambda w, x, y: x - y),
    "vequal": _vpair(lambda w, x, y: -int(x == y)),
    "vshl": _by_lane(lambda w, x, c: x << c),
    "vshr": _by_lane(lambda w, x, c: x >> c),
    "vrotl": _by_lane(_rotl),
    "pshufb": _pshufb,
    "tbl": _tbl,
    "perm": _perm,
    "load": _load,
    "store": _store,
}
