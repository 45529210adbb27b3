# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Hash-consed bit vectors in a normal form. Equal terms of the normal form are one object.

Sums are linear forms over other terms. Bitwise logic is an exclusive-or of products (algebraic normal form) with
masks. Vectors wider than a block of 128 bits are concatenations of blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from proof.nodes import NUMBER, Linear, forget, from_linear, is_open
from proof.nodes import Term as Term  # the readers of terms import these from here
from proof.nodes import const as const
from proof.nodes import linear as linear
from proof.nodes import node as node
from proof.nodes import show as show
from proof.nodes import sym as sym
from proof.permute import permuted as permuted

BLOCK = 128
PRODUCTS = 24
"""The largest number of products of a normal form. A larger form keeps its factors opaque."""


Form = dict[frozenset[Term], int]
"""Products of terms, and the mask of each: their exclusive-or is the value."""


def combine(w: int, terms: Iterable[tuple[Term, int]]) -> Term:
    """The sum of multiples of terms."""
    total = 0
    parts: dict[Term, int] = {}
    for term, times in terms:
        assert term.w == w, (term, w)
        one = linear(term)
        total += one.const * times
        for t, c in one.parts.items():
            parts[t] = parts.get(t, 0) + c * times
    return from_linear(w, Linear(total, _merged(w, parts)))


def _merged(w: int, parts: dict[Term, int]) -> dict[Term, int]:
    """Two logical terms that are never 1 together add as their exclusive-or."""
    forms = [t for t, c in parts.items() if t.op == "anf" and c == 1]
    for n, x in enumerate(forms):
        for y in forms[n + 1 :]:
            if parts.get(x) == parts.get(y) == 1 and set(x.args) & set(y.args) and not is_open(band(x, y)):
                joined = bxor(x, y)
                rest = {t: c for t, c in parts.items() if t not in (x, y)}
                if joined.op in ("sum", "const"):
                    continue
                rest[joined] = rest.get(joined, 0) + 1
                return _merged(w, rest)
    return parts


def add(*terms: Term) -> Term:
    return combine(terms[0].w, [(t, 1) for t in terms])


@cache
def sub(x: Term, y: Term) -> Term:
    return combine(x.w, [(x, 1), (y, -1)])


def scaled(x: Term, times: int) -> Term:
    return combine(x.w, [(x, times)])


def mul(x: Term, y: Term) -> Term:
    if x.op == "const":
        return scaled(y, x.val)
    if y.op == "const":
        return scaled(x, y.val)
    return node("mul", x.w, tuple(sorted((x, y), key=NUMBER)))


def form(term: Term) -> Form:
    if term.op == "const":
        return {frozenset(): term.val} if term.val else {}
    if term.op == "anf":
        return {frozenset(term.args[n] for n in places): mask for places, mask in term.val}
    return {frozenset((term,)): (1 << term.w) - 1}


def ordered(key: frozenset[Term]) -> list[Term]:
    """The terms of a product in an order that does not hang on where they lie."""
    return sorted(key, key=NUMBER) if len(key) > 1 else list(key)


def _rotation(w: int, found: Form) -> Form:
    """Lanes shifted left and right by counts that add up to the lane are lanes rotated."""
    lefts = [t for key in found if len(key) == 1 for t in key if t.op == "vshl"]
    for left in lefts:
        lane, count = left.val
        right = node("vshr", w, left.args, (lane, lane - count))
        mask = found.get(frozenset((left,)))
        if mask and found.get(frozenset((right,))) == mask:
            del found[frozenset((left,))], found[frozenset((right,))]
            key = frozenset((vshift("vrotl", lane, count, left.args[0]),))
            found[key] = found.get(key, 0) ^ mask
            if not found[key]:
                del found[key]
    return found


def from_form(w: int, given: Form) -> Term:
    found = _rotation(w, {key: mask for key, mask in given.items() if mask})
    if not found:
        return const(w, 0)
    if len(found) == 1:
        ((key, mask),) = found.items()
        if not key:
            return const(w, mask)
        if len(key) == 1:
            (one,) = key
            if mask == (1 << w) - 1:
                return one
            if mask & (mask + 1) == 0:
                return concat(const(w - mask.bit_length(), 0), extract(mask.bit_length() - 1, 0, one))
    top = (
        min(
            max(w - mask.bit_length(), *(zeros(t) for t in key)) if key else w - mask.bit_length()
            for key, mask in found.items()
        )
        if w in (8, 16, 32, 64)
        else 0
    )
    if top:
        return zext(w, _part(w - top - 1, 0, found))
    args = tuple(sorted(set().union(*found), key=NUMBER))
    place = {t: n for n, t in enumerate(args)}
    rows = sorted((tuple(sorted(place[t] for t in key)), mask) for key, mask in found.items())
    return node("anf", w, args, tuple(rows))


