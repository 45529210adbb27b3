# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blocks of bytes in another order."""

from __future__ import annotations

from collections.abc import Sequence

from proof.nodes import Term, const, node

Place = tuple[int, int]


def permuted(sources: Sequence[Term], places: Sequence[Place | None]) -> Term:
    """A block of bytes, the lowest first: byte ``n`` of the source ``s`` for ``(s, n)``, zero for None."""
    flat: list[tuple[Term, int] | None] = []
    for one in places:
        found = None if one is None else source(sources[one[0]], one[1])
        flat.append(found)
    if all(one is None for one in flat):
        return const(8 * len(places), 0)
    whole = flat[0][0] if flat[0] is not None else None
    if whole is not None and whole.w == 8 * len(places) and all(one == (whole, n) for n, one in enumerate(flat)):
        return whole
    if all(one is None or one[0].op == "const" for one in flat):
        data = bytes(0 if one is None else one[0].val >> 8 * one[1] & 255 for one in flat)
        return const(8 * len(places), int.from_bytes(data, "little"))
    args = tuple(sorted({one[0] for one in flat if one is not None}, key=lambda t: t.id))
    number = {t: n for n, t in enumerate(args)}
    return node("perm", 8 * len(places), args, tuple(None if one is None else (number[one[0]], one[1]) for one in flat))


def source(x: Term, n: int) -> tuple[Term, int] | None:
    """The term and the number of the byte that byte ``n`` of ``x`` copies."""
    if x.op == "perm":
        place = x.val[n]
        return None if place is None else (x.args[place[0]], place[1])
    if x.op == "const" and not x.val >> 8 * n & 255:
        return None
    if x.op == "bswap":
        return source(x.args[0], x.w // 8 - 1 - n)
    if x.op == "rotl" and x.val % 8 == 0 and x.w % 8 == 0:
        return source(x.args[0], (n - x.val // 8) % (x.w // 8))
    if x.op == "concat" and all(part.w % 8 == 0 for part in x.args):
        at = x.w
        for part in x.args:
            at -= part.w
            if at <= 8 * n:
                return source(part, n - at // 8)
    if x.op == "ext" and x.val % 8 == 0 and x.args[0].w % 8 == 0:
        return source(x.args[0], n + x.val // 8)
    return x, n
