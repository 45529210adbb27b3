# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 by words of the machine: h = (h + block) * r modulo 2^130 - 5, for one block after the other.

A number is n words, two of 64 bits or four of 32, and a word `top` for the bits from 128 on. r is clamped: each of its
words is below 2^(bits - 4), and all but the lowest are multiples of 4. Hence 2^128 * r[i] is 5/4 * r[i] modulo
2^130 - 5, a whole number, which `s` holds. Between blocks `top` is 4 at most. With the block it is 6 at most, no sum of
products overflows, and five quarters of the new `top` fit in a word.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.lang import Builder, Val, stream

BLOCK = 16


@dataclass(frozen=True)
class Words:
    """The values of a stream of blocks: the words of r, five quarters of those above the lowest, and h with `top`."""

    r: list[Val]
    s: list[Val]
    h: list[Val]


def load(k: Builder, key: Val, h: Val) -> Words:
    """The key, clamped, and the state."""
    n = 128 // k.usize.bits
    r = k.limbs(key, n)
    for i, clamp in enumerate(words(k, 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF)):
        r[i] = k.and_(r[i], clamp)
    return Words(r, [k.add(one, one >> 2) for one in r[1:]], k.limbs(h, n + 1))


def words(k: Builder, number: int) -> list[int]:
    """The words of a number of 128 bits."""
    return [number >> at & (1 << k.usize.bits) - 1 for at in range(0, 128, k.usize.bits)]


@stream
def block(k: Builder, poly: Words, data: Val, pad: Val | int, offset: int = 0) -> None:
    """Add the block at `data` + `offset` and `pad` times 2^128 to h, and multiply h by r."""
    n = len(poly.r)
    carry = k.add_row(poly.h[:n], k.limbs(data, n, offset=offset))
    k.add_carry(poly.h[n], pad, carry, to=poly.h[n])
    multiply(k, poly)


def multiply(k: Builder, poly: Words) -> None:
    """Multiply h by r. The new `top` is 4 at most."""
    r, h = poly.r, poly.h
    n = len(r)
    top = h[n]
    # Word i of the product has h[j] * r[i - j], or h[j] * s for what is above 2^128, and the carries of words below.
    sums = []
    for i in range(n):
        factors = [*reversed(r[: i + 1]), *reversed(poly.s[i:])]
        total = [*k.mul_wide(h[0], factors[0])]
        for word, factor in zip(h[1:n], factors[1:]):
            k.add_row(total, k.mul_wide(word, factor))
        if i > 0:
            k.add_row(total, [k.mul(top, poly.s[i - 1]), 0])
        k.cold(total)
        sums.append(total)
    k.mul(top, r[0], to=top)
    k.add_row([*(low for low, _ in sums[1:]), top], [high for _, high in sums])
    for word, (low, _) in zip(h, sums):
        k.set(word, low)
    fold(k, h)


def each(k: Builder, poly: Words, data: Val, blocks: Val, pad: Val) -> None:
    """One block after the other."""
    k.note("each block")
    with k.loop(blocks, step={data: BLOCK}):
        k.emit(block(k, poly, data, pad))


def fold(k: Builder, h: list[Val]) -> None:
    """Move what is above 2^130 to the lowest word, times 5."""
    above = (h[-1] & -4) + (h[-1] >> 2)
    h[-1] &= 3
    k.add_row(h, [above, *[0] * (len(h) - 1)])


def store(k: Builder, h: Val, poly: Words) -> None:
    """Store h modulo 2^130 - 5."""
    n = len(poly.r)
    # h + 5 reaches 2^130 if h reaches the modulus. `top` is 4 at most: then it does once.
    less = [k.copy(word) for word in poly.h]
    k.add_row(less, [5, *[0] * n])
    mask = k.sub(0, less[n] >> 2)
    for word, other in zip(poly.h, less):
        word ^= (word ^ other) & mask
    top = poly.h[n] & 3
    k.store_limbs(h, [*poly.h[:n], top, *(k.const(k.usize, 0) for _ in range(n // 4))])