def _part(high: int, low: int, given: Form) -> Term:
    """Bits low to high of a form."""
    w, total = high - low + 1, dict[frozenset[Term], int]()
    every = (1 << w) - 1
    for key, mask in given.items():
        if mask := mask >> low & every:
            product = None if mask == every else const(w, mask)
            for t in ordered(key):
                part = extract(high, low, t)
                product = part if product is None else band(product, part)
            for k, m in form(product or const(w, mask)).items():
                total[k] = total.get(k, 0) ^ m
    return from_form(w, total)


def _blocks(rule: Any, x: Term, y: Term) -> Term:
    """A rule by blocks of 128 bits, the highest first."""
    return concat(*(rule(extract(n + BLOCK - 1, n, x), extract(n + BLOCK - 1, n, y)) for n in starts(x.w)))


def starts(w: int) -> list[int]:
    return list(range(w - BLOCK, -1, -BLOCK))


def bxor(x: Term, y: Term) -> Term:
    if x.w > BLOCK and x.w % BLOCK == 0:
        return _blocks(bxor, x, y)
    out = form(x)
    for key, mask in form(y).items():
        out[key] = out.get(key, 0) ^ mask
    return from_form(x.w, out)


def _zero_product(key: frozenset[Term]) -> bool:
    lefts = [t for t in key if t.op == "vshl"]
    rights = [t for t in key if t.op == "vshr"]
    return any(x.val[0] == y.val[0] <= x.val[1] + y.val[1] for x in lefts for y in rights)


@cache
def band(x: Term, y: Term) -> Term:
    if x.w > BLOCK and x.w % BLOCK == 0:
        return _blocks(band, x, y)
    xs, ys = form(x), form(y)
    if len(xs) * len(ys) > PRODUCTS:
        if x is y:
            return x
        opaque = node("and", x.w, tuple(sorted((x, y), key=NUMBER)))
        return opaque
    out: Form = {}
    for a, m in xs.items():
        for b, n in ys.items():
            if m & n and not _zero_product(a | b):
                out[a | b] = out.get(a | b, 0) ^ m & n
    return from_form(x.w, out)


def bnot(x: Term) -> Term:
    return bxor(x, const(x.w, -1))


def bor(x: Term, y: Term) -> Term:
    return bxor(bxor(x, y), band(x, y))


LOGIC: Mapping[str, Callable[[Term, Term], Term]]
LOGIC = {"and": band, "or": bor, "orr": bor, "xor": bxor, "eor": bxor}
"""The rules of logic by the names that recordings and instructions have."""


def fresh() -> None:
    """Drop all terms, so that a proof does not hang on those before it in the process. Terms of before must not be
    compared with new ones."""
    forget()
    for one in (band, extract, sub):
        one.cache_clear()


