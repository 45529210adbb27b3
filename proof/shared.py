# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions of terms that the meanings of scripts and of instructions share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proof.conditions import ult
from proof.lanes import lanewise, opaque
from proof.memory import Map, NoProof, Region
from proof.terms import (
    Term,
    add,
    band,
    bxor,
    concat,
    const,
    extract,
    linear,
    node,
    permuted,
    rotl,
    sext,
    shl,
    shr,
    sub,
    zext,
)

BLOCK = 128


def by_block(rule: Callable[..., Term], *args: Term) -> Term:
    """A rule of blocks of 128 bits, applied to each."""
    starts = range(args[0].w - BLOCK, -1, -BLOCK)
    return concat(*(rule(*(extract(n + 127, n, x) for x in args)) for n in starts))


def of_two(name: str, numbers: Sequence[int], x: Term, y: Term) -> Term:
    """An instruction on two vectors: a function that both sides share. Affine functions of bytes stay in their
    block."""
    shown = " ".join([name.removeprefix("v"), *map(str, numbers)])
    if name == "vpermb":
        return opaque(shown, x.w, x, y)
    return by_block(lambda *blocks: opaque(shown, BLOCK, *blocks), x, y)


def linked(x: Term, y: Term, before: Term | None, sign: int) -> tuple[Term, Term]:
    """x ± y ± before and the carry or borrow of the sum."""
    carry = const(x.w, 0) if before is None else before
    total = add(x, y, carry) if sign > 0 else sub(sub(x, y), carry)
    if before is None and sign < 0:
        return total, ult(x, y)
    wide = [zext(x.w + 1, t) for t in (x, y, carry)]
    whole = add(*wide) if sign > 0 else sub(sub(wide[0], wide[1]), wide[2])
    return total, extract(x.w, x.w, whole)


def funnel(x: Term, y: Term, count: int) -> Term:
    """``x`` shifted to the left by ``count``, with the highest bits of ``y`` coming in."""
    return bxor(shl(x, count), shr(y, y.w - count)) if count else x


def shifted_by(name: str, x: Term, count: Term) -> Term:
    """``x`` shifted or rotated by a count modulo its width. ``name``: shl, shr, sar, rotl or rotr."""
    if name == "rotr":  # one form for both: AArch64 rotates to the right alone
        name, count = "rotl", sub(const(count.w, 0), count)
    by = extract(x.w.bit_length() - 2, 0, count)
    if by.op != "const":
        return node(f"{name}_by", x.w, (x, by))
    if name == "sar":
        return sext(x.w, extract(x.w - 1, by.val, x))
    if name == "rotl":
        return rotl(x, by.val)
    return shl(x, by.val) if name == "shl" else shr(x, by.val)


def inserted(x: Term, number: int, part: Term) -> Term:
    """``x`` with lane ``number`` replaced."""
    first = number * part.w
    above = [extract(x.w - 1, first + part.w, x)] if first + part.w < x.w else []
    below = [extract(first - 1, 0, x)] if first else []
    return concat(*above, part, *below)


def lanes_of(mask: Term, lane: int, value: Term) -> Term:
    """The lanes of ``value`` whose bits in a constant mask are set, and zero in the others. The mask of a comparison is
    held as the vector of its lanes."""
    if mask.w == value.w and mask.op != "const":
        return band(mask, value)
    if mask.op != "const":
        raise NoProof("a mask that is not constant")
    ones = (1 << lane) - 1
    return band(value, const(value.w, sum(ones << lane * n for n in range(value.w // lane) if mask.val >> n & 1)))


def lookup(table: Term, index: Term) -> Term:
    """Bytes of a block by number. A byte of ``index`` with its highest bit set gives zero."""
    if index.op == "const":
        numbers = index.val.to_bytes(16, "little")
        return permuted([table], [None if n & 128 else (0, n & 15) for n in numbers])
    return lanewise("pshufb", 8, table, index)


def pointers(memory: Map, region: Region, base: Term, address: Term, found: Term) -> Term:
    """A load, or the base of another region if the load reads a pointer of an array of pointers."""
    away = linear(sub(address, base))
    if memory.pointer is not None and region in memory.arrays and not away.parts and found.w == address.w:
        if found.op == "load":
            return memory.pointer(region, away.const)
    return found
