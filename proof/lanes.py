# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on lanes of vectors, and functions that no rule looks into."""

from __future__ import annotations

from collections.abc import Sequence

from proof.nodes import is_open
from proof.permute import source
from proof.terms import (
    BLOCK,
    Term,
    add,
    band,
    bxor,
    concat,
    const,
    extract,
    mul,
    node,
    permuted,
    sext,
    starts,
    vshift,
    zext,
)


def lanewise(op: str, lane: int, *args: Term) -> Term:
    """A function of lanes, opaque to the normal form but for its name, lane and operands."""
    if args[0].w > BLOCK:
        return concat(*(lanewise(op, lane, *(extract(n + 127, n, x) for x in args)) for n in starts(args[0].w)))
    if op in ("vadd",) and args[0] is args[1]:
        return vshift("vshl", lane, 1, args[0])
    if op == "vequal" and args[0] is args[1]:
        return const(args[0].w, -1)
    if op in ("vadd", "vequal"):
        args = tuple(sorted(args, key=lambda t: t.id))
    if op == "vadd":
        rest = [t for t in args if is_open(t)]
        if len(rest) < 2:
            return rest[0] if rest else args[0]
        flat = [t for one in args for t in (one.args if one.op == op and one.val == lane else (one,))]
        return node(op, args[0].w, tuple(sorted(_disjoint(flat), key=lambda t: t.id)), lane)
    return node(op, args[0].w, args, lane)


def _disjoint(terms: list[Term]) -> list[Term]:
    """Addends, where logical terms that are never 1 together are one."""
    forms = [t for t in terms if t.op == "anf"]
    for n, x in enumerate(forms):
        for y in forms[n + 1 :]:
            if x is not y and set(x.args) & set(y.args) and not is_open(band(x, y)):
                joined = bxor(x, y)
                if joined.op == "anf":
                    rest = list(terms)
                    rest.remove(x)
                    rest.remove(y)
                    return _disjoint([*rest, joined])
    return terms


def opaque(name: str, w: int, *args: Term) -> Term:
    """A function that both sides share and that no rule looks into, such as a round of AES."""
    return node("uf", w, args, name)


def mul52(half: str, x: Term, y: Term) -> Term:
    """The low or high 52 bits of the products of the low 52 bits of lanes of 64 bits."""
    lanes = []
    for n in reversed(range(0, x.w, 64)):
        pair = sorted((_digit(x, n), _digit(y, n)), key=lambda t: t.id)
        lanes.append(opaque(f"mul52_{half}", 64, *pair))
    return concat(*lanes)


def _digit(x: Term, first: int) -> Term:
    """52 bits of a vector from ``first`` on."""
    found = extract(first + 51, first, x)
    return extract(51, 0, narrow(extract(first + 63, first, x))) if found.op == "ext" else found


def mul_even(signed: bool, x: Term, y: Term) -> Term:
    """The products, of 64 bits, of the lower halves of lanes of 64 bits."""
    grow = sext if signed else zext
    starts_ = range(x.w - 64, -1, -64)
    return concat(*(mul(*(grow(64, extract(n + 31, n, t)) for t in (x, y))) for n in starts_))


def shifted_each(op: str, lane: int, counts: Term, x: Term) -> Term:
    """Lanes shifted or rotated, each by its own constant."""
    if x.w > BLOCK:
        blocks = [(extract(n + 127, n, counts), extract(n + 127, n, x)) for n in starts(x.w)]
        return concat(*(shifted_each(op, lane, *block) for block in blocks))
    if counts.op != "const":
        return node("uf", x.w, (counts, x), f"{op} {lane} each")
    out = const(x.w, 0)
    ones = (1 << lane) - 1
    by_lane = [counts.val >> n & ones for n in range(0, x.w, lane)]
    for count in sorted(set(by_lane)):
        mask = sum(ones << lane * n for n, one in enumerate(by_lane) if one == count)
        by = count % lane if op == "vrotl" else min(count, lane)
        out = bxor(out, band(vshift(op, lane, by, x), const(x.w, mask)))
    return out


def rearranged(sources: Sequence[Term], places: Sequence[tuple[int, int] | None]) -> Term:
    """:func:`permuted`. Whole lanes of exclusive-ors of shifted lanes are the exclusive-or of the moved lanes."""
    if any(_shifts(x) for x in sources):
        out = const(BLOCK, 0)
        for n, x in enumerate(sources):
            for lane in (0, 8):
                mine = [one[1] for one in places[lane : lane + 8] if one is not None and one[0] == n]
                if not mine:
                    continue
                if mine[0] % 8 or mine != list(range(mine[0], mine[0] + 8)):
                    return permuted(sources, places)
                out = bxor(out, _lane_moved(x, mine[0], lane))
        return out
    return permuted(sources, places)


def _lane_moved(x: Term, start: int, to: int) -> Term:
    """The lane of 64 bits that begins at byte ``start``, moved to byte ``to``, and zeros."""
    ones = (1 << 64) - 1
    if not _shifts(x):
        return permuted([x], [(0, start + n - to) if to <= n < to + 8 else None for n in range(16)])
    out = const(BLOCK, 0)
    for (place,), mask in x.val:
        one = x.args[place]
        count, kept = one.val[1], const(BLOCK, (mask >> 8 * start & ones) << 8 * to)
        out = bxor(out, band(vshift(one.op, 64, count, _with_lane(one.args[0], start, to)), kept))
    return out


def _with_lane(x: Term, start: int, to: int) -> Term:
    """A block whose lane at byte ``to`` is the lane of ``x`` at byte ``start``."""
    moved = permuted([x], [(0, (n - to + start) % 16) for n in range(16)])
    bytes_ = [source(moved, to + n) for n in range(8)]
    first = bytes_[0]
    if first is not None and first[0].w == BLOCK and bytes_ == [(first[0], to + n) for n in range(8)]:
        return first[0]
    return moved


def _shifts(x: Term) -> bool:
    """Whether a term is an exclusive-or of lanes of 64 bits that are shifted."""
    return x.op == "anf" and all(
        len(places) == 1 and x.args[places[0]].op in ("vshl", "vshr", "vrotl") and x.args[places[0]].val[0] == 64
        for places, _ in x.val
    )


def narrow(x: Term) -> Term:
    """A part of a load as a load of the bytes that have it: other code loads more or less at once."""
    if x.op != "ext" or x.args[0].op != "load":
        return x
    memory, address = x.args[0].args
    first, end = x.val // 8, (x.val + x.w + 7) // 8
    part = node("load", 8 * (end - first), (memory, add(address, const(address.w, first))))
    return part if part.w == x.w else node("ext", x.w, (part,), x.val % 8)
