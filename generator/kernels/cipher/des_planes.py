# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES of eight blocks in a vector of 512 bits, by VPERMB and GFNI: byte 8 * s + c of a half is the argument of S-box s
in block c.

A permutation of bytes looks 64 entries up. An entry has the results of two S-boxes, which share a table. A matrix of
eight bytes times each of eight unit vectors is the matrix with rows and columns exchanged: results become planes, each
a byte with the same bit of eight blocks. One permutation of bytes is then the permutation after the S-boxes and the
expansion, and the same product makes arguments of the planes. Both halves are kept expanded, which is linear.

A round: an addition, four look-ups, three choices, three steps of the permutation and an addition.

AMD Zen 4, 2026-11-29, cycles of the time-stamp counter a byte, triple DES and (DES), beside ipsec-mb 1.3 with its
manager for AVX-512, and libgcrypt 1.10, which has tables at secret addresses:

                                  this         256 bits     ipsec-mb   libgcrypt
  encryption, 16 messages, 1 KiB  8.9 (3.4)                 24 (8.3)
  decryption, 16 KiB              5.7 (2.0)    3.7 (1.4)               31
              64 B                14 (4.9)     76 (28)                 39
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.kernels.cipher.des_standard import (
    BLOCK,
    BOXES,
    INPUTS,
    ROUND_KEY,
    ROUNDS,
    SELECTORS,
    P,
    S,
    expanded,
    left,
    right,
)
from generator.kernels.cipher.halves import exchange
from generator.kernels.hash.whirlpool_instructions import by_matrix, permute
from generator.lang import Builder, Val

EACH = 8  # blocks of a vector
SIZE = EACH * BLOCK
TOP = SELECTORS - 1
"""Input b of an S-box is bit TOP - b of its argument. A look-up ignores bits 6 and 7."""
Halves = tuple[Val, Val]


def plane(byte: int, bit: int) -> int:
    """Where :meth:`Planes.planes` brings a bit of byte 8 * `byte` + c, for all c."""
    return 8 * byte + bit