@cache
def extract(high: int, low: int, x: Term) -> Term:
    """Bits low to high of ``x``, both counted from 0."""
    w = high - low + 1
    if w == x.w:
        return x
    if x.op == "const":
        return const(w, x.val >> low)
    if x.op == "ext":
        return extract(high + x.val, low + x.val, x.args[0])
    if x.op == "concat":
        out, at = [], x.w
        for part in x.args:
            at -= part.w
            if at <= high and at + part.w > low:
                out.append(extract(min(high - at, part.w - 1), max(low - at, 0), part))
        return concat(*out)
    if x.op == "anf":
        return _part(high, low, form(x))
    if x.op == "sum" and low == 0:
        given = linear(x)
        return combine(w, [(const(w, given.const), 1), *((extract(high, 0, t), c) for t, c in given.parts.items())])
    if x.op == "mul" and low == 0:
        return mul(extract(high, 0, x.args[0]), extract(high, 0, x.args[1]))
    if x.op == "ite":
        return ite(x.args[0], extract(high, low, x.args[1]), extract(high, low, x.args[2]))
    if x.op == "load" and low % w == 0 and w in (32, 64):  # words of a longer load
        return _word(x.args[0], add(x.args[1], const(x.args[1].w, low // 8)), w)
    if x.op in ("vadd", "vsub", "vshl", "vshr", "vrotl"):
        lane, count = x.val if isinstance(x.val, tuple) else (x.val, 0)
        if low // lane == high // lane:
            first = low // lane * lane
            parts = [extract(first + lane - 1, first, t) for t in x.args]
            return extract(high - first, low - first, _of_lane(x.op, count, parts))
    if x.op == "perm" and w in (32, 64) and low % w == 0:
        places = x.val[low // 8 : low // 8 + w // 8]
        if all(one is None for one in places):
            return const(w, 0)
        count = w // 8
        if all(one is not None and one[0] == places[0][0] for one in places):
            start = places[0][1] // count * count
            turned = [(one[1] - start - n) % count for n, one in enumerate(places)]
            if all(start <= one[1] < start + count for one in places) and len(set(turned)) == 1:
                lane = extract(8 * start + w - 1, 8 * start, x.args[places[0][0]])
                return rotl(lane, w - 8 * turned[0])
            back = [(one[1] - start + n + 1) % count for n, one in enumerate(places)]
            if all(start <= one[1] < start + count for one in places) and len(set(back)) == 1:
                lane = extract(8 * start + w - 1, 8 * start, x.args[places[0][0]])
                return rotl(bswap(lane), 8 * back[0])
    if x.op == "perm" and low // 8 == high // 8:
        place = x.val[low // 8]
        return (
            const(w, 0) if place is None else extract(high % 8 + 8 * place[1], low % 8 + 8 * place[1], x.args[place[0]])
        )
    if x.op == "sext" and high < x.args[0].w:
        return extract(high, low, x.args[0])
    return node("ext", w, (x,), low)


def _word(memory: Term, address: Term, w: int) -> Term:
    """A load of a word that is part of a longer one: what a store wrote, or a load from memory without the stores that
    are known to write no byte of the word."""
    kept: list[tuple[Term, Term]] = []
    while memory.op == "store":
        older, at, data = memory.args
        gap = sub(at, address)
        before = -signed(gap.val, gap.w) if gap.op == "const" else 0
        if gap.op != "const" or -w // 8 < before < data.w // 8:
            if gap.op == "const" and not kept and 0 <= 8 * before <= data.w - w:
                return extract(8 * before + w - 1, 8 * before, data)
            kept.append((at, data))
        memory = older
    for one in reversed(kept):
        memory = node("store", 0, (memory, *one))
    return node("load", w, (memory, address))


def _of_lane(op: str, count: int, parts: list[Term]) -> Term:
    """One lane of an operation on lanes."""
    if op == "vadd":
        return add(*parts)
    if op == "vsub":
        return sub(*parts)
    return {"vshl": shl, "vshr": shr, "vrotl": rotl}[op](parts[0], count)


def concat(*parts: Term) -> Term:
    """The parts side by side, the highest first."""
    flat: list[Term] = []
    for part in parts:
        for one in part.args if part.op == "concat" else (part,):
            if one.w:
                flat.append(one)
    out: list[Term] = []
    for one in flat:
        last = out[-1] if out else None
        if last is not None and last.op == one.op == "const":
            out[-1] = const(last.w + one.w, last.val << one.w | one.val)
        elif last is not None and _adjacent(last, one):
            source, low = (one.args[0], one.val) if one.op == "ext" else (one, 0)
            out[-1] = extract(low + one.w + last.w - 1, low, source)
        else:
            out.append(one)
    return out[0] if len(out) == 1 else node("concat", sum(t.w for t in out), tuple(out))


def _adjacent(high: Term, low: Term) -> bool:
    return high.op == low.op == "ext" and high.args == low.args and high.val == low.val + low.w


def zext(w: int, x: Term) -> Term:
    return concat(const(w - x.w, 0), x) if w > x.w else x


def signed(value: int, w: int) -> int:
    """The number of a word of so many bits, as a signed one."""
    return value - (value >> (w - 1) << w)


def sext(w: int, x: Term) -> Term:
    if x.op == "const":
        return const(w, x.val - (x.val >> (x.w - 1) << x.w))
    if x.op == "sext":
        return sext(w, x.args[0])
    if w > x.w and zeros(x):
        return zext(w, x)
    return node("sext", w, (x,)) if w > x.w else x


def shl(x: Term, count: int) -> Term:
    return scaled(x, 1 << count) if count < x.w else const(x.w, 0)


def shr(x: Term, count: int) -> Term:
    return zext(x.w, extract(x.w - 1, count, x)) if count < x.w else const(x.w, 0)


def rotl(x: Term, count: int) -> Term:
    count %= x.w
    if not count:
        return x
    if x.op == "const":
        return const(x.w, x.val << count | x.val >> (x.w - count))
    if x.op == "rotl":
        return rotl(x.args[0], count + x.val)
    if x.op == "anf" and all(len(key) == 1 for key in form(x)) and len({_base(t) for t in x.args}) == 1:
        out = const(x.w, 0)
        for key, mask in form(x).items():
            (one,) = key
            out = bxor(out, band(rotl(one, count), rotl(const(x.w, mask), count)))
        return out
    return node("rotl", x.w, (x,), count)


def _base(term: Term) -> Term:
    return term.args[0] if term.op == "rotl" else term


def bswap(x: Term) -> Term:
    if x.op == "const":
        return const(x.w, int.from_bytes(x.val.to_bytes(x.w // 8, "little"), "big"))
    if x.w == 16:
        return rotl(x, 8)
    return x.args[0] if x.op == "bswap" else node("bswap", x.w, (x,))


def zeros(x: Term) -> int:
    """The number of leading bits that are known to be zero."""
    if x.op == "const":
        return x.w - int(x.val).bit_length()
    if x.op == "concat" and x.args[0].op == "const" and x.args[0].val == 0:
        return x.args[0].w
    return 0


def ite(cond: Term, x: Term, y: Term) -> Term:
    if x.op == "ite" and x.args[0] is cond:
        x = x.args[1]
    if y.op == "ite" and y.args[0] is cond:
        y = y.args[2]
    if x is y:
        return x
    if cond.op == "const":
        return x if cond.val else y
    if cond.op == "anf" and frozenset() in form(cond):
        return ite(bnot(cond), y, x)
    if x.w == 1:
        return bxor(y, band(cond, bxor(x, y)))
    top = min(zeros(x), zeros(y)) if x.w else 0
    if 0 < top < x.w:
        return zext(x.w, ite(cond, extract(x.w - top - 1, 0, x), extract(x.w - top - 1, 0, y)))
    if x.w and "sum" in (x.op, y.op):
        a, b = linear(x), linear(y)
        common = {t: c for t, c in a.parts.items() if b.parts.get(t) == c}
        if common:
            both = from_linear(x.w, Linear(0, common))
            return add(both, ite(cond, sub(x, both), sub(y, both)))
    return node("ite", x.w, (cond, x, y))


def _shifted(op: str, lane: int, count: int, value: int) -> int:
    """The value of a lane after a shift or a rotation."""
    if op == "vshr":
        return value >> count
    if op == "vsar":
        value -= value >> (lane - 1) << lane
        return value >> count & ((1 << lane) - 1)
    turned = value >> (lane - count) if op == "vrotl" else 0
    return (value << count | turned) & ((1 << lane) - 1)


def vshift(op: str, lane: int, count: int, x: Term) -> Term:
    if x.w > BLOCK:
        return concat(*(vshift(op, lane, count, extract(n + 127, n, x)) for n in starts(x.w)))
    if count == 0 or (x.op == "const" and x.val == 0):
        return x
    if x.op == "const":
        lanes = (x.val >> n & ((1 << lane) - 1) for n in range(0, x.w, lane))
        return const(x.w, sum(_shifted(op, lane, count, one) << lane * n for n, one in enumerate(lanes)))
    if op in ("vshl", "vshr") and x.op == op and x.val[0] == lane:
        return vshift(op, lane, count + x.val[1], x.args[0])
    if count >= lane and op in ("vshl", "vshr"):
        return const(x.w, 0)
    if op == "vsar":
        return concat(*(sext(lane, extract(n + lane - 1, n + count, x)) for n in range(x.w - lane, -1, -lane)))
    if op == "vrotl" and count % 8 == 0:
        size, by = lane // 8, count // 8
        return permuted([x], [(0, n // size * size + (n - by) % size) for n in range(16)])
    if lane == 8 and op in ("vshl", "vshr"):  # x86 shifts lanes of 16 bits, and masks what comes from the neighbour
        kept = (255 << count if op == "vshl" else 255 >> count) & 255
        return band(vshift(op, 16, count, x), const(x.w, int.from_bytes(bytes([kept]) * (x.w // 8), "little")))
    return node(op, x.w, (x,), (lane, count))