def arguments(source: Callable[[int, int], int]) -> list[int]:
    """The order of planes that :meth:`Planes.bytes` makes arguments of: `source` of an S-box and an input."""
    return [source(at // 8, max(at % 8 - 7 + TOP, 0)) for at in range(SIZE)]


def of_block(bit: int) -> int:
    """The plane of a bit of the standard's blocks."""
    return plane(bit // 8, 7 - bit % 8)


def of_left(box: int, bit: int) -> int:
    """The plane of the block's bit that comes to an input of an S-box from the left half."""
    return of_block(left(expanded(box, bit)))


def of_right(box: int, bit: int) -> int:
    return of_block(right(expanded(box, bit)))


def of_half(bit: int) -> int:
    """The plane of a bit of a half that is expanded: that of an inner input."""
    return plane(bit // 4, TOP - bit % 4 - 1)


def of_result(bit: int) -> int:
    """The plane of a bit of the round function, before the permutation."""
    box, out = divmod(P[bit], 4)
    return plane(box, 3 - out + box // 4 * 4)


class Planes:
    """Vectors of eight blocks under one key, or, with `messages`, each block under the key of its own message."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val, messages: int = 0) -> None:
        self.k, self.schedule, self.rounds, self.messages = k, schedule, rounds, messages
        self.unit = self.constant([1 << at % 8 for at in range(SIZE)])
        self.back = self.constant([0x80 >> at % 8 for at in range(SIZE)])
        self.turn = self.constant([8 * (at % 8) + at // 8 for at in range(SIZE)])
        self.boxes = [self.constant([S[n][at] | S[n + 4][at] << 4 for at in range(SIZE)]) for n in range(4)]
        self.odd = self.constant([255 * (at // 8 % 2) for at in range(SIZE)])
        self.upper = self.constant([255 * (at // 16 % 2) for at in range(SIZE)])
        self.order = self.constant(arguments(lambda box, bit: of_result(expanded(box, bit))))
        self.inputs = [self.constant([1 << TOP - bit] * SIZE) for bit in INPUTS if messages]
        k.cold(schedule, rounds)

    def constant(self, values: Sequence[int]) -> Val:
        return self.k.vconst(self.k.v512, list(values), bits=8)

    # -- planes ----------------------------------------------------------------------------------------------------

    def planes(self, x: Val) -> Val:
        """Bit 7 - c of byte 8 * n + bit is that bit of byte 8 * n + c."""
        return by_matrix(self.k, self.unit, x)

    def bytes(self, x: Val) -> Val:
        """Bit n of byte 8 * m + c is bit 7 - c of byte 8 * m + 7 - n."""
        return by_matrix(self.k, self.back, x)

    def chosen(self, mask: Val, one: Val, zero: Val) -> Val:
        return self.k.ternary(lambda m, x, y: (m & x) | (~m & y), mask, one, zero)

    def enter(self, blocks: Val) -> Halves:
        """The halves of eight blocks, one after the other, after the initial permutation."""
        k = self.k
        planes = self.planes(permute(k, self.turn, blocks))
        first, second = (permute(k, self.constant(arguments(source)), planes) for source in (of_left, of_right))
        return self.bytes(first), self.bytes(second)

    def leave(self, halves: Halves) -> Val:
        """The blocks of both halves, after the final permutation."""
        k = self.k
        place = {left(n): n for n in range(32)}
        ones = []
        for half, x in enumerate(halves):
            order = [of_half(place.get(bit + half, place.get(bit + 1 - half, 0))) for bit in range(SIZE)]
            ones.append(permute(k, self.constant(order), self.planes(x)))
        firsts = self.constant([255 * (bit in place) for bit in range(SIZE)])
        return permute(k, self.turn, self.bytes(self.chosen(firsts, *ones)))

    # -- rounds ----------------------------------------------------------------------------------------------------

    def key(self, at: Val, offset: int, first: int) -> Val:
        """A round key for the blocks from message `first` on."""
        k = self.k
        if not self.messages:
            row = k.vblock(k.v512, at, offset=offset)
            for n in range(1, ROUND_KEY // 16):
                row = k.vinsert(row, k.vload(k.v128, at, offset=offset + 16 * n), n)
            order = arguments(lambda box, bit: BOXES * INPUTS.index(bit) + box)
            return self.bytes(permute(k, self.constant(order), row))
        made: Val | None = None
        for n, mask in enumerate(self.inputs):
            row = k.vload(k.v512, at, offset=(offset + BOXES * n) * self.messages + BOXES * first)
            made = mask & row if made is None else k.ternary(lambda x, y, z: x | (y & z), made, mask, row, to=made)
        assert made is not None
        return permute(k, self.turn, made)

    def round(self, to: Val, x: Val, key: Val) -> None:
        """Add the function of one half to the other."""
        k = self.k
        x = x ^ key
        looked = [permute(k, x, table) for table in self.boxes]
        low, high = (self.chosen(self.odd, looked[n + 1], looked[n]) for n in (0, 2))
        y = self.chosen(self.upper, high, low)
        to ^= self.bytes(permute(k, self.order, self.planes(y)))

    def cipher(self, blocks: Sequence[Val]) -> list[Val]:
        """Encrypt or decrypt vectors of blocks."""
        k = self.k
        k.note("the initial permutation")
        halves = [self.enter(one) for one in blocks]
        key, passes = k.copy(self.schedule, "key"), k.zext(k.usize, k.shr(self.rounds, 4))
        k.cold(key, passes)
        step = ROUND_KEY * max(1, self.messages)
        k.note("the rounds")
        with k.loop(passes, align=32):
            with k.loop(k.const(k.usize, ROUNDS // 2), step={key: 2 * step}, at_least_once=True):
                for turn in range(2):
                    same = None if self.messages else self.key(key, turn * ROUND_KEY, 0)
                    for n, (first, second) in enumerate(halves):
                        to, x = (second, first) if turn else (first, second)
                        own = self.key(key, turn * ROUND_KEY, EACH * n) if same is None else same
                        self.round(to, x, own)
            for both in halves:
                exchange(k, *both)
        k.note("the final permutation")
        return [self.leave(both) for both in halves]


# -- modes -------------------------------------------------------------------------------------------------------------

WIDTHS = (4, 1)
"""Vectors at a time."""


def modes(k: Builder, schedule: Val, rounds: Val, iv: Val | None, in_: Val, out: Val, blocks: Val) -> None:
    """ECB, or with `iv` CBC decryption: each block has the one before it in `in_` added, the first one `iv`."""
    k.cold(in_, out, blocks)
    planes = Planes(k, schedule, rounds)
    own = k.frame(BLOCK + SIZE, "own")
    k.cold(own)
    if iv is not None:
        k.cold(iv)
        k.store64(own, k.load64(iv))

    def run(source: Val, to: Val, vectors: int) -> None:
        """In place, output replaces only ciphertext that no block still needs: all of it is loaded by then."""
        text = [k.vload(k.v512, source, offset=SIZE * n) for n in range(vectors)]
        if iv is not None and source is not own_text:
            k.vstore(own, text[0], offset=BLOCK)
        made = planes.cipher(text)
        if iv is not None:
            following = k.load64(source, offset=SIZE * vectors - BLOCK) if source is not own_text else None
            for n, one in enumerate(made):
                one ^= k.vload(k.v512, source, offset=SIZE * n - BLOCK) if n else k.vload(k.v512, own)
            if following is not None:
                k.store64(own, following)
        k.vstore(to, made)

    own_text = k.add(own, BLOCK)
    for vectors in WIDTHS:
        count = EACH * vectors
        with k.while_(blocks.ge(count)):
            run(in_, out, vectors)
            in_ += SIZE * vectors
            out += SIZE * vectors
            blocks -= count
    with k.if_(blocks.ne(0)):
        k.note("fewer than eight blocks")
        k.vstore(own, k.vzero(k.v512), offset=BLOCK)
        at = k.const(k.usize, 0, "at")
        k.cold(at)
        with k.loop(k.copy(blocks), step={in_: BLOCK, at: BLOCK}):
            block = k.load64(in_)
            k.store64(own, block, index=at & SIZE - BLOCK, offset=BLOCK)
            if iv is not None:
                k.store64(iv, block)
        run(own_text, own_text, 1)
        k.set(at, 0)
        with k.loop(blocks, step={out: BLOCK, at: BLOCK}):
            k.store64(out, k.load64(own, index=at & SIZE - BLOCK, offset=BLOCK))
    if iv is not None:
        with k.else_():
            k.store64(iv, k.load64(own))


def streams(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CBC encryption of `blocks` blocks of each message."""
    planes = Planes(k, schedule, rounds, k.messages)
    k.cold(iv, in_, out, blocks)
    at = k.const(k.usize, 0, "at")
    k.cold(at)
    each = range(0, k.messages, EACH)
    state = [k.vload(k.v512, iv, offset=BLOCK * first) for first in each]
    k.cold(state)
    with k.loop(blocks, step={at: BLOCK}):
        for chain, first in zip(state, each):
            chain ^= gathered(k, [k.pointer(in_, first + n) for n in range(EACH)], at)
        for n, made in enumerate(planes.cipher(state)):
            k.set(state[n], made)
            for part in range(EACH // 2):
                block = k.vextract(made, part)
                for half in range(2):
                    k.store64(k.pointer(out, each[n] + 2 * part + half), k.vword(k.u64, block, half), index=at)
    for first, chain in zip(each, state):
        k.vstore(iv, chain, offset=BLOCK * first)


def gathered(k: Builder, pointers: Sequence[Val], at: Val) -> Val:
    """A block at each pointer."""
    row = k.vzero(k.v512)
    for n in range(0, EACH, 2):
        pair = k.vfrom(k.load64(pointers[n], index=at))
        k.vload_lane(pair, 1, pointers[n + 1], bits=64, index=at, to=pair)
        k.vinsert(row, pair, n // 2, to=row)
    return row
